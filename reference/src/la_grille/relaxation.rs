//! The puzzle with its couplings priced: every choice of prices gives a proven upper bound, in whole numbers.
//!
//! **What.** A Lagrangian relaxation. The number of blacks, the balance of blues, the one red, the lines of oranges,
//! the company of yellows and the agreement of overlapping 2 × 2 blocks on their greens each get a price; then cells
//! and blocks decide for themselves. Prices are whole numbers in a fine unit, so every evaluation is exact: no
//! rounding can make a bound too low.
//!
//! **Guarantee.** Some best layout has no orange that another attacks, as such a pawn made blue saves a penalty and
//! costs one at most. Likewise no lonely yellow on a value of at most the penalty, and no green next to a green where
//! blue or yellow would do as well. All replacements lead towards blue, so they come to an end and can be had at
//! once: such conflicts are forbidden here rather than priced. A penalty beyond all points that layouts differ by is
//! lowered to that, which no best layout notices, since one without penalties exists.
//!
//! **Complexity.** O(t²) an evaluation.
//!
//! **Source.** Geoffrion, "Lagrangean relaxation for integer programming", 1974; Kingma and Ba, "Adam", 2015, for
//! the steps.

mod descent;
mod greens;
mod lines;
mod prices;

pub(super) use self::descent::Descent;
use self::greens::Blocks;
use self::lines::Lines;
pub(super) use self::prices::Prices;
use self::prices::Steps;
use super::answer::Pawn;
use super::instance::{Instance, around};

/// A set of colours, one bit a colour.
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

/// Whether black pawns count twice, as with at most `t` of them, or once, as with more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Doubled,
    Undoubled,
}

impl Mode {
    /// The modes that a grid has room for: more than `t` black pawns and a red one need as many cells.
    pub(super) fn of(instance: &Instance) -> &'static [Self] {
        if instance.values().len() > instance.size() + 1 {
            &[Self::Doubled, Self::Undoubled]
        } else {
            &[Self::Doubled]
        }
    }
}

/// One mode of one instance, ready to be evaluated. All amounts are in units of 1 / `scale` points.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    pub(super) mode: Mode,
    pub(super) size: usize,
    pub(super) scale: i64,
    /// What a penalty costs, and more than any one pawn can score.
    penalty: i64,
    largest: i64,
    /// The mean of the values' sizes: the unit of steps.
    pub(super) unit: f64,
    /// What each colour scores on each cell.
    gains: Vec<[i64; 6]>,
    /// 1 on negative values, -1 on positive ones.
    weights: Vec<i64>,
    /// Neighbours of all cells, one list after the other, and where each begins.
    near: Vec<u32>,
    near_starts: Vec<u32>,
    /// Whether a lonely yellow is never needed here.
    company: Vec<bool>,
    pub(super) lines: Lines,
    blocks: Blocks,
}

/// What cells and blocks decide at some prices.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    /// The bound, in the relaxation's units.
    pub(super) total: i128,
    /// What each colour is worth on each cell after prices.
    pub(super) worth: Vec<[i64; 6]>,
    pub(super) colours: Vec<u8>,
    blocks: Vec<u8>,
}

impl Relaxation {
    /// `None` where the values are too large to be told in finer units than points.
    pub(super) fn new(instance: &Instance, mode: Mode) -> Option<Self> {
        let (size, shape) = (instance.size(), instance.shape());
        let values = instance.values();
        let penalty = sufficient_penalty(instance);
        let largest = values.iter().map(|value| value.abs() + 1).max();
        let largest = 5 * largest.unwrap_or(1) + penalty;
        // Fine, but with room for sums of hundreds of prices.
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
        // Where a green beside a green could as well be blue or yellow.
        let peaceful: Vec<bool> = (0..values.len())
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
            company: values.iter().map(|&value| value <= penalty).collect(),
            lines: Lines::new(size),
            blocks: Blocks::new(size, penalty * scale, largest * scale, &peaceful),
        })
    }

    /// The same with only those lines on which several cells can be orange.
    pub(super) fn thinned(&self, domains: &[Domain]) -> Self {
        let can = |cell: usize| domains[cell] >> ORANGE & 1 == 1;
        Self {
            lines: self.lines.thinned(self.size, can),
            ..self.clone()
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.gains.len()
    }

    /// The work of one evaluation and one step.
    pub(super) fn round_work(&self) -> u64 {
        CELL_WORK * self.cells() as u64
    }

    pub(super) fn near(&self, cell: usize) -> &[u32] {
        &self.near[self.near_starts[cell] as usize..self.near_starts[cell + 1] as usize]
    }

    /// The largest whole number of points that the bound allows.
    pub(super) fn points(&self, total: i128) -> i64 {
        total.div_euclid(i128::from(self.scale)) as i64
    }

    /// Lets every cell and block decide within the cells' domains, none of which may be empty.
    pub(super) fn decide(&self, domains: &[Domain], prices: &Prices, decisions: &mut Decisions) {
        let Decisions {
            total,
            worth,
            colours,
            blocks,
        } = decisions;
        self.price(domains, prices, worth);
        *total = self.constant(prices);
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
        *total += self.blocks.decide(domains, prices.greens(), blocks);
    }

    fn constant(&self, prices: &Prices) -> i128 {
        let blacks = match self.mode {
            Mode::Doubled => self.size as i64,
            Mode::Undoubled => -(self.size as i64 + 1),
        };
        let lines = prices.lines().iter().map(|&price| i128::from(price));
        i128::from(blacks) * i128::from(prices.black())
            + i128::from(prices.red())
            + lines.sum::<i128>()
    }

    /// What each colour is worth on each cell after prices, where the domain has it.
    fn price(&self, domains: &[Domain], prices: &Prices, worth: &mut Vec<[i64; 6]>) {
        worth.clear();
        worth.extend_from_slice(&self.gains);
        let black = match self.mode {
            Mode::Doubled => prices.black(),
            Mode::Undoubled => -prices.black(),
        };
        let (company, lines) = (prices.company(), prices.lines());
        for (cell, worth) in worth.iter_mut().enumerate() {
            let domain = domains[cell];
            if domain >> YELLOW & 1 == 1 {
                let near = self.near(cell).iter();
                let from_others: i64 = near.map(|&near| company[near as usize]).sum();
                worth[YELLOW] += from_others - company[cell];
            }
            if domain >> ORANGE & 1 == 1 {
                let through = self.lines.of(cell).iter();
                worth[ORANGE] -= through.map(|&line| lines[line as usize]).sum::<i64>();
            }
            worth[BLACK] -= black;
            worth[BLUE] -= prices.blue() * self.weights[cell];
            worth[RED] -= prices.red();
        }
        self.blocks.charge(prices.greens(), worth);
    }

    /// In which direction each price should go: the sum over a coupling of what was decided less what is allowed.
    /// The bound falls against it.
    pub(super) fn slope(&self, decisions: &Decisions, slope: &mut Prices) {
        slope.clear();
        let mut blacks = 0;
        let mut reds = 0;
        let mut balance = 0;
        slope.lines_mut().fill(1);
        for (cell, &colour) in decisions.colours.iter().enumerate() {
            match usize::from(colour) {
                YELLOW => {
                    slope.company_mut()[cell] -= 1;
                    for &near in self.near(cell) {
                        slope.company_mut()[near as usize] += 1;
                    }
                }
                BLACK => blacks += 1,
                BLUE => balance += self.weights[cell],
                ORANGE => {
                    for &line in self.lines.of(cell) {
                        slope.lines_mut()[line as usize] -= 1;
                    }
                }
                RED => reds += 1,
                _ => {}
            }
        }
        let size = self.size as i64;
        slope.set_black(match self.mode {
            Mode::Doubled => size - blacks,
            Mode::Undoubled => blacks - size - 1,
        });
        slope.set_blue(-balance);
        slope.set_red(1 - reds);
        self.blocks
            .slope(&decisions.blocks, &decisions.colours, slope.greens_mut());
    }

    /// Takes colours out of domains with which no layout can be worth `goal` units. Returns whether any was.
    pub(super) fn fix(
        &self,
        prices: &Prices,
        decisions: &Decisions,
        goal: i128,
        domains: &mut [Domain],
    ) -> bool {
        let slack = decisions.total - goal;
        let regrets = self.blocks.regrets(domains, prices.greens());
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

/// The instance's penalty, or a lower one where that is already more than all points between any layout and one
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
