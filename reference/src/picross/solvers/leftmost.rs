//! Leftmost placement of the blocks of a line, by dynamic programming.

/// The knowledge about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellState {
    Unknown,
    Black,
    White,
}

/// Computes leftmost placements; the tables are reused from line to line.
///
/// Every block includes one white cell after it, and the line gets one more white cell at its end. A block that starts
/// `s` cells after its earliest start then delays the next block by exactly `s`, so feasibility depends only on the
/// block and on `s`.
#[derive(Debug, Default)]
pub(super) struct Leftmost {
    /// For each position, the number of consecutive cells from there on that are not white.
    open: Vec<u32>,
    /// For each block and delay, whether this and all later blocks can be placed.
    feasible: Vec<bool>,
    /// The number of table entries computed so far.
    work: u64,
}

impl Leftmost {
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Writes the leftmost start of every block to `starts`. Returns `false` if there is no placement.
    ///
    /// `cell` and `run` give the line and its clue, so that a line can be processed from either end.
    pub(super) fn fill(
        &mut self,
        length: usize,
        cell: impl Fn(usize) -> CellState,
        blocks: usize,
        run: impl Fn(usize) -> usize,
        starts: &mut Vec<usize>,
    ) -> bool {
        starts.clear();
        let needed: usize = (0..blocks).map(|block| run(block) + 1).sum();
        let Some(slack) = (length + 1).checked_sub(needed) else {
            return false;
        };
        let width = slack + 1;
        self.work += ((blocks + 1) * width) as u64;
        self.open.clear();
        self.open.resize(length + 1, 0);
        for at in (0..length).rev() {
            if cell(at) != CellState::White {
                self.open[at] = self.open[at + 1] + 1;
            }
        }
        let is_black = |at: usize| at < length && cell(at) == CellState::Black;

        self.feasible.clear();
        self.feasible.resize((blocks + 1) * width, false);
        // No cell after the last block may be black.
        for delay in (0..width).rev() {
            self.feasible[blocks * width + delay] = delay == slack
                || !is_black(needed + delay) && self.feasible[blocks * width + delay + 1];
        }
        let mut earliest = needed;
        for block in (0..blocks).rev() {
            let run = run(block);
            earliest -= run + 1;
            for delay in (0..width).rev() {
                let at = earliest + delay;
                let here = self.open[at] as usize >= run
                    && !is_black(at + run)
                    && self.feasible[(block + 1) * width + delay];
                self.feasible[block * width + delay] = here
                    || delay < slack && !is_black(at) && self.feasible[block * width + delay + 1];
            }
        }
        if !self.feasible[0] {
            return false;
        }

        let (mut earliest, mut delay) = (0, 0);
        for block in 0..blocks {
            let run = run(block);
            while (self.open[earliest + delay] as usize) < run
                || is_black(earliest + delay + run)
                || !self.feasible[(block + 1) * width + delay]
            {
                delay += 1;
            }
            starts.push(earliest + delay);
            earliest += run + 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CellState::{Black, Unknown, White};

    fn leftmost(line: &[CellState], clue: &[usize]) -> Option<Vec<usize>> {
        let mut starts = Vec::new();
        let filled = Leftmost::default().fill(
            line.len(),
            |at| line[at],
            clue.len(),
            |block| clue[block],
            &mut starts,
        );
        filled.then_some(starts)
    }

    /// All fillings in order, the leftmost first.
    fn by_enumeration(
        line: &[CellState],
        clue: &[usize],
        at: usize,
        starts: &mut Vec<usize>,
    ) -> bool {
        let Some(&run) = clue.get(starts.len()) else {
            return !line[at.min(line.len())..].contains(&Black);
        };
        for start in at..line.len() {
            let end = start + run;
            let fits = end <= line.len()
                && !line[start..end].contains(&White)
                && line.get(end) != Some(&Black);
            if fits {
                starts.push(start);
                if by_enumeration(line, clue, end + 1, starts) {
                    return true;
                }
                starts.pop();
            }
            if line[start] == Black {
                break;
            }
        }
        false
    }

    #[test]
    fn agrees_with_enumeration_on_all_short_lines() {
        for length in 0..=7_usize {
            for pattern in 0..3_usize.pow(length as u32) {
                let state = |at| [Unknown, Black, White][pattern / 3_usize.pow(at as u32) % 3];
                let line: Vec<_> = (0..length).map(state).collect();
                for clue in [
                    vec![],
                    vec![1],
                    vec![3],
                    vec![1, 1],
                    vec![1, 2],
                    vec![2, 1],
                    vec![1, 1, 2],
                    vec![7],
                ] {
                    let mut starts = Vec::new();
                    let found = by_enumeration(&line, &clue, 0, &mut starts).then_some(starts);
                    assert_eq!(leftmost(&line, &clue), found, "{line:?} {clue:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_line_with_many_blocks_needs_a_small_table() {
        // The report's recursion tries up to 2^100 placements here: thirty blocks, and a black cell that only the last
        // one can reach.
        let mut line = [Unknown; 100];
        line[99] = Black;
        let mut finder = Leftmost::default();
        let mut starts = Vec::new();
        assert!(finder.fill(100, |at| line[at], 30, |_| 1, &mut starts));
        assert_eq!(starts[29], 99);
        assert_eq!(starts[28], 56);
        assert!(finder.work() <= 31 * 42, "{}", finder.work());
        line[98] = Black;
        assert!(!finder.fill(100, |at| line[at], 30, |_| 1, &mut starts));
    }
}
