//! Fingerprints of a sequence of tokens, by winnowing.
//!
//! What: hashes every k-gram of tokens and keeps the smallest hash of every window of `WINDOW` consecutive k-grams, the
//! rightmost of equal ones.
//!
//! Guarantee: two sequences that share at least `WINDOW + K - 1` consecutive tokens share a fingerprint, unless one of
//! these k-grams is left out; no fingerprint is shared because of fewer than `K` tokens, hash collisions aside.
//!
//! Complexity: linear in the number of tokens; about 2 / (`WINDOW` + 1) of all k-grams are kept.
//!
//! Source: S. Schleimer, D. Wilkerson, A. Aiken: Winnowing: Local Algorithms for Document Fingerprinting, SIGMOD 2003.

use std::collections::VecDeque;

/// The number of tokens in a k-gram. Shorter ones are common to independent programs.
pub const K: usize = 12;

/// The number of k-grams in a window.
pub const WINDOW: usize = 5;

/// K-grams of fewer different tokens, such as those of a table of numbers, say nothing.
const FEWEST_KINDS: usize = 4;

/// Returns the hash of the k-gram that starts at each token; `None` if it contains a 0, which separates files, or too
/// few different tokens.
pub fn grams(kinds: &[u32]) -> Vec<Option<u64>> {
    kinds.windows(K).map(gram).collect()
}

fn gram(kinds: &[u32]) -> Option<u64> {
    let mut seen: Vec<u32> = kinds.to_vec();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < FEWEST_KINDS || seen[0] == 0 {
        return None;
    }
    let mixed = kinds
        .iter()
        .fold(0_u64, |hash, &kind| mix(hash ^ u64::from(kind)));
    Some(mixed)
}

/// A bijection that spreads every bit over the whole word (the finaliser of `SplitMix64`).
pub(super) fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns the positions of the k-grams that are kept, in order. `None` is never kept.
pub fn winnow(grams: &[Option<u64>]) -> Vec<usize> {
    let mut kept = Vec::new();
    // Candidates of the current window in increasing order of hash: the first is the minimum.
    let mut queue: VecDeque<(u64, usize)> = VecDeque::new();
    for (at, gram) in grams.iter().enumerate() {
        if let Some(hash) = *gram {
            while queue.back().is_some_and(|&(last, _)| last >= hash) {
                queue.pop_back();
            }
            queue.push_back((hash, at));
        }
        while queue
            .front()
            .is_some_and(|&(_, place)| place + WINDOW <= at)
        {
            queue.pop_front();
        }
        // A sequence that is shorter than a window is one window.
        let complete = at + 1 >= WINDOW || at + 1 == grams.len();
        if let Some(&(_, place)) = queue.front().filter(|_| complete)
            && kept.last() != Some(&place)
        {
            kept.push(place);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hashes(kinds: &[u32]) -> Vec<u64> {
        let grams = grams(kinds);
        winnow(&grams)
            .into_iter()
            .filter_map(|at| grams[at])
            .collect()
    }

    proptest! {
        #[test]
        fn a_shared_passage_shares_a_fingerprint(
            passage in proptest::collection::vec(1_u32..40, WINDOW + K - 1..60),
            before in proptest::collection::vec(0_u32..40, 0..50),
            other_before in proptest::collection::vec(0_u32..40, 0..50),
            after in proptest::collection::vec(0_u32..40, 0..50),
        ) {
            prop_assume!(grams(&passage).iter().all(Option::is_some));
            let one = hashes(&[before, passage.clone(), after].concat());
            let other = hashes(&[other_before, passage].concat());
            prop_assert!(one.iter().any(|hash| other.contains(hash)));
        }

        #[test]
        fn every_window_has_a_fingerprint_and_few_have_more(
            kinds in proptest::collection::vec(1_u32..40, 200..400),
        ) {
            let grams = grams(&kinds);
            let kept = winnow(&grams);
            for window in 0..grams.len() - WINDOW {
                let holds = |at: &usize| (window..window + WINDOW).contains(at);
                prop_assert!(kept.iter().any(holds) || grams[window..window + WINDOW].iter().all(Option::is_none));
            }
            prop_assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(kept.len() < grams.len() * 3 / 5, "{} of {}", kept.len(), grams.len());
        }
    }

    #[test]
    fn tables_and_the_ends_of_files_have_no_fingerprint() {
        assert!(hashes(&[1, 2].repeat(100)).is_empty());
        let mut kinds: Vec<u32> = (1..2 * K as u32).collect();
        assert!(!hashes(&kinds).is_empty());
        kinds[K - 1] = 0;
        assert!(hashes(&kinds).is_empty());
        assert!(hashes(&kinds[..K - 1]).is_empty());
    }
}
