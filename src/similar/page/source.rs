//! A source as lines with marked parts.

use super::COLOURS;
use crate::similar::program::{Place, Program};
use crate::terminal::printable;

/// Files with fewer lines are shown completely.
const SHORT_FILE: usize = 400;

/// Lines that are shown before and after a passage in longer files.
const CONTEXT: usize = 8;

/// The most lines of a source, and the most characters of a part of a line.
const MOST_LINES: usize = 3000;
const MOST_CHARACTERS: usize = 400;

/// A part of a source that is marked: a shared passage, or what is left out.
pub(super) struct Mark {
    pub(super) place: Place,
    /// The number of the shared passage, from 0.
    pub(super) passage: Option<usize>,
}

/// A file.
pub(super) struct File {
    pub(super) path: String,
    pub(super) lines: Vec<Line>,
}

/// A line, or a gap.
pub(super) struct Line {
    /// The number of the line; the number of lines that are left out if there are no parts.
    pub(super) number: usize,
    pub(super) gap: bool,
    pub(super) parts: Vec<Part>,
}

/// A part of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) text: String,
    /// The class in the style sheet; empty for plain text.
    pub(super) class: String,
    /// Where a passage begins: its number, its own anchor and that on the other side.
    pub(super) link: Option<Link>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) number: usize,
    pub(super) own: String,
    pub(super) other: String,
}

/// Returns the files of a program with its passages marked; `pair` and `side` are part of the anchors.
pub(super) fn files(program: &Program, marks: Vec<Mark>, pair: usize, side: usize) -> Vec<File> {
    let left_out = program.left_out_places().into_iter().map(|place| Mark {
        place,
        passage: None,
    });
    let mut marks: Vec<Mark> = marks.into_iter().chain(left_out).collect();
    marks.sort_by_key(|mark| (mark.place.file, mark.place.bytes.start));
    let mut rest = MOST_LINES;
    let files = program.files.iter().enumerate().map(|(number, file)| {
        let own = marks.iter().filter(|mark| mark.place.file == number);
        let lines = lines(&file.text, &own.collect::<Vec<_>>(), (pair, side));
        let mut lines = shortened(lines);
        let omitted = lines.len().saturating_sub(rest);
        lines.truncate(rest);
        rest -= lines.len();
        if omitted > 0 {
            lines.push(gap(omitted));
        }
        File {
            path: printable(&file.path).into_owned(),
            lines,
        }
    });
    files.collect()
}

fn gap(count: usize) -> Line {
    Line {
        number: count,
        gap: true,
        parts: Vec::new(),
    }
}

/// Splits a text into lines, and each line where marks begin and end. Marks are in order and do not overlap.
fn lines(text: &str, marks: &[&Mark], anchor: (usize, usize)) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut next = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let mut parts = Vec::new();
        let mut at = start;
        while let Some(mark) = marks.get(next).filter(|mark| mark.place.bytes.start < end) {
            // The indentation of a line within a passage is not coloured.
            let indent = text[at..end].len() - text[at..end].trim_start().len();
            let from = mark.place.bytes.start.max(at + indent);
            let to = mark.place.bytes.end.min(end);
            if from > at {
                parts.push(plain(&text[at..from]));
            }
            if to > from {
                parts.push(marked(&text[from..to], mark, from, anchor));
            }
            at = to.max(at);
            if mark.place.bytes.end > end {
                break;
            }
            next += 1;
        }
        if at < end {
            parts.push(plain(&text[at..end]));
        }
        lines.push(Line {
            number: number + 1,
            gap: false,
            parts,
        });
        start += line.len();
    }
    lines
}

fn plain(text: &str) -> Part {
    Part {
        text: shown(text),
        class: String::new(),
        link: None,
    }
}

fn marked(text: &str, mark: &Mark, from: usize, (pair, side): (usize, usize)) -> Part {
    let begins = from == mark.place.bytes.start;
    let link = mark.passage.filter(|_| begins).map(|passage| {
        let anchor = |side: usize| format!("p{pair}-{side}-{}", passage + 1);
        Link {
            number: passage + 1,
            own: anchor(side),
            other: anchor(1 - side),
        }
    });
    let class = match mark.passage {
        Some(passage) => format!("passage colour-{}", passage % COLOURS),
        None => "left-out".to_owned(),
    };
    Part {
        text: shown(text),
        class,
        link,
    }
}

/// Replaces characters that would hide or reorder others, and cuts what is too long for a line.
fn shown(text: &str) -> String {
    let cut = text.char_indices().nth(MOST_CHARACTERS);
    match cut {
        Some((end, _)) => printable(&text[..end]).into_owned() + "…",
        None => printable(text).into_owned(),
    }
}

/// Leaves out lines of a long file that are far from every passage.
fn shortened(lines: Vec<Line>) -> Vec<Line> {
    if lines.len() <= SHORT_FILE {
        return lines;
    }
    let holds = |line: &Line| {
        line.parts
            .iter()
            .any(|part| part.class.starts_with("passage"))
    };
    let mut near = vec![false; lines.len()];
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| holds(line)) {
        let end = (at + CONTEXT + 1).min(lines.len());
        near[at.saturating_sub(CONTEXT)..end].fill(true);
    }
    let mut kept: Vec<Line> = Vec::new();
    for (line, near) in lines.into_iter().zip(near) {
        match kept.last_mut() {
            _ if near => kept.push(line),
            Some(last) if last.gap => last.number += 1,
            _ => kept.push(gap(1)),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(bytes: std::ops::Range<usize>, passage: Option<usize>) -> Mark {
        let place = Place { file: 0, bytes };
        Mark { place, passage }
    }

    /// The classes and texts of the parts of each line.
    fn split(text: &str, marks: &[Mark]) -> Vec<Vec<(String, String)>> {
        let marks: Vec<&Mark> = marks.iter().collect();
        let lines = lines(text, &marks, (1, 0));
        let parts = |line: &Line| {
            line.parts
                .iter()
                .map(|p| (p.class.clone(), p.text.clone()))
                .collect()
        };
        lines.iter().map(parts).collect()
    }

    #[test]
    fn marks_go_over_lines() {
        let text = "ab cd\nef\n\ngh ij";
        let found = split(text, &[mark(3..12, Some(9)), mark(13..15, None)]);
        let part = |class: &str, text: &str| (class.to_owned(), text.to_owned());
        assert_eq!(
            found,
            [
                vec![part("", "ab "), part("passage colour-1", "cd")],
                vec![part("passage colour-1", "ef")],
                vec![],
                vec![
                    part("passage colour-1", "gh"),
                    part("", " "),
                    part("left-out", "ij")
                ],
            ]
        );
    }

    #[test]
    fn only_the_start_of_a_passage_has_an_anchor() {
        let marks = [mark(0..5, Some(0))];
        let marks: Vec<&Mark> = marks.iter().collect();
        let lines = lines("ab\ncd", &marks, (7, 1));
        let link = lines[0].parts[0].link.as_ref().expect("a link");
        assert_eq!(
            (link.own.as_str(), link.other.as_str()),
            ("p7-1-1", "p7-0-1")
        );
        assert_eq!(lines[1].parts[0].link, None);
    }

    #[test]
    fn long_files_and_lines_are_cut() {
        let text = format!("{}passage\n{}", "x\n".repeat(500), "y".repeat(1000));
        let marks = [mark(1000..1007, Some(0))];
        let marks: Vec<&Mark> = marks.iter().collect();
        let lines = shortened(lines(&text, &marks, (1, 0)));
        assert_eq!(lines.len(), 1 + CONTEXT + 2);
        assert!(lines[0].gap && lines[0].number == 500 - CONTEXT);
        assert_eq!(
            lines[CONTEXT + 2].parts[0].text.chars().count(),
            MOST_CHARACTERS + 1
        );
        assert_eq!(shown("a\u{202e}b\u{1b}"), "a\u{fffd}b\u{fffd}");
    }
}
