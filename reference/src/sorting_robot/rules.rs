//! The law: replays an answer, letter by letter, in one pass over its bytes.

use super::instance::{Colour, Instance, NONE};
use crate::{Refusal, Rejection, TextError};

/// What one byte of an answer asks for.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Move,
    Swap,
    Blank,
    Unknown,
}

/// A byte's effect on row and column, by wrapping addition, so that a step off the grid shows as a huge coordinate.
#[derive(Clone, Copy)]
struct Action {
    down: usize,
    right: usize,
    kind: Kind,
}

/// Looked up instead of branched on: the letters of an answer are hard to predict, a table is not.
static ACTIONS: [Action; 256] = {
    const BACK: usize = usize::MAX;
    let mut actions = [Action {
        down: 0,
        right: 0,
        kind: Kind::Unknown,
    }; 256];
    actions[b'L' as usize] = Action {
        down: 0,
        right: BACK,
        kind: Kind::Move,
    };
    actions[b'R' as usize] = Action {
        down: 0,
        right: 1,
        kind: Kind::Move,
    };
    actions[b'U' as usize] = Action {
        down: BACK,
        right: 0,
        kind: Kind::Move,
    };
    actions[b'D' as usize] = Action {
        down: 1,
        right: 0,
        kind: Kind::Move,
    };
    actions[b'S' as usize].kind = Kind::Swap;
    actions[b' ' as usize].kind = Kind::Blank;
    actions[b'\t' as usize].kind = Kind::Blank;
    actions[b'\r' as usize].kind = Kind::Blank;
    actions[b'\n' as usize].kind = Kind::Blank;
    actions
};

/// The number of steps, if every letter is legal and the grid ends all black.
pub(super) fn replay(instance: &Instance, letters: &[u8]) -> Result<u64, Refusal> {
    let shape = instance.shape;
    let mut pieces = instance.pieces.clone();
    let mut hand = NONE;
    let (mut row, mut column) = (0_usize, 0_usize);
    let mut not_moves = 0;
    for (index, &letter) in letters.iter().enumerate() {
        let action = ACTIONS[usize::from(letter)];
        row = row.wrapping_add(action.down);
        column = column.wrapping_add(action.right);
        if row >= shape.rows || column >= shape.columns {
            let from = (
                row.wrapping_sub(action.down),
                column.wrapping_sub(action.right),
            );
            return Err(off_the_grid(&letters[..=index], from));
        }
        if action.kind != Kind::Move {
            not_moves += 1;
            match action.kind {
                Kind::Swap => {
                    let cell = shape.cell(row, column);
                    if pieces[cell] != instance.backgrounds[cell] {
                        std::mem::swap(&mut pieces[cell], &mut hand);
                    }
                }
                Kind::Blank | Kind::Move => {}
                Kind::Unknown => return Err(unknown_letter(letters, index)),
            }
        }
    }
    match pieces
        .iter()
        .zip(&instance.backgrounds)
        .position(|(piece, background)| piece != background)
    {
        None => Ok((letters.len() - not_moves) as u64),
        Some(cell) => Err(not_black(instance, letters, &pieces, cell, hand)),
    }
}

/// How many letters of `text` are actions.
fn actions(text: &[u8]) -> u64 {
    text.iter()
        .filter(|&&b| matches!(ACTIONS[usize::from(b)].kind, Kind::Move | Kind::Swap))
        .count() as u64
}

fn off_the_grid(played: &[u8], (row, column): (usize, usize)) -> Refusal {
    let at = actions(played) - 1;
    let letter = char::from(played[played.len() - 1]);
    let reason =
        format!("action {at} (`{letter}`) leaves the grid from row {row}, column {column}");
    Refusal::Rejected(Rejection { at, reason })
}

fn unknown_letter(letters: &[u8], index: usize) -> Refusal {
    let error = TextError::at_offset(letters, index, "one of the letters L, R, U, D, S");
    Refusal::Unreadable(error.with_help("an answer holds only these letters and white space"))
}

fn not_black(
    instance: &Instance,
    letters: &[u8],
    pieces: &[Colour],
    first: usize,
    hand: Colour,
) -> Refusal {
    let at = actions(letters);
    let left = pieces
        .iter()
        .zip(&instance.backgrounds)
        .filter(|(p, b)| p != b)
        .count();
    let name = |colour: Colour| match colour {
        NONE => "nothing".to_owned(),
        colour => format!("colour {colour}"),
    };
    let reason = format!(
        "after all {at} actions {left} of {} cells are not black: row {}, column {} wants {} and holds {}, the robot carries {}",
        instance.shape.cells(),
        instance.shape.row(first),
        instance.shape.column(first),
        name(instance.backgrounds[first]),
        name(pieces[first]),
        name(hand),
    );
    Refusal::Rejected(Rejection { at, reason })
}
