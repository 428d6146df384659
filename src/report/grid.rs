//! Rows and columns of text, for terminals and for Markdown.

use std::io::IsTerminal;

use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, LineStyle, Table, presets};

use crate::error::{Error, Result};
use crate::terminal::{csv_field, printable};

/// Where there is no terminal to ask for its width.
const WIDTH: u16 = 80;

/// How a row stands out on terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Plain,
    Bold,
    Dim,
}

/// The width that tables have to fit into.
pub fn width() -> u16 {
    Table::new()
        .width()
        .filter(|&width| width > 0 && is_terminal())
        .unwrap_or(WIDTH)
}

pub fn is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// Whether standard output shows colours and the user wants any.
pub fn colours() -> bool {
    is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// A table for people; numbers stand to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let looks = std::iter::repeat_n(Look::Plain, rows.len());
    styled_table(header, rows, looks)
}

/// A table whose rows may stand out, on terminals that show it.
pub fn styled_table(
    header: &[&str],
    rows: Vec<Vec<String>>,
    looks: impl Iterator<Item = Look>,
) -> String {
    let mut table = fill(header, rows, looks);
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

pub fn markdown(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let escaped = rows
        .into_iter()
        .map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect());
    let escaped: Vec<Vec<String>> = escaped.collect();
    let plain = std::iter::repeat_n(Look::Plain, escaped.len());
    let mut table = fill(header, escaped, plain);
    table.load_style(presets::ASCII_MARKDOWN);
    table.trim_fmt() + "\n"
}

pub fn csv(header: &[&str], rows: &[Vec<String>]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(header);
    let written = written.and_then(|()| {
        rows.iter().try_for_each(|row| {
            writer.write_record(row.iter().map(|field| csv_field(field).into_owned()))
        })
    });
    written.map_err(|error| Error::fault("write CSV", &error))?;
    let bytes = writer
        .into_inner()
        .map_err(|error| Error::fault("write CSV", &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn fill(header: &[&str], rows: Vec<Vec<String>>, looks: impl Iterator<Item = Look>) -> Table {
    let numeric = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        text.is_empty() || digits.starts_with(|c: char| c.is_ascii_digit() || c == '–')
    };
    let right: Vec<bool> = (0..header.len())
        .map(|column| !rows.is_empty() && rows.iter().all(|row| numeric(&row[column])))
        .collect();
    let mut table = Table::new();
    table.set_header(header);
    for (row, look) in rows.into_iter().zip(looks) {
        table.add_row(row.into_iter().map(|text| {
            // Styles of a stranger's own would look like the judge's.
            let cell = Cell::new(printable(&text));
            match look {
                Look::Plain => cell,
                Look::Bold => cell.add_attribute(Attribute::Bold),
                Look::Dim => cell.add_attribute(Attribute::Dim),
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
