//! Cycle decomposition of an assignment of pieces to cells.
//!
//! Every cell that is not black sends its piece to a cell of that colour, its successor. Following the successors leads
//! back to the start: a *cycle*. If cells lack a background or a piece, there are also *chains* from a piece on a
//! colourless cell to a coloured cell without a piece. Each cell that is not black belongs to exactly one cycle or
//! chain.

use super::targets::Targets;
use crate::sorting_robot::{Instance, NONE, Walk};
use crate::{Budget, Unsolved};

/// A cycle or a chain.
pub(super) struct Cycle {
    /// The cells in the order in which they are visited. In a closed cycle the piece of the last cell goes to the
    /// first.
    pub(super) cells: Vec<usize>,
    /// Whether this is a cycle and not a chain.
    pub(super) closed: bool,
}

impl Cycle {
    pub(super) fn first(&self) -> usize {
        self.cells[0]
    }

    /// Returns the cells where the robot swaps if the cycle is not interrupted.
    pub(super) fn stops(&self) -> impl Iterator<Item = usize> {
        let closing = self.closed.then_some(self.first());
        self.cells.iter().copied().chain(closing)
    }

    pub(super) fn run(&self, walk: &mut Walk, budget: &Budget) -> Result<(), Unsolved> {
        for cell in self.stops() {
            if budget.expired() {
                return Err(Unsolved::Stopped);
            }
            walk.go(cell);
            walk.swap();
        }
        Ok(())
    }
}

/// Returns the cycles and chains of `successors`, in the row-major order of their first cells.
///
/// Chains are followed first, each from its colourless cell. Every chain uses as many pieces as cells of each colour,
/// so the rest is balanced and contains only cycles, which begin at their first cell in row-major order. The first cell
/// of a cycle remains a target until a piece of the cycle is sent there.
pub(super) fn find(
    instance: &Instance,
    mut successors: impl Targets,
    budget: &Budget,
) -> Result<Vec<Cycle>, Unsolved> {
    let cells = 0..instance.shape.cells();
    let coloured = |cell: usize| instance.backgrounds[cell] != NONE;
    let chain_heads = cells.clone().filter(|&cell| !coloured(cell));
    let mut taken: Vec<bool> = cells.clone().map(|cell| instance.is_black(cell)).collect();
    let mut cycles = Vec::new();
    for first in chain_heads.chain(cells.clone()) {
        if taken[first] {
            continue;
        }
        let mut cycle = Vec::new();
        let mut at = first;
        loop {
            if budget.expired() {
                return Err(Unsolved::Stopped);
            }
            taken[at] = true;
            cycle.push(at);
            let piece = instance.pieces[at];
            if piece == NONE {
                break;
            }
            at = successors.target(at, piece);
            successors.remove(at);
            if at == first {
                break;
            }
        }
        cycles.push(Cycle {
            cells: cycle,
            closed: coloured(first),
        });
    }
    cycles.sort_by_key(Cycle::first);
    Ok(cycles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorting_robot::Recipe;
    use crate::sorting_robot::solvers::by_avl::NearestInTrees;
    use crate::sorting_robot::solvers::graph_naive::FirstInList;
    use crate::{FieldValue, Fields};

    fn found(instance: &Instance, successors: impl Targets) -> Vec<Cycle> {
        find(instance, successors, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn chains_lead_from_colourless_cells_to_cells_without_a_piece() {
        let instance = Instance::read(b"1 6 3\n1 0 -1 0 1 2\n0 1 0 -1 2 1\n").unwrap();
        let cycles = found(&instance, NearestInTrees::new(&instance));
        let cells: Vec<_> = cycles.iter().map(|c| (&c.cells[..], c.closed)).collect();
        assert_eq!(cells, [(&[2, 1, 0, 3][..], false), (&[4, 5], true)]);
    }

    #[test]
    fn every_cell_is_served_once_by_a_piece_of_its_colour() {
        for seed in 0..100 {
            let instance = sparse(seed);
            for cycles in [
                found(&instance, NearestInTrees::new(&instance)),
                found(&instance, FirstInList::new(&instance)),
            ] {
                for cycle in &cycles {
                    let stops: Vec<_> = cycle.stops().collect();
                    for pair in stops.windows(2) {
                        assert_eq!(instance.pieces[pair[0]], instance.backgrounds[pair[1]]);
                    }
                    let ends_empty = instance.pieces[stops[stops.len() - 1]] == NONE;
                    assert_ne!(cycle.closed, ends_empty);
                }
                assert!(cycles.is_sorted_by_key(Cycle::first));
                let mut served: Vec<_> = cycles.into_iter().flat_map(|c| c.cells).collect();
                served.sort_unstable();
                let open = (0..instance.shape.cells()).filter(|&cell| !instance.is_black(cell));
                assert_eq!(served, open.collect::<Vec<_>>());
            }
        }
    }

    fn sparse(seed: u64) -> Instance {
        let size = |key: &str, size: i64| (key.to_owned(), FieldValue::Integer(size));
        let layout = ("layout".to_owned(), FieldValue::Text("sparse".to_owned()));
        let sizes = [size("rows", 6), size("columns", 7), size("colours", 3)];
        let mut fields = Fields::new([layout].into_iter().chain(sizes));
        let recipe = Recipe::read(&mut fields).unwrap();
        recipe.generate(seed).unwrap()
    }
}
