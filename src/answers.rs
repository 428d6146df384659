//! Splits a text into answers, which are separated by empty lines; the last answer counts.

use puzzles::{Case, Checked, Refusal, Replay};

/// Returns whether a byte is blank: a line of blank bytes is empty, and a blank answer is no answer. Form feeds and
/// other white space are not blank, because readers do not skip them either.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn all_blank(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_blank(byte))
}

/// Splits a text that arrives in pieces at its empty lines. The result does not depend on where the pieces end.
#[derive(Debug)]
pub struct Splitter {
    /// Whether the current answer has any content, and whether its last line is blank.
    begun: bool,
    line_blank: bool,
}

/// A part of a piece of text.
#[derive(Debug)]
pub enum Part<'t> {
    /// More of the current answer, including white space around it.
    Text(&'t [u8]),
    /// The empty line that completes the answer.
    End,
}

impl Default for Splitter {
    fn default() -> Self {
        Self {
            begun: false,
            line_blank: true,
        }
    }
}

impl Splitter {
    pub fn split<'t>(&mut self, text: &'t [u8], mut take: impl FnMut(Part<'t>)) {
        let mut taken = 0;
        let mut line_start = 0;
        while let Some(length) = memchr::memchr(b'\n', &text[line_start..]) {
            let line_end = line_start + length + 1;
            let blank = self.line_blank && all_blank(&text[line_start..line_end]);
            if blank && self.begun {
                take(Part::Text(&text[taken..line_end]));
                take(Part::End);
                taken = line_end;
            }
            self.begun = !blank;
            self.line_blank = true;
            line_start = line_end;
        }
        self.line_blank &= all_blank(&text[line_start..]);
        take(Part::Text(&text[taken..]));
    }

    /// Returns whether there is an answer after the last empty line.
    pub fn unfinished(&self) -> bool {
        self.begun || !self.line_blank
    }
}

/// Returns the last answer of a text.
pub fn last_answer(text: &[u8]) -> &[u8] {
    let mut start = 0;
    let mut last = text;
    let mut end = 0;
    Splitter::default().split(text, |part| match part {
        Part::Text(part) => {
            end += part.len();
            if !all_blank(part) {
                last = &text[start..end];
            }
        }
        Part::End => start = end,
    });
    last
}

/// Replays a text that holds one answer or several. If the last answer is wrong and the whole text is right, the empty
/// lines were only layout. Takes time linear in the size of the text, however many answers it holds: only the whole text
/// and the last answer are replayed.
pub struct FileReplay<'c> {
    case: &'c dyn Case,
    splitter: Splitter,
    whole: Box<dyn Replay + 'c>,
    /// The answer after the last empty line, if there is one.
    last: Option<Last>,
    /// Blank text after an empty line: it belongs to an answer only if more text follows.
    pending: Option<Last>,
    lines: usize,
}

/// An answer other than the first.
#[derive(Debug)]
struct Last {
    text: Vec<u8>,
    /// The number of lines before it.
    lines_before: usize,
}

impl<'c> FileReplay<'c> {
    pub fn new(case: &'c dyn Case) -> Self {
        Self {
            case,
            splitter: Splitter::default(),
            whole: case.replay(),
            last: None,
            pending: None,
            lines: 0,
        }
    }

    pub fn feed(&mut self, text: &[u8]) {
        self.whole.feed(text);
        let Self {
            last,
            pending,
            lines,
            ..
        } = self;
        self.splitter.split(text, |part| match part {
            Part::End => {
                *pending = Some(Last {
                    text: Vec::new(),
                    lines_before: *lines,
                });
            }
            Part::Text(text) => {
                *lines += memchr::memchr_iter(b'\n', text).count();
                if let Some(begun) = pending.as_mut().or(last.as_mut()) {
                    begun.text.extend_from_slice(text);
                }
                if pending.is_some() && !all_blank(text) {
                    *last = pending.take();
                }
            }
        });
    }

    pub fn finish(self) -> Result<Checked, Refusal> {
        let Some(last) = self.last else {
            return self.whole.finish();
        };
        self.case.check(&last.text).or_else(|refusal| {
            let Ok(mut checked) = self.whole.finish() else {
                return Err(moved(refusal, last.lines_before));
            };
            let warning = "empty lines inside the answer: in a program's output they would end it";
            checked.warnings.push(warning.to_owned());
            Ok(checked)
        })
    }
}

/// Moves the position of a refusal from the last answer to the whole file.
fn moved(mut refusal: Refusal, lines_before: usize) -> Refusal {
    if let Refusal::Unreadable(error) = &mut refusal {
        error.line += lines_before;
    }
    refusal
}

impl std::fmt::Debug for FileReplay<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FileReplay").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str) -> Result<Checked, Refusal> {
        let problem = puzzles::problem("sorting-robot").expect("a problem");
        let case = problem.read(b"1 2 2\n0 1\n1 0\n").expect("an instance");
        let check = |size: usize| {
            let mut replay = FileReplay::new(&*case);
            text.as_bytes()
                .chunks(size)
                .for_each(|piece| replay.feed(piece));
            replay.finish()
        };
        let whole = check(1000);
        assert_eq!(check(1), whole, "{text:?} letter by letter");
        whole
    }

    fn value(text: &str) -> Option<(i64, usize)> {
        check(text)
            .ok()
            .map(|checked| (checked.value.whole(), checked.warnings.len()))
    }

    #[test]
    fn the_last_answer_counts() {
        assert_eq!(value("SRSLS"), Some((2, 0)));
        assert_eq!(value("\n\nSRSLRLRSLS\n \r\nSRSLS\n\n\n"), Some((2, 0)));
        assert_eq!(value("SRSLS\n\nSRSLRLS\n"), Some((4, 0)));
    }

    #[test]
    fn empty_lines_may_be_mere_layout() {
        assert_eq!(value("SR\n\nSL\n\nS\n"), Some((2, 1)));
        assert_eq!(value("SRSLS\n\nR\n"), Some((3, 1)));
        assert_eq!(value("SRSLS\n\nRRR\n"), None);
    }

    #[test]
    fn places_are_counted_from_the_top() {
        let refusal = check("SRSLS\n\nSR\nSQ\n").expect_err("an odd letter");
        assert!(matches!(refusal, Refusal::Unreadable(e) if (e.line, e.column) == (4, 2)));
    }

    #[test]
    fn a_form_feed_is_not_blank() {
        // It used to depend on the pieces whether the last answer began with it.
        for text in [
            "SRSLS\n\n\x0cSRSLS\n",
            "SRSLS\n\n\x0c",
            "\x0c\n\nSRSLS",
            "S\n\x0b\nRSLS",
        ] {
            let _ = check(text);
        }
        assert_eq!(last_answer(b"SRSLS\n\n\x0c\n"), b"\x0c\n");
        assert_eq!(last_answer(b"SRSLS\n\n \t\r\n"), b"SRSLS\n\n");
    }

    const INSTANCES: [(&str, &str); 4] = [
        ("sorting-robot", "1 2 2\n0 1\n1 0\n"),
        ("swap-puzzle", "1 2\n2 1\n"),
        ("la-grille", "1 1\n5\n"),
        ("picross", "1 2\n1\n1\n0\n"),
    ];

    const ALPHABET: &[u8] = b"SRLQ01#.J,( \t\r\n\n\n\n\x0b\x0c\0\xff";

    /// The end of each piece: between any two bytes, and in no order.
    fn pieces<'t>(text: &'t [u8], cuts: &[usize]) -> Vec<&'t [u8]> {
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (text.len() + 1)).collect();
        ends.push(text.len());
        ends.sort_unstable();
        let mut start = 0;
        let piece = |end| &text[std::mem::replace(&mut start, end)..end];
        ends.into_iter().map(piece).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn pieces_make_no_difference(
            text in proptest::collection::vec(proptest::sample::select(ALPHABET.to_vec()), 0..30),
            cuts in proptest::collection::vec(0_usize..30, 0..5),
            lead in proptest::sample::select(vec![0, 0, 0, 990, 1010]),
        ) {
            let text = [vec![b' '; lead], text].concat();
            for (problem, instance) in INSTANCES {
                let case = puzzles::problem(problem).expect("a problem");
                let case = case.read(instance.as_bytes()).expect("an instance");
                let replayed = |pieces: &[&[u8]]| {
                    let mut replay = FileReplay::new(&*case);
                    for piece in pieces {
                        replay.feed(piece);
                    }
                    replay.finish()
                };
                let whole = replayed(&[&text]);
                let cuts: Vec<usize> = cuts.iter().map(|cut| lead + cut).collect();
                prop_assert_eq!(&replayed(&pieces(&text, &cuts)), &whole);
                let single: Vec<&[u8]> = text.chunks(1).collect();
                prop_assert_eq!(&replayed(&single), &whole);
            }
        }
    }
}
