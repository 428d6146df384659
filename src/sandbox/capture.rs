//! Captures the output of a program: answers split at empty lines with their arrival times, and an excerpt of
//! standard error.

use std::collections::VecDeque;
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

use crate::answers::{Part, Splitter};

/// The number of answers that are kept: a program may write millions.
const MAX_KEPT: usize = 1000;

/// Standard output up to a limit, and the answers in it.
#[derive(Debug)]
pub(super) struct Answers {
    bytes: Vec<u8>,
    limit: u64,
    overflowed: bool,
    splitter: Splitter,
    /// The last complete answers, and how many there were in total.
    complete: VecDeque<Answer>,
    count: usize,
    /// Where the incomplete answer begins.
    start: usize,
    /// Whether the time limit is reached: answers completed from now on do not count.
    closed: bool,
}

#[derive(Debug)]
struct Answer {
    range: Range<usize>,
    /// When its empty line arrived, since the start of the program.
    arrival: Duration,
}

impl Answers {
    pub(super) fn new(limit: u64) -> Self {
        Self {
            bytes: Vec::new(),
            limit,
            overflowed: false,
            splitter: Splitter::default(),
            complete: VecDeque::new(),
            count: 0,
            start: 0,
            closed: false,
        }
    }

    /// Adds output that has just arrived, unless it exceeds the limit.
    pub(super) fn take(&mut self, bytes: &[u8], now: Duration) {
        let room = self.limit.saturating_sub(self.bytes.len() as u64);
        if bytes.len() as u64 > room {
            self.overflowed = true;
        }
        if self.overflowed {
            return;
        }
        let Self {
            bytes: kept,
            complete,
            count,
            start,
            closed,
            ..
        } = self;
        self.splitter.split(bytes, |part| match part {
            Part::Text(text) => kept.extend_from_slice(text),
            Part::End => {
                if !*closed {
                    *count += 1;
                    if complete.len() == MAX_KEPT {
                        complete.pop_front();
                    }
                    complete.push_back(Answer {
                        range: *start..kept.len(),
                        arrival: now,
                    });
                }
                *start = kept.len();
            }
        });
    }

    /// Marks the time limit: answers completed from now on do not count.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    pub(super) fn overflowed(&self) -> bool {
        self.overflowed
    }

    pub(super) fn last(&self) -> &[u8] {
        if self.splitter.unfinished() {
            return &self.bytes[self.start..];
        }
        self.last_complete().unwrap_or_default()
    }

    pub(super) fn last_complete(&self) -> Option<&[u8]> {
        let last = self.complete.back()?;
        Some(&self.bytes[last.range.clone()])
    }

    /// Returns how many answers were complete in time. An unterminated last answer counts if the program exited by
    /// itself.
    pub(super) fn count(&self, ended_by_itself: bool) -> usize {
        self.count + usize::from(ended_by_itself && self.splitter.unfinished())
    }

    /// Returns the last complete answers with their arrival times. An unterminated last answer counts as arriving at
    /// `end`.
    pub(super) fn arrivals(&self, end: Option<Duration>) -> Vec<(Duration, &[u8])> {
        let complete = self.complete.iter();
        let mut arrivals: Vec<_> = complete
            .map(|answer| (answer.arrival, &self.bytes[answer.range.clone()]))
            .collect();
        if let Some(end) = end.filter(|_| self.splitter.unfinished()) {
            arrivals.push((end, &self.bytes[self.start..]));
        }
        arrivals
    }

    pub(super) fn output(&self) -> &[u8] {
        &self.bytes
    }
}

/// The first and the last 8 KiB of standard error.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    omitted: u64,
}

impl Excerpt {
    const PART_LEN: usize = 8 << 10;

    pub(super) fn take(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(Self::PART_LEN - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let surplus = self.tail.len().saturating_sub(Self::PART_LEN);
        self.tail.drain(..surplus);
        self.omitted += surplus as u64;
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.omitted > 0 {
            let _ = write!(text, "\n[… {} bytes omitted …]\n", self.omitted);
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        text.push_str(&String::from_utf8_lossy(&tail));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::last_answer;
    use proptest::prelude::*;

    const NOW: Duration = Duration::ZERO;

    fn answers(chunks: &[&str]) -> Answers {
        let mut answers = Answers::new(1000);
        for chunk in chunks {
            answers.take(chunk.as_bytes(), NOW);
        }
        answers
    }

    #[test]
    fn the_last_answer_counts() {
        assert_eq!(answers(&[]).last(), b"");
        assert_eq!(answers(&["\n"]).last(), b"");
        assert_eq!(answers(&["RS\nLS"]).last(), b"RS\nLS");
        assert_eq!(answers(&["\nRS\n \r\nLS\n"]).last(), b"LS\n");
        assert_eq!(answers(&["RS\n\nLS\n\n\n"]).last(), b"LS\n\n");
        assert_eq!(answers(&["RS\n\nLS\n\n\n"]).arrivals(Some(NOW)).len(), 2);
        assert_eq!(
            answers(&["RS\n\nL"]).arrivals(Some(NOW)),
            [(NOW, &b"RS\n\n"[..]), (NOW, b"L")]
        );
    }

    #[test]
    fn only_complete_answers_before_the_limit_count() {
        let mut answers = answers(&["RS\n", "\nL"]);
        assert_eq!(answers.last_complete(), Some(&b"RS\n\n"[..]));
        answers.close();
        answers.take(b"S\n\nU\n\n", NOW);
        assert_eq!(answers.last_complete(), Some(&b"RS\n\n"[..]));
        assert_eq!(answers.arrivals(None).len(), 1);
        assert_eq!(super::Answers::new(9).last_complete(), None);
    }

    #[test]
    fn an_overflow_is_detected() {
        let mut answers = Answers::new(3);
        answers.take(b"RRR", NOW);
        assert!(!answers.overflowed());
        answers.take(b"R", NOW);
        assert!(answers.overflowed());
    }

    #[test]
    fn standard_error_is_cut_in_the_middle() {
        let mut excerpt = Excerpt::default();
        excerpt.take(b"first");
        excerpt.take(&vec![b'x'; 100_000]);
        excerpt.take(b"last");
        let text = excerpt.text();
        assert!(text.starts_with("first") && text.ends_with("last") && text.len() < 17_000);
    }

    proptest! {
        #[test]
        fn chunk_boundaries_make_no_difference(
            text in "[RS \t\r\n\n\x0b\x0c\x00]{0,40}",
            size in 1_usize..40,
            limit in 0_u64..60,
        ) {
            let taken = |size: usize| {
                let mut answers = Answers::new(limit);
                for chunk in text.as_bytes().chunks(size) {
                    answers.take(chunk, NOW);
                }
                answers
            };
            let (whole, parts) = (taken(40), taken(size));
            prop_assert_eq!(whole.overflowed(), parts.overflowed());
            if whole.overflowed() {
                // An overflowing output has no answers.
                return Ok(());
            }
            prop_assert_eq!(whole.last(), parts.last());
            prop_assert_eq!(whole.last_complete(), parts.last_complete());
            prop_assert_eq!(whole.arrivals(Some(NOW)), parts.arrivals(Some(NOW)));
            prop_assert_eq!(whole.count(true), parts.count(true));
            // The same text in an answer file gives the same answer.
            prop_assert_eq!(whole.last().trim_ascii(), last_answer(text.as_bytes()).trim_ascii());
        }
    }
}
