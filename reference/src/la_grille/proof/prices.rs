//! The bound of given multipliers, and the colours that they exclude.

use super::Mode;
use super::cases::bit;
use crate::la_grille::instance::{Instance, Pawn, around};

/// The largest number of units in a point.
const LARGEST_SCALE: i64 = 1_000_000;

/// The pairs of a block's cells: upper left, upper right, lower left, lower right.
const PAIRS: [(usize, usize); 6] = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)];

/// What the proof says about the whole instance.
pub(super) struct Grid<'a> {
    instance: &'a Instance,
    penalty: i64,
    figures: Vec<Vec<usize>>,
    /// The figures that contain each cell.
    figures_of: Vec<Vec<u32>>,
    /// Whether a green next to another green could be replaced.
    avoidable: Vec<bool>,
}

impl<'a> Grid<'a> {
    pub(super) fn new(
        instance: &'a Instance,
        penalty: i64,
        figures: &[Vec<i64>],
    ) -> Result<Self, String> {
        let cells = instance.values().len();
        if !(1..=instance.penalty()).contains(&penalty) {
            let most = instance.penalty();
            return Err(format!("the penalty is not between 1 and {most}"));
        }
        let avoidable = (0..cells).map(|cell| {
            let (value, cross) = (instance.values()[cell], instance.cross(cell));
            cross <= value || cross <= if value < 0 { 0 } else { penalty }
        });
        let mut grid = Self {
            instance,
            penalty,
            figures: Vec::new(),
            figures_of: vec![Vec::new(); cells],
            avoidable: avoidable.collect(),
        };
        for (index, figure) in figures.iter().enumerate() {
            let is_figure = (2..=5).contains(&figure.len())
                && figure.windows(2).all(|pair| pair[0] < pair[1])
                && figure.iter().all(|&cell| (0..cells as i64).contains(&cell));
            let figure: Vec<usize> = figure.iter().map(|&cell| cell as usize).collect();
            if !is_figure || !grid.all_attack(&figure) {
                return Err(format!("figure {index} is not a set of cells on lines"));
            }
            for &cell in &figure {
                grid.figures_of[cell].push(index as u32);
            }
            grid.figures.push(figure);
        }
        Ok(grid)
    }

    pub(super) fn size(&self) -> usize {
        self.instance.size()
    }

    pub(super) fn cells(&self) -> usize {
        self.avoidable.len()
    }

    /// Returns the row, the column and the two diagonals of a cell.
    pub(super) fn straight(&self, cell: usize) -> [usize; 4] {
        let size = self.size();
        let (row, column) = (cell / size, cell % size);
        [
            row,
            size + column,
            3 * size + row - column,
            4 * size + row + column,
        ]
    }

    fn all_attack(&self, figure: &[usize]) -> bool {
        figure.iter().enumerate().all(|(index, &a)| {
            figure[..index].iter().all(|&b| {
                let (a, b) = (self.straight(a), self.straight(b));
                (0..4).any(|line| a[line] == b[line])
            })
        })
    }

    /// Returns the cells of a 2 × 2 block.
    fn block(&self, block: usize) -> [usize; 4] {
        let size = self.size();
        let corner = block / (size - 1) * size + block % (size - 1);
        [corner, corner + 1, corner + size, corner + size + 1]
    }

    /// Returns the price of every set of greens in a block; `None` for sets that are not needed. A pair that two blocks
    /// share costs half in each.
    fn block_costs(&self, block: usize, scale: i128) -> [Option<i128>; 16] {
        let inner = self.size() - 1;
        let (row, column) = (block / inner, block % inner);
        let border = [
            row == 0,
            row + 1 == inner,
            column == 0,
            column + 1 == inner,
            true,
            true,
        ];
        let whole = i128::from(self.penalty) * scale;
        let avoidable = self.block(block).map(|cell| self.avoidable[cell]);
        std::array::from_fn(|subset| {
            let mut cost = 0;
            for (&(a, b), &alone) in PAIRS.iter().zip(&border) {
                if subset >> a & subset >> b & 1 == 1 {
                    if avoidable[a] || avoidable[b] {
                        return None;
                    }
                    cost += if alone { whole } else { whole / 2 };
                }
            }
            Some(cost)
        })
    }
}

/// Multipliers, in units of 1/`scale` points.
pub(super) struct Prices<'g> {
    grid: &'g Grid<'g>,
    scale: i128,
    /// The number of black pawns, the red pawn, the balance of blue pawns.
    black: i64,
    red: i64,
    blue: i64,
    /// The rest: yellows, then greens of blocks, then lines.
    rest: Vec<i64>,
    lines: usize,
}

impl<'g> Prices<'g> {
    /// Reads the scale, and pairs of an index and a multiplier.
    pub(super) fn new(grid: &'g Grid, numbers: &[i64]) -> Result<Self, String> {
        let (cells, size) = (grid.cells(), grid.size());
        let scale = numbers[0];
        if !(1..=LARGEST_SCALE).contains(&scale) {
            return Err(format!("the scale is not between 1 and {LARGEST_SCALE}"));
        }
        let lines = cells + 4 * (size - 1) * (size - 1);
        let count = lines + 6 * size + grid.figures.len();
        let mut prices = Self {
            grid,
            scale: i128::from(scale),
            black: 0,
            red: 0,
            blue: 0,
            rest: vec![0; count],
            lines,
        };
        let penalty = i128::from(grid.penalty) * prices.scale;
        let mut next = 0;
        for pair in numbers[1..].chunks_exact(2) {
            let (index, multiplier) = (pair[0], pair[1]);
            if !(next..count as i64 + 3).contains(&index) {
                return Err(format!("index {index} is not expected here"));
            }
            next = index + 1;
            let index = index as usize;
            let at = index.wrapping_sub(3);
            let (least, most) = match index {
                1 => (false, false),
                2 => (true, true),
                _ if index < 3 => (true, false),
                _ if at < cells => (true, grid.instance.values()[at] > grid.penalty),
                _ => (at >= lines, false),
            };
            if least && multiplier < 0 || most && i128::from(multiplier) > penalty {
                return Err(format!("multiplier {index} is out of range"));
            }
            match index {
                0 => prices.black = multiplier,
                1 => prices.red = multiplier,
                2 => prices.blue = multiplier,
                _ => prices.rest[at] = multiplier,
            }
        }
        Ok(prices)
    }

    /// Removes the colours with which no placement reaches `goal` points. Returns whether placements may be left.
    pub(super) fn reduce(&self, mode: Mode, goal: i128, domains: &mut [u8]) -> bool {
        let grid = self.grid;
        let mut total = self.constant(mode);
        let mut best = Vec::with_capacity(grid.cells());
        for (cell, &domain) in domains.iter().enumerate() {
            let worth = self.worth(mode, cell);
            let colours = (0..6).filter(|&colour| domain >> colour & 1 == 1);
            let Some(most) = colours.map(|colour| worth[colour]).max() else {
                return false;
            };
            total += most;
            best.push(most);
        }
        // For each cell, what its blocks lose if it is not green, and if it is; `None` if that is impossible.
        let mut losses = vec![[Some(0_i128); 2]; grid.cells()];
        for block in 0..(grid.size() - 1) * (grid.size() - 1) {
            let mut sides: [[Option<i128>; 4]; 2] = [[None; 4]; 2];
            let mut most = None;
            for (subset, worth) in self.block_worth(block, domains).into_iter().enumerate() {
                most = most.max(worth);
                for place in 0..4 {
                    let side = &mut sides[subset >> place & 1][place];
                    *side = worth.max(*side);
                }
            }
            let Some(most) = most else { return false };
            total += most;
            for (place, cell) in grid.block(block).into_iter().enumerate() {
                for (loss, side) in losses[cell].iter_mut().zip(&sides) {
                    *loss = loss.zip(side[place]).map(|(loss, side)| loss + most - side);
                }
            }
        }
        let goal = goal * self.scale;
        if total < goal {
            return false;
        }
        for (cell, domain) in domains.iter_mut().enumerate() {
            let worth = self.worth(mode, cell);
            for (colour, &worth) in worth.iter().enumerate() {
                let is_green = 1 << colour == bit(Pawn::Green);
                let reaches = |loss: i128| total - (best[cell] - worth) - loss >= goal;
                if !losses[cell][usize::from(is_green)].is_some_and(reaches) {
                    *domain &= !(1 << colour);
                }
            }
        }
        true
    }

    fn constant(&self, mode: Mode) -> i128 {
        let size = self.grid.size() as i128;
        let blacks = match mode {
            Mode::Doubled => size,
            Mode::Undoubled => -size - 1,
        };
        let lines = self.rest[self.lines..].iter();
        blacks * i128::from(self.black)
            + i128::from(self.red)
            + lines.map(|&price| i128::from(price)).sum::<i128>()
    }

    /// Returns the score of each colour on a cell with all its prices.
    fn worth(&self, mode: Mode, cell: usize) -> [i128; 6] {
        let (grid, instance) = (self.grid, self.grid.instance);
        let value = i128::from(instance.values()[cell]);
        let rest = |index: usize| i128::from(self.rest[index]);
        let near: i128 = around(instance.shape(), cell).map(rest).sum();
        let straight = grid.straight(cell).map(|line| rest(self.lines + line));
        let figures = grid.figures_of[cell].iter();
        let figures: i128 = figures
            .map(|&figure| rest(self.lines + 6 * grid.size() + figure as usize))
            .sum();
        let black = i128::from(self.black);
        let black = match mode {
            Mode::Doubled => 2 * (value - 1) * self.scale - black,
            Mode::Undoubled => (value - 1) * self.scale + black,
        };
        [
            value * self.scale + near - rest(cell),
            i128::from(instance.cross(cell)) * self.scale - self.greens_at(cell),
            black,
            value.signum() * i128::from(self.blue),
            -straight.iter().sum::<i128>() - figures,
            -value * self.scale - i128::from(self.red),
        ]
    }

    /// Returns what the blocks of a cell earn if it is green.
    fn greens_at(&self, cell: usize) -> i128 {
        let size = self.grid.size();
        let (row, column) = (cell / size, cell % size);
        let mut sum = 0;
        for place in 0..4 {
            let (down, right) = (place / 2, place % 2);
            let inside = (down..size - 1 + down).contains(&row)
                && (right..size - 1 + right).contains(&column);
            if inside {
                let block = (row - down) * (size - 1) + column - right;
                sum += i128::from(self.rest[self.grid.cells() + 4 * block + place]);
            }
        }
        sum
    }

    /// Returns the score of every set of greens in a block; `None` if it is not possible.
    fn block_worth(&self, block: usize, domains: &[u8]) -> [Option<i128>; 16] {
        let green = bit(Pawn::Green);
        let mut worth = self
            .grid
            .block_costs(block, self.scale)
            .map(|cost| cost.map(|cost| -cost));
        for (place, cell) in self.grid.block(block).into_iter().enumerate() {
            let price = i128::from(self.rest[self.grid.cells() + 4 * block + place]);
            for (subset, worth) in worth.iter_mut().enumerate() {
                let is_green = subset >> place & 1 == 1;
                let colours = if is_green { green } else { !green };
                *worth = worth.filter(|_| domains[cell] & colours != 0);
                if is_green {
                    *worth = worth.map(|worth| worth + price);
                }
            }
        }
        worth
    }
}
