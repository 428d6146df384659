//! Diving heuristic: fixes the clearest decisions of the relaxation, some cells at a time, and improves the result
//! by annealing.

use super::super::answer::Answer;
use super::super::relaxation::{Domain, ORANGE, Prices};
use super::anneal::{ROUND_WORK, Run};
use super::narrow::{Narrowing, Pace};
use super::quick::Quick;

/// The parameters of a dive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Care {
    /// Descent rounds between two fixings.
    pub(super) rounds: u32,
    /// The percentage of the open cells that is fixed at once.
    pub(super) share: usize,
}

/// Performs one dive. `root` holds good multipliers for the domains.
pub(super) fn dive(
    narrowing: &mut Narrowing,
    domains: &[Domain],
    root: &Prices,
    care: Care,
    random: &mut Quick,
    improved: &mut dyn FnMut(Answer),
) {
    // Different step sizes lead to different decisions.
    let first = 0.03 * (1 + random.word() % 4) as f64;
    let mut pace = Pace {
        rounds: 40,
        first,
        last: 0.006,
    };
    let mut child = domains.to_vec();
    let mut prices = root.clone();
    let mut polished = i64::MIN;
    while narrowing
        .descend(&mut child, &prices, pace, improved)
        .is_some()
    {
        prices.clone_from(&narrowing.descent.best_prices);
        pace = Pace {
            rounds: care.rounds,
            ..Pace::NODE
        };
        if !fix_surest(narrowing, &mut child, care, random) {
            narrowing.leaf(&child, improved);
            break;
        }
        if narrowing.budget.expired() {
            return;
        }
        polished = polish(narrowing, domains, polished, random, improved);
    }
}

/// Fixes some of the open cells. Returns `false` if there are none or if the domains become infeasible.
fn fix_surest(
    narrowing: &Narrowing,
    child: &mut Vec<Domain>,
    care: Care,
    random: &mut Quick,
) -> bool {
    let mut open: Vec<(u64, usize, usize)> = Vec::new();
    for (cell, &domain) in child.iter().enumerate() {
        let often = &narrowing.often[cell];
        let favourite = (0..6).max_by_key(|&colour| often[colour]).unwrap_or(0);
        if domain.count_ones() > 1 && domain >> favourite & 1 == 1 {
            let all: u64 = often.iter().map(|&often| u64::from(often)).sum();
            let sure = 1000 * u64::from(often[favourite]) / all.max(1);
            let early = if favourite == ORANGE { 300 } else { 0 };
            open.push((sure + early + random.word() % 200, cell, favourite));
        }
    }
    open.sort_unstable_by(|a, b| b.cmp(a));
    let count = 1 + open.len() * care.share / 100;
    for &(_, cell, favourite) in open.iter().take(count) {
        if child[cell] >> favourite & 1 == 1 {
            let before = child.clone();
            child[cell] = 1 << favourite;
            if !narrowing.propagate(child) {
                // The cell cannot have this colour.
                *child = before;
                child[cell] &= !(1 << favourite);
                if !narrowing.propagate(child) {
                    return false;
                }
            }
        }
    }
    !open.is_empty()
}

/// Anneals the rounded decisions of the relaxation at a low temperature, if they score more than `polished`.
fn polish(
    narrowing: &Narrowing,
    domains: &[Domain],
    polished: i64,
    random: &mut Quick,
    improved: &mut dyn FnMut(Answer),
) -> i64 {
    const HOT: f64 = 0.08;
    let Some(mut board) = narrowing.rounded() else {
        return polished;
    };
    board.climb();
    let score = board.score();
    if score <= polished {
        return polished;
    }
    let mut run = Run::new(board, domains, random);
    let rounds = 4 + domains.len() as u32 / 10;
    for round in 0..rounds {
        run.cool(HOT, f64::from(round) / f64::from(rounds));
        run.round();
        narrowing.budget.spend(ROUND_WORK);
    }
    if run.best() > narrowing.best() {
        let answer = run.answer();
        narrowing.offer(answer, improved);
    }
    score
}
