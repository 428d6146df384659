//! Upper bounds on the score.

use std::time::Instant;

use super::instance::Instance;
use super::relaxation::{ALL, Descent, Mode, Multipliers, Relaxation};
use super::search::prove_bound;
use crate::math::power;
use crate::{Bound, Budget};

/// The number of rounds of a descent if the budget has no limit.
const ROUNDS: u64 = 2000;
/// The largest grid on which branch and bound often finds the optimum; more nodes than this rarely help.
const MAX_SIZE_TO_SEARCH: usize = 16;
const NODES: u64 = 2000;

const METHOD: &str = "Lagrangian relaxation in whole numbers";

/// Returns the larger of the bounds of the two modes: at most `t` black pawns, and more. On small grids branch and
/// bound improves it.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    find(instance, budget, known).bound
}

/// A bound and what it rests on.
pub(super) struct Found {
    pub(super) bound: Bound,
    /// The relaxation of each mode with its multipliers, and the bound that they prove; `None` if the values are too
    /// large.
    pub(super) relaxed: Option<(Vec<Root>, i64)>,
    /// The number of nodes of branch and bound.
    pub(super) nodes: u64,
}

/// The relaxation of a mode and good multipliers for it.
pub(super) struct Root {
    pub(super) relaxation: Relaxation,
    pub(super) multipliers: Multipliers,
}

/// Finds what [`bound`] returns.
pub(super) fn find(instance: &Instance, budget: &Budget, known: Option<i64>) -> Found {
    let mut value = i64::MIN;
    let mut roots = Vec::new();
    for &mode in Mode::of(instance) {
        let Some(relaxation) = Relaxation::new(instance, mode) else {
            return Found {
                bound: cell_by_cell(instance),
                relaxed: None,
                nodes: 0,
            };
        };
        // A mode whose bound is below that of the other need not be improved further.
        let enough = known.unwrap_or(i64::MIN).max(value);
        let (points, multipliers) = relaxed(&relaxation, budget, enough);
        value = value.max(points);
        roots.push(Root {
            relaxation,
            multipliers,
        });
    }
    let mut bound = Bound::new(value, METHOD).at_most(cell_by_cell(instance));
    let mut nodes = 0;
    let met = known.is_some_and(|known| bound.value <= known);
    if !met && instance.size() <= MAX_SIZE_TO_SEARCH && !budget.expired() {
        let most = budget.iterations().unwrap_or(NODES);
        let searched = prove_bound(instance, &budget.clone().with_iterations(most), &mut |_| {});
        if let Some((searched, searched_nodes)) = searched {
            bound = bound.at_most(searched);
            nodes = searched_nodes;
        }
    }
    Found {
        bound,
        relaxed: Some((roots, value)),
        nodes,
    }
}

/// The largest share of the remaining budget for the descent of one mode.
const SHARE: f64 = 0.9;

/// Returns the bound of one mode and its multipliers. The step size falls with the rounds or with the time, whichever is faster.
///
/// All rounds cost the same, so a work limit is a limit on rounds.
fn relaxed(relaxation: &Relaxation, budget: &Budget, enough: i64) -> (i64, Multipliers) {
    const FIRST: f64 = 0.25;
    const LAST: f64 = 0.002;
    let affordable = budget.work_left().map_or(u64::MAX, |work| {
        (SHARE * work as f64) as u64 / relaxation.round_work()
    });
    let rounds = budget.iterations().unwrap_or(ROUNDS);
    let rounds = rounds.min(affordable).max(1);
    let began = Instant::now();
    let time = budget.remaining().map(|time| SHARE * time.as_secs_f64());
    let domains = vec![ALL; relaxation.cells()];
    let mut descent = Descent::new(relaxation);
    descent.start(relaxation, &domains, &Multipliers::new(relaxation));
    for round in 0..rounds {
        let by_time = time.map_or(0.0, |time| began.elapsed().as_secs_f64() / time);
        let progress = by_time.max(round as f64 / rounds as f64);
        budget.spend(relaxation.round_work());
        descent.evaluate(relaxation, &domains);
        if relaxation.points(descent.best) <= enough || progress >= 1.0 || budget.expired() {
            break;
        }
        descent.step(relaxation, FIRST * power(LAST / FIRST, progress));
    }
    (relaxation.points(descent.best), descent.best_multipliers)
}

impl Bound {
    /// Returns the lower of two bounds.
    pub(super) fn at_most(self, other: Self) -> Self {
        if other.value < self.value {
            other
        } else {
            self
        }
    }
}

/// A bound that treats every cell on its own and ignores penalties: yellow, green or nothing, the best `t` cells black
/// and doubled, and one cell red.
pub(super) fn cell_by_cell(instance: &Instance) -> Bound {
    Bound::new(
        CellByCell::new(instance).points(),
        "the best pawn for every cell, without penalties",
    )
}

/// The parts of the bound without penalties.
pub(super) struct CellByCell {
    pub(super) sum: i64,
    /// What at most `t` doubled black pawns add.
    pub(super) blacks: i64,
    /// What a black pawn beyond those would add.
    pub(super) next_black: i64,
    /// What the red pawn adds.
    pub(super) red: i64,
}

impl CellByCell {
    pub(super) fn new(instance: &Instance) -> Self {
        let values = instance.values();
        let alone = |cell: usize| values[cell].max(instance.cross(cell)).max(0);
        // Black without doubling scores less than yellow. Doubled black adds to the other score of a cell, at most `t`
        // times.
        let mut black: Vec<i64> = (0..values.len())
            .map(|cell| (2 * (values[cell] - 1) - alone(cell)).max(0))
            .collect();
        black.sort_unstable_by(|a, b| b.cmp(a));
        let red = (0..values.len()).map(|cell| -values[cell] - alone(cell));
        Self {
            sum: (0..values.len()).map(alone).sum(),
            blacks: black.iter().take(instance.size()).sum(),
            next_black: black.get(instance.size()).copied().unwrap_or(0),
            red: red.max().unwrap_or(0),
        }
    }

    pub(super) fn points(&self) -> i64 {
        self.sum + self.blacks + self.red
    }
}
