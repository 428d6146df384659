//! A sketch of an answer: enough to tell how near it is to others.

use std::collections::{BTreeSet, HashSet};

use crate::answers::is_blank;
use crate::similar::winnow::mix;

/// The number of characters in a gram of an answer.
const GRAM: usize = 16;

/// The number of hashes in a sketch.
pub(super) const SKETCH: usize = 512;

/// Grams of fewer different characters, such as a long way in one direction, say nothing.
const FEWEST_KINDS: usize = 3;

/// Returns an answer without white space, which is layout.
pub(super) fn compact(answer: &[u8]) -> Vec<u8> {
    let bytes = answer.iter().copied();
    bytes.filter(|&byte| !is_blank(byte)).collect()
}

/// Returns the hashes of all grams that say something.
pub(super) fn grams(answer: &[u8]) -> impl Iterator<Item = u64> {
    let varied = |gram: &&[u8]| {
        let mut kinds = [0_u64; 4];
        for &byte in *gram {
            kinds[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
        kinds.iter().map(|bits| bits.count_ones()).sum::<u32>() as usize >= FEWEST_KINDS
    };
    let grams = answer.windows(GRAM).filter(varied);
    grams.map(|gram| {
        let mut halves = gram.chunks(8).map(|half| {
            let bytes = half
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
            mix(bytes)
        });
        let (high, low) = (halves.next().unwrap_or(0), halves.next().unwrap_or(0));
        mix(high.rotate_left(1) ^ low)
    })
}

/// Returns the smallest hashes of the grams that are not among the known ones, in order.
pub(super) fn sketch(answer: &[u8], known: &HashSet<u64>) -> Vec<u64> {
    let mut smallest = BTreeSet::new();
    for hash in grams(answer).filter(|hash| !known.contains(hash)) {
        let fits = smallest.len() < SKETCH || smallest.last().is_some_and(|last| hash < *last);
        if fits && smallest.insert(hash) && smallest.len() > SKETCH {
            smallest.pop_last();
        }
    }
    smallest.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_and_runs_do_not_count() {
        assert_eq!(compact(b" S R\r\n\tS\n"), b"SRS");
        assert_eq!(grams(&b"R".repeat(100)).count(), 0);
        assert_eq!(grams(&b"RRRRRRRRS".repeat(10)).count(), 0);
        assert!(grams(&b"RRRRSLLLLS".repeat(10)).count() > 50);
    }

    #[test]
    fn sketches_hold_the_smallest_hashes() {
        let mut random = puzzles::Random::new(7);
        let answer: Vec<u8> = (0..5000).map(|_| b"LRUDS"[random.below(5)]).collect();
        let none = HashSet::new();
        let found = sketch(&answer, &none);
        let mut all: Vec<u64> = grams(&answer).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(found, all[..SKETCH]);
        let known: HashSet<u64> = all.into_iter().collect();
        assert!(sketch(&answer, &known).is_empty());
    }
}
