//! Draws the grid as text: clues in the margins, `#` for black and `.` for white cells, wrong lines marked.

use super::answer::AnswerReader;
use super::instance::Instance;
use super::rules;
use crate::{Picture, Replay, Style, TextError};

const BLACK: Style = style(Some(255), Some(16));
const WHITE: Style = style(Some(250), Some(255));
const UNKNOWN: Style = style(Some(240), Some(250));
const WRONG: Style = Style {
    ink: Some(160),
    ground: None,
    bold: true,
};

const fn style(ink: Option<u8>, ground: Option<u8>) -> Style {
    Style {
        ink,
        ground,
        bold: false,
    }
}

pub(super) fn draw(
    instance: &Instance,
    answer: Option<&[u8]>,
    step: Option<u64>,
) -> Result<Picture, TextError> {
    let cells = instance.shape.cells();
    let mut reader = AnswerReader::new(instance);
    if let Some(answer) = answer {
        reader.feed(step.map_or(answer, |step| first_cells(answer, step)));
    }
    let black = reader.look()?;
    let mut picture = grid(instance, &black);
    picture.actions = black.len() as u64;
    picture.caption = match answer {
        None => format!("{} of {cells} cells are black", instance.rows.black()),
        Some(_) if black.len() < cells => format!("{} of {cells} cells are given", black.len()),
        Some(_) => match rules::check(instance, &black) {
            Ok(()) => "solved".to_owned(),
            Err(broken) => format!("rejected: {}", broken.reason),
        },
    };
    Ok(picture)
}

/// Returns the beginning of an answer that holds its first `cells` cells.
fn first_cells(text: &[u8], cells: u64) -> &[u8] {
    let mut given = text
        .iter()
        .enumerate()
        .filter(|(_, b)| b"#1X.0".contains(b));
    match given.nth(cells as usize) {
        Some((next, _)) => &text[..next],
        None => text,
    }
}

/// Returns whether all cells of a line are given and its runs differ from the clue.
fn is_wrong(instance: &Instance, black: &[bool], line: usize) -> bool {
    let last = instance.cells(line).next_back();
    last.is_some_and(|last| last < black.len()) && !rules::fits(instance, black, line)
}

fn grid(instance: &Instance, black: &[bool]) -> Picture {
    let shape = instance.shape;
    let clue_text = |line: usize| {
        let words: Vec<_> = instance.clue(line).iter().map(u32::to_string).collect();
        if words.is_empty() {
            "0".to_owned()
        } else {
            words.join(" ")
        }
    };
    let row_clues: Vec<_> = (0..shape.rows).map(clue_text).collect();
    let margin = row_clues.iter().map(String::len).max().unwrap_or(0);
    let column_clues: Vec<Vec<String>> = (shape.rows..instance.lines())
        .map(|line| clue_text(line).split(' ').map(str::to_owned).collect())
        .collect();
    let height = column_clues.iter().map(Vec::len).max().unwrap_or(0);
    let words = column_clues.iter().flatten();
    let width = 1 + words.map(String::len).max().unwrap_or(1);
    let wrong: Vec<_> = (0..instance.lines())
        .map(|line| is_wrong(instance, black, line))
        .collect();
    let style_of = |line: usize| if wrong[line] { WRONG } else { Style::default() };

    let mut picture = Picture::default();
    for level in 0..height {
        picture.line();
        picture.plain(" ".repeat(margin));
        for (column, clue) in column_clues.iter().enumerate() {
            let word = (level + clue.len()).checked_sub(height).map(|at| &clue[at]);
            let word = word.map_or("", String::as_str);
            picture.add(format!("{word:>width$}"), style_of(shape.rows + column));
        }
    }
    for (row, clue) in row_clues.iter().enumerate() {
        picture.line();
        picture.add(format!("{clue:>margin$}"), style_of(row));
        for column in 0..shape.columns {
            let (sign, style) = match black.get(shape.cell(row, column)) {
                None => (' ', UNKNOWN),
                Some(true) => ('#', BLACK),
                Some(false) => ('.', WHITE),
            };
            picture.add(format!("{sign:>width$}"), style);
        }
        if wrong[row] {
            picture.add(" <", WRONG);
        }
    }
    if wrong[shape.rows..].contains(&true) {
        picture.line();
        picture.plain(" ".repeat(margin));
        for &wrong in &wrong[shape.rows..] {
            let sign = if wrong { '^' } else { ' ' };
            picture.add(format!("{sign:>width$}"), WRONG);
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_clues_cells_and_wrong_lines() {
        let instance = Instance::read(b"2 3\n1 1\n2\n2\n1\n1\n").unwrap();
        let drawn = |answer: Option<&[u8]>, step| {
            let picture = draw(&instance, answer, step).unwrap();
            let line = |line: &Vec<crate::Span>| line.iter().map(|s| s.text.as_str()).collect();
            let lines: Vec<String> = picture.lines.iter().map(line).collect();
            assert_eq!(picture.actions, answer.map_or(0, |_| step.unwrap_or(6)));
            (lines, picture.caption)
        };
        let (lines, caption) = drawn(None, None);
        assert_eq!(lines, ["    2 1 1", "1 1      ", "  2      "]);
        assert_eq!(caption, "4 of 6 cells are black");
        let (lines, caption) = drawn(Some(b"#.#\n##.\n"), None);
        assert_eq!(lines, ["    2 1 1", "1 1 # . #", "  2 # # ."]);
        assert_eq!(caption, "solved");
        let (lines, caption) = drawn(Some(b"#.#\n##.\n"), Some(4));
        assert_eq!(lines, ["    2 1 1", "1 1 # . #", "  2 #    "]);
        assert_eq!(caption, "4 of 6 cells are given");
        let (lines, caption) = drawn(Some(b"##.\n##."), None);
        assert_eq!(
            lines,
            ["    2 1 1", "1 1 # # . <", "  2 # # .", "      ^ ^"]
        );
        assert!(caption.starts_with("rejected: row 1 of 2"), "{caption}");
        assert!(draw(&instance, Some(b"#?"), None).is_err());
    }
}
