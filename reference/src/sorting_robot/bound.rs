//! Lower bounds on the number of steps, and their proofs.

mod certificate;
mod connectivity;
mod line;

pub(super) use self::connectivity::Connectivity;
pub(super) use self::line::{LineBound, line_bound};

use super::instance::Instance;
use super::sites::Sites;
use super::state_search::short_search;
use super::tour::{Visits, connect};
use super::transport::TransportPlan;
use crate::{Bound, Budget, Evidence, EvidenceKind, Proof};

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
    Search::run(&sites, budget, known, false).bound
}

/// Returns the bound with its evidence.
///
/// A state search has no proof of its own; then the proof is that of the bound before the search. A bound whose proof
/// would be too large can be computed again within the same budget.
pub(super) fn prove(instance: &Instance, budget: &Budget, known: Option<i64>) -> (Bound, Evidence) {
    let (bound, nodes, proof) = if let Some(line) = line_bound(instance) {
        let proof = certificate::of_edges(instance, &line);
        (line.into(), None, proof)
    } else {
        let sites = Sites::new(instance);
        let search = Search::run(&sites, budget, known, true);
        let proof = search.proof(&sites);
        (search.bound, search.nodes, proof)
    };
    // Nothing is called certified that the checker does not accept.
    let proof = proof.filter(|proof| {
        let checked = super::proof::check(instance, proof.text.as_bytes());
        debug_assert_eq!(checked, Ok(proof.bound), "on\n{instance}");
        checked == Ok(proof.bound)
    });
    let kind = match (nodes, &proof) {
        (Some(nodes), _) => EvidenceKind::Searched { nodes },
        (None, Some(_)) => EvidenceKind::Certified,
        (None, None) => EvidenceKind::Recomputed,
    };
    (bound, Evidence { kind, proof })
}

/// The stages of the bound, each of which is skipped if the previous ones suffice.
struct Search {
    bound: Bound,
    transport: TransportPlan,
    connectivity: Option<Connectivity>,
    /// The number of states that were expanded, if the state search raised the bound.
    nodes: Option<u64>,
}

impl Search {
    fn run(sites: &Sites, budget: &Budget, known: Option<i64>, record: bool) -> Self {
        let transport = TransportPlan::cheapest(sites, budget);
        let mut search = Self {
            bound: assignment_bound(&transport),
            transport,
            connectivity: None,
            nodes: None,
        };
        let mut known = known.map_or(u64::MAX, |known| known as u64);
        // The first tour is often as short as the bound, which saves the remaining stages.
        if let Some(steps) = first_steps(sites, &search.transport, budget) {
            known = known.min(steps);
        }
        if search.steps() < known {
            search.connectivity = Connectivity::new(sites, &search.transport, budget);
        }
        if record && let Some(connectivity) = &mut search.connectivity {
            connectivity.record();
        }
        search.raise(sites, budget, known);
        search
    }

    fn steps(&self) -> u64 {
        self.bound.value.whole() as u64
    }

    /// Raises the bound by cuts and by a state search.
    fn raise(&mut self, sites: &Sites, budget: &Budget, known: u64) {
        let Some(connectivity) = &mut self.connectivity else {
            return;
        };
        let rounds = budget.iterations().unwrap_or(u64::MAX);
        for _ in 0..rounds {
            if budget.expired()
                || self.bound.value.whole() as u64 >= known
                || connectivity.has_converged()
            {
                break;
            }
            connectivity.improve(known, budget);
            let proved = connectivity_bound(connectivity);
            if proved.value > self.bound.value {
                self.bound = proved;
            }
        }
        if self.steps() < known
            && let Some(shortest) = short_search(sites.instance, budget)
            && shortest.bound.value > self.bound.value
        {
            self.bound = shortest.bound;
            self.nodes = Some(shortest.nodes);
        }
    }

    /// Returns a proof of the bound, or of the bound before the state search, if it is not too large.
    fn proof(&self, sites: &Sites) -> Option<Proof> {
        let raised = self.connectivity.as_ref();
        let raised = raised.filter(|raised| raised.bound() > self.transport.least);
        let Some(connectivity) = raised else {
            return certificate::of_prices(sites, &self.transport);
        };
        let rounds = connectivity.proof()?;
        certificate::of_rounds(sites, connectivity.bound(), rounds.into_iter())
    }
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
