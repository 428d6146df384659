//! Everything that one line says about its cells, with a whole line in one machine word.
//!
//! Forwards, `ahead[j]` is the set of places up to which the first j blocks fit; backwards the same from the other end.
//! A cell can be white where the two meet around it, and black where a block fits between them. All places of a set are
//! moved at once; a walk over cells that may be white is the carry of an addition.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// An unsigned integer as a set of places.
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
    /// The longest line: places are one more than cells.
    const LONGEST: usize;
    /// How many powers of two are not longer.
    const POWERS: usize = (Self::LONGEST + 1).ilog2() as usize;

    fn plus(self, other: Self) -> Self;
    /// The lowest `width` bits in the opposite order, without the others.
    fn mirrored(self, width: u32) -> Self;

    /// The lowest `count` bits, at most [`Mask::LONGEST`].
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

/// All places that can be reached from `places` by steps over cells of `free`.
fn walked<M: Mask>(places: M, free: M) -> M {
    (free.plus(places & free) ^ free) | places
}

/// Lengths of runs are taken apart into powers of two, of which no line has more.
const POWERS: usize = 7;

/// For every power of two, the places where so many cells in a row are in a set.
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

    /// The places where `length` cells in a row are in the set: two powers of two that overlap.
    fn starts(&self, length: u32) -> M {
        let power = length.ilog2();
        let starts = self.0[power as usize];
        starts & starts >> (length - (1 << power))
    }
}

/// Cells of blocks, collected by powers of two.
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

/// Solves lines; keeps its tables from line to line.
#[derive(Debug, Default)]
pub(super) struct LineSolver<M> {
    /// Per number of blocks, how far they reach, and per block where it can start.
    ahead: Vec<M>,
    placed: Vec<M>,
}

impl<M: Mask> LineSolver<M> {
    /// The cells that are black in every filling and those that are white in every filling; `None` where there is no
    /// filling at all. A line has at most [`Mask::LONGEST`] cells.
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
        // Where a block can end, and which cells the rest of the line can begin behind.
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
