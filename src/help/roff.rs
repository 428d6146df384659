//! Converts the Markdown of the manual to roff, the format of manual pages.
//!
//! Supports what the topics use: headings, paragraphs, lists, fenced code, tables, `**bold**` and code spans.

use std::fmt::Write;

use super::render::{block_length, cells, list_indent};

/// Returns the roff text of a Markdown text without its title, the first line.
pub fn roff(markdown: &str) -> String {
    let lines: Vec<&str> = markdown.lines().skip(1).collect();
    let mut rest = lines.as_slice();
    let mut text = String::new();
    while let Some(first) = rest.first() {
        let (block, others) = rest.split_at(block_length(rest));
        if first.starts_with("```") {
            let code = &block[1..block.len().saturating_sub(1).max(1)];
            preformatted(&mut text, code.iter().copied());
        } else if let Some(title) = first.strip_prefix("## ") {
            let _ = writeln!(text, ".SH \"{}\"", quoted(&title.to_uppercase()));
        } else if first.starts_with('#') {
            let title = first.trim_start_matches('#').trim();
            let _ = writeln!(text, ".SS \"{}\"", quoted(title));
        } else if first.starts_with('|') {
            table(&mut text, block);
        } else if !first.trim().is_empty() {
            paragraph(&mut text, block);
        }
        rest = others;
    }
    text
}

/// Adds lines as they are, indented.
pub fn preformatted<'l>(text: &mut String, lines: impl Iterator<Item = &'l str>) {
    *text += ".PP\n.RS 4\n.nf\n";
    for line in lines {
        let _ = writeln!(text, "{}", escaped(line));
    }
    *text += ".fi\n.RE\n";
}

/// Each row is a paragraph with its first cell as the tag: columns would be too narrow for most tables.
fn table(text: &mut String, lines: &[&str]) {
    let rows = lines.iter().map(|line| cells(line));
    let is_separator = |row: &Vec<String>| row.iter().all(|cell| cell.starts_with("--"));
    for row in rows.filter(|row| !is_separator(row)) {
        let (first, others) = row.split_first().expect("a row has a cell");
        let others: Vec<&str> = others
            .iter()
            .map(|cell| &**cell)
            .filter(|c| !c.is_empty())
            .collect();
        let _ = writeln!(
            text,
            ".TP\n{}\n{}",
            styled(first),
            styled(&others.join("; "))
        );
    }
}

fn paragraph(text: &mut String, lines: &[&str]) {
    let indent = list_indent(lines[0]).unwrap_or(0);
    let (marker, first) = lines[0].split_at(indent);
    let words = std::iter::once(first).chain(lines[1..].iter().map(|line| line.trim()));
    let words: Vec<&str> = words.collect();
    match marker.trim() {
        "" => *text += ".PP\n",
        "-" => *text += ".IP \\(bu 2\n",
        number => {
            let _ = writeln!(text, ".IP {number} 4");
        }
    }
    let _ = writeln!(text, "{}", styled(&words.join(" ")));
}

/// Returns a paragraph with its code spans and emphasis in bold.
fn styled(text: &str) -> String {
    let mut shown = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            let _ = write!(shown, "\\fB{}\\fR", inner(part));
            continue;
        }
        for (number, part) in part.split("**").enumerate() {
            if number % 2 == 1 {
                let _ = write!(shown, "\\fB{}\\fR", inner(part));
            } else {
                shown += &inner(part);
            }
        }
    }
    guarded(shown)
}

/// Escapes one line of text.
pub fn escaped(line: &str) -> String {
    guarded(inner(line))
}

/// A point or an apostrophe at the start of a line would make it a request.
fn guarded(line: String) -> String {
    if line.starts_with(['.', '\'', '\\']) {
        format!("\\&{line}")
    } else {
        line
    }
}

fn inner(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    text.replace('\'', "\\(aq")
        .replace('`', "\\(ga")
        .replace('^', "\\(ha")
        .replace('~', "\\(ti")
}

/// Escapes an argument in quotation marks.
fn quoted(text: &str) -> String {
    inner(&text.replace('`', "")).replace('"', "\\(dq")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_roff() {
        let text = "# Title\n\n## Part\n\n.dot **bold** `a-b`\nmore\n\n- item\n\n```text\n$ judge \\x\n```\n\n| `k` | v |\n| --- | --- |\n| `a` | b |\n";
        let expected = ".SH \"PART\"\n.PP\n\\&.dot \\fBbold\\fR \\fBa\\-b\\fR more\n.IP \\(bu 2\nitem\n.PP\n.RS 4\n.nf\n$ judge \\ex\n.fi\n.RE\n\
            .TP\n\\&\\fBk\\fR\nv\n.TP\n\\&\\fBa\\fR\nb\n";
        assert_eq!(roff(text), expected);
    }
}
