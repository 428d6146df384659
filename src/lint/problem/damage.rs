//! Answers that a checker is tried with: a good one, damaged versions of it, and texts that are no answers.
//!
//! The choices are pseudo-random with a fixed seed, so that a second run tries the same texts.

use std::borrow::Cow;

use super::random::Random;

/// What a checker is to do with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Accept it.
    Good,
    /// Accept or reject it.
    Damaged,
    /// Reject it, most likely: no part of a good answer is in it.
    Garbage,
    /// Reject it, most likely: a good answer with text after it.
    Appended,
}

/// A text that a checker is tried with.
#[derive(Debug)]
pub(super) struct Trial {
    pub(super) kind: Kind,
    /// Describes the text exactly, for messages.
    pub(super) description: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Bytes(Vec<u8>),
    /// A unit repeated up to a size in bytes, made when it is needed: the text is large.
    Repeated(&'static str, usize),
}

impl Trial {
    fn new(kind: Kind, description: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            kind,
            description: description.into(),
            content: Content::Bytes(bytes.into()),
        }
    }

    pub(super) fn bytes(&self) -> Cow<'_, [u8]> {
        match &self.content {
            Content::Bytes(bytes) => Cow::Borrowed(bytes),
            Content::Repeated(unit, size) => Cow::Owned(unit.bytes().cycle().take(*size).collect()),
        }
    }

    /// Returns the description with the text itself, if it is short.
    pub(super) fn shown(&self) -> String {
        const LONGEST: usize = 60;
        match &self.content {
            Content::Bytes(bytes) if !bytes.is_empty() && bytes.len() <= LONGEST => {
                format!("{}: `{}`", self.description, bytes.escape_ascii())
            }
            _ => self.description.clone(),
        }
    }
}

/// Numbers that readers often do not expect.
const EXTREMES: [&str; 10] = [
    "-1", "0", "1e30", "NaN", "inf", "1e309", "1.5", "0x10", "+1", "1_0",
];

/// 10^30 and a number with so many digits that converting it takes quadratic time.
const DIGITS: [usize; 2] = [31, 100_000];

/// Returns texts that have nothing to do with a good answer. `largest` is the size of the largest in bytes.
pub(super) fn garbage(largest: usize) -> Vec<Trial> {
    let mut random = Random(1);
    let bytes: Vec<u8> = (0..256).map(|_| random.next() as u8).collect();
    let words = "lorem ipsum dolor; sit -amet: {consectetur} \"adipiscing\" 12 elit\n";
    let mut trials = vec![
        Trial::new(Kind::Garbage, "the empty answer", ""),
        Trial::new(Kind::Garbage, "256 random bytes", bytes),
        Trial::new(Kind::Garbage, "a line of words", words),
        Trial::new(Kind::Garbage, "NUL bytes", [0; 8]),
        Trial::new(Kind::Garbage, "invalid UTF-8", b"\xff\xfe\xc3\x28 \x80\n"),
        Trial::new(Kind::Damaged, "an empty line", "\n"),
        Trial::new(
            Kind::Damaged,
            "digits outside ASCII",
            "\u{663}\u{664} \u{b2}\n",
        ),
    ];
    for number in EXTREMES {
        let description = format!("the number {number}");
        trials.push(Trial::new(
            Kind::Damaged,
            description,
            format!("{number}\n"),
        ));
    }
    for digits in DIGITS {
        let description = format!("a number of {digits} digits");
        let text = format!("1{}\n", "0".repeat(digits - 1));
        trials.push(Trial::new(Kind::Damaged, description, text));
    }
    let size = largest >> 20;
    for (unit, what) in [
        ("1", format!("one line of {size} MiB of digits")),
        (
            "0 ",
            format!("one line with {size} MiB of zeros and blanks"),
        ),
        ("\n", format!("{size} MiB of empty lines")),
        ("1 1\n", format!("{size} MiB of lines `1 1`")),
    ] {
        trials.push(Trial {
            kind: Kind::Damaged,
            description: what,
            content: Content::Repeated(unit, largest),
        });
    }
    trials
}

/// Returns a good answer and damaged versions of it. With `few`, only some of each kind.
pub(super) fn damaged(answer: &[u8], few: bool) -> Vec<Trial> {
    let mut trials = vec![Trial::new(Kind::Good, "the answer itself", answer)];
    truncated(answer, &mut trials);
    let mut random = Random(answer.len() as u64);
    let count = if few { 2 } else { 6 };
    if !answer.is_empty() {
        for _ in 0..count {
            let (at, value) = (random.below(answer.len()), random.next() as u8);
            let mut bytes = answer.to_vec();
            bytes[at] = value;
            let description = format!("byte {at} replaced by {value:#04x}");
            trials.push(Trial::new(Kind::Damaged, description, bytes));
        }
    }
    let lines: Vec<&[u8]> = answer.split_inclusive(|&byte| byte == b'\n').collect();
    if lines.len() > 1 {
        let (a, b) = random.pair(lines.len());
        let mut swapped = lines.clone();
        swapped.swap(a, b);
        let description = format!("lines {} and {} swapped", a + 1, b + 1);
        trials.push(Trial::new(Kind::Damaged, description, swapped.concat()));
    }
    tokens(answer, count / 2, few, &mut random, &mut trials);
    let appended = |text: &[u8]| [answer, text].concat();
    let carriage = String::from_utf8_lossy(answer).replace('\n', "\r\n");
    let middle = answer.len() / 2;
    let with_nul = [&answer[..middle], b"\0", &answer[middle..]].concat();
    trials.extend([
        Trial::new(Kind::Damaged, "Windows line ends", carriage),
        Trial::new(
            Kind::Damaged,
            format!("a NUL byte at byte {middle}"),
            with_nul,
        ),
        Trial::new(
            Kind::Damaged,
            "a byte order mark before it",
            [b"\xef\xbb\xbf", answer].concat(),
        ),
        Trial::new(Kind::Appended, "the answer twice", appended(answer)),
        Trial::new(
            Kind::Appended,
            "`garbage` appended",
            appended(b"\ngarbage\n"),
        ),
    ]);
    trials
}

fn truncated(answer: &[u8], trials: &mut Vec<Trial>) {
    let length = answer.len();
    let mut prefixes = vec![
        1,
        length / 4,
        length / 2,
        3 * length / 4,
        length.saturating_sub(2),
    ];
    prefixes.extend(answer.iter().position(|&byte| byte == b'\n'));
    prefixes.retain(|&prefix| 0 < prefix && prefix < length);
    prefixes.sort_unstable();
    prefixes.dedup();
    for prefix in prefixes {
        let description = format!("cut off after {prefix} of {length} bytes");
        trials.push(Trial::new(Kind::Damaged, description, &answer[..prefix]));
    }
}

/// Adds versions in which tokens are swapped, missing, doubled or replaced. Tokens are what blanks separate.
fn tokens(answer: &[u8], count: usize, few: bool, random: &mut Random, trials: &mut Vec<Trial>) {
    let blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut ranges = Vec::new();
    let mut start = 0;
    for (at, byte) in answer.iter().chain(b" ").enumerate() {
        if blank(byte) {
            if start < at {
                ranges.push(start..at);
            }
            start = at + 1;
        }
    }
    if ranges.is_empty() {
        return;
    }
    let replaced = |token: usize, text: &[u8]| {
        let range = &ranges[token];
        [&answer[..range.start], text, &answer[range.end..]].concat()
    };
    let mut add = |description: String, bytes: Vec<u8>| {
        trials.push(Trial::new(Kind::Damaged, description, bytes));
    };
    for _ in 0..count {
        let token = random.below(ranges.len());
        add(format!("token {} deleted", token + 1), replaced(token, b""));
        let token = random.below(ranges.len());
        let own = &answer[ranges[token].clone()];
        let twice = replaced(token, &[own, b" ", own].concat());
        add(format!("token {} doubled", token + 1), twice);
        if ranges.len() > 1 {
            let (a, b) = random.pair(ranges.len());
            let (first, second) = (ranges[a].clone(), ranges[b].clone());
            let swapped = [
                &answer[..first.start],
                &answer[second.clone()],
                &answer[first.end..second.start],
                &answer[first],
                &answer[second.end..],
            ];
            let description = format!("tokens {} and {} swapped", a + 1, b + 1);
            add(description, swapped.concat());
        }
    }
    if few {
        return;
    }
    for number in EXTREMES {
        let token = random.below(ranges.len());
        let description = format!("token {} replaced by {number}", token + 1);
        add(description, replaced(token, number.as_bytes()));
    }
    for digits in DIGITS {
        let number = format!("1{}", "0".repeat(digits - 1));
        let token = random.below(ranges.len());
        let description = format!(
            "token {} replaced by a number of {digits} digits",
            token + 1
        );
        add(description, replaced(token, number.as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_damage_is_possible_for_every_answer() {
        for answer in [&b""[..], b"1", b"\n", b"0 1 2\n3\n", b"\xff\xff\n\n x"] {
            for few in [false, true] {
                let trials = damaged(answer, few);
                assert_eq!(trials[0].bytes(), answer);
                let again = damaged(answer, few);
                let same = |(a, b): (&Trial, &Trial)| a.bytes() == b.bytes();
                assert!(trials.iter().zip(&again).all(same));
            }
        }
        let sizes = garbage(1 << 20);
        assert!(sizes.iter().all(|trial| trial.bytes().len() <= 1 << 20));
    }

    #[test]
    fn tokens_are_swapped_in_place() {
        let trials = damaged(b"10 20\n30\n", false);
        let swapped: Vec<_> = trials
            .iter()
            .filter(|trial| trial.description == "tokens 1 and 3 swapped")
            .collect();
        assert!(
            swapped
                .iter()
                .all(|trial| *trial.bytes() == *b"30 20\n10\n")
        );
        let deleted = trials
            .iter()
            .find(|trial| trial.description == "token 2 deleted");
        assert!(deleted.is_none_or(|trial| *trial.bytes() == *b"10 \n30\n"));
    }
}
