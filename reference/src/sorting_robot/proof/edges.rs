//! One row or column: how often a walk crosses every edge.

use super::reader::listed;
use super::{index_of, need_steps, open_cells, refused};
use crate::sorting_robot::instance::{Instance, NONE};
use crate::text::Lines;
use crate::{ProofError, TextError};

/// For each edge of the line, the crossings of a walk that ends beyond it and of one that ends before it.
pub(super) struct Edges {
    beyond: Vec<i64>,
    before: Vec<i64>,
}

impl Edges {
    pub(super) fn read(instance: &Instance, lines: &mut Lines) -> Result<Self, TextError> {
        let edges = instance.shape.cells() - 1;
        let beyond = listed(lines, "beyond", edges)?;
        let before = listed(lines, "before", edges)?;
        lines.need_end()?;
        Ok(Self { beyond, before })
    }

    pub(super) fn check(&self, instance: &Instance, bound: i64) -> Result<(), ProofError> {
        if instance.shape.rows > 1 && instance.shape.columns > 1 {
            return Err(refused("the grid has several rows and several columns"));
        }
        let last = open_cells(instance).last().unwrap_or(0);
        // How many more pieces of a colour there are than cells of that colour, before the edge.
        let mut surplus = vec![0_i64; instance.colours + 1];
        let mut carried = 0;
        // The crossings of a walk that ends beyond all edges so far, and of one with the best end so far.
        let (mut ends_beyond, mut fewest) = (0_i128, 0_i128);
        for (edge, (&beyond, &before)) in self.beyond.iter().zip(&self.before).enumerate() {
            for (colour, change) in [(instance.pieces[edge], 1), (instance.backgrounds[edge], -1)] {
                let surplus = &mut surplus[index_of(instance, colour)];
                let old = surplus.abs();
                *surplus += change;
                if colour != NONE {
                    carried += surplus.abs() - old;
                }
            }
            let empty = surplus[instance.colours];
            let crossings = if edge < last {
                let before = (carried + empty.abs()).max(2);
                (carried + (empty + 1).abs(), before)
            } else {
                (0, 0)
            };
            if (beyond, before) != crossings {
                let (beyond, before) = crossings;
                return Err(refused(format!(
                    "edge {edge} is crossed {beyond} times if the walk ends beyond it, otherwise {before} times"
                )));
            }
            ends_beyond += i128::from(beyond);
            fewest = ends_beyond.min(fewest + i128::from(before));
        }
        need_steps(fewest, bound)
    }
}
