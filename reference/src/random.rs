//! Random number generators that are stable across machines and versions.
//!
//! Only the `ChaCha` key stream is taken from a crate, because the cipher cannot change. Bounded integers and shuffles
//! are implemented here, so that a new version of the crate cannot change them.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

/// A `ChaCha8` generator, for everything that must never change, such as instances.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Creates the generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    fn word(&mut self) -> u64 {
        let low = u64::from(self.0.next_u32());
        let high = u64::from(self.0.next_u32());
        high << 32 | low
    }

    /// Returns a uniform number in `0..limit` (Lemire's multiply and reject).
    ///
    /// # Panics
    ///
    /// Panics if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "there is no number below 0");
        let limit = limit as u64;
        let threshold = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.word()) * u128::from(limit);
            if product as u64 >= threshold {
                return (product >> 64) as usize;
            }
        }
    }

    /// Returns a uniform number in `0.0..1.0` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles a slice (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

/// `SplitMix64` (Steele, Lea and Flood 2014): a fast generator for the inner loops of solvers.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) fn new(state: u64) -> Self {
        Self(state)
    }

    /// Creates a generator whose state is drawn from [`Random`].
    pub(crate) fn from_random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut half = || random.below(1 << 32) as u64;
        Self(half() << 32 | half())
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0..limit`; the bias is negligible for small limits.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next_u64()) * limit as u128) >> 64) as usize
    }

    /// Returns `true` with the given probability.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        ((self.next_u64() >> 11) as f64) < probability * (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        let mut random = Random::new(1);
        let drawn: Vec<_> = (0..8).map(|_| random.below(1000)).collect();
        assert_eq!(drawn, [381, 294, 798, 916, 855, 139, 733, 784]);
        let mut order: Vec<_> = (0..10).collect();
        random.shuffle(&mut order);
        assert_eq!(order, [8, 7, 5, 0, 3, 2, 1, 6, 9, 4]);
    }

    #[test]
    fn every_number_is_about_equally_likely() {
        let mut random = Random::new(7);
        let mut seen = [0_u32; 6];
        for _ in 0..60_000 {
            seen[random.below(6)] += 1;
        }
        assert!(
            seen.iter().all(|&n| (9_500..10_500).contains(&n)),
            "{seen:?}"
        );
    }
}
