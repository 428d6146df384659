//! A grid of numbered tiles with walls between some cells: the type, its reader and its canonical text.

use std::fmt;

use crate::text::{Line, Token, lines};
use crate::{MAX_CELLS, Shape, TextError};

/// The number on a tile. Tile 1 belongs on the first cell, and so on row by row.
pub type Tile = u32;

/// A connected grid on which every tile from 1 to the number of cells occurs once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The size of the grid.
    pub shape: Shape,
    /// The tile on each cell, row by row.
    pub tiles: Vec<Tile>,
    /// The walls.
    pub walls: Walls,
}

/// Returns the cell where a tile belongs.
pub(super) fn target_cell(tile: Tile) -> usize {
    tile as usize - 1
}

impl Instance {
    /// Returns the cells with which a cell may exchange tiles: above, left, right, below.
    pub(super) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let Shape { rows, columns } = self.shape;
        let (row, column) = (self.shape.row(cell), self.shape.column(cell));
        let above = (row > 0).then(|| cell - columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < columns).then(|| cell + 1);
        let below = (row + 1 < rows).then(|| cell + columns);
        let around = [above, left, right, below].into_iter().flatten();
        around.filter(move |&other| !self.walls.between(cell, other))
    }

    /// Returns all pairs of cells that may exchange tiles, the smaller cell first.
    pub(super) fn swaps(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.shape.cells()).flat_map(move |cell| {
            let later = self.neighbours(cell).filter(move |&other| other > cell);
            later.map(move |other| (cell, other))
        })
    }

    /// Reads an instance: `m n`, the rows of tiles, then lines `wall i1 j1 i2 j2`.
    pub fn read(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = lines(text);
        let header = lines.need(|| "`m n`: rows and columns".to_owned())?;
        let mut sizes = Vec::with_capacity(2);
        header.integers(2, &(1..=MAX_CELLS as i64), "a size of `m n`", |size| {
            sizes.push(size as usize);
        })?;
        let shape = Shape::new(sizes[0], sizes[1]).ok_or_else(|| {
            let first = header.tokens().next().expect("two numbers were read");
            let (rows, columns) = (sizes[0], sizes[1]);
            first.instead_of(format!(
                "a grid of at most {MAX_CELLS} cells, not {rows} × {columns}"
            ))
        })?;

        // Allocation is limited by the text, not by the header: a tile takes at least two bytes of text.
        let room = shape.cells().min(text.len() / 2);
        let mut tiles: Vec<Tile> = Vec::with_capacity(room);
        let mut rows = Vec::new();
        for row in 0..shape.rows {
            let line = lines.need(|| format!("row {} of {} of the grid", row + 1, shape.rows))?;
            line.integers(
                shape.columns,
                &(1..=shape.cells() as i64),
                "a tile",
                |tile| tiles.push(tile as Tile),
            )?;
            rows.push(line);
        }
        need_each_once(shape, &tiles, &rows)?;

        let mut walls = Walls::default();
        let mut listed = Vec::new();
        for line in lines {
            let (cell, other) = read_wall(shape, line)?;
            walls.add(shape, cell, other);
            listed.push((line, cell, other));
        }
        let instance = Self {
            shape,
            tiles,
            walls,
        };
        instance.need_connection(&listed)?;
        Ok(instance)
    }

    /// Fails unless the grid is connected; otherwise a tile may be cut off from its target.
    fn need_connection(&self, listed: &[(Line, usize, usize)]) -> Result<(), TextError> {
        if listed.is_empty() {
            return Ok(());
        }
        let mut sets = DisjointSets::new(self.shape.cells());
        for (cell, other) in self.swaps() {
            sets.union(cell, other);
        }
        if sets.count == 1 {
            return Ok(());
        }
        // Removing the walls again, the last one first, finds the first one that disconnected the grid.
        for &(line, cell, other) in listed.iter().rev() {
            sets.union(cell, other);
            if sets.count == 1 {
                let first = line.tokens().next().expect("the line was read");
                let error = TextError {
                    found: "a wall that cuts the grid in two".to_owned(),
                    ..first.instead_of("walls that leave the grid in one piece")
                };
                return Err(error.with_help("take this wall away: every cell must be reachable"));
            }
        }
        unreachable!("a grid without walls is in one piece")
    }
}

fn need_each_once(shape: Shape, tiles: &[Tile], rows: &[Line]) -> Result<(), TextError> {
    let mut seen = vec![usize::MAX; shape.cells()];
    for (cell, &tile) in tiles.iter().enumerate() {
        let first = std::mem::replace(&mut seen[target_cell(tile)], cell);
        if first != usize::MAX {
            let token = rows[shape.row(cell)].tokens().nth(shape.column(cell));
            let (row, column) = (shape.row(first), shape.column(first));
            let cells = shape.cells();
            let expected =
                format!("each tile once; {tile} stands at row {row}, column {column} already");
            let error = token.expect("the row was read").instead_of(expected);
            return Err(error.with_help(format!("the tiles are the numbers from 1 to {cells}")));
        }
    }
    Ok(())
}

/// Reads the two neighbouring cells of a line `wall i1 j1 i2 j2`.
fn read_wall(shape: Shape, line: Line) -> Result<(usize, usize), TextError> {
    let mut tokens = line.tokens();
    let keyword = tokens.next().expect("a line has something on it");
    if keyword.bytes() != b"wall" {
        return Err(keyword.instead_of("`wall i1 j1 i2 j2`, or the end of the file"));
    }
    let first = tokens.next();
    let mut numbers = first.into_iter().chain(tokens);
    let mut next = |what: &str, size: usize| {
        let token: Option<Token> = numbers.next();
        let token = token.ok_or_else(|| line.ends_before(format!("{what} of `wall i1 j1 i2 j2`")));
        token?.integer(&(0..=size as i64 - 1), what)
    };
    let mut place = || {
        let row = next("a row", shape.rows)? as usize;
        let column = next("a column", shape.columns)? as usize;
        Ok(shape.cell(row, column))
    };
    let (cell, other) = (place()?, place()?);
    if let Some(extra) = numbers.next() {
        return Err(extra.instead_of("the end of the line after a wall"));
    }
    if shape.distance(cell, other) != 1 {
        let first = first.expect("four numbers were read");
        let expected = "two neighbouring cells, which share an edge";
        return Err(first
            .instead_of(expected)
            .with_help("a wall stands between two cells"));
    }
    Ok((cell.min(other), cell.max(other)))
}

/// The walls between neighbouring cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walls {
    /// For each cell, whether there is a wall to the right of it and below it. Empty if there are no walls.
    sides: Vec<[bool; 2]>,
}

impl Walls {
    /// Adds a wall between two neighbouring cells.
    pub fn add(&mut self, shape: Shape, cell: usize, other: usize) {
        if self.sides.is_empty() {
            self.sides = vec![[false; 2]; shape.cells()];
        }
        self.sides[cell.min(other)][below(cell, other)] = true;
    }

    /// Returns whether there is a wall between two neighbouring cells.
    pub fn between(&self, cell: usize, other: usize) -> bool {
        let sides = self.sides.get(cell.min(other));
        sides.is_some_and(|sides| sides[below(cell, other)])
    }

    /// Returns whether there are no walls.
    pub fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// Returns each wall once, by its first cell, the one to the right before the one below.
    fn list(&self, shape: Shape) -> impl Iterator<Item = (usize, usize)> {
        let sides = self.sides.iter().enumerate();
        sides.flat_map(move |(cell, &[right, below])| {
            let right = right.then_some((cell, cell + 1));
            let below = below.then_some((cell, cell + shape.columns));
            right.into_iter().chain(below)
        })
    }
}

/// Returns the side of the smaller cell on which the other one lies. In a single column the next cell counts as the one
/// to the right, which is unambiguous.
fn below(cell: usize, other: usize) -> usize {
    usize::from(cell.abs_diff(other) != 1)
}

/// A disjoint-set forest (union-find) of cells, to test connectivity.
#[derive(Debug)]
pub(super) struct DisjointSets {
    parents: Vec<u32>,
    pub(super) count: usize,
}

impl DisjointSets {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            parents: (0..cells as u32).collect(),
            count: cells,
        }
    }

    fn root(&mut self, mut cell: usize) -> usize {
        while self.parents[cell] as usize != cell {
            let parent = self.parents[cell] as usize;
            self.parents[cell] = self.parents[parent];
            cell = self.parents[cell] as usize;
        }
        cell
    }

    /// Merges two sets. Returns whether they were different.
    pub(super) fn union(&mut self, cell: usize, other: usize) -> bool {
        let (a, b) = (self.root(cell), self.root(other));
        self.parents[a] = b as u32;
        self.count -= usize::from(a != b);
        a != b
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, columns } = self.shape;
        writeln!(f, "{rows} {columns}")?;
        self.shape.write_rows(f, &self.tiles)?;
        for (cell, other) in self.walls.list(self.shape) {
            let place = |cell| (self.shape.row(cell), self.shape.column(cell));
            let ((row, column), (other_row, other_column)) = (place(cell), place(other));
            writeln!(f, "wall {row} {column} {other_row} {other_column}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refusal(text: &str) -> (usize, usize, String) {
        let error = Instance::read(text.as_bytes()).unwrap_err();
        (error.line, error.column, error.to_string())
    }

    #[test]
    fn reads_what_people_write() {
        let text =
            "\u{feff}2\t3  \r\n\r\n 2 1 3\r\n6 5\t4\n\nwall 1 1  0 1\n wall 0 0 0 1\nwall 0 1 1 1";
        let instance = Instance::read(text.as_bytes()).unwrap();
        assert_eq!(instance.tiles, [2, 1, 3, 6, 5, 4]);
        assert!(instance.walls.between(4, 1) && instance.walls.between(0, 1));
        assert!(!instance.walls.between(1, 2));
        let canonical = "2 3\n2 1 3\n6 5 4\nwall 0 0 0 1\nwall 0 1 1 1\n";
        assert_eq!(instance.to_string(), canonical);
        assert_eq!(Instance::read(canonical.as_bytes()), Ok(instance));
        let column = "3 1\n3\n2\n1\n";
        assert_eq!(
            Instance::read(column.as_bytes()).unwrap().to_string(),
            column
        );
    }

    #[test]
    fn errors_name_the_place() {
        let ends = |what: &str| format!("found the end of the file, expected {what}");
        assert_eq!(refusal(""), (1, 1, ends("`m n`: rows and columns")));
        assert_eq!(refusal("2 1\n1\n"), (3, 1, ends("row 2 of 2 of the grid")));
        assert_eq!(refusal("1 2 2\n1 2\n").1, 5);
        let (line, column, message) = refusal("1 3\n1 4 2\n");
        assert_eq!((line, column), (2, 3));
        assert_eq!(message, "found `4`, expected a tile from 1 to 3");
        let (line, column, message) = refusal("2 2\n1 2\n3 2\n");
        assert_eq!((line, column), (3, 3));
        assert_eq!(
            message,
            "found `2`, expected each tile once; 2 stands at row 0, column 1 already"
        );
    }

    #[test]
    fn walls_are_read_with_care() {
        let after = |walls: &str| refusal(&format!("2 2\n1 2\n3 4\n{walls}"));
        assert_eq!(after("door 0 0 0 1").0, 4);
        assert_eq!(after("wall 0 0 0").1, 11);
        assert_eq!(after("wall 0 0 0 2").1, 12);
        assert_eq!(after("wall 0 0 0 1 1").1, 14);
        let (_, column, message) = after("wall 0 0 1 1");
        assert_eq!(column, 6);
        assert!(message.contains("two neighbouring cells"), "{message}");
        assert_eq!(after("wall 0 0 0 0").1, 6);
        // The second line is the one that cuts the first cell off.
        let (line, _, message) = after("wall 0 0 0 1\nwall 1 0 0 0\nwall 0 1 1 1\n");
        assert_eq!(line, 5);
        assert!(
            message.starts_with("found a wall that cuts the grid in two"),
            "{message}"
        );
    }

    #[test]
    fn giant_headers_are_refused_before_allocating() {
        let (line, column, _) = refusal("1000000000 1000000000\n");
        assert_eq!((line, column), (1, 1));
        let (_, _, message) = refusal("4001 4000\n");
        assert!(message.contains("at most 16000000 cells"), "{message}");
        assert_eq!(refusal("4000 4000\n1 2\n").0, 2);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Instance::read(&bytes);
        }

        #[test]
        fn no_words_make_it_panic(tail in "(wall|[-0-9 \n]){0,60}") {
            for head in ["", "1 2\n2 1\n", "2 2\n1 3\n2 4\n", "3 1\n3\n2\n1\n"] {
                if let Ok(instance) = Instance::read(format!("{head}{tail}").as_bytes()) {
                    prop_assert_eq!(Instance::read(instance.to_string().as_bytes()), Ok(instance));
                }
            }
        }
    }
}
