//! The additive-feedback generator of glibc's `srand` and `rand`, which produced the course's instances.

const DEGREE: usize = 31;
const SEPARATION: usize = 3;

/// glibc's `TYPE_3` generator.
#[derive(Clone, Debug)]
pub(super) struct GlibcRandom {
    /// The last 31 words, as a ring buffer.
    state: [u32; DEGREE],
    oldest: usize,
}

impl GlibcRandom {
    pub(super) fn new(seed: u32) -> Self {
        let mut state = [0; DEGREE];
        let mut word = i64::from(seed.max(1).cast_signed());
        for slot in &mut state {
            *slot = word as u32;
            // 16807 × word mod 2³¹−1 by Schrage's method in 32 bits; negative seeds give different results in other
            // methods.
            word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
            if word < 0 {
                word += 2_147_483_647;
            }
        }
        let mut random = Self {
            state,
            oldest: SEPARATION,
        };
        for _ in 0..10 * DEGREE {
            random.draw();
        }
        random
    }

    /// Returns a number from 0 to 2³¹−1.
    pub(super) fn draw(&mut self) -> u32 {
        let recent = self.state[(self.oldest + DEGREE - SEPARATION) % DEGREE];
        let word = self.state[self.oldest].wrapping_add(recent);
        self.state[self.oldest] = word;
        self.oldest = (self.oldest + 1) % DEGREE;
        word >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_what_glibc_draws() {
        let mut random = GlibcRandom::new(1);
        let drawn: Vec<_> = (0..5).map(|_| random.draw()).collect();
        assert_eq!(
            drawn,
            [
                1_804_289_383,
                846_930_886,
                1_681_692_777,
                1_714_636_915,
                1_957_747_793
            ]
        );
        assert_eq!(GlibcRandom::new(0).draw(), 1_804_289_383);
        assert_eq!(GlibcRandom::new(42).draw(), 71_876_166);
    }
}
