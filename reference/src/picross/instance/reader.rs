//! Reads clues in three formats, detected by their content: the course's own, `.non` and `.mk`.

use super::{Clues, Instance};
use crate::text::{Line, is_blank, lines};
use crate::{MAX_CELLS, Shape, TextError};

pub(super) fn read(text: &[u8]) -> Result<Instance, TextError> {
    let is_keyed = lines(text).next().is_some_and(is_key);
    if is_keyed {
        keyed(text)
    } else if lines(text).any(is_separator) {
        separated(text)
    } else {
        plain(text)
    }
}

/// Returns whether a line begins with a letter, which is the case in `.non` only.
fn is_key(line: Line) -> bool {
    let first = line.tokens().next();
    first.is_some_and(|token| token.bytes()[0].is_ascii_alphabetic())
}

/// Returns whether a line consists of `#` alone, which is the case in `.mk` only.
fn is_separator(line: Line) -> bool {
    let mut tokens = line.tokens();
    tokens.next().is_some_and(|token| token.bytes() == b"#") && tokens.next().is_none()
}

/// Reads the course's format: `h w`, then one line per row and one per column. An empty line is an empty clue.
fn plain(text: &[u8]) -> Result<Instance, TextError> {
    const HELP: &str =
        "there is one line for each row, then one for each column; an empty one is an empty clue";
    let mut lines = lines(text);
    let shape = read_header(lines.need(header_expected)?)?;
    let mut first_column = None;
    let mut read = |what: &str, count, length| {
        let mut clues = Clues::default();
        for index in 0..count {
            let line = lines.need_even_blank(|| clue_expected(what, index, count));
            let line = line.map_err(|error| error.with_help(HELP))?;
            read_clue(line, length, is_blank, &mut clues)?;
            first_column = first_column.or(Some(line).filter(|_| what == COLUMN));
        }
        Ok(clues)
    };
    let rows = read(ROW, shape.rows, shape.columns)?;
    let columns = read(COLUMN, shape.columns, shape.rows)?;
    lines.need_end().map_err(|error| error.with_help(HELP))?;
    balanced(shape, rows, columns, first_column)
}

/// Reads `.mk`: `h w`, the rows, a `#` and the columns. A trailing `#` is allowed.
fn separated(text: &[u8]) -> Result<Instance, TextError> {
    let mut lines = lines(text);
    let shape = read_header(lines.need(header_expected)?)?;
    let mut next_section = || {
        let mut section = Section::default();
        while let Some(line) = lines.even_blank() {
            if is_separator(line) {
                section.end = Some(line);
                break;
            }
            section.lines.push(line);
        }
        section
    };
    let (rows, columns) = (next_section(), next_section());
    let behind = next_section();
    if let Some(extra) = behind.filled().next().or(behind.end) {
        return Err(extra.instead_of("the end of the file after the columns"));
    }
    sections(shape, &rows, &columns, is_blank)
}

/// Reads `.non`: lines that begin with a keyword. `width` and `height` are followed by a number, `rows` and `columns`
/// by clues on the following lines. Other keywords are ignored.
fn keyed(text: &[u8]) -> Result<Instance, TextError> {
    const KEYS: [&[u8]; 4] = [b"width", b"height", b"rows", b"columns"];
    let mut found: [Option<Line>; 4] = [None; 4];
    let mut sections_found = [Section::default(), Section::default()];
    let mut open: Option<usize> = None;
    let mut lines = lines(text);
    let mut last = 0;
    while let Some(line) = lines.even_blank() {
        last = line.number();
        if !is_key(line) {
            if let Some(section) = open {
                sections_found[section].lines.push(line);
            }
            continue;
        }
        if let Some(section) = open.take() {
            sections_found[section].end = Some(line);
        }
        let word = line.tokens().next().map(|token| token.bytes().to_owned());
        let key = KEYS.iter().position(|&key| Some(key) == word.as_deref());
        if let Some(key) = key {
            if found[key].is_some() {
                return Err(line.instead_of("every key only once"));
            }
            found[key] = Some(line);
            open = key.checked_sub(2);
        }
    }
    let need = |key: usize| {
        found[key].ok_or_else(|| {
            let expected = format!("a line that begins with `{}`", KEYS[key].escape_ascii());
            TextError::before(&[], last + 1, 1, expected)
        })
    };
    let size = |key: usize| -> Result<usize, TextError> {
        let line = need(key)?;
        let (expected, range) = ("a size", 1..=MAX_CELLS as i64);
        let number = line.tokens().nth(1);
        let number = number.ok_or_else(|| line.ends_before(expected))?;
        Ok(number.integer(&range, expected)? as usize)
    };
    let (columns, rows) = (size(0)?, size(1)?);
    let shape = checked_shape(rows, columns, need(1)?)?;
    need(2)?;
    need(3)?;
    let [rows, columns] = sections_found;
    sections(shape, &rows, &columns, |byte| {
        is_blank(byte) || byte == b','
    })
}

const ROW: &str = "row";
const COLUMN: &str = "column";

fn header_expected() -> String {
    "`h w`: rows and columns".to_owned()
}

fn clue_expected(what: &str, index: usize, count: usize) -> String {
    format!("the clue of {what} {} of {count}", index + 1)
}

fn read_header(line: Line) -> Result<Shape, TextError> {
    let mut sizes = Vec::with_capacity(2);
    line.integers(2, &(1..=MAX_CELLS as i64), "a size of `h w`", |size| {
        sizes.push(size as usize);
    })?;
    checked_shape(sizes[0], sizes[1], line)
}

fn checked_shape(rows: usize, columns: usize, line: Line) -> Result<Shape, TextError> {
    Shape::new(rows, columns).ok_or_else(|| {
        line.instead_of(format!(
            "a grid of at most {MAX_CELLS} cells, not {rows} × {columns}"
        ))
    })
}

/// The lines between two separators. Blank lines may be clues or layout.
#[derive(Default)]
struct Section<'a> {
    lines: Vec<Line<'a>>,
    /// The line that ends the section; `None` at the end of the file.
    end: Option<Line<'a>>,
}

impl<'a> Section<'a> {
    fn filled(&self) -> impl Iterator<Item = Line<'a>> {
        self.lines.iter().copied().filter(|line| !line.is_blank())
    }

    /// Reads the clues. Blank lines are layout if there are enough other lines; otherwise they are empty clues, except
    /// at the end.
    fn clues(
        &self,
        what: &str,
        count: usize,
        length: usize,
        separates: fn(u8) -> bool,
    ) -> Result<Clues, TextError> {
        let filled = self.filled().count();
        let mut kept: Vec<Line> = if filled >= count {
            self.filled().collect()
        } else {
            self.lines.clone()
        };
        while kept.len() > count && kept.last().is_some_and(|line| line.is_blank()) {
            kept.pop();
        }
        let mut clues = Clues::default();
        for index in 0..count {
            let Some(&line) = kept.get(index) else {
                return Err(self.ends_before(clue_expected(what, index, count)));
            };
            read_clue(line, length, separates, &mut clues)?;
        }
        match kept
            .get(count..)
            .and_then(|extra| extra.iter().find(|line| !line.is_blank()))
        {
            None => Ok(clues),
            Some(extra) => {
                let expected = format!("no more than {count} {what} clues, empty lines included");
                Err(extra.instead_of(expected))
            }
        }
    }

    fn ends_before(&self, expected: String) -> TextError {
        match (self.end, self.lines.last()) {
            (Some(end), _) => end.instead_of(expected),
            (None, last) => {
                let line = last.map_or(1, |line| line.number() + 1);
                TextError::before(&[], line, 1, expected)
            }
        }
    }
}

fn sections(
    shape: Shape,
    rows: &Section,
    columns: &Section,
    separates: fn(u8) -> bool,
) -> Result<Instance, TextError> {
    let first_column = columns.filled().next();
    let rows = rows.clues(ROW, shape.rows, shape.columns, separates)?;
    let columns = columns.clues(COLUMN, shape.columns, shape.rows, separates)?;
    balanced(shape, rows, columns, first_column)
}

/// Reads one clue. A single `0` is an empty clue.
fn read_clue(
    line: Line,
    length: usize,
    separates: fn(u8) -> bool,
    clues: &mut Clues,
) -> Result<(), TextError> {
    let mut tokens = line.tokens_between(separates).peekable();
    if let Some(zero) = tokens.next_if(|token| token.bytes() == b"0") {
        if tokens.peek().is_some() {
            return Err(zero.instead_of("a run of black cells, or `0` alone for an empty clue"));
        }
        clues.end_line();
        return Ok(());
    }
    let mut needed = 0;
    for token in tokens {
        let run = token.integer(&(1..=length as i64), "a run")?;
        needed += run as usize + usize::from(needed > 0);
        if needed > length {
            return Err(token.instead_of(format!(
                "a clue that fits {length} cells; up to here it needs {needed}"
            )));
        }
        clues.push_run(run as u32);
    }
    clues.end_line();
    Ok(())
}

/// Returns the instance. Fails if rows and columns have different numbers of black cells.
fn balanced(
    shape: Shape,
    rows: Clues,
    columns: Clues,
    first_column: Option<Line>,
) -> Result<Instance, TextError> {
    let (across, down) = (rows.black(), columns.black());
    if across != down {
        let cells = if down == 1 { "cell" } else { "cells" };
        return Err(TextError {
            line: first_column.map_or(1, Line::number),
            column: 1,
            found: format!("columns with {down} black {cells} in all"),
            expected: format!("{across}, as the rows have"),
            help: Some("rows and columns describe the same grid".to_owned()),
        });
    }
    Ok(Instance {
        shape,
        rows,
        columns,
    })
}
