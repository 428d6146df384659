//! Proven lower bounds on the number of steps.

mod line;

pub(super) use self::line::{LineBound, line_bound};

use super::carriage::Carriage;
use super::ground::Ground;
use super::instance::Instance;
use crate::{Bound, Budget};

const METHOD: &str = "assignment of pieces to cells plus the way to the first piece";
const LINE: &str = "how often every edge of the line must be crossed";

/// The best limit that can be proved in time. It stops when it meets `known`.
pub(super) fn bound(instance: &Instance, budget: &Budget, _known: Option<i64>) -> Bound {
    if let Some(line) = line_bound(instance) {
        return line.into();
    }
    let ground = Ground::new(instance);
    carriage_bound(&Carriage::cheapest(&ground, budget))
}

impl From<LineBound> for Bound {
    fn from(line: LineBound) -> Self {
        Self::new(line.steps as i64, LINE)
    }
}

/// Every misplaced piece is carried to a cell of its colour, one at a time, after an empty-handed walk to the first.
///
/// Pieces on black cells never move and black cells take no piece, so the carried steps of one colour are at least the
/// cheapest assignment of its misplaced pieces to its cells that are not black. Until the first pick-up nothing is
/// carried and nothing changes, so that walk ends on a cell that holds a misplaced piece from the start.
pub(super) fn carriage_bound(carriage: &Carriage) -> Bound {
    let method = match (carriage.unsolved, carriage.colours) {
        (0, _) => METHOD.to_owned(),
        (some, all) => format!(
            "{METHOD}; out of time, so rows and columns were assigned apart for {some} of {all} colours"
        ),
    };
    Bound::new(carriage.least as i64, method)
}
