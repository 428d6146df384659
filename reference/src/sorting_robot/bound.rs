//! Proven lower bounds on the number of steps.

use super::instance::{Colour, Instance, NONE};
use crate::{Bound, Budget, Point, assign};

const METHOD: &str = "assignment of pieces to cells plus the way to the first piece";

/// Every misplaced piece is carried to a cell of its colour, one at a time, after an empty-handed walk to the first.
///
/// Pieces on black cells never move and black cells take no piece, so the carried steps of one colour are at least the
/// cheapest assignment of its misplaced pieces to its cells that are not black. Until the first pick-up nothing is
/// carried and nothing changes, so that walk ends on a cell that holds a misplaced piece from the start.
///
/// Where the budget expires, the colours that are left count with the assignment of their rows plus that of their
/// columns, which is never more and takes no time.
pub(super) fn bound(instance: &Instance, budget: &Budget) -> Bound {
    let start = Point { row: 0, column: 0 };
    let pieces = ByColour::new(instance, &instance.pieces);
    let cells = ByColour::new(instance, &instance.backgrounds);
    let to_first_piece = pieces.points.iter().map(|&piece| start.distance(piece));
    let mut steps = to_first_piece.min().unwrap_or(0) as u64;
    let (mut assigned, mut projected) = (0, 0);
    for colour in 0..instance.colours {
        let (sources, targets) = (pieces.of(colour), cells.of(colour));
        if sources.is_empty() {
            continue;
        }
        let in_time = projected == 0;
        if let Some(assignment) = in_time.then(|| assign(sources, targets, budget)).flatten() {
            assigned += 1;
            steps += assignment.cost;
        } else {
            projected += 1;
            steps += projected_cost(sources, targets);
        }
    }
    let method = match (projected, assigned + projected) {
        (0, _) => METHOD.to_owned(),
        (some, all) => format!(
            "{METHOD}; out of time, so rows and columns were assigned apart for {some} of {all} colours"
        ),
    };
    Bound::new(steps as i64, method)
}

/// At least so much does any assignment cost: on a line, matching in order is the cheapest.
fn projected_cost(sources: &[Point], targets: &[Point]) -> u64 {
    let along = |coordinate: fn(&Point) -> i32| {
        let sorted = |points: &[Point]| {
            let mut line: Vec<i32> = points.iter().map(coordinate).collect();
            line.sort_unstable();
            line
        };
        let pairs = sorted(sources).into_iter().zip(sorted(targets));
        pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>()
    };
    along(|point| point.row) + along(|point| point.column)
}

/// The cells that are not black, sorted by what one layer of the grid says there; cells with nothing are left out.
struct ByColour {
    points: Vec<Point>,
    /// Where the points of a colour begin, and at the end of the list where the last ones end.
    starts: Vec<usize>,
}

impl ByColour {
    fn new(instance: &Instance, layer: &[Colour]) -> Self {
        let misplaced = |&cell: &usize| layer[cell] != NONE && !instance.is_black(cell);
        let mut starts = vec![0; instance.colours + 1];
        for cell in (0..layer.len()).filter(misplaced) {
            starts[layer[cell] as usize + 1] += 1;
        }
        for colour in 0..instance.colours {
            starts[colour + 1] += starts[colour];
        }
        let mut next = starts.clone();
        let mut points = vec![Point { row: 0, column: 0 }; starts[instance.colours]];
        for cell in (0..layer.len()).filter(misplaced) {
            let place = &mut next[layer[cell] as usize];
            points[*place] = Point {
                row: instance.shape.row(cell) as i32,
                column: instance.shape.column(cell) as i32,
            };
            *place += 1;
        }
        Self { points, starts }
    }

    fn of(&self, colour: usize) -> &[Point] {
        &self.points[self.starts[colour]..self.starts[colour + 1]]
    }
}
