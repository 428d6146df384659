//! A fast random number generator for inner loops, seeded from the crate's own stream.

use crate::Random;

/// `SplitMix64` by Steele, Lea and Flood: fast, but not used for instances.
#[derive(Clone, Debug)]
pub(super) struct Quick(u64);

impl Quick {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut half = || random.below(1 << 32) as u64;
        Self(half() << 32 | half())
    }

    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// Maps 32 random bits to a number in `0..limit`.
pub(super) fn scaled(bits: u64, limit: usize) -> usize {
    (((bits & 0xffff_ffff) * limit as u64) >> 32) as usize
}
