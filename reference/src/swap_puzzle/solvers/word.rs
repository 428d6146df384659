//! A sequence of swaps in which only the order on each cell counts.
//!
//! Swaps that share no cell can be exchanged without changing anything, so a sequence is fully described by the list
//! of swaps of every cell. Labels say what comes first: they grow along every list, and so all swaps with labels below
//! some number can be played before all others.

use crate::swap_puzzle::Swap;

/// One swap, as one of its two cells sees it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    label: u64,
    other: u32,
}

/// How far apart the labels of neighbours are where there is room.
const SPACING: u64 = 1 << 32;
/// Labels begin here, so that there is room on both sides.
const MIDDLE: u64 = 1 << 62;
/// Labels that get out of these limits are written afresh.
const LOWEST: u64 = 1 << 60;
const HIGHEST: u64 = 1 << 63;

#[derive(Clone, Debug)]
pub(super) struct Word {
    cells: Vec<Vec<Entry>>,
    length: usize,
}

impl Word {
    pub(super) fn new(cells: usize, swaps: &[Swap]) -> Self {
        let mut word = Self {
            cells: vec![Vec::new(); cells],
            length: 0,
        };
        word.write(swaps);
        word
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    fn write(&mut self, swaps: &[Swap]) {
        for list in &mut self.cells {
            list.clear();
        }
        let mut label = MIDDLE;
        for &(one, other) in swaps {
            self.cells[one].push(Entry {
                label,
                other: other as u32,
            });
            self.cells[other].push(Entry {
                label,
                other: one as u32,
            });
            label += SPACING;
        }
        self.length = swaps.len();
    }

    /// The swaps in an order in which they can be played.
    pub(super) fn swaps(&self) -> Vec<Swap> {
        let mut labelled = Vec::with_capacity(self.length);
        for (cell, list) in self.cells.iter().enumerate() {
            let first_seen = list.iter().filter(|entry| cell < entry.other as usize);
            labelled.extend(first_seen.map(|entry| (entry.label, (cell, entry.other as usize))));
        }
        labelled.sort_unstable();
        labelled.into_iter().map(|(_, swap)| swap).collect()
    }

    /// How many swaps touch a cell.
    pub(super) fn touches(&self, cell: usize) -> usize {
        self.cells[cell].len()
    }

    /// The label of one of the swaps of a cell.
    pub(super) fn label(&self, cell: usize, index: usize) -> u64 {
        self.cells[cell][index].label
    }

    /// The other cell of one of the swaps of a cell.
    pub(super) fn partner(&self, cell: usize, index: usize) -> usize {
        self.cells[cell][index].other as usize
    }

    /// Gathers the swaps from a label on that stay inside a block of cells and can be played at once, one after the
    /// other: `take` gets them as pairs of places in the block. `links` are the pairs that may trade.
    pub(super) fn gather(
        &self,
        block: &[u32],
        links: &[Swap],
        label: u64,
        part: &mut Part,
        mut take: impl FnMut(usize),
    ) {
        for (place, &cell) in block.iter().enumerate() {
            let list = &self.cells[cell as usize];
            let begin = list.partition_point(|entry| entry.label < label);
            part.begin[place] = begin as u32;
            part.end[place] = begin as u32;
            part.next[place] = list.get(begin).map_or(NOBODY, |entry| entry.other);
        }
        loop {
            let mut found = false;
            for (index, &(one, other)) in links.iter().enumerate() {
                while part.next[one] == block[other] && part.next[other] == block[one] {
                    found = true;
                    take(index);
                    for place in [one, other] {
                        part.end[place] += 1;
                        let list = &self.cells[block[place] as usize];
                        let next = list.get(part.end[place] as usize);
                        part.next[place] = next.map_or(NOBODY, |entry| entry.other);
                    }
                }
            }
            if !found {
                return;
            }
        }
    }

    /// Puts other swaps in the place of those that were gathered.
    pub(super) fn replace(&mut self, block: &[u32], part: &mut Part, swaps: &[Swap]) {
        let mut room = self.room(block, part, swaps.len());
        if room.is_none() {
            let all = self.swaps();
            self.write(&all);
            room = self.room(block, part, swaps.len());
        }
        let (mut label, step) = room.expect("fresh labels have room between them");
        for list in &mut part.fresh {
            list.clear();
        }
        for &(one, other) in swaps {
            for (place, partner) in [(one, other), (other, one)] {
                let other = block[partner];
                part.fresh[place].push(Entry { label, other });
            }
            label += step;
        }
        let mut removed = 0;
        for (place, &cell) in block.iter().enumerate() {
            let range = part.begin[place] as usize..part.end[place] as usize;
            removed += range.len();
            let (list, fresh) = (&mut self.cells[cell as usize], &part.fresh[place]);
            if range.len() == fresh.len() {
                list[range].copy_from_slice(fresh);
            } else {
                list.splice(range, fresh.iter().copied());
            }
        }
        self.length = self.length - removed / 2 + swaps.len();
    }

    /// The first label and the distance of labels for so many swaps between what comes before and what comes after.
    fn room(&self, block: &[u32], part: &Part, swaps: usize) -> Option<(u64, u64)> {
        let mut before = 0;
        let mut after = u64::MAX;
        for (place, &cell) in block.iter().enumerate() {
            let list = &self.cells[cell as usize];
            if let Some(last) = part.begin[place].checked_sub(1) {
                before = before.max(list[last as usize].label);
            }
            if let Some(next) = list.get(part.end[place] as usize) {
                after = after.min(next.label);
            }
        }
        let gaps = swaps as u64 + 1;
        match (before, after) {
            (0, u64::MAX) => Some((MIDDLE, SPACING)),
            (0, after) => (after > LOWEST).then(|| (after - swaps as u64 * SPACING, SPACING)),
            (before, u64::MAX) => (before < HIGHEST).then_some((before + SPACING, SPACING)),
            (before, after) => {
                let step = (after - before) / gaps;
                (step > 0).then_some((before + step, step))
            }
        }
    }
}

/// No block has more cells.
pub(super) const MOST_PLACES: usize = 9;

const NOBODY: u32 = u32::MAX;

/// The swaps gathered in a block: per place, where they begin and end in the list of its cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    begin: [u32; MOST_PLACES],
    end: [u32; MOST_PLACES],
    /// The cell that the next swap of each place trades with.
    next: [u32; MOST_PLACES],
    /// What will stand there instead.
    fresh: [Vec<Entry>; MOST_PLACES],
}
