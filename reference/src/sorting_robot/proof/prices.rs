//! Prices of pieces and of the empty hand that differ by at most the distance of their cells.

use super::reader::{keyword, read_grids};
use super::{from_start, index_of, need_steps, open_cells, refused};
use crate::sorting_robot::instance::{Instance, NONE};
use crate::text::Lines;
use crate::{ProofError, Shape, TextError};

/// For each cell, the prices of the piece that it gives, of the piece that it takes and of the empty hand.
pub(super) struct Prices {
    give: Vec<i64>,
    take: Vec<i64>,
    hand: Vec<i64>,
}

impl Prices {
    pub(super) fn read(instance: &Instance, lines: &mut Lines) -> Result<Self, TextError> {
        let mut grid = |name: &str| {
            keyword(lines.need(|| format!("a line `{name}`"))?, name)?;
            read_grids(lines, instance.shape, 1)
        };
        let (give, take) = (grid("give")?, grid("take")?);
        let hand = match lines.next() {
            None => vec![0; give.len()],
            Some(line) => {
                keyword(line, "hand")?;
                read_grids(lines, instance.shape, 1)?
            }
        };
        lines.need_end()?;
        Ok(Self { give, take, hand })
    }

    pub(super) fn check(&self, instance: &Instance, bound: i64) -> Result<(), ProofError> {
        for cell in 0..instance.shape.cells() {
            let prices = [self.give[cell], self.take[cell], self.hand[cell]];
            if instance.is_black(cell) && prices != [0; 3] {
                return Err(refused(format!("cell {cell} is black and has a price")));
            }
        }
        let mut priced = vec![Vec::new(); instance.colours + 1];
        let mut steps = 0;
        let (mut first, mut last) = (None, None);
        for cell in open_cells(instance) {
            let (give, take, hand) = (self.give[cell], self.take[cell], self.hand[cell]);
            priced[index_of(instance, instance.pieces[cell])].push((cell, give));
            priced[index_of(instance, instance.backgrounds[cell])].push((cell, take));
            priced[instance.colours].push((cell, hand));
            steps += i128::from(take) - i128::from(give);
            if instance.pieces[cell] != NONE {
                let begins = from_start(instance, cell) as i64 - hand;
                first = Some(first.map_or(begins, |least: i64| least.min(begins)));
            }
            last = Some(last.map_or(hand, |least: i64| least.min(hand)));
        }
        for priced in &priced {
            check_differences(instance.shape, priced)?;
        }
        steps += i128::from(first.unwrap_or(0)) + i128::from(last.unwrap_or(0));
        need_steps(steps, bound)
    }
}

/// Fails if two prices differ by more than the distance of their cells, which are in increasing order.
///
/// Row by row, it keeps for every column the least price that the cells above allow, minus the row number. A new price
/// is propagated to the columns nearby as long as it lowers them. Every propagation lowers an integer that is
/// bounded from below, so that the total is linear in the number of cells of the grid, mostly much less.
fn check_differences(shape: Shape, priced: &[(usize, i64)]) -> Result<(), ProofError> {
    let mut columns: Vec<usize> = priced.iter().map(|&(cell, _)| shape.column(cell)).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut least = [1, -1].map(|sign| (sign, vec![i64::MAX; columns.len()]));
    for &(cell, price) in priced {
        let (row, column) = (shape.row(cell), shape.column(cell));
        let place = columns.partition_point(|&other| other < column);
        for (sign, least) in &mut least {
            let level = *sign * price - row as i64;
            if level > least[place] {
                return Err(refused(format!(
                    "the price in row {row}, column {column} differs from another one by more than the distance"
                )));
            }
            least[place] = level;
            let (left, right) = least.split_at_mut(place);
            let before = left.iter_mut().zip(&columns[..place]).rev();
            let behind = right.iter_mut().zip(&columns[place..]).skip(1);
            spread(before, level, column);
            spread(behind, level, column);
        }
    }
    Ok(())
}

/// Lowers levels to what a price in this column allows, up to the first that is as low.
fn spread<'a>(levels: impl Iterator<Item = (&'a mut i64, &'a usize)>, level: i64, column: usize) {
    for (least, &other) in levels {
        let allowed = level + other.abs_diff(column) as i64;
        if *least <= allowed {
            break;
        }
        *least = allowed;
    }
}
