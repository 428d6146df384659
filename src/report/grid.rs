//! Rows and columns of text, for terminals and for Markdown.

use std::io::IsTerminal;

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, presets};

use crate::error::{Error, Result};

/// Where there is no terminal to ask for its width.
const WIDTH: u16 = 100;

/// A table for people; numbers stand to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = fill(header, rows);
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if !std::io::stdout().is_terminal() {
        table.set_width(WIDTH);
    }
    table.trim_fmt() + "\n"
}

pub fn markdown(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let escaped = rows
        .into_iter()
        .map(|row| row.iter().map(|cell| cell.replace('|', "\\|")).collect());
    let mut table = fill(header, escaped.collect());
    table.load_style(presets::ASCII_MARKDOWN);
    table.trim_fmt() + "\n"
}

pub fn csv(header: &[&str], rows: &[Vec<String>]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(header);
    let written = written.and_then(|()| rows.iter().try_for_each(|row| writer.write_record(row)));
    written.map_err(|error| Error::fault("write CSV", &error))?;
    let bytes = writer
        .into_inner()
        .map_err(|error| Error::fault("write CSV", &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn fill(header: &[&str], rows: Vec<Vec<String>>) -> Table {
    let numeric =
        |text: &str| text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit() || c == '–');
    let right: Vec<bool> = (0..header.len())
        .map(|column| !rows.is_empty() && rows.iter().all(|row| numeric(&row[column])))
        .collect();
    let mut table = Table::new();
    table.set_header(header);
    table.add_rows(rows);
    for (column, right) in right.into_iter().enumerate() {
        if let Some(column) = table.column_mut(column).filter(|_| right) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
