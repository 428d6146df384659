//! A sequence of swaps as a partially commutative word (a trace): only the order at each cell is stored.
//!
//! Swaps of disjoint cells commute, so a sequence is fully described by the list of swaps at every cell. Labels define
//! a compatible order: they increase along every list, so all swaps with labels below any number can be applied before
//! all others.

use crate::swap_puzzle::Swap;

/// A swap as seen from one of its two cells.
#[derive(Clone, Copy, Debug)]
struct Entry {
    label: u64,
    other: u32,
}

/// The distance between consecutive labels where there is room.
const SPACING: u64 = 1 << 32;
/// The first label, with room on both sides.
const MIDDLE: u64 = 1 << 62;
/// All labels are renumbered when one leaves these limits.
const LOWEST: u64 = 1 << 60;
const HIGHEST: u64 = 1 << 63;

#[derive(Clone, Debug)]
pub(super) struct SwapSequence {
    cells: Vec<Vec<Entry>>,
    length: usize,
}

impl SwapSequence {
    pub(super) fn new(cells: usize, swaps: &[Swap]) -> Self {
        let mut sequence = Self {
            cells: vec![Vec::new(); cells],
            length: 0,
        };
        sequence.write(swaps);
        sequence
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

    /// Returns the swaps in an order that can be applied.
    pub(super) fn swaps(&self) -> Vec<Swap> {
        let mut labelled = Vec::with_capacity(self.length);
        for (cell, list) in self.cells.iter().enumerate() {
            let first_seen = list.iter().filter(|entry| cell < entry.other as usize);
            labelled.extend(first_seen.map(|entry| (entry.label, (cell, entry.other as usize))));
        }
        labelled.sort_unstable();
        labelled.into_iter().map(|(_, swap)| swap).collect()
    }

    /// Returns the number of swaps at a cell.
    pub(super) fn swap_count(&self, cell: usize) -> usize {
        self.cells[cell].len()
    }

    /// Returns the label of one of the swaps at a cell.
    pub(super) fn label(&self, cell: usize, index: usize) -> u64 {
        self.cells[cell][index].label
    }

    /// Returns the other cell of one of the swaps at a cell.
    pub(super) fn partner(&self, cell: usize, index: usize) -> usize {
        self.cells[cell][index].other as usize
    }

    /// Collects the swaps from a label on that stay inside a block of cells and can be applied consecutively, and
    /// passes their indices in `links` to `take`. `links` are the pairs of positions that may exchange tiles.
    pub(super) fn collect_block(
        &self,
        block: &[u32],
        links: &[Swap],
        label: u64,
        collected: &mut Collected,
        mut take: impl FnMut(usize),
    ) {
        for (place, &cell) in block.iter().enumerate() {
            let list = &self.cells[cell as usize];
            let begin = list.partition_point(|entry| entry.label < label);
            collected.begin[place] = begin as u32;
            collected.end[place] = begin as u32;
            collected.next[place] = list.get(begin).map_or(NONE, |entry| entry.other);
        }
        loop {
            let mut found = false;
            for (index, &(one, other)) in links.iter().enumerate() {
                while collected.next[one] == block[other] && collected.next[other] == block[one] {
                    found = true;
                    take(index);
                    for place in [one, other] {
                        collected.end[place] += 1;
                        let list = &self.cells[block[place] as usize];
                        let next = list.get(collected.end[place] as usize);
                        collected.next[place] = next.map_or(NONE, |entry| entry.other);
                    }
                }
            }
            if !found {
                return;
            }
        }
    }

    /// Replaces the collected swaps by others.
    pub(super) fn replace(&mut self, block: &[u32], collected: &mut Collected, swaps: &[Swap]) {
        let mut room = self.room(block, collected, swaps.len());
        if room.is_none() {
            let all = self.swaps();
            self.write(&all);
            room = self.room(block, collected, swaps.len());
        }
        let (mut label, step) = room.expect("renumbered labels have room between them");
        for list in &mut collected.replacement {
            list.clear();
        }
        for &(one, other) in swaps {
            for (place, partner) in [(one, other), (other, one)] {
                let other = block[partner];
                collected.replacement[place].push(Entry { label, other });
            }
            label += step;
        }
        let mut removed = 0;
        for (place, &cell) in block.iter().enumerate() {
            let range = collected.begin[place] as usize..collected.end[place] as usize;
            removed += range.len();
            let (list, replacement) = (
                &mut self.cells[cell as usize],
                &collected.replacement[place],
            );
            if range.len() == replacement.len() {
                list[range].copy_from_slice(replacement);
            } else {
                list.splice(range, replacement.iter().copied());
            }
        }
        self.length = self.length - removed / 2 + swaps.len();
    }

    /// Returns the first label and the label distance for `swaps` swaps between the preceding and the following ones.
    fn room(&self, block: &[u32], collected: &Collected, swaps: usize) -> Option<(u64, u64)> {
        let mut before = 0;
        let mut after = u64::MAX;
        for (place, &cell) in block.iter().enumerate() {
            let list = &self.cells[cell as usize];
            if let Some(last) = collected.begin[place].checked_sub(1) {
                before = before.max(list[last as usize].label);
            }
            if let Some(next) = list.get(collected.end[place] as usize) {
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

/// The largest number of cells of a block.
pub(super) const MAX_PLACES: usize = 9;

const NONE: u32 = u32::MAX;

/// The swaps collected in a block: for each position, their range in the list of its cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Collected {
    begin: [u32; MAX_PLACES],
    end: [u32; MAX_PLACES],
    /// The cell that the next swap of each position exchanges with.
    next: [u32; MAX_PLACES],
    /// The replacement.
    replacement: [Vec<Entry>; MAX_PLACES],
}
