//! Reads the text of a proof. What the numbers mean is checked later: a text is unreadable or refused, never both.

use crate::TextError;
use crate::text::{Line, Token, lines};

/// A proof as it is written.
#[derive(Debug)]
pub(super) struct ProofText {
    pub(super) bound: i64,
    pub(super) digest: String,
    pub(super) penalty: i64,
    pub(super) figures: Vec<Vec<i64>>,
    /// The steps for at most `t` black pawns and, if there is such a part, for more.
    pub(super) modes: Vec<Vec<Step>>,
}

/// One line of a tree of cases.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) line: usize,
    pub(super) action: Action,
    pub(super) numbers: Vec<i64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Multipliers that close the case.
    Close,
    /// Multipliers that remove colours from cells.
    Price,
    /// The division of the case by the colours of one cell.
    Branch,
}

pub(super) fn read(text: &[u8]) -> Result<ProofText, TextError> {
    let mut lines = lines(text);
    let line = lines.need(|| "`judge-proof 1 la-grille BOUND`".to_owned())?;
    let mut tokens = line.tokens();
    for word in ["judge-proof", "1", "la-grille"] {
        expect(line, tokens.next(), word)?;
    }
    let bound = integer(line, tokens.next(), "the bound")?;
    end(tokens.next())?;

    let line = lines.need(|| "`instance DIGEST`".to_owned())?;
    let mut tokens = line.tokens();
    expect(line, tokens.next(), "instance")?;
    let digest = digest(line, tokens.next())?;
    end(tokens.next())?;

    let line = lines.need(|| "`penalty NUMBER`".to_owned())?;
    let mut tokens = line.tokens();
    expect(line, tokens.next(), "penalty")?;
    let penalty = integer(line, tokens.next(), "the penalty")?;
    end(tokens.next())?;

    let mut figures = Vec::new();
    let mut modes: Vec<Vec<Step>> = Vec::new();
    for line in lines {
        let mut tokens = line.tokens();
        let word = tokens.next();
        let word = word.as_ref().map(Token::bytes).unwrap_or_default();
        let action = match (word, modes.len()) {
            (b"figure", 0) => {
                figures.push(integers(line, tokens, |count| count > 0)?);
                continue;
            }
            (b"doubled", 0) | (b"undoubled", 1) => {
                end(tokens.next())?;
                modes.push(Vec::new());
                continue;
            }
            (b"close", 1 | 2) => Action::Close,
            (b"price", 1 | 2) => Action::Price,
            (b"branch", 1 | 2) => Action::Branch,
            (_, 0) => return Err(line.instead_of("`figure` or `doubled`")),
            (_, 1) => return Err(line.instead_of("a step or `undoubled`")),
            _ => return Err(line.instead_of("a step")),
        };
        let numbers = integers(line, tokens, |count| match action {
            Action::Branch => count == 2,
            Action::Close | Action::Price => count % 2 == 1,
        })?;
        if let Some(steps) = modes.last_mut() {
            steps.push(Step {
                line: line.number(),
                action,
                numbers,
            });
        }
    }
    if modes.is_empty() {
        return Err(TextError::before(&[], line.number() + 1, 1, "`doubled`"));
    }
    Ok(ProofText {
        bound,
        digest,
        penalty,
        figures,
        modes,
    })
}

fn expect(line: Line, token: Option<Token>, word: &str) -> Result<(), TextError> {
    match token {
        Some(token) if token.bytes() == word.as_bytes() => Ok(()),
        Some(token) => Err(token.instead_of(format!("`{word}`"))),
        None => Err(line.ends_before(format!("`{word}`"))),
    }
}

fn end(token: Option<Token>) -> Result<(), TextError> {
    token.map_or(Ok(()), |token| Err(token.instead_of("the end of the line")))
}

fn integer(line: Line, token: Option<Token>, what: &str) -> Result<i64, TextError> {
    let token = token.ok_or_else(|| line.ends_before(what))?;
    token.integer(&(-i64::MAX..=i64::MAX), what)
}

/// Reads the integers in the rest of a line, whose number must be `right`.
fn integers<'a>(
    line: Line<'a>,
    tokens: impl Iterator<Item = Token<'a>>,
    right: impl Fn(usize) -> bool,
) -> Result<Vec<i64>, TextError> {
    let numbers: Vec<i64> = tokens
        .map(|token| integer(line, Some(token), "a whole number"))
        .collect::<Result<_, _>>()?;
    if right(numbers.len()) {
        Ok(numbers)
    } else {
        Err(line.ends_before("another number of numbers"))
    }
}

fn digest(line: Line, token: Option<Token>) -> Result<String, TextError> {
    let expected = "64 lower-case hexadecimal digits";
    let token = token.ok_or_else(|| line.ends_before(expected))?;
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if token.bytes().len() == 64 && token.bytes().iter().all(is_digit) {
        Ok(String::from_utf8_lossy(token.bytes()).into_owned())
    } else {
        Err(token.instead_of(expected))
    }
}
