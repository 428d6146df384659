//! Tables of text for terminals, Markdown and CSV.

mod layout;

use comfy_table::{
    Attribute, Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, Width,
    presets,
};

use self::layout::Extent;
use crate::error::{Error, Result};
use crate::terminal::{self, csv_field, printable};

/// The emphasis of a row on terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    Plain,
    Bold,
    Dim,
}

/// Returns a table for terminals. Columns of numbers are aligned to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>) -> String {
    let emphasis = std::iter::repeat_n(Emphasis::Plain, rows.len());
    styled_table(header, rows, emphasis)
}

/// Returns whether a table fits the terminal without breaking lines.
pub fn fits(header: &[&str], rows: &[Vec<String>]) -> bool {
    layout::fit(&extents(header, rows), usize::from(terminal::width()))
}

fn extents(header: &[&str], rows: &[Vec<String>]) -> Vec<Extent> {
    let extent = |column: usize| Extent::new(header[column], rows.iter().map(|row| &*row[column]));
    (0..header.len()).map(extent).collect()
}

/// Returns a table for terminals whose rows may be emphasised. A table that would break words is split into several,
/// each with the first column.
pub fn styled_table(
    header: &[&str],
    rows: Vec<Vec<String>>,
    emphasis: impl Iterator<Item = Emphasis>,
) -> String {
    let room = usize::from(terminal::width());
    let emphasis: Vec<Emphasis> = emphasis.collect();
    let columns = extents(header, &rows);
    let parts = layout::parts(&columns, room);
    if parts.len() > 1 {
        let part = |columns: &[usize]| {
            let header: Vec<&str> = columns.iter().map(|&column| header[column]).collect();
            let part = |row: &Vec<String>| columns.iter().map(|&c| row[c].clone()).collect();
            let rows: Vec<Vec<String>> = rows.iter().map(part).collect();
            styled_table(&header, rows, emphasis.iter().copied())
        };
        return parts.iter().map(|columns| part(columns)).collect();
    }
    let mut table = fill(header, rows, emphasis.into_iter());
    table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if terminal::colours() {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    let widths = layout::widths(&columns, room).into_iter().enumerate();
    for (column, (number, width)) in table.column_iter_mut().zip(widths) {
        // The last column needs no distance from a next one.
        let padding = u16::from(number + 1 < columns.len());
        column.set_padding((0, padding));
        let width = u16::try_from(width)
            .unwrap_or(u16::MAX)
            .saturating_add(padding);
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
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
