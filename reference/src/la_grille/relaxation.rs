//! Lagrangian relaxation: the coupling constraints are priced, and every choice of multipliers gives a proved upper
//! bound.
//!
//! **What.** The number of blacks, the balance of blues, the single red, the lines of oranges, the adjacency of yellows
//! and the consistency of overlapping 2 × 2 blocks of greens each get a multiplier; then cells and blocks are optimised
//! independently. Multipliers are integers in a fine unit, so every evaluation is exact: rounding cannot make a bound
//! too low.
//!
//! **Guarantee.** Some optimal placement has no orange that another attacks, because making such a pawn blue saves a
//! penalty and costs at most one. Likewise it has no isolated yellow on a value of at most the penalty, and no green
//! next to a green where blue or yellow would score as much. All replacements lead towards blue, so they terminate and
//! can be assumed simultaneously: such conflicts are forbidden instead of priced. A penalty larger than all score
//! differences is lowered, which does not affect the optimum, because a placement without penalties exists.
//!
//! **Complexity.** O(t²) per evaluation.
//!
//! **Source.** Geoffrion, "Lagrangean relaxation for integer programming", 1974; Kingma and Ba, "Adam", 2015, for the
//! steps.

mod descent;
mod greens;
mod lines;
mod multipliers;

pub(super) use self::descent::Descent;
use self::greens::Blocks;
use self::lines::Lines;
use self::multipliers::Steps;
pub(super) use self::multipliers::{Constraint, Multipliers};
use super::instance::{Instance, Pawn, around};

/// A set of colours, one bit per colour.
pub(super) type Domain = u8;

/// Work for a cell in one evaluation and one step.
const CELL_WORK: u64 = 85;

pub(super) const ALL: Domain = 0b11_1111;

pub(super) const YELLOW: usize = Pawn::Yellow as usize;
pub(super) const GREEN: usize = Pawn::Green as usize;
pub(super) const BLACK: usize = Pawn::Black as usize;
pub(super) const BLUE: usize = Pawn::Blue as usize;
pub(super) const ORANGE: usize = Pawn::Orange as usize;
pub(super) const RED: usize = Pawn::Red as usize;

/// Whether black pawns count twice (at most `t` of them) or once (more than `t`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Doubled,
    Undoubled,
}

impl Mode {
    /// Returns the modes that are possible on a grid: more than `t` black pawns and a red one need that many cells.
    pub(super) fn of(instance: &Instance) -> &'static [Self] {
        if instance.values().len() > instance.size() + 1 {
            &[Self::Doubled, Self::Undoubled]
        } else {
            &[Self::Doubled]
        }
    }
}

/// The relaxation of one mode of an instance. All amounts are in units of 1/`scale` points.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    pub(super) mode: Mode,
    pub(super) size: usize,
    pub(super) scale: i64,
    /// The cost of a penalty, and an upper bound on the score of any pawn.
    penalty: i64,
    largest: i64,
    /// The mean absolute value of the cells: the unit of step sizes.
    pub(super) unit: f64,
    /// The score of each colour on each cell.
    gains: Vec<[i64; 6]>,
    /// 1 for negative values, -1 for positive ones.
    weights: Vec<i64>,
    /// The neighbours of all cells in one vector, and the start of each list.
    near: Vec<u32>,
    near_starts: Vec<u32>,
    /// Whether an isolated yellow is never needed on a cell.
    adjacency: Vec<bool>,
    pub(super) lines: Lines,
    blocks: Blocks,
}

/// The optimal decisions of cells and blocks at given multipliers.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    /// The bound, in the units of the relaxation.
    pub(super) total: i128,
    /// The priced score of each colour on each cell.
    pub(super) worth: Vec<[i64; 6]>,
    pub(super) colours: Vec<u8>,
    blocks: Vec<u8>,
}

impl Relaxation {
    /// Returns `None` if the values are too large for units finer than points.
    pub(super) fn new(instance: &Instance, mode: Mode) -> Option<Self> {
        let (size, shape) = (instance.size(), instance.shape());
        let values = instance.values();
        let penalty = sufficient_penalty(instance);
        let largest = values.iter().map(|value| value.abs() + 1).max();
        let largest = 5 * largest.unwrap_or(1) + penalty;
        // Fine, but with room for sums of hundreds of multipliers.
        let fine = (i64::MAX / 4096 / largest).min(1 << 14);
        if fine < 2 {
            return None;
        }
        let scale = 1 << fine.ilog2();
        let gains = (0..values.len()).map(|cell| {
            let value = values[cell];
            let black = match mode {
                Mode::Doubled => 2 * (value - 1),
                Mode::Undoubled => value - 1,
            };
            [value, instance.cross(cell), black, 0, 0, -value].map(|points| points * scale)
        });
        let mut near = Vec::new();
        let mut near_starts = vec![0];
        for cell in 0..values.len() {
            near.extend(around(shape, cell).map(|other| other as u32));
            near_starts.push(near.len() as u32);
        }
        // Whether a green next to a green could be blue or yellow without loss.
        let avoidable: Vec<bool> = (0..values.len())
            .map(|cell| {
                let (value, cross) = (values[cell], instance.cross(cell));
                cross <= value || cross <= if value < 0 { 0 } else { penalty }
            })
            .collect();
        let sum: i128 = values.iter().map(|&value| i128::from(value.abs())).sum();
        let unit = sum as f64 / values.len() as f64;
        Some(Self {
            mode,
            size,
            scale,
            penalty: penalty * scale,
            largest: largest * scale,
            unit: unit.max(0.2) * scale as f64,
            gains: gains.collect(),
            weights: values.iter().map(|value| -value.signum()).collect(),
            near,
            near_starts,
            adjacency: values.iter().map(|&value| value <= penalty).collect(),
            lines: Lines::new(size),
            blocks: Blocks::new(size, penalty * scale, largest * scale, &avoidable),
        })
    }

    /// Returns the relaxation restricted to lines on which several cells can be orange.
    pub(super) fn restricted(&self, domains: &[Domain]) -> Self {
        let can = |cell: usize| domains[cell] >> ORANGE & 1 == 1;
        Self {
            lines: self.lines.restricted(self.size, can),
            ..self.clone()
        }
    }

    /// Returns the penalty in points.
    pub(super) fn penalty(&self) -> i64 {
        self.penalty / self.scale
    }

    pub(super) fn cells(&self) -> usize {
        self.gains.len()
    }

    /// Returns the work of one evaluation and one step.
    pub(super) fn round_work(&self) -> u64 {
        Self::round_work_of(self.cells())
    }

    /// Returns the work of one evaluation and one step on a grid with this many cells.
    pub(super) fn round_work_of(cells: usize) -> u64 {
        CELL_WORK * cells as u64
    }

    pub(super) fn near(&self, cell: usize) -> &[u32] {
        &self.near[self.near_starts[cell] as usize..self.near_starts[cell + 1] as usize]
    }

    /// Returns the largest integer number of points that the bound allows.
    pub(super) fn points(&self, total: i128) -> i64 {
        total.div_euclid(i128::from(self.scale)) as i64
    }

    /// Optimises every cell and block within the domains, none of which may be empty.
    pub(super) fn decide(
        &self,
        domains: &[Domain],
        multipliers: &Multipliers,
        decisions: &mut Decisions,
    ) {
        let Decisions {
            total,
            worth,
            colours,
            blocks,
        } = decisions;
        self.price(domains, multipliers, worth);
        *total = self.constant(multipliers);
        colours.clear();
        for (worth, &domain) in worth.iter().zip(domains) {
            let mut best = domain.trailing_zeros();
            let mut rest = domain & (domain - 1);
            while rest != 0 {
                let colour = rest.trailing_zeros();
                if worth[colour as usize] > worth[best as usize] {
                    best = colour;
                }
                rest &= rest - 1;
            }
            *total += i128::from(worth[best as usize]);
            colours.push(best as u8);
        }
        *total += self.blocks.decide(domains, multipliers.greens(), blocks);
    }

    fn constant(&self, multipliers: &Multipliers) -> i128 {
        let blacks = match self.mode {
            Mode::Doubled => self.size as i64,
            Mode::Undoubled => -(self.size as i64 + 1),
        };
        let lines = multipliers.lines().iter().map(|&price| i128::from(price));
        i128::from(blacks) * i128::from(multipliers.black())
            + i128::from(multipliers.red())
            + lines.sum::<i128>()
    }

    /// Computes the priced score of each colour in the domain of each cell.
    fn price(&self, domains: &[Domain], multipliers: &Multipliers, worth: &mut Vec<[i64; 6]>) {
        worth.clear();
        worth.extend_from_slice(&self.gains);
        let black = match self.mode {
            Mode::Doubled => multipliers.black(),
            Mode::Undoubled => -multipliers.black(),
        };
        let (adjacency, lines) = (multipliers.adjacency(), multipliers.lines());
        for (cell, worth) in worth.iter_mut().enumerate() {
            let domain = domains[cell];
            if domain >> YELLOW & 1 == 1 {
                let near = self.near(cell).iter();
                let from_others: i64 = near.map(|&near| adjacency[near as usize]).sum();
                worth[YELLOW] += from_others - adjacency[cell];
            }
            if domain >> ORANGE & 1 == 1 {
                let through = self.lines.of(cell).iter();
                worth[ORANGE] -= through.map(|&line| lines[line as usize]).sum::<i64>();
            }
            worth[BLACK] -= black;
            worth[BLUE] -= multipliers.blue() * self.weights[cell];
            worth[RED] -= multipliers.red();
        }
        self.blocks.charge(multipliers.greens(), worth);
    }

    /// Computes the subgradient: for each constraint, the decisions minus what is allowed. The bound decreases against
    /// it.
    pub(super) fn subgradient(&self, decisions: &Decisions, subgradient: &mut Multipliers) {
        subgradient.clear();
        let mut blacks = 0;
        let mut reds = 0;
        let mut balance = 0;
        subgradient.lines_mut().fill(1);
        for (cell, &colour) in decisions.colours.iter().enumerate() {
            match usize::from(colour) {
                YELLOW => {
                    subgradient.adjacency_mut()[cell] -= 1;
                    for &near in self.near(cell) {
                        subgradient.adjacency_mut()[near as usize] += 1;
                    }
                }
                BLACK => blacks += 1,
                BLUE => balance += self.weights[cell],
                ORANGE => {
                    for &line in self.lines.of(cell) {
                        subgradient.lines_mut()[line as usize] -= 1;
                    }
                }
                RED => reds += 1,
                _ => {}
            }
        }
        let size = self.size as i64;
        subgradient.set_black(match self.mode {
            Mode::Doubled => size - blacks,
            Mode::Undoubled => blacks - size - 1,
        });
        subgradient.set_blue(-balance);
        subgradient.set_red(1 - reds);
        self.blocks.subgradient(
            &decisions.blocks,
            &decisions.colours,
            subgradient.greens_mut(),
        );
    }

    /// Removes colours from domains with which no placement can reach `goal` units (reduced-cost fixing). Returns
    /// whether any was removed.
    pub(super) fn fix(
        &self,
        multipliers: &Multipliers,
        decisions: &Decisions,
        goal: i128,
        domains: &mut [Domain],
    ) -> bool {
        let slack = decisions.total - goal;
        let regrets = self.blocks.regrets(domains, multipliers.greens());
        let mut fixed = false;
        for (cell, domain) in domains.iter_mut().enumerate() {
            let worth = &decisions.worth[cell];
            let best = worth[usize::from(decisions.colours[cell])];
            for (colour, &worth) in worth.iter().enumerate() {
                let blocks = regrets[cell][usize::from(colour == GREEN)];
                let loss = i128::from(best - worth) + i128::from(blocks);
                if *domain >> colour & 1 == 1 && loss > slack {
                    *domain &= !(1 << colour);
                    fixed = true;
                }
            }
        }
        fixed
    }
}

/// Returns the penalty of the instance, or a lower one that already exceeds all score differences to a placement
/// without penalties.
fn sufficient_penalty(instance: &Instance) -> i64 {
    let values = instance.values();
    let most = |cell: usize| {
        let value = values[cell];
        let most = value.max(instance.cross(cell)).max(2 * (value - 1));
        most.max(-value).max(0)
    };
    let most: i128 = (0..values.len()).map(|cell| i128::from(most(cell))).sum();
    let lowest = values.iter().min().copied().unwrap_or(0);
    let all_yellow: i128 = values.iter().map(|&value| i128::from(value)).sum();
    let without_penalties = all_yellow - 2 * i128::from(lowest);
    let enough = most - without_penalties + 1;
    i64::try_from(enough).map_or(instance.penalty(), |enough| {
        instance.penalty().min(enough.max(1))
    })
}
