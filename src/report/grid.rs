//! Tables of text for terminals, Markdown and CSV.

use std::io::IsTerminal;

use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, LineStyle, Table, presets};

use crate::error::{Error, Result};
use crate::terminal::{csv_field, printable};

/// The width of tables if standard output is not a terminal.
const DEFAULT_WIDTH: u16 = 80;

/// The emphasis of a row on terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    Plain,
    Bold,
    Dim,
}

/// Returns the maximum width of a table.
pub fn width() -> u16 {
    Table::new()
        .width()
        .filter(|&width| width > 0 && is_terminal())
        .unwrap_or(DEFAULT_WIDTH)
}

/// Returns whether standard output is a terminal.
pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Returns whether to use colours on standard output.
pub fn colours() -> bool {
    is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Returns a table for terminals. Columns of numbers are aligned to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let emphasis = std::iter::repeat_n(Emphasis::Plain, rows.len());
    styled_table(header, rows, emphasis)
}

/// Returns a table for terminals whose rows may be emphasised.
pub fn styled_table(
    header: &[&str],
    rows: Vec<Vec<String>>,
    emphasis: impl Iterator<Item = Emphasis>,
) -> String {
    let mut table = fill(header, rows, emphasis);
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width());
    if std::env::var_os("NO_COLOR").is_some() {
        table.force_no_tty();
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    table.trim_fmt() + "\n"
}

/// Returns a table for Markdown.
pub fn markdown(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let escaped = rows
        .into_iter()
        .map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect());
    let escaped: Vec<Vec<String>> = escaped.collect();
    let plain = std::iter::repeat_n(Emphasis::Plain, escaped.len());
    let mut table = fill(header, escaped, plain);
    table.load_style(presets::ASCII_MARKDOWN);
    table.trim_fmt() + "\n"
}

/// Returns a table as CSV.
pub fn csv(header: &[&str], rows: &[Vec<String>]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let titles = header.iter().map(|title| csv_field(title).into_owned());
    let written = writer.write_record(titles);
    let written = written.and_then(|()| {
        rows.iter().try_for_each(|row| {
            writer.write_record(row.iter().map(|field| csv_field(field).into_owned()))
        })
    });
    written.map_err(|error| Error::fault("write CSV", &error))?;
    super::csv::text(writer)
}

fn fill(
    header: &[&str],
    rows: Vec<Vec<String>>,
    emphasis: impl Iterator<Item = Emphasis>,
) -> Table {
    let numeric = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        text.is_empty() || digits.starts_with(|c: char| c.is_ascii_digit() || c == '–')
    };
    let right: Vec<bool> = (0..header.len())
        .map(|column| !rows.is_empty() && rows.iter().all(|row| numeric(&row[column])))
        .collect();
    let mut table = Table::new();
    table.set_header(header);
    for (row, row_emphasis) in rows.into_iter().zip(emphasis) {
        table.add_row(row.into_iter().map(|text| {
            // Escape sequences in untrusted text could imitate the styles of the judge.
            let cell = Cell::new(printable(&text));
            match row_emphasis {
                Emphasis::Plain => cell,
                Emphasis::Bold => cell.add_attribute(Attribute::Bold),
                Emphasis::Dim => cell.add_attribute(Attribute::Dim),
            }
        }));
    }
    for (column, right) in right.into_iter().enumerate() {
        if let Some(column) = table.column_mut(column).filter(|_| right) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
