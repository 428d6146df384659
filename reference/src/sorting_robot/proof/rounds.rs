//! Rounds of cuts with multipliers and prices, which exclude beginnings and ends of walks until none is left.

mod value;

use self::value::evaluate;
use super::reader::{keyword, numbers_after, read_grids};
use super::{from_start, index_of, open_cells, refused};
use crate::sorting_robot::instance::{Instance, NONE};
use crate::text::{Line, Lines};
use crate::{ProofError, TextError};

/// A cell that is not black, and the layers of what it gives and takes.
struct Open {
    cell: usize,
    gives: usize,
    takes: usize,
}

/// One copy of the grid for the empty hand, number 0, and for each colour with a misplaced piece.
///
/// A node is a cell of a layer: layer × cells + cell.
pub(super) struct Layers<'i> {
    instance: &'i Instance,
    cells: usize,
    count: usize,
    open: Vec<Open>,
    /// For each cell, its index in `open`.
    index: Vec<Option<usize>>,
}

/// A set of nodes and its multiplier.
struct Cut {
    multiplier: i64,
    nodes: Vec<i64>,
}

pub(super) struct Round {
    unit: i64,
    cuts: Vec<Cut>,
    prices: Vec<i64>,
}

impl<'i> Layers<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        let mut is_used = vec![false; instance.colours + 1];
        for cell in open_cells(instance) {
            is_used[index_of(instance, instance.pieces[cell])] = true;
        }
        let mut layer_of = vec![0; instance.colours + 1];
        let mut count = 1;
        for colour in 0..instance.colours {
            if is_used[colour] {
                layer_of[colour] = count;
                count += 1;
            }
        }
        let open: Vec<Open> = open_cells(instance)
            .map(|cell| Open {
                cell,
                gives: layer_of[index_of(instance, instance.pieces[cell])],
                takes: layer_of[index_of(instance, instance.backgrounds[cell])],
            })
            .collect();
        let cells = instance.shape.cells();
        let mut index = vec![None; cells];
        for (number, open) in open.iter().enumerate() {
            index[open.cell] = Some(number);
        }
        Self {
            instance,
            cells,
            count,
            open,
            index,
        }
    }

    fn node(&self, layer: usize, cell: usize) -> usize {
        layer * self.cells + cell
    }

    fn can_begin(&self, open: &Open) -> bool {
        self.instance.pieces[open.cell] != NONE
    }
}

/// Reads all rounds; `line` is the first line of the first one.
pub(super) fn read<'a>(
    layers: &Layers,
    mut line: Line<'a>,
    lines: &mut Lines<'a>,
) -> Result<Vec<Round>, TextError> {
    let shape = layers.instance.shape;
    let mut rounds = Vec::new();
    loop {
        let [unit] = numbers_after(line, "round")?[..] else {
            return Err(line.instead_of("`round UNIT`"));
        };
        let mut cuts = Vec::new();
        loop {
            let expected = "a line `cut MULTIPLIER NODES…` or `prices`";
            line = lines.need(|| expected.to_owned())?;
            let word = line.tokens().next();
            if word.is_none_or(|word| word.bytes() != b"cut") {
                keyword(line, "prices")?;
                break;
            }
            let mut nodes = numbers_after(line, "cut")?;
            if nodes.is_empty() {
                return Err(line.ends_before("a multiplier"));
            }
            let multiplier = nodes.remove(0);
            cuts.push(Cut { multiplier, nodes });
        }
        let prices = read_grids(lines, shape, layers.count)?;
        rounds.push(Round { unit, cuts, prices });
        match lines.next() {
            Some(next) => line = next,
            None => return Ok(rounds),
        }
    }
}

/// Fails unless the rounds exclude all walks with fewer steps than `bound`.
pub(super) fn check(layers: &Layers, rounds: &[Round], bound: i64) -> Result<(), ProofError> {
    // Without work there is no first pick-up: the walk of no steps.
    if layers.open.is_empty() && bound > 0 {
        return Err(refused("every cell is black, so the fewest steps are 0"));
    }
    let mut begins: Vec<usize> = (0..layers.open.len())
        .filter(|&index| layers.can_begin(&layers.open[index]))
        .collect();
    let mut ends: Vec<usize> = (0..layers.open.len()).collect();
    for (number, round) in rounds.iter().enumerate() {
        if round.unit <= 0 {
            return Err(refused(format!(
                "round {}: the unit is not positive",
                number + 1
            )));
        }
        let value = evaluate(layers, round)
            .map_err(|reason| refused(format!("round {}: {reason}", number + 1)))?;
        // The most steps that a walk with fewer than `bound` may have, times the unit.
        let most = |end: usize| {
            let distance = from_start(layers.instance, layers.open[end].cell) as i128;
            let below = i128::from(bound) - 1;
            i128::from(round.unit) * (below - (below - distance).rem_euclid(2))
        };
        let first = begins.iter().map(|&begin| value.begin[begin]).min();
        ends.retain(|&end| {
            first.is_some_and(|first| value.all + first + value.end[end] <= most(end))
        });
        let last = ends.iter().map(|&end| value.end[end] - most(end)).min();
        begins.retain(|&begin| last.is_some_and(|last| value.all + value.begin[begin] + last <= 0));
    }
    if begins.is_empty() || ends.is_empty() {
        return Ok(());
    }
    let cell = |index: usize| {
        let (shape, cell) = (layers.instance.shape, layers.open[index].cell);
        format!("row {}, column {}", shape.row(cell), shape.column(cell))
    };
    Err(refused(format!(
        "the bound is {bound}, but walks from {} to {} may be shorter",
        cell(begins[0]),
        cell(ends[0])
    )))
}
