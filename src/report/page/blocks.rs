//! Divides a large matrix into blocks, because browsers are slow with tables of a hundred thousand buttons.
//!
//! The first block is written as HTML in the language of the page; the script unpacks the others on demand, and the first
//! one in the other language, if the page has both. Blocks that exceed the size limit of the page are left out, those of
//! the last entrants first.

use std::ops::Range;

use serde_json::{Value, json};

use super::matrix::{Matrix, Words};
use super::pack::pack;
use crate::locale::Language;
use crate::parallel;

/// A matrix with at most this many entries is one block.
const MAX_UNDIVIDED: usize = 4000;
/// The target number of entries in a block, and the minimum number of its rows and columns.
const BLOCK_ENTRIES: usize = 2000;
const MIN_ROWS: usize = 50;
const MIN_COLUMNS: usize = 40;

/// A part of the matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) entrants: Range<usize>,
    pub(super) instances: Range<usize>,
}

/// The division of the matrix. No block contains instances of two rounds, unless it is the only block.
#[derive(Debug)]
pub(super) struct BlockLayout {
    rows: Vec<Range<usize>>,
    columns: Vec<Range<usize>>,
}

/// The packed blocks of a page.
pub(super) struct Blocks<'l> {
    layout: &'l BlockLayout,
    /// The languages of the page.
    languages: &'l [Language],
    /// Row by row; `None` for blocks that are left out.
    packed: Vec<Option<String>>,
    /// The number of entries in the blocks that are left out.
    pub(super) omitted: usize,
}

impl BlockLayout {
    pub(super) fn new(matrix: &Matrix) -> Self {
        let rounds: Vec<usize> = matrix
            .instances
            .chunk_by(|a, b| a.round == b.round)
            .map(<[_]>::len)
            .collect();
        Self::of(matrix.entrants.len(), &rounds)
    }

    /// Returns the division for a number of entrants and the numbers of instances of the rounds.
    fn of(entrants: usize, rounds: &[usize]) -> Self {
        let instances: usize = rounds.iter().sum();
        if entrants * instances <= MAX_UNDIVIDED {
            let whole = |count| std::iter::once(0..count).collect();
            return Self {
                rows: whole(entrants),
                columns: whole(instances),
            };
        }
        let rows = (BLOCK_ENTRIES / instances.clamp(1, MIN_COLUMNS)).max(MIN_ROWS);
        let columns = (BLOCK_ENTRIES / entrants.clamp(1, MIN_ROWS)).max(MIN_COLUMNS);
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

    /// Returns the block that is written as HTML.
    pub(super) fn first(&self) -> Block {
        self.blocks().next().unwrap_or_default()
    }

    pub(super) fn is_divided(&self) -> bool {
        self.rows.len() * self.columns.len() > 1
    }

    /// Returns all blocks, row by row.
    fn blocks(&self) -> impl Iterator<Item = Block> {
        self.rows.iter().flat_map(|entrants| {
            self.columns.iter().map(|instances| Block {
                entrants: entrants.clone(),
                instances: instances.clone(),
            })
        })
    }
}

/// Splits a range into parts of at most `size`.
fn parts(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range
        .step_by(size)
        .map(move |start| start..(start + size).min(end))
}

impl<'l> Blocks<'l> {
    /// Returns blocks of which only the first is in the page, which may be empty.
    pub(super) fn only(
        matrix: &Matrix,
        layout: &'l BlockLayout,
        first: &Block,
        languages: &'l [Language],
    ) -> Self {
        let mut packed: Vec<_> = layout.blocks().map(|_| None).collect();
        // In the language of the page, it is written as HTML.
        if let Some(place) = packed.first_mut().filter(|_| languages.len() > 1) {
            *place = Some(pack_block(matrix, first, languages));
        }
        Self {
            layout,
            languages,
            packed,
            omitted: 0,
        }
    }

    /// Packs the other blocks that fit into `room` bytes. Returns the number of bytes used.
    pub(super) fn gather(&mut self, matrix: &Matrix, room: u64) -> u64 {
        let all: Vec<Block> = self.layout.blocks().collect();
        let threads = parallel::threads();
        let mut left = room;
        let mut next = 1;
        'full: while next < all.len() {
            let batch = &all[next..(next + threads).min(all.len())];
            for packed in parallel::map(batch.len(), |number| {
                pack_block(matrix, &batch[number], self.languages)
            }) {
                let Some(rest) = left.checked_sub(packed.len() as u64) else {
                    break 'full;
                };
                left = rest;
                self.packed[next] = Some(packed);
                next += 1;
            }
        }
        let size = |block: &Block| block.entrants.len() * block.instances.len();
        self.omitted = all[next.min(all.len())..].iter().map(size).sum();
        room - left
    }

    /// Returns the data for the script: the ranges of rows and columns, and the packed blocks.
    pub(super) fn data(&self) -> Value {
        let pairs = |ranges: &[Range<usize>]| -> Vec<(usize, usize)> {
            ranges
                .iter()
                .map(|range| (range.start, range.end))
                .collect()
        };
        let BlockLayout { rows, columns } = self.layout;
        json!({"rows": pairs(rows), "columns": pairs(columns), "entries": self.packed})
    }
}

/// Packs entries as arrays of class, verdict, and text, detail and description in each language.
fn pack_block(matrix: &Matrix, block: &Block, languages: &[Language]) -> String {
    let entry = |entrant: usize, instance: usize| {
        let words = |&language: &Language| {
            let Words {
                text,
                detail,
                about,
            } = matrix.words(entrant, instance, language);
            (language.code().to_owned(), json!([text, detail, about]))
        };
        let class = matrix.class(entrant, instance);
        let verdict = matrix.verdict(entrant, instance);
        let words: Value = languages.iter().map(words).collect();
        json!([class, verdict, words])
    };
    let row = |entrant: usize| -> Value {
        let instances = block.instances.clone();
        instances.map(|instance| entry(entrant, instance)).collect()
    };
    let rows: Value = block.entrants.clone().map(row).collect();
    pack(rows.to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_matrices_are_one_block() {
        let layout = BlockLayout::of(20, &[3, 100]);
        assert!(!layout.is_divided());
        assert_eq!(
            layout.first(),
            Block {
                entrants: 0..20,
                instances: 0..103
            }
        );
        assert!(!BlockLayout::of(0, &[]).is_divided());
    }

    #[test]
    fn blocks_cover_the_matrix_and_contain_one_round() {
        for (entrants, rounds) in [(200, vec![30, 470]), (3, vec![5000]), (5000, vec![1, 1])] {
            let layout = BlockLayout::of(entrants, &rounds);
            let entries = |block: Block| block.entrants.len() * block.instances.len();
            let all: usize = layout.blocks().map(entries).sum();
            assert_eq!(all, entrants * rounds.iter().sum::<usize>());
            assert!(
                layout
                    .blocks()
                    .all(|block| entries(block) <= 2 * BLOCK_ENTRIES)
            );
            let crosses = |block: Block| {
                block.instances.contains(&(rounds[0] - 1)) && block.instances.contains(&rounds[0])
            };
            assert!(!layout.blocks().any(crosses));
        }
    }
}
