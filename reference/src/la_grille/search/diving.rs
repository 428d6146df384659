//! Diving heuristic: fixes the clearest decisions of the relaxation, some cells at a time, and improves the result by
//! annealing.

use super::annealing::{ROUND_WORK, Run};
use super::mode_search::{ModeSearch, StepSchedule};
use crate::la_grille::answer::Answer;
use crate::la_grille::relaxation::{Domain, Multipliers, ORANGE};
use crate::random::SplitMix64;

/// The cells of the largest grids that are often solved to optimality: there, dives need not do all the work.
pub(super) const LARGEST_TO_PROVE: usize = 400;

/// The largest number of rounds to which annealing after a dive is extended.
const MOST_LONG_ROUNDS: u32 = 1100;

/// The parameters of a dive.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiveParameters {
    /// Descent rounds between two fixings.
    pub(super) rounds: u32,
    /// The percentage of the open cells that is fixed at once.
    pub(super) share: usize,
}

/// Performs one dive. `root` holds good multipliers for the domains.
pub(super) fn dive(
    search: &mut ModeSearch,
    domains: &[Domain],
    root: &Multipliers,
    parameters: DiveParameters,
    random: &mut SplitMix64,
    improved: &mut dyn FnMut(Answer),
) {
    // Different step sizes lead to different decisions.
    let first = 0.03 * (1 + random.next_u64() % 4) as f64;
    let mut schedule = StepSchedule {
        rounds: 40,
        first,
        last: 0.006,
    };
    let mut child = domains.to_vec();
    let mut multipliers = root.clone();
    let mut polished = i64::MIN;
    while search
        .descend(&mut child, &multipliers, schedule, improved)
        .is_some()
    {
        multipliers.clone_from(&search.descent.best_multipliers);
        schedule = StepSchedule {
            rounds: parameters.rounds,
            ..StepSchedule::NODE
        };
        if !fix_surest(search, &mut child, parameters, random) {
            search.leaf(&child, improved);
            break;
        }
        if search.budget.expired() {
            return;
        }
        polished = polish(search, domains, polished, random, improved);
    }
}

/// Fixes some of the open cells. Returns `false` if there are none or if the domains become infeasible.
fn fix_surest(
    search: &ModeSearch,
    child: &mut Vec<Domain>,
    parameters: DiveParameters,
    random: &mut SplitMix64,
) -> bool {
    let mut open: Vec<(u64, usize, usize)> = Vec::new();
    for (cell, &domain) in child.iter().enumerate() {
        let counts = &search.counts[cell];
        let favourite = (0..6).max_by_key(|&colour| counts[colour]).unwrap_or(0);
        if domain.count_ones() > 1 && domain >> favourite & 1 == 1 {
            let all: u64 = counts.iter().map(|&counts| u64::from(counts)).sum();
            let sure = 1000 * u64::from(counts[favourite]) / all.max(1);
            let early = if favourite == ORANGE { 300 } else { 0 };
            open.push((sure + early + random.next_u64() % 200, cell, favourite));
        }
    }
    open.sort_unstable_by(|a, b| b.cmp(a));
    let count = 1 + open.len() * parameters.share / 100;
    for &(_, cell, favourite) in open.iter().take(count) {
        // On large grids each propagation takes long.
        if search.budget.expired() {
            break;
        }
        if child[cell] >> favourite & 1 == 1 {
            let before = child.clone();
            child[cell] = 1 << favourite;
            if !search.propagate(child) {
                // The cell cannot have this colour.
                *child = before;
                child[cell] &= !(1 << favourite);
                if !search.propagate(child) {
                    return false;
                }
            }
        }
    }
    !open.is_empty()
}

/// Returns the number of annealing rounds for a grid. If it is too large for a proof but not huge, more of them find
/// more.
fn polish_rounds(cells: usize) -> u32 {
    let short = 4 + cells as u32 / 10;
    if cells > LARGEST_TO_PROVE {
        short.max((10 * short).min(MOST_LONG_ROUNDS))
    } else {
        short
    }
}

/// Anneals the rounded decisions of the relaxation at a low temperature, if they score more than `polished`.
fn polish(
    search: &ModeSearch,
    domains: &[Domain],
    polished: i64,
    random: &mut SplitMix64,
    improved: &mut dyn FnMut(Answer),
) -> i64 {
    const INITIAL_TEMPERATURE: f64 = 0.08;
    let Some(mut placement) = search.rounded() else {
        return polished;
    };
    placement.hill_climb();
    let score = placement.score();
    if score <= polished {
        return polished;
    }
    let mut run = Run::new(placement, domains, random);
    let rounds = polish_rounds(domains.len());
    for round in 0..rounds {
        if search.budget.expired() {
            break;
        }
        run.set_temperature(INITIAL_TEMPERATURE, f64::from(round) / f64::from(rounds));
        run.round();
        search.budget.spend(ROUND_WORK);
    }
    if run.best() > search.best() {
        let answer = run.answer();
        search.offer(answer, improved);
    }
    score
}
