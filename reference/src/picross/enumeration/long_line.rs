//! Complete line solving for lines of any length.
//!
//! Every block includes one white cell after it, and the line gets one more white cell at its end. A block that starts
//! `s` cells after its earliest start then delays the next block by exactly `s`, so a set of delays has as many bits as
//! the line has slack, which is small for long lines of pictures. All delays of a set are processed at once.

/// Solves lines; the tables are reused from line to line.
#[derive(Debug, Default)]
pub(super) struct LongLineSolver {
    /// The cells that can be white and those that can be black.
    free: Vec<u64>,
    solid: Vec<u64>,
    /// For each block length, where that many solid cells begin.
    runs: Vec<(u32, Vec<u64>)>,
    /// For each block, the delays before it and the delays at which it can be placed.
    wait: Vec<u64>,
    placed: Vec<u64>,
    /// The earliest start of each block.
    earliest: Vec<usize>,
    /// The number of words of a set of delays.
    words: usize,
    late: Vec<u64>,
    row: Vec<u64>,
}

/// The largest number of words in the tables of a line.
pub(super) const LARGEST_TABLE: usize = 1 << 26;

/// Returns the number of words in the tables of a line.
pub(super) fn table(length: usize, clue: &[u32]) -> usize {
    let needed: usize = clue.iter().map(|&run| run as usize + 1).sum();
    let words = (length + 2 - needed).div_ceil(64);
    words.saturating_mul(clue.len() + 1)
}

impl LongLineSolver {
    /// Adds the cells that are black or white in every placement to `black` and `white`, which hold the known cells.
    /// Returns `false` if there is no placement.
    pub(super) fn solve(
        &mut self,
        length: usize,
        clue: &[u32],
        black: &mut [u64],
        white: &mut [u64],
    ) -> bool {
        if !self.forward_pass(length, clue, black, white) {
            return false;
        }
        let line_words = self.free.len();
        let (mut may_black, mut may_white) = (vec![0; line_words], vec![0; line_words]);
        let words = self.words;
        let mut window = vec![0; words];
        for block in (0..=clue.len()).rev() {
            self.backward_pass(block, clue.len());
            // A delay that can increase by one passes over a white cell.
            let waits = &self.wait[block * words..][..words];
            extract(&self.free, self.earliest[block], &mut window);
            for (at, word) in window.iter_mut().enumerate() {
                let next = self.late.get(at + 1).map_or(0, |next| next << 63);
                *word &= waits[at] & (self.late[at] >> 1 | next);
            }
            deposit(&window, self.earliest[block], &mut may_white);
            if let Some(before) = block.checked_sub(1) {
                // The placements of the previous block that the rest of the line can follow.
                let run = clue[before] as usize;
                let placed = &mut self.placed[before * words..][..words];
                for (placed, late) in placed.iter_mut().zip(&self.late) {
                    *placed &= late;
                }
                let placed = &self.placed[before * words..][..words];
                deposit(placed, self.earliest[before] + run, &mut may_white);
                self.row.clear();
                self.row.resize(line_words, 0);
                deposit(placed, self.earliest[before], &mut self.row);
                dilate(&mut self.row, run);
                for (may, cells) in may_black.iter_mut().zip(&self.row) {
                    *may |= cells;
                }
            }
        }
        for at in 0..black.len() {
            let cells = below(length, at);
            black[at] = cells & !may_white[at];
            white[at] = cells & !may_black[at];
        }
        true
    }

    /// Returns the positions where a block can start. Valid after the line was solved.
    pub(super) fn starts(&self, block: usize) -> impl Iterator<Item = usize> {
        let placed = &self.placed[block * self.words..][..self.words];
        let first = self.earliest[block];
        let bits = (0..placed.len() * 64).filter(|bit| placed[bit / 64] >> (bit % 64) & 1 == 1);
        bits.map(move |delay| first + delay)
    }

    /// Returns the first and the last position where a block can start. Valid after the line was solved.
    pub(super) fn span(&self, block: usize) -> (usize, usize) {
        let placed = &self.placed[block * self.words..][..self.words];
        let first = placed.iter().position(|&word| word != 0).unwrap_or(0);
        let last = placed.iter().rposition(|&word| word != 0).unwrap_or(0);
        let from = self.earliest[block];
        (
            from + 64 * first + placed[first].trailing_zeros() as usize,
            from + 64 * last + placed[last].checked_ilog2().unwrap_or(0) as usize,
        )
    }

    /// Forward pass: where each block can be placed after the blocks before it.
    fn forward_pass(&mut self, length: usize, clue: &[u32], black: &[u64], white: &[u64]) -> bool {
        let needed = earliest_starts(clue, &mut self.earliest);
        let Some(slack) = (length + 1).checked_sub(needed) else {
            return false;
        };
        let words = slack / 64 + 1;
        self.words = words;
        let line_words = length / 64 + 1;
        let given = |mask: &[u64], at: usize| mask.get(at).copied().unwrap_or(0);
        self.free.clear();
        self.solid.clear();
        for at in 0..line_words {
            // The cell after the line is white.
            self.free.push(below(length + 1, at) & !given(black, at));
            self.solid.push(below(length, at) & !given(white, at));
        }
        self.runs.clear();
        self.wait.clear();
        self.placed.clear();
        let mut late = vec![0; words];
        late[0] = 1;
        let (mut free, mut fits) = (vec![0; words], vec![0; words]);
        for block in 0..=clue.len() {
            extract(&self.free, self.earliest[block], &mut free);
            walk(&mut late, &free);
            for (at, word) in late.iter_mut().enumerate() {
                *word &= below(slack + 1, at);
            }
            self.wait.extend_from_slice(&late);
            let Some(&run) = clue.get(block) else {
                break;
            };
            let first = self.earliest[block];
            extract(self.starts_of_runs(run), first, &mut fits);
            extract(&self.free, first + run as usize, &mut free);
            let mut any = 0;
            for at in 0..words {
                late[at] &= fits[at] & free[at];
                any |= late[at];
            }
            if any == 0 {
                return false;
            }
            self.placed.extend_from_slice(&late);
        }
        late[slack / 64] >> (slack % 64) & 1 == 1
    }

    /// Backward pass: sets `late` to the delays from which the remaining blocks can be placed.
    fn backward_pass(&mut self, block: usize, blocks: usize) {
        let words = self.words;
        if block == blocks {
            // At the end the slack is used up completely: the largest delay is the only one.
            let waits = &self.wait[block * words..][..words];
            self.late.clear();
            self.late.resize(words, 0);
            let last = waits.iter().rposition(|&word| word != 0).unwrap_or(0);
            self.late[last] = 1 << waits[last].ilog2();
        } else {
            self.late.clear();
            self.late
                .extend_from_slice(&self.placed[block * words..][..words]);
        }
        let mut free = std::mem::take(&mut self.row);
        free.clear();
        free.resize(words, 0);
        extract(&self.free, self.earliest[block], &mut free);
        walk_back(&mut self.late, &free);
        self.row = free;
    }

    fn starts_of_runs(&mut self, length: u32) -> &[u64] {
        let known = self.runs.iter().position(|(run, _)| *run == length);
        let index = known.unwrap_or_else(|| {
            let mut starts = self.solid.clone();
            erode(&mut starts, length as usize);
            self.runs.push((length, starts));
            self.runs.len() - 1
        });
        &self.runs[index].1
    }
}

/// Writes the earliest start of each block, followed by the earliest start of one more block, which is returned.
pub(super) fn earliest_starts(clue: &[u32], starts: &mut Vec<usize>) -> usize {
    starts.clear();
    starts.push(0);
    let mut next = 0;
    for &run in clue {
        next += run as usize + 1;
        starts.push(next);
    }
    next
}

/// Returns word number `word` of the set of the first `count` positions.
fn below(count: usize, word: usize) -> u64 {
    match count.saturating_sub(64 * word) {
        0 => 0,
        left @ 1..64 => (1 << left) - 1,
        _ => !0,
    }
}

/// Copies the positions from `offset` on, as many as fit.
pub(super) fn extract(from: &[u64], offset: usize, to: &mut [u64]) {
    let (skip, shift) = (offset / 64, offset % 64);
    let word = |at: usize| from.get(skip + at).copied().unwrap_or(0);
    for (at, to) in to.iter_mut().enumerate() {
        *to = word(at) >> shift;
        if shift > 0 {
            *to |= word(at + 1) << (64 - shift);
        }
    }
}

/// Adds positions shifted up by `offset`; positions that do not fit are dropped.
fn deposit(from: &[u64], offset: usize, to: &mut [u64]) {
    let (skip, shift) = (offset / 64, offset % 64);
    for (at, &word) in from.iter().enumerate() {
        if let Some(to) = to.get_mut(skip + at) {
            *to |= word << shift;
        }
        if let Some(to) = to.get_mut(skip + at + 1).filter(|_| shift > 0) {
            *to |= word >> (64 - shift);
        }
    }
}

/// Adds all positions reachable by steps up over free cells: the carry of an addition.
fn walk(places: &mut [u64], free: &[u64]) {
    let mut carry = false;
    for (place, &free) in places.iter_mut().zip(free) {
        let (sum, first) = free.overflowing_add(*place & free);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        // A carry into a cell that is not free stops there and marks a reached position.
        *place |= sum ^ free;
        carry = first || second;
    }
}

/// Adds all positions reachable by steps down over free cells.
fn walk_back(places: &mut [u64], free: &[u64]) {
    let mut above = 0;
    for at in (0..places.len()).rev() {
        // With reversed bits, a step down into a free cell is a step up after it.
        let seeds = (places[at] >> 1 | above << 63) & free[at];
        let (free, seeds) = (free[at].reverse_bits(), seeds.reverse_bits());
        let reached = (free.wrapping_add(seeds) ^ free | seeds) & free;
        places[at] |= reached.reverse_bits();
        above = places[at] & 1;
    }
}

/// Keeps the positions where `length` consecutive cells are in the set (erosion).
fn erode(places: &mut [u64], length: usize) {
    combine_shifts(length, places, |places, by| {
        for at in 0..places.len() {
            let (skip, shift) = (by / 64, by % 64);
            let word = |at: usize| places.get(at).copied().unwrap_or(0);
            let mut moved = word(at + skip) >> shift;
            if shift > 0 {
                moved |= word(at + skip + 1) << (64 - shift);
            }
            places[at] &= moved;
        }
    });
}

/// Adds the cells of blocks that start in the set (dilation).
fn dilate(places: &mut [u64], length: usize) {
    combine_shifts(length, places, |places, by| {
        for at in (0..places.len()).rev() {
            let (skip, shift) = (by / 64, by % 64);
            let word = |at: Option<usize>| at.map_or(0, |at| places[at]);
            let mut moved = word(at.checked_sub(skip)) << shift;
            if shift > 0 {
                moved |= word(at.checked_sub(skip + 1)) >> (64 - shift);
            }
            places[at] |= moved;
        }
    });
}

/// Combines shifts by 1, 2, 4 and so on until `length` positions are covered.
fn combine_shifts(length: usize, places: &mut [u64], combine: impl Fn(&mut [u64], usize)) {
    let mut covered = 1;
    while covered < length {
        let by = covered.min(length - covered);
        combine(places, by);
        covered += by;
    }
}
