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

/// The places where `length` cells in a row are in the set.
fn starts_of_runs<M: Mask>(cells: M, length: u32) -> M {
    let mut starts = cells;
    let mut covered = 1;
    while 2 * covered <= length {
        starts = starts & starts >> covered;
        covered *= 2;
    }
    starts & starts >> (length - covered)
}

/// The cells of blocks of `length` that start in the set.
fn cells_of_blocks<M: Mask>(starts: M, length: u32) -> M {
    let mut cells = starts;
    let mut covered = 1;
    while 2 * covered <= length {
        cells = cells | cells << covered;
        covered *= 2;
    }
    cells | cells << (length - covered)
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
        let mut reach = walked(M::ONE, free);
        let mut starts = reach;
        self.ahead.push(reach);
        for &run in clue {
            let placed = starts & starts_of_runs(solid, run);
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
        let unknown = free & solid;
        let (mut may_black, mut may_white) = (black, white);
        let mut reach = walked(M::ONE, back_free);
        let mut starts = reach;
        may_white = may_white | free & self.ahead[clue.len()] & reach.mirrored(n);
        for (block, &run) in clue.iter().enumerate().rev() {
            let viable = self.placed[block] & starts.mirrored(n - run + 1);
            may_black = may_black | cells_of_blocks(viable, run);
            let placed = starts & starts_of_runs(back_solid, run);
            reach = walked(placed << run, back_free);
            may_white = may_white | free & self.ahead[block] & reach.mirrored(n);
            if unknown & !(may_black & may_white) == none {
                return Some((black, white));
            }
            starts = (reach & back_free) << 1;
        }
        Some((cells & !may_white, cells & !may_black))
    }
}
