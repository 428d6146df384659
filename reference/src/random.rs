//! Random choices that come out the same on every machine and in every later version.
//!
//! Only the `ChaCha` key stream is taken from a crate, since the cipher cannot change; how its words become
//! bounded integers and shuffles is written here, where nobody else can change it.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

/// A stream of random numbers, fixed by its seed.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
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

    /// A number in `0..limit`, every one equally likely (Lemire's multiply and reject).
    pub fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "there is no number below 0");
        let limit = limit as u64;
        let unfair = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.word()) * u128::from(limit);
            if product as u64 >= unfair {
                return (product >> 64) as usize;
            }
        }
    }

    /// A number in `0.0..1.0` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Fisher and Yates, from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
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
