//! Checks proofs of lower bounds, in time about linear in their size.
//!
//! Format and theorem are described in `judge help proofs`. The code follows that text and shares nothing with what finds
//! bounds, so that a mistake there cannot be repeated here. `checker.py` is the same program in Python.

mod edges;
mod prices;
mod reader;
mod rounds;

use crate::digest::digest;

use self::reader::{keyword, number};
use super::instance::{Colour, Instance, NONE};
use crate::text::{Line, lines};
use crate::{ProofError, TextError};

/// Checks a proof and returns the bound that it proves.
///
/// A text is unreadable if its first two lines are malformed, or if the digest is that of the instance and the rest does
/// not follow the grammar. Everything else that is wrong makes it refused.
pub(super) fn check(instance: &Instance, proof: &[u8]) -> Result<i64, ProofError> {
    let mut lines = lines(proof);
    let bound = read_bound(lines.need(|| "`judge-proof 1 sorting-robot BOUND`".to_owned())?)?;
    let named = read_digest(lines.need(|| "`instance` and its digest".to_owned())?)?;
    if named != digest(instance) {
        return Err(refused("the proof is of another instance"));
    }
    if bound < 0 {
        return Err(refused("the bound is negative"));
    }
    let expected = || "one of the lines `edges`, `prices`, `round UNIT`".to_owned();
    let first = lines.need(expected)?;
    let word = first.tokens().next().map(|token| token.bytes().to_vec());
    match word.as_deref() {
        Some(b"edges") => {
            keyword(first, "edges")?;
            edges::Edges::read(instance, &mut lines)?.check(instance, bound)?;
        }
        Some(b"prices") => {
            keyword(first, "prices")?;
            prices::Prices::read(instance, &mut lines)?.check(instance, bound)?;
        }
        Some(b"round") => {
            let layers = rounds::Layers::new(instance);
            let rounds = rounds::read(&layers, first, &mut lines)?;
            rounds::check(&layers, &rounds, bound)?;
        }
        _ => return Err(first.instead_of(expected()).into()),
    }
    Ok(bound)
}

impl From<TextError> for ProofError {
    fn from(error: TextError) -> Self {
        Self::Unreadable(error)
    }
}

fn refused(reason: impl Into<String>) -> ProofError {
    ProofError::Refused(reason.into())
}

/// Fails unless at least as many steps are proved as the bound claims.
fn need_steps(proved: i128, bound: i64) -> Result<(), ProofError> {
    if proved >= i128::from(bound) {
        return Ok(());
    }
    Err(refused(format!(
        "the bound is {bound}, but only {proved} steps follow"
    )))
}

fn read_bound(line: Line) -> Result<i64, TextError> {
    let mut tokens = line.tokens();
    for word in ["judge-proof", "1", "sorting-robot"] {
        match tokens.next() {
            Some(token) if token.bytes() == word.as_bytes() => {}
            Some(token) => return Err(token.instead_of(format!("`{word}`"))),
            None => return Err(line.ends_before(format!("`{word}`"))),
        }
    }
    let bound = tokens.next().ok_or_else(|| line.ends_before("the bound"))?;
    match tokens.next() {
        Some(extra) => Err(extra.instead_of("the end of the line after the bound")),
        None => number(&bound),
    }
}

/// Reads the digest of an instance: 64 hexadecimal digits in lower case.
fn read_digest(line: Line) -> Result<String, TextError> {
    let tokens: Vec<_> = line.tokens().collect();
    let expected = "`instance` and 64 hexadecimal digits in lower case";
    let [word, digest] = tokens.as_slice() else {
        return Err(line.instead_of(expected));
    };
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if word.bytes() != b"instance" || digest.bytes().len() != 64 {
        return Err(line.instead_of(expected));
    }
    if !digest.bytes().iter().all(is_digit) {
        return Err(digest.instead_of("64 hexadecimal digits in lower case"));
    }
    Ok(String::from_utf8_lossy(digest.bytes()).into_owned())
}

/// Returns the cells that are not black, in increasing order.
fn open_cells(instance: &Instance) -> impl Iterator<Item = usize> {
    let cells = 0..instance.shape.cells();
    cells.filter(|&cell| instance.backgrounds[cell] != instance.pieces[cell])
}

/// Returns the distance of a cell from the start.
fn from_start(instance: &Instance, cell: usize) -> usize {
    instance.shape.row(cell) + instance.shape.column(cell)
}

/// Returns the index of a colour; the empty hand comes last.
fn index_of(instance: &Instance, colour: Colour) -> usize {
    if colour == NONE {
        instance.colours
    } else {
        colour as usize
    }
}
