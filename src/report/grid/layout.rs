//! The widths of a table's columns: no word is broken that fits the terminal.

use unicode_width::UnicodeWidthStr;

/// The blanks between two columns.
const GAP: usize = 2;

/// How wide a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Its longest word.
    word: usize,
    /// Its longest line.
    line: usize,
}

impl Extent {
    pub(super) fn new<'t>(title: &'t str, cells: impl Iterator<Item = &'t str>) -> Self {
        let mut extent = Self { word: 0, line: 0 };
        for line in cells.chain([title]).flat_map(str::lines) {
            extent.line = extent.line.max(line.width());
            let words = line.split(' ').map(UnicodeWidthStr::width);
            extent.word = extent.word.max(words.max().unwrap_or(0));
        }
        extent
    }
}

/// Returns whether all lines of the columns fit side by side.
pub(super) fn fit(columns: &[Extent], room: usize) -> bool {
    let lines: usize = columns.iter().map(|column| column.line + GAP).sum();
    lines <= room + GAP
}

/// Returns the columns of each part of a table. Every part but the first begins with the first column again.
pub(super) fn parts(columns: &[Extent], room: usize) -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new()];
    let mut used = 0;
    for (at, column) in columns.iter().enumerate() {
        let has_own_column = parts.last().is_some_and(|part: &Vec<usize>| part.len() > 1);
        if has_own_column && used + column.word > room {
            parts.push(vec![0]);
            used = columns[0].word + GAP;
        }
        if let Some(part) = parts.last_mut() {
            part.push(at);
        }
        used += column.word + GAP;
    }
    parts
}

/// Returns the widths of columns side by side: as wide as their lines if there is room, else the widest become narrower
/// first, down to their longest word.
pub(super) fn widths(columns: &[Extent], room: usize) -> Vec<usize> {
    let room = room.saturating_sub(GAP * columns.len().saturating_sub(1));
    let capped = |cap: usize| -> Vec<usize> {
        let width = |column: &Extent| column.line.min(cap.max(column.word));
        columns.iter().map(width).collect()
    };
    let widest = columns.iter().map(|column| column.line).max().unwrap_or(0);
    let fits = |cap: &usize| capped(*cap).iter().sum::<usize>() <= room;
    let cap = (1..=widest).rev().find(fits);
    let mut widths = capped(cap.unwrap_or(1));
    // Only a word that is wider than the terminal remains too wide.
    let excess = widths.iter().sum::<usize>().saturating_sub(room);
    if let Some(width) = widths.iter_mut().max() {
        *width = width.saturating_sub(excess).max(1);
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(word: usize, line: usize) -> Extent {
        Extent { word, line }
    }

    #[test]
    fn the_longest_word_and_line_of_a_column() {
        let cells = ["a long line", "étoile", "日本"];
        assert_eq!(Extent::new("title", cells.into_iter()), extent(6, 11));
    }

    #[test]
    fn wide_columns_become_narrower_first() {
        let columns = [extent(4, 4), extent(5, 40), extent(6, 20)];
        assert_eq!(widths(&columns, 80), [4, 40, 20]);
        assert_eq!(widths(&columns, 58), [4, 30, 20]);
        assert_eq!(widths(&columns, 28), [4, 10, 10]);
        assert_eq!(widths(&columns, 19), [4, 5, 6]);
        // A word is broken if the terminal is narrower than it.
        assert_eq!(widths(&[extent(30, 30)], 20), [20]);
    }

    #[test]
    fn a_table_with_too_many_words_is_split() {
        let columns = [extent(4, 4), extent(8, 9), extent(8, 9), extent(8, 8)];
        assert_eq!(parts(&columns, 34), [vec![0, 1, 2, 3]]);
        assert_eq!(parts(&columns, 33), [vec![0, 1, 2], vec![0, 3]]);
        assert_eq!(parts(&columns, 14), [vec![0, 1], vec![0, 2], vec![0, 3]]);
        assert_eq!(parts(&columns, 5), [vec![0, 1], vec![0, 2], vec![0, 3]]);
    }
}
