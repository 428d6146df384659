//! The text of a proof.

use std::collections::HashMap;
use std::fmt::Write;

use crate::digest::digest;

use crate::la_grille::instance::Instance;
use crate::la_grille::relaxation::{Constraint, Domain, Multipliers, Relaxation};
use crate::{LARGEST_PROOF, Proof};

/// A proof that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    size: usize,
    head: String,
    figures: HashMap<Vec<u32>, usize>,
    figure_lines: String,
    steps: String,
    /// The number of lines in `steps`.
    lines: usize,
}

const LONGEST_FIRST_LINE: usize = 60;
/// The checker refuses more steps times cells.
const MOST_WORK: usize = 100_000_000;

impl Writer {
    pub(super) fn new(instance: &Instance, penalty: i64) -> Self {
        let digest = digest(instance);
        Self {
            size: instance.size(),
            head: format!("instance {digest}\npenalty {penalty}\n"),
            figures: HashMap::new(),
            figure_lines: String::new(),
            steps: String::new(),
            lines: 0,
        }
    }

    /// Begins the part of a mode.
    pub(super) fn mode(&mut self, doubled: bool) {
        let name = if doubled { "doubled" } else { "undoubled" };
        self.line(format_args!("{name}"));
    }

    /// Writes the multipliers of the bound without penalties.
    pub(super) fn plain(&mut self, black: i64, red: i64) {
        self.line(format_args!("close 1 0 {black} 1 {red}"));
    }

    /// Closes a case that contradicts itself.
    pub(super) fn close(&mut self) {
        self.line(format_args!("close 1"));
    }

    /// Divides a case: first the given colours of a cell, then the others.
    pub(super) fn branch(&mut self, cell: usize, colours: Domain) {
        self.line(format_args!("branch {cell} {colours}"));
    }

    fn line(&mut self, line: std::fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.steps, "{line}");
        self.lines += 1;
    }

    /// Writes multipliers, which are multiples of `unit`.
    pub(super) fn prices(
        &mut self,
        closing: bool,
        relaxation: &Relaxation,
        multipliers: &Multipliers,
        unit: i64,
    ) {
        let mut prices: Vec<(usize, i64)> = relaxation
            .nonzero(multipliers)
            .map(|(constraint, price)| (self.index(constraint), price / unit))
            .collect();
        prices.sort_unstable();
        let word = if closing { "close" } else { "price" };
        let _ = write!(self.steps, "{word} {}", relaxation.scale / unit);
        for (index, price) in prices {
            let _ = write!(self.steps, " {index} {price}");
        }
        self.steps.push('\n');
        self.lines += 1;
    }

    /// Returns the index of a multiplier in the proof.
    fn index(&mut self, constraint: Constraint) -> usize {
        let size = self.size;
        let greens = 3 + size * size;
        let lines = greens + 4 * (size - 1) * (size - 1);
        match constraint {
            Constraint::Black => 0,
            Constraint::Red => 1,
            Constraint::Blue => 2,
            Constraint::Adjacency(cell) => 3 + cell,
            Constraint::Green(place) => greens + place,
            Constraint::Line(cells) => {
                let line = straight(size, cells);
                lines + line.unwrap_or_else(|| 6 * size + self.figure(cells))
            }
        }
    }

    fn figure(&mut self, cells: &[u32]) -> usize {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let next = self.figures.len();
        *self.figures.entry(cells).or_insert_with_key(|cells| {
            self.figure_lines.push_str("figure");
            for cell in cells {
                let _ = write!(self.figure_lines, " {cell}");
            }
            self.figure_lines.push('\n');
            next
        })
    }

    /// Returns whether the proof is small enough so far.
    pub(super) fn fits(&self) -> bool {
        let parts = [&self.head, &self.figure_lines, &self.steps];
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let work = self.lines.saturating_mul(self.size * self.size);
        length + LONGEST_FIRST_LINE <= LARGEST_PROOF && work <= MOST_WORK
    }

    /// Returns the proof, unless it is too large.
    pub(super) fn finish(self, bound: i64) -> Option<Proof> {
        let Self {
            head,
            figure_lines,
            steps,
            ..
        } = &self;
        self.fits().then(|| Proof {
            bound,
            text: format!("judge-proof 1 la-grille {bound}\n{head}{figure_lines}{steps}"),
        })
    }
}

/// Returns the row, column or diagonal that contains all these cells.
fn straight(size: usize, cells: &[u32]) -> Option<usize> {
    let lines = |&cell: &u32| {
        let (row, column) = (cell as usize / size, cell as usize % size);
        [
            row,
            size + column,
            3 * size + row - column,
            4 * size + row + column,
        ]
    };
    let first = cells.first().map(lines)?;
    (0..4)
        .find(|&kind| cells.iter().all(|cell| lines(cell)[kind] == first[kind]))
        .map(|kind| first[kind])
}
