//! The pseudo-random generator `SplitMix64`.

/// The generator. Its state is the seed at first.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Returns two different numbers below `end`, which is at least 2, the smaller one first.
    pub(super) fn pair(&mut self, end: usize) -> (usize, usize) {
        let a = self.below(end);
        let b = (a + 1 + self.below(end - 1)) % end;
        (a.min(b), a.max(b))
    }
}
