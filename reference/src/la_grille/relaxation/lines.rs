//! Sets of cells in which orange pawns attack each other: rows, columns, diagonals and small figures.

/// Cliques of the queens' graph.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Lines {
    /// The lines through each cell, in one vector.
    of_cells: Vec<u32>,
    starts: Vec<u32>,
    cells: Vec<Vec<u32>>,
}

/// The largest grid with figures, whose number grows quickly.
const MAX_SIZE_WITH_FIGURES: usize = 24;

impl Lines {
    pub(super) fn new(size: usize) -> Self {
        let mut cells = straight(size);
        if size <= MAX_SIZE_WITH_FIGURES {
            cells.extend(figures(size));
        }
        Self::through(size, cells)
    }

    /// Returns the lines restricted to cells that can be orange, without those contained in others.
    pub(super) fn restricted(&self, size: usize, can: impl Fn(usize) -> bool) -> Self {
        let left = |line: &Vec<u32>| -> Vec<u32> {
            let members = line.iter().copied();
            members.filter(|&cell| can(cell as usize)).collect()
        };
        let mut lines: Vec<Vec<u32>> = self.cells.iter().map(left).collect();
        for line in &mut lines {
            line.sort_unstable();
        }
        lines.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        let mut kept: Vec<Vec<u32>> = Vec::new();
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); size * size];
        for line in lines {
            let Some(&first) = line.first() else { break };
            let covers = |&holder: &usize| {
                let members: &[u32] = &kept[holder];
                line.iter().all(|cell| members.binary_search(cell).is_ok())
            };
            if !holders[first as usize].iter().any(covers) {
                for &cell in &line {
                    holders[cell as usize].push(kept.len());
                }
                kept.push(line);
            }
        }
        Self::through(size, kept)
    }

    fn through(size: usize, mut cells: Vec<Vec<u32>>) -> Self {
        cells.retain(|line| line.len() > 1);
        let mut through: Vec<Vec<u32>> = vec![Vec::new(); size * size];
        for (line, members) in cells.iter().enumerate() {
            for &cell in members {
                through[cell as usize].push(line as u32);
            }
        }
        let mut starts = vec![0];
        let mut of_cells = Vec::new();
        for lines in through {
            of_cells.extend(lines);
            starts.push(of_cells.len() as u32);
        }
        Self {
            of_cells,
            starts,
            cells,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn of(&self, cell: usize) -> &[u32] {
        &self.of_cells[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Returns the cells of each line.
    pub(super) fn cells(&self) -> &[Vec<u32>] {
        &self.cells
    }

    /// Returns all cells that an orange pawn attacks, some of them more than once.
    pub(in crate::la_grille) fn attacked(&self, cell: usize) -> impl Iterator<Item = usize> {
        let lines = self.of(cell).iter();
        let cells = lines.flat_map(|&line| &self.cells[line as usize]);
        cells
            .map(|&other| other as usize)
            .filter(move |&other| other != cell)
    }
}

fn straight(size: usize) -> Vec<Vec<u32>> {
    let mut lines = vec![Vec::new(); 6 * size];
    for row in 0..size {
        for column in 0..size {
            for line in [
                row,
                size + column,
                3 * size + row - column,
                4 * size + row + column,
            ] {
                lines[line].push((row * size + column) as u32);
            }
        }
    }
    lines
}

/// Returns the corners of squares, axis-parallel or diagonal, with the centre if there is one.
fn figures(size: usize) -> Vec<Vec<u32>> {
    let cell = |row: usize, column: usize| (row * size + column) as u32;
    let mut figures = Vec::new();
    for row in 0..size {
        for column in 0..size {
            for side in 1..size - row.max(column) {
                let mut corners = vec![
                    cell(row, column),
                    cell(row, column + side),
                    cell(row + side, column),
                    cell(row + side, column + side),
                ];
                if side & 1 == 0 {
                    corners.push(cell(row + side / 2, column + side / 2));
                }
                figures.push(corners);
            }
            let room = row.min(column).min(size - 1 - row).min(size - 1 - column);
            for reach in 1..=room {
                figures.push(vec![
                    cell(row, column),
                    cell(row - reach, column),
                    cell(row, column - reach),
                    cell(row, column + reach),
                    cell(row + reach, column),
                ]);
            }
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cells_of_a_line_attack_each_other() {
        for size in 1..9 {
            let lines = Lines::new(size);
            for line in &lines.cells {
                for &a in line {
                    for &b in line {
                        let (a, b) = (a as usize, b as usize);
                        let rows = (a / size).abs_diff(b / size);
                        let columns = (a % size).abs_diff(b % size);
                        assert!(rows == 0 || columns == 0 || rows == columns);
                    }
                }
            }
            let all: usize = (0..size * size).map(|cell| lines.of(cell).len()).sum();
            assert_eq!(all, lines.cells.iter().map(Vec::len).sum::<usize>());
        }
    }
}
