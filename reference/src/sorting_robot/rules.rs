//! The law: replays an answer, letter by letter, in one pass over its bytes.

use super::instance::{Colour, Instance, NONE};
use crate::{Refusal, Rejection, TextError};

/// A place on the grid as one word, row above column. Each half has a guard bit on top, which a coordinate that runs
/// off the grid sets, so that one test sees all four borders.
type Place = u64;

const GUARDS: Place = 1 << 63 | 1 << 31;

fn place(row: usize, column: usize) -> Place {
    (row as u64) << 32 | column as u64
}

/// What each letter adds to the place; nothing for all that is not a move. Looked up instead of branched on, since
/// the letters of an answer are hard to predict.
static MOVES: [Place; 256] = {
    let mut moves = [0; 256];
    moves[b'L' as usize] = 1_u64.wrapping_neg();
    moves[b'R' as usize] = 1;
    moves[b'U' as usize] = (1_u64 << 32).wrapping_neg();
    moves[b'D' as usize] = 1 << 32;
    moves
};

/// The number of steps, if every letter is legal and the grid ends all black.
pub(super) fn replay(instance: &Instance, letters: &[u8]) -> Result<u64, Refusal> {
    let shape = instance.shape;
    let last = place(shape.rows - 1, shape.columns - 1);
    let layers = instance.backgrounds.iter().zip(&instance.pieces);
    // Side by side in memory, as every swap looks at both.
    let mut cells: Vec<(Colour, Colour)> = layers.map(|(&b, &p)| (b, p)).collect();
    let mut hand = NONE;
    let mut at = place(0, 0);
    let mut not_moves = 0;
    for (index, &letter) in letters.iter().enumerate() {
        let step = MOVES[usize::from(letter)];
        at = at.wrapping_add(step);
        if (at | last.wrapping_sub(at)) & GUARDS != 0 {
            return Err(off_the_grid(&letters[..=index], at.wrapping_sub(step)));
        }
        if step == 0 {
            not_moves += 1;
            if letter == b'S' {
                let (row, column) = coordinates(at);
                let (background, piece) = &mut cells[shape.cell(row, column)];
                if background != piece {
                    std::mem::swap(piece, &mut hand);
                }
            } else if !letter.is_ascii_whitespace() {
                return Err(unknown_letter(letters, index));
            }
        }
    }
    if cells.iter().any(|(background, piece)| background != piece) {
        return Err(not_black(instance, letters, &cells, hand));
    }
    Ok((letters.len() - not_moves) as u64)
}

fn coordinates(at: Place) -> (usize, usize) {
    ((at >> 32) as usize, (at & u64::from(u32::MAX)) as usize)
}

/// How many letters of `text` are actions.
fn actions(text: &[u8]) -> u64 {
    text.iter().filter(|b| !b.is_ascii_whitespace()).count() as u64
}

fn off_the_grid(played: &[u8], from: Place) -> Refusal {
    let at = actions(played) - 1;
    let letter = char::from(played[played.len() - 1]);
    let (row, column) = coordinates(from);
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
    cells: &[(Colour, Colour)],
    hand: Colour,
) -> Refusal {
    let at = actions(letters);
    let mut open = (0..cells.len()).filter(|&cell| cells[cell].0 != cells[cell].1);
    let first = open.next().unwrap_or(0);
    let left = 1 + open.count();
    let name = |colour: Colour| match colour {
        NONE => "nothing".to_owned(),
        colour => format!("colour {colour}"),
    };
    let reason = format!(
        "after all {at} actions {left} of {} cells are not black: row {}, column {} wants {} and holds {}, the robot carries {}",
        instance.shape.cells(),
        instance.shape.row(first),
        instance.shape.column(first),
        name(cells[first].0),
        name(cells[first].1),
        name(hand),
    );
    Refusal::Rejected(Rejection { at, reason })
}
