//! Numbers of literals: positive for true, negative for false.

use crate::picross::instance::Instance;

/// What a positive literal says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    /// The cell is black.
    Black(usize),
    /// The block of the line starts at or before the position. Blocks are numbered through all lines.
    StartsBy { block: usize, position: u32 },
}

/// The numbers of all literals of an instance: first the cells, then for each block of each line, and for each position
/// where it can start but the last one, whether it starts at or before it.
#[derive(Debug)]
pub(super) struct Literals<'i> {
    instance: &'i Instance,
    /// For each line, the number of literals and of blocks before it.
    begins: Vec<(u64, usize)>,
    /// The largest number.
    largest: u64,
}

/// Returns by how many cells the blocks of a line can be delayed.
pub(super) fn slack(instance: &Instance, line: usize) -> u64 {
    let clue = instance.clue(line);
    let needed: u64 = clue.iter().map(|&run| u64::from(run) + 1).sum();
    // A line without blocks has no starts.
    (instance.length(line) as u64 + 1).saturating_sub(needed)
}

impl<'i> Literals<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        let mut begins = Vec::with_capacity(instance.lines());
        let (mut number, mut blocks) = (instance.shape.cells() as u64, 0);
        for line in 0..instance.lines() {
            begins.push((number, blocks));
            let count = instance.clue(line).len();
            number += count as u64 * slack(instance, line);
            blocks += count;
        }
        Self {
            instance,
            begins,
            largest: number,
        }
    }

    /// Returns the number of the first block of a line.
    pub(super) fn first_block(&self, line: usize) -> usize {
        self.begins[line].1
    }

    /// Fails if there is no such literal.
    pub(super) fn check(&self, literal: i64) -> Result<(), String> {
        if literal == 0 || literal.unsigned_abs() > self.largest {
            return Err(format!("there is no literal {literal}"));
        }
        Ok(())
    }

    /// Returns what a literal says, and whether it says that this is true.
    pub(super) fn statement(&self, literal: i64) -> (Statement, bool) {
        let number = literal.unsigned_abs() - 1;
        let cells = self.instance.shape.cells() as u64;
        let statement = if number < cells {
            Statement::Black(number as usize)
        } else {
            let line = self.begins.partition_point(|&(begin, _)| begin <= number) - 1;
            let (begin, blocks) = self.begins[line];
            let slack = slack(self.instance, line);
            let (block, delay) = ((number - begin) / slack, (number - begin) % slack);
            let before = &self.instance.clue(line)[..block as usize];
            let earliest: u64 = before.iter().map(|&run| u64::from(run) + 1).sum();
            Statement::StartsBy {
                block: blocks + block as usize,
                position: (earliest + delay) as u32,
            }
        };
        (statement, literal > 0)
    }
}
