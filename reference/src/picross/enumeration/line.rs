//! Complete line solving with a whole line in one machine word.
//!
//! Forwards, `ahead[j]` is the set of positions up to which the first j blocks can be placed; backwards the same from
//! the other end. A cell can be white if the two sets meet around it, and black if a block fits between them. All
//! positions of a set are processed at once; skipping over cells that may be white is the carry of an addition.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer used as a bit set of positions.
pub(super) trait Mask:
    Copy
    + Eq
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ONE: Self;
    /// The longest line. There is one position more than there are cells.
    const LONGEST: usize;
    /// The number of powers of two that are at most [`Mask::LONGEST`].
    const POWERS: usize = (Self::LONGEST + 1).ilog2() as usize;

    fn plus(self, other: Self) -> Self;
    /// Returns the lowest `width` bits in reverse order.
    fn mirrored(self, width: u32) -> Self;

    /// Returns the set of the lowest `count` positions; `count` is at most [`Mask::LONGEST`].
    fn below(count: u32) -> Self {
        !(!Self::default() << count)
    }
}

macro_rules! mask {
    ($integer:ty) => {
        impl Mask for $integer {
            const ONE: Self = 1;
            const LONGEST: usize = <$integer>::BITS as usize - 1;

            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn mirrored(self, width: u32) -> Self {
                self.reverse_bits() >> (<$integer>::BITS - width)
            }
        }
    };
}

mask!(u64);
mask!(u128);

/// Returns all positions that can be reached from `places` by steps over cells of `free`.
fn walked<M: Mask>(places: M, free: M) -> M {
    (free.plus(places & free) ^ free) | places
}

/// Run lengths are composed of powers of two; this is the largest number of powers for any word size.
const POWERS: usize = 7;

/// For every power of two, the positions where that many consecutive cells are in a set.
struct Runs<M>([M; POWERS]);

impl<M: Mask> Runs<M> {
    fn of(cells: M) -> Self {
        let mut starts = [cells; POWERS];
        for power in 1..M::POWERS {
            let half = starts[power - 1];
            starts[power] = half & half >> (1 << (power - 1));
        }
        Self(starts)
    }

    /// Returns the positions where `length` consecutive cells are in the set, as two overlapping powers of two.
    fn starts(&self, length: u32) -> M {
        let power = length.ilog2();
        let starts = self.0[power as usize];
        starts & starts >> (length - (1 << power))
    }
}

/// Cells covered by blocks, collected by powers of two.
struct Blocks<M>([M; POWERS]);

impl<M: Mask> Blocks<M> {
    /// Adds blocks of `length` that start in the set.
    fn add(&mut self, starts: M, length: u32) {
        let power = length.ilog2();
        let more = starts | starts << (length - (1 << power));
        self.0[power as usize] = self.0[power as usize] | more;
    }

    fn cells(self) -> M {
        let smaller = |cells: M, power: usize| cells | cells << (1 << (power - 1));
        let powers = (1..M::POWERS).rev();
        powers.fold(self.0[M::POWERS - 1], |cells, power| {
            smaller(cells, power) | self.0[power - 1]
        })
    }
}

/// Solves lines; the tables are reused from line to line.
#[derive(Debug, Default)]
pub(super) struct LineSolver<M> {
    /// For each number of blocks, the positions that they reach; for each block, where it can start.
    ahead: Vec<M>,
    placed: Vec<M>,
}

impl<M: Mask> LineSolver<M> {
    /// Returns the cells that are black in every placement and those that are white in every placement; `None` if there
    /// is no placement. A line has at most [`Mask::LONGEST`] cells.
    pub(super) fn solve(
        &mut self,
        length: usize,
        clue: &[u32],
        black: M,
        white: M,
    ) -> Option<(M, M)> {
        let n = length as u32;
        let none = M::default();
        let cells = M::below(n);
        let (free, solid) = (cells & !black, cells & !white);
        self.ahead.clear();
        self.placed.clear();
        let runs = Runs::of(solid);
        let mut reach = walked(M::ONE, free);
        let mut starts = reach;
        self.ahead.push(reach);
        for &run in clue {
            let placed = starts & runs.starts(run);
            if placed == none {
                return None;
            }
            self.placed.push(placed);
            reach = walked(placed << run, free);
            self.ahead.push(reach);
            starts = (reach & free) << 1;
        }
        if reach >> n == none {
            return None;
        }

        let (back_free, back_solid) = (free.mirrored(n), solid.mirrored(n));
        let runs = Runs::of(back_solid);
        let mut blocks = Blocks([none; POWERS]);
        let mut reach = walked(M::ONE, back_free);
        let mut starts = reach;
        // Where a block can end, and after which cells the rest of the line can begin.
        let mut ends = reach.mirrored(n + 1);
        let mut may_white = free & self.ahead[clue.len()] & ends >> 1;
        for (block, &run) in clue.iter().enumerate().rev() {
            blocks.add(self.placed[block] & ends >> run, run);
            reach = walked((starts & runs.starts(run)) << run, back_free);
            starts = (reach & back_free) << 1;
            ends = free & reach.mirrored(n + 1) >> 1;
            may_white = may_white | ends & self.ahead[block];
        }
        Some((cells & !may_white, cells & !blocks.cells()))
    }
}
