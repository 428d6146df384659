//! Several answers in one text, with empty lines between them, of which the last counts.

use reference::{Case, Checked, Refusal, Replay};

/// Finds the empty lines in a text that comes piece by piece.
#[derive(Debug)]
pub struct Splitter {
    /// Whether the answer being read has anything in it, and whether its last line has.
    begun: bool,
    line_blank: bool,
}

/// What a piece of text holds.
#[derive(Debug)]
pub enum Part<'t> {
    /// More of the answer being read, white space around it included.
    Text(&'t [u8]),
    /// The empty line that completes it.
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
            let blank = self.line_blank && text[line_start..line_end].trim_ascii().is_empty();
            if blank && self.begun {
                take(Part::Text(&text[taken..line_end]));
                take(Part::End);
                taken = line_end;
            }
            self.begun = !blank;
            self.line_blank = true;
            line_start = line_end;
        }
        self.line_blank &= text[line_start..].trim_ascii().is_empty();
        take(Part::Text(&text[taken..]));
    }

    /// Whether there is anything behind the last empty line.
    pub fn unfinished(&self) -> bool {
        self.begun || !self.line_blank
    }
}

/// The answer behind the last empty line that has one.
pub fn last_answer(text: &[u8]) -> &[u8] {
    let mut start = 0;
    let mut last = text;
    let mut end = 0;
    Splitter::default().split(text, |part| match part {
        Part::Text(part) => {
            end += part.len();
            if !part.trim_ascii().is_empty() {
                last = &text[start..end];
            }
        }
        Part::End => start = end,
    });
    last
}

/// Replays a text that holds one answer or several. Where the last part is wrong but the whole is right, the empty
/// lines were only layout. Takes time linear in the size of the text, however many answers it holds: the last one is
/// kept and replayed at the end.
pub struct FileReplay<'c> {
    case: &'c dyn Case,
    splitter: Splitter,
    whole: Box<dyn Replay + 'c>,
    /// The answer behind the last empty line, if there is one, and how many lines stand before it.
    last: Option<(Vec<u8>, usize)>,
    /// Whether the next text that is not blank begins an answer that is not the first.
    another: bool,
    lines: usize,
}

impl<'c> FileReplay<'c> {
    pub fn new(case: &'c dyn Case) -> Self {
        Self {
            case,
            splitter: Splitter::default(),
            whole: case.replay(),
            last: None,
            another: false,
            lines: 0,
        }
    }

    pub fn feed(&mut self, text: &[u8]) {
        self.whole.feed(text);
        let Self {
            last,
            another,
            lines,
            ..
        } = self;
        self.splitter.split(text, |part| match part {
            Part::End => *another = true,
            Part::Text(text) => {
                if *another && !text.trim_ascii().is_empty() {
                    let mut room = last.take().map(|(room, _)| room).unwrap_or_default();
                    room.clear();
                    *last = Some((room, *lines));
                    *another = false;
                }
                if let Some((kept, _)) = last {
                    kept.extend_from_slice(text);
                }
                *lines += memchr::memchr_iter(b'\n', text).count();
            }
        });
    }

    pub fn finish(self) -> Result<Checked, Refusal> {
        let Some((last, lines_before)) = self.last else {
            return self.whole.finish();
        };
        self.case.check(&last).or_else(|refusal| {
            let Ok(mut checked) = self.whole.finish() else {
                return Err(moved(refusal, lines_before));
            };
            let warning = "empty lines inside the answer: in a program's output they would end it";
            checked.warnings.push(warning.to_owned());
            Ok(checked)
        })
    }
}

/// A refusal with its place counted from the beginning of the file.
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

    fn check(text: &str) -> Result<Checked, Refusal> {
        let problem = reference::problem("sorting-robot").expect("a problem");
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
            .map(|checked| (checked.value, checked.warnings.len()))
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
}
