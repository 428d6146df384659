//! Lagrangian multipliers and the steps that improve them.

use super::{Domain, GREEN, ORANGE, Relaxation, YELLOW};

/// One multiplier per constraint, in one vector: black, red, blue, lines, adjacency of yellows, greens.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Multipliers {
    all: Vec<i64>,
    /// The start of the adjacency and of the green multipliers.
    adjacency: usize,
    greens: usize,
}

const BLACK: usize = 0;
const RED: usize = 1;
const BLUE: usize = 2;
const LINES: usize = 3;

impl Multipliers {
    pub(in crate::la_grille) fn new(relaxation: &Relaxation) -> Self {
        let adjacency = LINES + relaxation.lines.len();
        let greens = adjacency + relaxation.cells();
        let blocks = (relaxation.size - 1) * (relaxation.size - 1);
        Self {
            all: vec![0; greens + 4 * blocks],
            adjacency,
            greens,
        }
    }

    /// Returns the multipliers rounded to multiples of `unit`.
    pub(in crate::la_grille) fn rounded(&self, unit: i64) -> Self {
        let round = |&price: &i64| (price + unit / 2).div_euclid(unit) * unit;
        Self {
            all: self.all.iter().map(round).collect(),
            ..*self
        }
    }

    pub(super) fn clear(&mut self) {
        self.all.fill(0);
    }

    pub(super) fn black(&self) -> i64 {
        self.all[BLACK]
    }

    pub(super) fn set_black(&mut self, multiplier: i64) {
        self.all[BLACK] = multiplier;
    }

    pub(super) fn red(&self) -> i64 {
        self.all[RED]
    }

    pub(super) fn set_red(&mut self, multiplier: i64) {
        self.all[RED] = multiplier;
    }

    pub(super) fn blue(&self) -> i64 {
        self.all[BLUE]
    }

    pub(super) fn set_blue(&mut self, multiplier: i64) {
        self.all[BLUE] = multiplier;
    }

    pub(super) fn lines(&self) -> &[i64] {
        &self.all[LINES..self.adjacency]
    }

    pub(super) fn lines_mut(&mut self) -> &mut [i64] {
        &mut self.all[LINES..self.adjacency]
    }

    pub(super) fn adjacency(&self) -> &[i64] {
        &self.all[self.adjacency..self.greens]
    }

    pub(super) fn adjacency_mut(&mut self) -> &mut [i64] {
        &mut self.all[self.adjacency..self.greens]
    }

    pub(super) fn greens(&self) -> &[i64] {
        &self.all[self.greens..]
    }

    pub(super) fn greens_mut(&mut self) -> &mut [i64] {
        &mut self.all[self.greens..]
    }
}

/// A constraint with a multiplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::la_grille) enum Constraint<'a> {
    Black,
    Red,
    Blue,
    /// At most one of these cells is orange.
    Line(&'a [u32]),
    /// A yellow pawn on this cell has a yellow neighbour.
    Adjacency(usize),
    /// Block and cell agree on green: four times the block plus the place in the block.
    Green(usize),
}

impl Relaxation {
    /// Returns all multipliers that are not zero.
    pub(in crate::la_grille) fn nonzero<'a>(
        &'a self,
        multipliers: &'a Multipliers,
    ) -> impl Iterator<Item = (Constraint<'a>, i64)> {
        let constraint = |index: usize| match index {
            BLACK => Constraint::Black,
            RED => Constraint::Red,
            BLUE => Constraint::Blue,
            _ if index < multipliers.adjacency => {
                Constraint::Line(&self.lines.cells()[index - LINES])
            }
            _ if index < multipliers.greens => Constraint::Adjacency(index - multipliers.adjacency),
            _ => Constraint::Green(index - multipliers.greens),
        };
        let all = multipliers.all.iter().copied().enumerate();
        all.filter(|&(_, multiplier)| multiplier != 0)
            .map(move |(index, multiplier)| (constraint(index), multiplier))
    }

    /// Returns multipliers at which the bound of domains with a single colour each is the score of that placement, or
    /// less if an isolated yellow shows that it is not needed.
    pub(in crate::la_grille) fn exact_multipliers(&self, domains: &[Domain]) -> Multipliers {
        let mut multipliers = Multipliers::new(self);
        let has = |cell: usize, colour: usize| domains[cell] == 1 << colour;
        let blues = (0..domains.len()).filter(|&cell| has(cell, super::BLUE));
        if blues.map(|cell| self.weights[cell]).sum::<i64>() > 0 {
            multipliers.all[BLUE] = self.penalty;
        }
        for cell in (0..domains.len()).filter(|&cell| has(cell, YELLOW)) {
            let mut near = self.near(cell).iter();
            if !near.any(|&other| has(other as usize, YELLOW)) {
                multipliers.adjacency_mut()[cell] = if self.adjacency[cell] {
                    self.largest
                } else {
                    self.penalty
                };
            }
        }
        multipliers
    }

    /// Returns the multipliers that are active for these domains; the others are set to 0, which is optimal for them.
    pub(in crate::la_grille) fn activate(
        &self,
        domains: &[Domain],
        multipliers: &mut Multipliers,
    ) -> Vec<u32> {
        let (adjacency, greens, count) = (
            multipliers.adjacency,
            multipliers.greens,
            multipliers.all.len(),
        );
        let can = |cell: usize, colour: usize| domains[cell] >> colour & 1 == 1;
        let mut active: Vec<u32> = vec![BLACK as u32, RED as u32, BLUE as u32];
        let mut keep = |index: usize, is_active: bool| {
            if is_active {
                active.push(index as u32);
            } else {
                multipliers.all[index] = 0;
            }
        };
        for (line, cells) in self.lines.cells().iter().enumerate() {
            let oranges = cells.iter().filter(|&&cell| can(cell as usize, ORANGE));
            keep(LINES + line, oranges.take(2).count() > 1);
        }
        for cell in 0..domains.len() {
            keep(adjacency + cell, can(cell, YELLOW));
        }
        for block in 0..(count - greens) / 4 {
            for (index, cell) in self.blocks.cells(block).into_iter().enumerate() {
                let open = can(cell, GREEN) && domains[cell] != 1 << GREEN;
                keep(greens + 4 * block + index, open);
            }
        }
        active
    }
}

/// The state of the Adam optimiser.
///
/// Steps are computed in floating point, because any multipliers are valid; their evaluation is exact.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Steps {
    exact: Vec<f64>,
    direction: Vec<f64>,
    size: Vec<f64>,
    lowest: Vec<f64>,
    highest: Vec<f64>,
    /// The bias of the moment estimates, which start at 0: [`MEMORY`] and [`SIZE_MEMORY`] to the power of the number of
    /// steps.
    bias: [f64; 2],
}

/// The decay rates of the first and second moments.
const MEMORY: f64 = 0.9;
const SIZE_MEMORY: f64 = 0.98;

impl Steps {
    pub(in crate::la_grille) fn new(relaxation: &Relaxation, multipliers: &Multipliers) -> Self {
        let count = multipliers.all.len();
        // Beyond any useful multiplier, and small enough for sums to fit.
        let far = relaxation.largest as f64;
        let mut lowest = vec![0.0; count];
        let mut highest = vec![far; count];
        lowest[RED] = -far;
        lowest[multipliers.greens..].fill(-far);
        highest[BLUE] = relaxation.penalty as f64;
        for (cell, highest) in highest[multipliers.adjacency..multipliers.greens]
            .iter_mut()
            .enumerate()
        {
            if !relaxation.adjacency[cell] {
                *highest = relaxation.penalty as f64;
            }
        }
        Self {
            exact: multipliers.all.iter().map(|&price| price as f64).collect(),
            direction: vec![0.0; count],
            size: vec![0.0; count],
            lowest,
            highest,
            bias: [1.0; 2],
        }
    }

    /// Resets the moments, as after a change of the domains.
    pub(in crate::la_grille) fn restart(&mut self, multipliers: &Multipliers) {
        for (exact, &price) in self.exact.iter_mut().zip(&multipliers.all) {
            *exact = price as f64;
        }
        self.direction.fill(0.0);
        self.size.fill(0.0);
        self.bias = [1.0; 2];
    }

    /// Takes one step of about `length` units against the subgradient, on the active multipliers.
    pub(in crate::la_grille) fn take(
        &mut self,
        subgradient: &Multipliers,
        length: f64,
        active: &[u32],
        multipliers: &mut Multipliers,
    ) {
        // Multiplied up, because `powi` may round differently on other machines.
        self.bias[0] *= MEMORY;
        self.bias[1] *= SIZE_MEMORY;
        let [direction_scale, size_scale] = self.bias.map(|bias| 1.0 / (1.0 - bias));
        for &index in active {
            let index = index as usize;
            let subgradient = subgradient.all[index] as f64;
            let direction = &mut self.direction[index];
            *direction = MEMORY * *direction + (1.0 - MEMORY) * subgradient;
            // Most multipliers have converged.
            if direction.abs() < 1e-3 {
                continue;
            }
            let size = &mut self.size[index];
            *size = SIZE_MEMORY * *size + (1.0 - SIZE_MEMORY) * subgradient * subgradient;
            let step = *direction * direction_scale / ((*size * size_scale).sqrt() + 1e-3);
            let exact = (self.exact[index] - length * step).max(self.lowest[index]);
            self.exact[index] = exact.min(self.highest[index]);
            multipliers.all[index] = self.exact[index] as i64;
        }
    }
}
