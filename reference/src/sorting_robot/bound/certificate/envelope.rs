//! The highest prices that differ by at most the distance and do not exceed given ones.

use crate::Shape;
use crate::sorting_robot::sites::Site;

/// Returns, for each cell of `wanted`, the minimum over all cells of `given` of their price plus the distance.
///
/// Two sweeps over the rows keep the minimum for every column. A price is propagated to the columns nearby only as long
/// as it lowers their minimum.
pub(super) fn lower_envelope(shape: Shape, given: &[(Site, i32)], wanted: &[Site]) -> Vec<i32> {
    let mut columns: Vec<usize> = wanted
        .iter()
        .chain(given.iter().map(|(cell, _)| cell))
        .map(|&cell| shape.column(cell as usize))
        .collect();
    columns.sort_unstable();
    columns.dedup();
    let place_of = |cell: Site| {
        let column = shape.column(cell as usize);
        columns.partition_point(|&other| other < column)
    };
    let mut given = given.to_vec();
    given.sort_unstable();
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_unstable_by_key(|&index| wanted[index]);
    let mut envelope = vec![i32::MAX; wanted.len()];
    for downwards in [true, false] {
        // The distance from row to row is counted by adding it to all prices of later rows.
        let row_of = |cell: Site| {
            let row = shape.row(cell as usize) as i32;
            if downwards { row } else { -row }
        };
        let mut sweep = Sweep {
            columns: &columns,
            level: vec![i32::MAX; columns.len()],
        };
        let mut next = 0;
        for &index in &order {
            let row = row_of(wanted[index]);
            while let Some(&(cell, price)) = given.get(next)
                && row_of(cell) <= row
            {
                sweep.insert(place_of(cell), price - row_of(cell));
                next += 1;
            }
            let level = sweep.level[place_of(wanted[index])];
            envelope[index] = envelope[index].min(level.saturating_add(row));
        }
        given.reverse();
        order.reverse();
    }
    envelope
}

struct Sweep<'a> {
    columns: &'a [usize],
    /// For each column, the least price so far, minus the row.
    level: Vec<i32>,
}

impl Sweep<'_> {
    fn insert(&mut self, place: usize, level: i32) {
        if self.level[place] <= level {
            return;
        }
        self.level[place] = level;
        let column = self.columns[place];
        let behind = place + 1..self.columns.len();
        for other in behind {
            if !self.lower(other, level, column) {
                break;
            }
        }
        for other in (0..place).rev() {
            if !self.lower(other, level, column) {
                break;
            }
        }
    }

    /// Lowers one column and returns whether that changed it.
    fn lower(&mut self, place: usize, level: i32, column: usize) -> bool {
        let through = level + self.columns[place].abs_diff(column) as i32;
        let lowers = self.level[place] > through;
        if lowers {
            self.level[place] = through;
        }
        lowers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn agrees_with_all_pairs() {
        let random = &mut Random::new(3);
        for round in 0..200 {
            let shape = Shape::new(1 + round % 7, 1 + random.below(9)).unwrap();
            let mut cells = |count: usize| -> Vec<Site> {
                let cell = |_| random.below(shape.cells()) as Site;
                (0..count).map(cell).collect()
            };
            let (from, wanted) = (cells(1 + round % 5), cells(6));
            let price = |cell: Site| (cell, random.below(20) as i32 - 10);
            let given: Vec<(Site, i32)> = from.into_iter().map(price).collect();
            let expected = wanted.iter().map(|&to| {
                let through = |&(from, price): &(Site, i32)| {
                    price + shape.distance(from as usize, to as usize) as i32
                };
                given.iter().map(through).min().unwrap()
            });
            let expected: Vec<i32> = expected.collect();
            assert_eq!(lower_envelope(shape, &given, &wanted), expected);
        }
    }
}
