//! Renders the Markdown of the manual for a terminal: headings and emphasis in bold, paragraphs wrapped, tables aligned.
//!
//! Supports what the topics use: headings, paragraphs, lists, fenced code, tables, `**bold**`. Code spans keep their
//! backticks, which set them off without colours.

use std::fmt::Write;

use comfy_table::{ContentArrangement, LineStyle, Table, presets};

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// The text for a terminal that is `width` characters wide, with bold type if `styled`.
pub fn render(markdown: &str, width: usize, styled: bool) -> String {
    let mut renderer = Renderer {
        width,
        styled,
        text: String::new(),
    };
    let lines: Vec<&str> = markdown.lines().collect();
    let mut rest = lines.as_slice();
    while let Some(first) = rest.first() {
        let length = block_length(rest);
        let (block, others) = rest.split_at(length);
        if first.trim().is_empty() {
            renderer.text.push('\n');
        } else if first.starts_with("```") {
            renderer.code(&block[1..block.len().saturating_sub(1).max(1)]);
        } else if first.starts_with('#') {
            renderer.heading(first);
        } else if first.starts_with('|') {
            renderer.table(block);
        } else {
            renderer.paragraph(block);
        }
        rest = others;
    }
    renderer.text
}

/// How many lines belong to the block that starts with the first line.
pub(super) fn block_length(lines: &[&str]) -> usize {
    let first = lines[0];
    let ends = |line: &str| {
        line.trim().is_empty()
            || line.starts_with("```")
            || line.starts_with('#')
            || line.starts_with('|')
            || list_indent(line).is_some()
    };
    let others = &lines[1..];
    1 + if first.trim().is_empty() || first.starts_with('#') {
        0
    } else if first.starts_with("```") {
        let end = others.iter().position(|line| line.starts_with("```"));
        end.map_or(others.len(), |end| end + 1)
    } else if first.starts_with('|') {
        let rows = others.iter().take_while(|line| line.starts_with('|'));
        rows.count()
    } else {
        others.iter().take_while(|line| !ends(line)).count()
    }
}

/// The indent of the text of a list item, if the line starts one.
pub(super) fn list_indent(line: &str) -> Option<usize> {
    let text = line.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let marker = if text.starts_with("- ") {
        2
    } else if number.len() < text.len() && number.starts_with(". ") {
        text.len() - number.len() + 2
    } else {
        return None;
    };
    Some(line.len() - text.len() + marker)
}

struct Renderer {
    width: usize,
    styled: bool,
    text: String,
}

impl Renderer {
    fn heading(&mut self, line: &str) {
        let title = line.trim_start_matches('#').trim();
        if self.styled {
            let _ = writeln!(self.text, "{BOLD}{title}{PLAIN}");
        } else {
            let _ = writeln!(self.text, "{title}");
        }
    }

    fn code(&mut self, lines: &[&str]) {
        for line in lines {
            let _ = writeln!(self.text, "    {line}");
        }
    }

    fn table(&mut self, lines: &[&str]) {
        let rows = lines.iter().map(|line| cells(line));
        let rows: Vec<Vec<String>> = rows
            .map(|row| row.iter().map(|c| plain(c)).collect())
            .collect();
        let Some((header, rows)) = rows.split_first() else {
            return;
        };
        let is_separator = |row: &&Vec<String>| row.iter().all(|cell| cell.starts_with("--"));
        let mut table = Table::new();
        table.set_header(header);
        table.add_rows(rows.iter().filter(|row| !is_separator(row)));
        table.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(self.width).unwrap_or(u16::MAX));
        for column in table.column_iter_mut() {
            column.set_padding((0, 1));
        }
        let _ = writeln!(self.text, "{}", table.trim_fmt());
    }

    /// A paragraph or a list item, whose further lines are indented like its first words.
    fn paragraph(&mut self, lines: &[&str]) {
        let indent = list_indent(lines[0]).unwrap_or(0);
        let (marker, first) = lines[0].split_at(indent);
        let words = std::iter::once(first).chain(lines[1..].iter().copied());
        let words = words.flat_map(str::split_whitespace);
        let mut line = marker.to_owned();
        let mut used = indent;
        let mut bold = false;
        for (index, word) in words.enumerate() {
            let shown = word.replace("**", "");
            let length = shown.chars().count();
            if index > 0 && used + 1 + length > self.width {
                line.push('\n');
                line += &" ".repeat(indent);
                used = indent;
            } else if index > 0 {
                line.push(' ');
                used += 1;
            }
            let mut parts = word.split("**");
            line += parts.next().unwrap_or_default();
            for part in parts {
                bold = !bold;
                if self.styled {
                    line += if bold { BOLD } else { PLAIN };
                }
                line += part;
            }
            used += length;
        }
        let _ = writeln!(self.text, "{line}");
    }
}

/// The cells of a row; `\|` is a bar within a cell.
pub(super) fn cells(line: &str) -> Vec<String> {
    const BAR: &str = "\u{0}";
    let line = line.trim().replace("\\|", BAR);
    let line = line.trim_start_matches('|').trim_end_matches('|');
    line.split('|')
        .map(|cell| cell.trim().replace(BAR, "|"))
        .collect()
}

/// A cell without marks of emphasis, which would upset the widths of the columns.
fn plain(cell: &str) -> String {
    cell.replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_paragraphs_and_lists() {
        let text = "# Title\n\nSome **bold** words\nof a paragraph.\n\n- an item that is long\n- another\n";
        let expected =
            "Title\n\nSome bold words\nof a paragraph.\n\n- an item that\n  is long\n- another\n";
        assert_eq!(render(text, 16, false), expected);
        let styled = render(text, 16, true);
        assert!(styled.starts_with("\x1b[1mTitle\x1b[0m\n"), "{styled}");
        assert!(styled.contains("Some \x1b[1mbold\x1b[0m words"), "{styled}");
    }

    #[test]
    fn keeps_code_and_aligns_tables() {
        let text = "```text\n$ judge  run\n```\n| a | b |\n| --- | --- |\n| x \\| y | long |\n";
        let shown = render(text, 40, false);
        assert!(shown.starts_with("    $ judge  run\n"), "{shown}");
        assert!(shown.contains("x | y  long"), "{shown}");
        assert!(!shown.contains("---"), "{shown}");
    }

    #[test]
    fn every_topic_fits_the_width() {
        for topic in super::super::TOPICS {
            let shown = render(topic.text, 80, false);
            let is_code = |line: &str| line.starts_with("    ");
            let long = shown
                .lines()
                .find(|line| line.chars().count() > 80 && !is_code(line));
            assert_eq!(long, None, "{}", topic.name);
        }
    }
}
