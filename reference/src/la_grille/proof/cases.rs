//! The tree of cases: the colours that are still possible on each cell, and the steps that reduce them.

use super::Mode;
use super::prices::{Grid, Prices};
use super::syntax::{Action, Step};
use crate::la_grille::instance::Pawn;

/// A set of colours for each cell, one bit per colour.
pub(super) type Domains = Vec<u8>;

pub(super) const ALL: u8 = 0b11_1111;

pub(super) const fn bit(pawn: Pawn) -> u8 {
    1 << pawn as u8
}

const BLACK: u8 = bit(Pawn::Black);
const ORANGE: u8 = bit(Pawn::Orange);
const RED: u8 = bit(Pawn::Red);

/// The cases of one mode that are still open, the next one last. A case with an empty set holds no placement that is
/// better than the bound, but the proof has not said so yet.
pub(super) struct Cases<'g> {
    grid: &'g Grid<'g>,
    mode: Mode,
    /// The score that a better placement has at least.
    goal: i128,
    open: Vec<Domains>,
}

impl<'g> Cases<'g> {
    pub(super) fn new(grid: &'g Grid, mode: Mode, bound: i64) -> Self {
        Self {
            grid,
            mode,
            goal: i128::from(bound) + 1,
            open: vec![vec![ALL; grid.cells()]],
        }
    }

    pub(super) fn are_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Checks one step and applies it to the next open case.
    pub(super) fn take(&mut self, step: &Step) -> Result<(), String> {
        let mut case = self.open.pop().ok_or("there is no open case")?;
        if step.action == Action::Branch {
            let (cell, colours) = (step.numbers[0], step.numbers[1]);
            let cell = usize::try_from(cell).ok();
            let cell = cell.filter(|&cell| cell < self.grid.cells());
            let cell = cell.ok_or("there is no such cell")?;
            let colours = u8::try_from(colours).ok().filter(|&set| set <= ALL);
            let colours = colours.ok_or("there are no such colours")?;
            let mut rest = case.clone();
            rest[cell] &= !colours;
            case[cell] &= colours;
            self.open.extend([rest, case]);
            return Ok(());
        }
        let is_open = self.propagate(&mut case)
            && Prices::new(self.grid, &step.numbers)?.reduce(self.mode, self.goal, &mut case);
        match (step.action, is_open) {
            (Action::Close, true) => return Err("the multipliers do not close the case".to_owned()),
            (Action::Close, false) => {}
            (_, true) => self.open.push(case),
            (_, false) => self.open.push(vec![0; self.grid.cells()]),
        }
        Ok(())
    }

    /// Removes colours that contradict cells with a single colour, in one pass. Returns whether placements may be left.
    fn propagate(&self, domains: &mut [u8]) -> bool {
        let size = self.grid.size();
        let mut taken = vec![false; 6 * size];
        for (cell, &domain) in domains.iter().enumerate() {
            if domain == ORANGE {
                for line in self.grid.straight(cell) {
                    if taken[line] {
                        return false;
                    }
                    taken[line] = true;
                }
            }
        }
        for (cell, domain) in domains.iter_mut().enumerate() {
            if *domain != ORANGE && self.grid.straight(cell).iter().any(|&line| taken[line]) {
                *domain &= !ORANGE;
            }
        }
        let decided = |domains: &[u8], colour: u8| {
            let single = domains.iter().filter(|domain| **domain == colour);
            single.count()
        };
        let remove = |domains: &mut [u8], colour: u8| {
            let others = domains.iter_mut().filter(|domain| **domain != colour);
            others.for_each(|domain| *domain &= !colour);
        };
        let possible = |domains: &[u8], colour: u8| {
            domains
                .iter()
                .filter(|&&domain| domain & colour != 0)
                .count()
        };
        let reds = decided(domains, RED);
        if reds == 1 {
            remove(domains, RED);
        }
        let enough_blacks = match self.mode {
            Mode::Doubled => {
                let blacks = decided(domains, BLACK);
                if blacks == size {
                    remove(domains, BLACK);
                }
                blacks <= size
            }
            Mode::Undoubled => possible(domains, BLACK) > size,
        };
        reds <= 1 && enough_blacks && possible(domains, RED) > 0 && !domains.contains(&0)
    }
}
