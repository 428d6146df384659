//! Greens on 2 × 2 blocks: each block chooses the best of its 16 subsets, and multipliers make blocks and cells agree.

use super::{Domain, GREEN};

/// The pairs of a block's cells: upper left, upper right, lower left, lower right.
const PAIRS: [(usize, usize); 6] = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)];

#[derive(Clone, Debug)]
pub(super) struct Blocks {
    size: usize,
    /// The cost of the pairs in each subset of each block. A pair that two blocks share costs half in each.
    costs: Vec<[i64; 16]>,
}

/// Lower than any score, but small enough for sums of a few.
const NEVER: i64 = i64::MIN / 8;

impl Blocks {
    /// Pairs cost `penalty` (an even number), or `forbidden` if one of the two is in `avoidable`.
    pub(super) fn new(size: usize, penalty: i64, forbidden: i64, avoidable: &[bool]) -> Self {
        let mut blocks = Self {
            size,
            costs: Vec::new(),
        };
        for block in 0..(size - 1) * (size - 1) {
            let cells = blocks.cells(block);
            let (row, column) = (block / (size - 1), block % (size - 1));
            let border = [row == 0, row + 2 == size, column == 0, column + 2 == size];
            let pair_costs = std::array::from_fn::<i64, 6, _>(|pair| {
                let (a, b) = PAIRS[pair];
                let hard = avoidable[cells[a]] || avoidable[cells[b]];
                let cost = if hard { 8 * forbidden } else { penalty };
                let alone = pair >= 4 || border[pair];
                if alone { cost } else { cost / 2 }
            });
            let cost = |subset: usize| {
                let both = |&pair: &usize| {
                    let (a, b) = PAIRS[pair];
                    subset >> a & subset >> b & 1 == 1
                };
                (0..6).filter(both).map(|pair| pair_costs[pair]).sum()
            };
            blocks.costs.push(std::array::from_fn(cost));
        }
        blocks
    }

    pub(super) fn cells(&self, block: usize) -> [usize; 4] {
        let inner = self.size - 1;
        let corner = block / inner * self.size + block % inner;
        [
            corner,
            corner + 1,
            corner + self.size,
            corner + self.size + 1,
        ]
    }

    /// Subtracts from the cells what the blocks earn for green.
    pub(super) fn charge(&self, multipliers: &[i64], worth: &mut [[i64; 6]]) {
        for (block, multipliers) in multipliers.chunks_exact(4).enumerate() {
            for (cell, price) in self.cells(block).into_iter().zip(multipliers) {
                worth[cell][GREEN] -= price;
            }
        }
    }

    /// Returns the cells of a block that may be green, and those that must.
    fn sides(&self, block: usize, domains: &[Domain]) -> (u8, u8) {
        let mut may = 0_u8;
        let mut must = 0_u8;
        for (index, cell) in self.cells(block).into_iter().enumerate() {
            may |= (domains[cell] >> GREEN & 1) << index;
            must |= u8::from(domains[cell] == 1 << GREEN) << index;
        }
        (may, must)
    }

    /// Returns the priced score of each subset of a block; [`NEVER`] if it is not allowed.
    fn worth(&self, block: usize, (may, must): (u8, u8), multipliers: &[i64]) -> [i64; 16] {
        let mut sums = [0; 16];
        for (index, &price) in multipliers.iter().enumerate() {
            let half = 1 << index;
            for subset in 0..half {
                sums[half + subset] = sums[subset] + price;
            }
        }
        for (sum, cost) in sums.iter_mut().zip(&self.costs[block]) {
            *sum -= cost;
        }
        if (may, must) != (15, 0) {
            for (subset, sum) in sums.iter_mut().enumerate() {
                if subset as u8 & !may != 0 || must & !(subset as u8) != 0 {
                    *sum = NEVER;
                }
            }
        }
        sums
    }

    /// Chooses the best subset of every block and returns the sum of their scores.
    pub(super) fn decide(
        &self,
        domains: &[Domain],
        multipliers: &[i64],
        decided: &mut Vec<u8>,
    ) -> i128 {
        decided.clear();
        let mut total = 0;
        for (block, multipliers) in multipliers.chunks_exact(4).enumerate() {
            let (may, must) = self.sides(block, domains);
            if may == must {
                let chosen = (0..4).filter(|index| may >> index & 1 == 1);
                let paid: i64 = chosen.map(|index| multipliers[index]).sum();
                total += i128::from(paid - self.costs[block][usize::from(may)]);
                decided.push(may);
                continue;
            }
            let worth = self.worth(block, (may, must), multipliers);
            let mut best = (worth[0], 0);
            for (subset, &worth) in worth.iter().enumerate() {
                if worth > best.0 {
                    best = (worth, subset as u8);
                }
            }
            total += i128::from(best.0);
            decided.push(best.1);
        }
        total
    }

    /// Computes the subgradient: whether a block has a green that the cell does not have, or the other way round.
    pub(super) fn subgradient(&self, decided: &[u8], colours: &[u8], subgradient: &mut [i64]) {
        for (block, (subset, subgradient)) in decided
            .iter()
            .zip(subgradient.chunks_exact_mut(4))
            .enumerate()
        {
            for (index, cell) in self.cells(block).into_iter().enumerate() {
                let here = i64::from(subset >> index & 1);
                subgradient[index] = here - i64::from(usize::from(colours[cell]) == GREEN);
            }
        }
    }

    /// Returns for each cell the total loss of its blocks if it is green, and if it is not.
    pub(super) fn regrets(&self, domains: &[Domain], multipliers: &[i64]) -> Vec<[i64; 2]> {
        let mut regrets = vec![[0_i64; 2]; self.size * self.size];
        for (block, multipliers) in multipliers.chunks_exact(4).enumerate() {
            let worth = self.worth(block, self.sides(block, domains), multipliers);
            let mut best = [[NEVER; 4]; 2];
            for (subset, &worth) in worth.iter().enumerate() {
                for index in 0..4 {
                    let side = &mut best[subset >> index & 1][index];
                    *side = worth.max(*side);
                }
            }
            for (index, cell) in self.cells(block).into_iter().enumerate() {
                let sides = [best[0][index], best[1][index]];
                let most = sides[0].max(sides[1]);
                for (regret, side) in regrets[cell].iter_mut().zip(sides) {
                    *regret = regret.saturating_add(most - side);
                }
            }
        }
        regrets
    }
}
