//! The passages that two programs share, by greedy string tiling from shared fingerprints.
//!
//! What: every shared fingerprint is extended to the longest match of tokens around it. The longest match becomes a
//! region; matches that overlap it are cut; and so on. Every token belongs to at most one region.
//!
//! Guarantee: regions have at least `K` tokens, and are the same in both programs.
//!
//! Complexity: O(m log m) for matches with m tokens together; a fingerprint that occurs often in one program is extended
//! from its first places only.
//!
//! Source: M. Wise: String Similarity via Greedy String Tiling and Running Karp-Rabin Matching, 1993.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::program::{Fingerprint, Program};
use super::winnow::K;

/// The most places of one fingerprint in a program from which matches are extended: a text that repeats itself would
/// have as many matches as the square of its length.
const MOST_PLACES: usize = 32;

/// A passage that two programs share, as ranges of their tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Region {
    /// The first token in each program.
    pub first: usize,
    pub second: usize,
    /// The number of tokens.
    pub length: usize,
}

/// Returns the shared passages, in the order of the first program.
pub(super) fn regions(first: &Program, second: &Program) -> Vec<Region> {
    let matches = matches(first, second);
    let mut heap: BinaryHeap<(usize, Reverse<(usize, usize)>)> = matches
        .into_iter()
        .map(|found| (found.length, Reverse((found.first, found.second))))
        .collect();
    let mut used = [vec![false; first.len()], vec![false; second.len()]];
    let mut regions = Vec::new();
    while let Some((length, Reverse((first, second)))) = heap.pop() {
        let free = |offset: usize| !used[0][first + offset] && !used[1][second + offset];
        let parts = runs(length, free);
        if parts == [(0, length)] {
            used[0][first..first + length].fill(true);
            used[1][second..second + length].fill(true);
            regions.push(Region {
                first,
                second,
                length,
            });
            continue;
        }
        for (start, length) in parts.into_iter().filter(|(_, length)| *length >= K) {
            heap.push((length, Reverse((first + start, second + start))));
        }
    }
    regions.sort_unstable();
    regions
}

/// Returns the maximal runs of numbers below `length` for which the condition holds, as starts and lengths.
fn runs(length: usize, condition: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in (0..length).filter(|&at| condition(at)) {
        match runs.last_mut() {
            Some((start, count)) if *start + *count == at => *count += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

/// Returns the maximal matches around shared fingerprints. They may overlap.
fn matches(first: &Program, second: &Program) -> Vec<Region> {
    let places = places(&second.fingerprints);
    let equal = |one: usize, other: usize| {
        let kind = first.comparable(one);
        kind.is_some() && kind == second.comparable(other)
    };
    let mut matches = Vec::new();
    // Per distance between the two places, the end of the last match: most fingerprints lie within a match.
    let mut ends: HashMap<isize, usize> = HashMap::new();
    let mut seen: HashMap<u64, usize> = HashMap::new();
    for print in &first.fingerprints {
        let seen = seen.entry(print.hash).or_default();
        *seen += 1;
        if *seen > MOST_PLACES {
            continue;
        }
        for &other in places.get(&print.hash).into_iter().flatten() {
            let end = ends.entry(other as isize - print.at as isize).or_default();
            if print.at < *end || !equal(print.at, other) {
                continue;
            }
            let most = print.at.min(other);
            let before = (1..=most).take_while(|&back| equal(print.at - back, other - back));
            let most = (first.len() - print.at).min(second.len() - other);
            let after = (1..most).take_while(|&on| equal(print.at + on, other + on));
            let (before, after) = (before.count(), after.count());
            let length = before + 1 + after;
            *end = print.at + after + 1;
            if length >= K {
                matches.push(Region {
                    first: print.at - before,
                    second: other - before,
                    length,
                });
            }
        }
    }
    matches
}

/// Returns the first places of each fingerprint.
fn places(prints: &[Fingerprint]) -> HashMap<u64, Vec<usize>> {
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for print in prints {
        let list = places.entry(print.hash).or_default();
        if list.len() < MOST_PLACES {
            list.push(print.at);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::similar::language::Language;
    use crate::similar::sources::SourceFile;

    fn program(text: &str) -> Program {
        let file = SourceFile {
            path: "solver.py".to_owned(),
            text: text.to_owned(),
            language: Language::Python,
        };
        Program::new("team".to_owned(), vec![file], &HashSet::new())
    }

    const ONE: &str = "def one(a, b):\n    while a < b and not b:\n        a = a + b * 2 - len(b)\n    return [a, b]\n";
    const TWO: &str = "def two(x):\n    if x is None:\n        raise ValueError(x)\n    for y in x:\n        yield y ** 2 % 7 // x[0]\n";
    const OTHER: &str = "class C:\n    def __init__(self):\n        self.x = {k: v for k, v in zip(a, b)}\n        assert self.x\n";

    #[test]
    fn reordered_functions_are_two_regions() {
        let (one, other) = (
            program(&format!("{ONE}{TWO}")),
            program(&format!("{OTHER}{TWO}{ONE}")),
        );
        let found = regions(&one, &other);
        let lines =
            |program: &Program, at: usize, length| program.lines(&program.place(at..at + length));
        let shown: Vec<_> = found
            .iter()
            .map(|r| {
                (
                    lines(&one, r.first, r.length),
                    lines(&other, r.second, r.length),
                )
            })
            .collect();
        assert_eq!(shown, [((1, 4), (10, 13)), ((5, 9), (5, 9))]);
    }

    #[test]
    fn no_token_is_in_two_regions() {
        let (one, other) = (
            program(&ONE.repeat(3)),
            program(&format!("{ONE}{TWO}{ONE}")),
        );
        let found = regions(&one, &other);
        let tokens = |start: fn(&Region) -> usize| {
            let all: Vec<usize> = found
                .iter()
                .flat_map(|region| start(region)..start(region) + region.length)
                .collect();
            let distinct: HashSet<usize> = all.iter().copied().collect();
            assert_eq!(all.len(), distinct.len());
            all.len()
        };
        let (first, second) = (
            tokens(|region| region.first),
            tokens(|region| region.second),
        );
        assert_eq!(first, second);
        // Also the start of the other function, which looks like that of this one.
        let twice = 2 * (program(ONE).len() - 1);
        assert!((twice..twice + K).contains(&first), "{first}, {twice}");
    }

    #[test]
    fn what_is_left_out_is_in_no_region() {
        let base: HashSet<u64> = program(ONE).all_grams().collect();
        let mut one = program(&format!("{ONE}{TWO}"));
        one.leave_out(&base);
        let found = regions(&one, &program(&format!("{ONE}{TWO}")));
        assert_eq!(found.len(), 1);
        let place = one.place(found[0].first..found[0].first + found[0].length);
        assert_eq!(one.lines(&place), (5, 9));
        assert_eq!(one.left_out_places().len(), 1);
        assert_eq!(one.own_tokens() + one.left_out_tokens + 1, one.len());
    }
}
