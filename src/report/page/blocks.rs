//! The matrix in blocks: a table of a hundred thousand cells is more than a browser shows at ease.
//!
//! The first block is part of the page's HTML; the script unpacks the others when somebody asks for them. Blocks that
//! do not fit into the page are left out, those of the last entrants first.

use std::ops::Range;

use serde_json::{Value, json};

use super::matrix::{Cell, Matrix};
use super::pack::pack;
use crate::parallel;

/// A matrix of at most so many cells is one block.
const LARGEST_TABLE: usize = 4000;
/// About so many cells are in each of several blocks, in at least so many rows and columns.
const CELLS: usize = 2000;
const ROWS: usize = 50;
const COLUMNS: usize = 40;

/// A part of the matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) entrants: Range<usize>,
    pub(super) instances: Range<usize>,
}

/// How the matrix is divided. No block holds instances of two rounds, unless there is only one block.
#[derive(Debug)]
pub(super) struct Layout {
    rows: Vec<Range<usize>>,
    columns: Vec<Range<usize>>,
}

/// The packed blocks of a page.
pub(super) struct Blocks<'l> {
    layout: &'l Layout,
    /// Row by row, `None` for the first, which is not packed, and for those that are left out.
    packed: Vec<Option<String>>,
    /// How many cells are left out.
    pub(super) left_out: usize,
}

impl Layout {
    pub(super) fn new(matrix: &Matrix) -> Self {
        let rounds: Vec<usize> = matrix
            .instances
            .chunk_by(|a, b| a.round == b.round)
            .map(<[_]>::len)
            .collect();
        Self::of(matrix.entrants.len(), &rounds)
    }

    /// For so many entrants and for rounds of so many instances.
    fn of(entrants: usize, rounds: &[usize]) -> Self {
        let instances: usize = rounds.iter().sum();
        if entrants * instances <= LARGEST_TABLE {
            let whole = |count| std::iter::once(0..count).collect();
            return Self {
                rows: whole(entrants),
                columns: whole(instances),
            };
        }
        let rows = (CELLS / instances.clamp(1, COLUMNS)).max(ROWS);
        let columns = (CELLS / entrants.clamp(1, ROWS)).max(COLUMNS);
        let mut start = 0;
        let mut groups = Vec::new();
        for round in rounds {
            groups.extend(parts(start..start + round, columns));
            start += round;
        }
        Self {
            rows: parts(0..entrants, rows).collect(),
            columns: groups,
        }
    }

    /// The block that stands in the page as it is.
    pub(super) fn first(&self) -> Block {
        self.blocks().next().unwrap_or_default()
    }

    pub(super) fn is_divided(&self) -> bool {
        self.rows.len() * self.columns.len() > 1
    }

    /// Row by row.
    fn blocks(&self) -> impl Iterator<Item = Block> {
        self.rows.iter().flat_map(|entrants| {
            self.columns.iter().map(|instances| Block {
                entrants: entrants.clone(),
                instances: instances.clone(),
            })
        })
    }
}

/// A range in parts of at most `size`.
fn parts(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range
        .step_by(size)
        .map(move |start| start..(start + size).min(end))
}

impl<'l> Blocks<'l> {
    /// Only the first.
    pub(super) fn none(layout: &'l Layout) -> Self {
        Self {
            layout,
            packed: layout.blocks().map(|_| None).collect(),
            left_out: 0,
        }
    }

    /// Packs what fits into `room` bytes, and says how many of them it took.
    pub(super) fn gather(matrix: &Matrix, layout: &'l Layout, room: u64) -> (Self, u64) {
        let mut blocks = Self::none(layout);
        let all: Vec<Block> = layout.blocks().collect();
        let threads = parallel::threads();
        let mut left = room;
        let mut next = 1;
        'full: while next < all.len() {
            let batch = &all[next..(next + threads).min(all.len())];
            for packed in parallel::map(batch.len(), |number| pack_block(matrix, &batch[number])) {
                let Some(rest) = left.checked_sub(packed.len() as u64) else {
                    break 'full;
                };
                left = rest;
                blocks.packed[next] = Some(packed);
                next += 1;
            }
        }
        let size = |block: &Block| block.entrants.len() * block.instances.len();
        blocks.left_out = all[next.min(all.len())..].iter().map(size).sum();
        (blocks, room - left)
    }

    /// What the script needs: the bounds of the blocks, and the packed ones.
    pub(super) fn data(&self) -> Value {
        let bounds = |ranges: &[Range<usize>]| -> Vec<(usize, usize)> {
            ranges
                .iter()
                .map(|range| (range.start, range.end))
                .collect()
        };
        let Layout { rows, columns } = self.layout;
        json!({"rows": bounds(rows), "columns": bounds(columns), "cells": self.packed})
    }
}

/// Cells as lists of class, text, verdict, reason and description.
fn pack_block(matrix: &Matrix, block: &Block) -> String {
    let cell = |entrant: usize, instance: usize| {
        let Cell {
            class,
            text,
            verdict,
            detail,
            about,
            ..
        } = matrix.cell(entrant, instance);
        json!([class, text, verdict, detail, about])
    };
    let row = |entrant: usize| -> Value {
        let instances = block.instances.clone();
        instances.map(|instance| cell(entrant, instance)).collect()
    };
    let rows: Value = block.entrants.clone().map(row).collect();
    pack(rows.to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_matrices_are_one_block() {
        let layout = Layout::of(20, &[3, 100]);
        assert!(!layout.is_divided());
        assert_eq!(
            layout.first(),
            Block {
                entrants: 0..20,
                instances: 0..103
            }
        );
        assert!(!Layout::of(0, &[]).is_divided());
    }

    #[test]
    fn blocks_cover_the_matrix_and_hold_one_round() {
        for (entrants, rounds) in [(200, vec![30, 470]), (3, vec![5000]), (5000, vec![1, 1])] {
            let layout = Layout::of(entrants, &rounds);
            let cells = |block: Block| block.entrants.len() * block.instances.len();
            let all: usize = layout.blocks().map(cells).sum();
            assert_eq!(all, entrants * rounds.iter().sum::<usize>());
            assert!(layout.blocks().all(|block| cells(block) <= 2 * CELLS));
            let crosses = |block: Block| {
                block.instances.contains(&(rounds[0] - 1)) && block.instances.contains(&rounds[0])
            };
            assert!(!layout.blocks().any(crosses));
        }
    }
}
