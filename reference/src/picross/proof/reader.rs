//! Reads the text of a proof. Its syntax is strict: lines end with a line feed, and single spaces separate tokens.

use sha2::{Digest, Sha256};

use crate::picross::instance::Instance;
use crate::text::quoted;
use crate::{ProofError, TextError};

/// What a proof claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// No solution.
    None,
    /// Exactly one solution.
    Unique,
    /// At least two solutions.
    Several,
}

/// A proof whose syntax is valid.
#[derive(Debug)]
pub(super) struct Content<'p> {
    pub(super) bound: i64,
    pub(super) claim: Claim,
    pub(super) solutions: Vec<Vec<bool>>,
    /// The lines of the steps, and the number of the first one.
    steps: &'p [u8],
    first_line: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Step<'p> {
    /// Keeps what the hints imply.
    Keep(Integers<'p>),
    /// Learns a clause: the hints lead from its negation to a contradiction.
    Learn(Integers<'p>, Integers<'p>),
}

/// Integers, each preceded by a space.
#[derive(Clone, Debug)]
pub(super) struct Integers<'p>(&'p [u8]);

impl Iterator for Integers<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let rest = self.0.strip_prefix(b" ")?;
        let end = rest.iter().position(|&byte| byte == b' ');
        let (token, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.0 = rest;
        integer(token)
    }
}

/// Reads an integer of at most 15 digits in its shortest form.
fn integer(token: &[u8]) -> Option<i64> {
    const LONGEST: usize = 15;
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let shortest = !digits.starts_with(b"0") || token == b"0";
    if !shortest || digits.len() > LONGEST || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(token).ok()?.parse().ok()
}

/// Returns the integers of a text if it has nothing else.
fn integers(text: &[u8]) -> Option<Integers<'_>> {
    let tokens = text
        .strip_prefix(b" ")
        .map(|rest| rest.split(|&byte| byte == b' '));
    let valid = tokens
        .into_iter()
        .flatten()
        .all(|token| integer(token).is_some());
    (valid && (text.is_empty() || text.starts_with(b" "))).then_some(Integers(text))
}

fn step(line: &[u8]) -> Option<Step<'_>> {
    if let Some(hints) = line.strip_prefix(b"keep") {
        return integers(hints).map(Step::Keep);
    }
    let rest = line.strip_prefix(b"learn")?;
    let by = rest.iter().position(|&byte| byte == b'b')?;
    let literals = rest[..by].strip_suffix(b" ")?;
    let hints = rest[by..].strip_prefix(b"by")?;
    Some(Step::Learn(integers(literals)?, integers(hints)?))
}

impl<'p> Content<'p> {
    /// Returns the steps with their line numbers.
    pub(super) fn steps(&self) -> impl Iterator<Item = (usize, Step<'p>)> {
        let lines = self.steps.split_inclusive(|&byte| byte == b'\n');
        let numbered = (self.first_line..).zip(lines);
        numbered.filter_map(|(number, line)| Some((number, step(line.strip_suffix(b"\n")?)?)))
    }
}

/// The lines of a proof.
struct Lines<'p> {
    rest: &'p [u8],
    number: usize,
}

impl<'p> Lines<'p> {
    /// Returns the next line without its end.
    fn next(&mut self, expected: &str) -> Result<&'p [u8], TextError> {
        self.number += 1;
        match self.rest.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                let line = &self.rest[..end];
                self.rest = &self.rest[end + 1..];
                Ok(line)
            }
            None => Err(self.instead_of(self.rest, expected)),
        }
    }

    /// Returns an error that shows a line.
    fn instead_of(&self, line: &[u8], expected: &str) -> TextError {
        let mut error = TextError::before(line, self.number, 1, expected);
        if !line.is_empty() {
            error.found = quoted(line);
        } else if !self.rest.is_empty() {
            "an empty line".clone_into(&mut error.found);
        }
        error
    }
}

/// Reads a proof of an instance. Fails if it is not a proof, or if it is one of another instance.
pub(super) fn read<'p>(instance: &Instance, proof: &'p [u8]) -> Result<Content<'p>, ProofError> {
    let mut lines = Lines {
        rest: proof,
        number: 0,
    };
    let bound = read_header(&mut lines).map_err(ProofError::Unreadable)?;
    let digest = read_digest(&mut lines).map_err(ProofError::Unreadable)?;
    if digest != Sha256::digest(instance.to_string())[..] {
        let reason = "the proof is of another instance";
        return Err(ProofError::Refused(reason.to_owned()));
    }
    read_content(instance, bound, &mut lines).map_err(ProofError::Unreadable)
}

fn read_header(lines: &mut Lines) -> Result<i64, TextError> {
    let expected = "`judge-proof 1 picross` and a bound";
    let line = lines.next(expected)?;
    let bound = line.strip_prefix(b"judge-proof 1 picross ");
    let bound = bound.and_then(integer);
    bound.ok_or_else(|| lines.instead_of(line, expected))
}

fn read_digest(lines: &mut Lines) -> Result<Vec<u8>, TextError> {
    let expected = "`instance` and 64 hexadecimal digits";
    let line = lines.next(expected)?;
    let digits = line.strip_prefix(b"instance ");
    let digest = digits
        .filter(|digits| digits.len() == 64)
        .and_then(|digits| {
            let value = |digit: u8| match digit {
                b'0'..=b'9' => Some(digit - b'0'),
                b'a'..=b'f' => Some(digit - b'a' + 10),
                _ => None,
            };
            let pairs = digits.chunks(2);
            pairs
                .map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?))
                .collect()
        });
    digest.ok_or_else(|| lines.instead_of(line, expected))
}

fn read_content<'p>(
    instance: &Instance,
    bound: i64,
    lines: &mut Lines<'p>,
) -> Result<Content<'p>, TextError> {
    let expected = "`claim none`, `claim unique` or `claim several`";
    let line = lines.next(expected)?;
    let claim = match line {
        b"claim none" => Claim::None,
        b"claim unique" => Claim::Unique,
        b"claim several" => Claim::Several,
        _ => return Err(lines.instead_of(line, expected)),
    };
    let count = match claim {
        Claim::None => 0,
        Claim::Unique => 1,
        Claim::Several => 2,
    };
    let solutions = (0..count).map(|_| read_solution(instance, lines));
    let solutions = solutions.collect::<Result<_, _>>()?;
    let content = Content {
        bound,
        claim,
        solutions,
        steps: lines.rest,
        first_line: lines.number + 1,
    };
    while !lines.rest.is_empty() {
        let expected = "`keep` and hints, or `learn`, literals, `by` and hints";
        let line = lines.next(expected)?;
        if step(line).is_none() {
            return Err(lines.instead_of(line, expected));
        }
    }
    Ok(content)
}

fn read_solution(instance: &Instance, lines: &mut Lines) -> Result<Vec<bool>, TextError> {
    let line = lines.next("`solution`")?;
    if line != b"solution" {
        return Err(lines.instead_of(line, "`solution`"));
    }
    let mut black = Vec::new();
    for _ in 0..instance.shape.rows {
        let expected = "a row of the solution, `#` and `.`";
        let row = lines.next(expected)?;
        let valid = row.iter().all(|byte| b"#.".contains(byte));
        if !valid || row.len() != instance.shape.columns {
            return Err(lines.instead_of(row, expected));
        }
        black.extend(row.iter().map(|&byte| byte == b'#'));
    }
    Ok(black)
}
