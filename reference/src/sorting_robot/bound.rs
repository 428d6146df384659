//! Lower bounds on the number of steps.

mod connectivity;
mod line;

pub(super) use self::connectivity::Connectivity;
pub(super) use self::line::{LineBound, line_bound};

use super::instance::Instance;
use super::sites::Sites;
use super::state_search::short_search;
use super::tour::{Visits, connect};
use super::transport::TransportPlan;
use crate::{Bound, Budget};

const METHOD: &str = "assignment of pieces to cells plus the way to the first piece";
const CONNECTIVITY: &str = "assignment of pieces to cells, made one walk by cuts that it must cross (Lagrangian relaxation)";
const LINE: &str = "how often every edge of the line must be crossed";

/// Returns the best bound that can be proved within the budget. It stops as soon as it meets `known` or more time would
/// hardly help.
pub(super) fn bound(instance: &Instance, budget: &Budget, known: Option<i64>) -> Bound {
    if let Some(line) = line_bound(instance) {
        return line.into();
    }
    let sites = Sites::new(instance);
    let transport = TransportPlan::cheapest(&sites, budget);
    let mut bound = assignment_bound(&transport);
    let mut known = known.map_or(u64::MAX, |known| known as u64);
    // The first tour is often as short as the bound, which saves the remaining stages.
    if let Some(steps) = first_steps(&sites, &transport, budget) {
        known = known.min(steps);
    }
    if (bound.value.whole() as u64) < known
        && let Some(mut connectivity) = Connectivity::new(&sites, &transport, budget)
    {
        let rounds = budget.iterations().unwrap_or(u64::MAX);
        for _ in 0..rounds {
            if budget.expired()
                || bound.value.whole() as u64 >= known
                || connectivity.has_converged()
            {
                break;
            }
            connectivity.improve(known, budget);
            let proved = connectivity_bound(&connectivity);
            if proved.value > bound.value {
                bound = proved;
            }
        }
        if (bound.value.whole() as u64) < known
            && let Some((_, fewest)) = short_search(instance, budget)
            && fewest.value > bound.value
        {
            bound = fewest;
        }
    }
    bound
}

impl From<LineBound> for Bound {
    fn from(line: LineBound) -> Self {
        Self::new(line.steps as i64, LINE)
    }
}

/// Returns the bound that the Lagrangian multipliers have proved so far.
pub(super) fn connectivity_bound(connectivity: &Connectivity) -> Bound {
    Bound::new(connectivity.bound() as i64, CONNECTIVITY)
}

/// The assignment bound: every misplaced piece is carried to a cell of its colour, one at a time, after an empty-handed
/// walk to the first piece.
///
/// Pieces on black cells never move and black cells accept no piece, so the steps with a piece of one colour are at
/// least the cost of a minimum assignment of its misplaced pieces to its cells that are not black. Nothing changes
/// before the first pick-up, so the empty-handed walk ends at a cell with a misplaced piece.
pub(super) fn assignment_bound(transport: &TransportPlan) -> Bound {
    let method = match (transport.unsolved, transport.colours) {
        (0, _) => METHOD.to_owned(),
        (some, all) => format!(
            "{METHOD}; the budget was used up, so {some} of {all} colours count with a lower bound on theirs"
        ),
    };
    Bound::new(transport.least as i64, method)
}

/// Returns the steps of a first tour with a complete transport plan, which are an upper bound.
fn first_steps(sites: &Sites, transport: &TransportPlan, budget: &Budget) -> Option<u64> {
    if budget.expired() || !transport.is_complete(sites) {
        return None;
    }
    let tour = connect(sites, &transport.successor, Some(budget), None)?;
    Some(Visits::of_tour(sites, &tour)?.steps(sites))
}
