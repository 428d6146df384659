//! Writes proofs of bounds that need no search; [`proof`](super::proof) describes and checks them.

use std::fmt::Write;

use crate::digest::digest;

use super::instance::Instance;
use crate::Proof;

/// What a checker needs to recompute a bound.
#[derive(Debug)]
pub(super) enum Certificate {
    /// The bound is the number of inversions on a line.
    Inversions,
    /// The bound is half the sum of distances plus conflicts, rounded up to the parity of the permutation.
    Distances {
        /// The number of cells, from the first on, whose tiles' distances are measured around the walls.
        around: usize,
        /// Disjoint pairs of cells whose tiles are in conflict on a line.
        conflicts: Vec<(usize, usize)>,
    },
}

impl Certificate {
    pub(super) fn proof(&self, instance: &Instance, bound: i64) -> Proof {
        let digest = digest(instance);
        let mut text = format!("judge-proof 1 swap-puzzle {bound}\ninstance {digest}\n");
        match self {
            Self::Inversions => text.push_str("method inversions\n"),
            Self::Distances { around, conflicts } => {
                let _ = write!(text, "method distances\naround {around}\n");
                let shape = instance.shape;
                for &(one, other) in conflicts {
                    let place = |cell| (shape.row(cell), shape.column(cell));
                    let ((i1, j1), (i2, j2)) = (place(one), place(other));
                    let _ = writeln!(text, "conflict {i1} {j1} {i2} {j2}");
                }
            }
        }
        Proof { bound, text }
    }
}
