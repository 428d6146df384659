//! The rules: replays the actions of an answer in one pass over its bytes.

use super::instance::{Colour, Instance, NONE};
use crate::{Rejection, TextError};

/// A position on the grid in one word, with the row in the upper half. Each half has a guard bit at the top, which a
/// coordinate that leaves the grid sets, so that one test covers all four borders.
type Position = u64;

const GUARDS: Position = 1 << 63 | 1 << 31;

fn position(row: usize, column: usize) -> Position {
    (row as u64) << 32 | column as u64
}

/// What a byte that is no letter adds to the position.
const NO_LETTER: Position = 1 << 63;

/// What each letter adds to the position. A table lookup instead of branches, because the letters of an answer are hard
/// to predict. Swaps and white space add nothing; all other bytes set a guard bit, so that the border test finds them
/// as well.
static MOVES: [Position; 256] = {
    let mut moves = [NO_LETTER; 256];
    moves[b'L' as usize] = 1_u64.wrapping_neg();
    moves[b'R' as usize] = 1;
    moves[b'U' as usize] = (1_u64 << 32).wrapping_neg();
    moves[b'D' as usize] = 1 << 32;
    moves[b'S' as usize] = 0;
    moves[b' ' as usize] = 0;
    moves[b'\t' as usize] = 0;
    moves[b'\r' as usize] = 0;
    moves[b'\n' as usize] = 0;
    moves
};

/// So many letters are replayed at a time: a byte can count them.
const BLOCK: usize = u8::MAX as usize;

/// The state of a robot during a replay.
#[derive(Debug)]
pub(super) struct Robot<'i> {
    instance: &'i Instance,
    /// Background and piece next to each other in memory, because every swap reads both.
    cells: Vec<(Colour, Colour)>,
    hand: Colour,
    at: Position,
    /// The number of swaps and of all actions so far.
    swaps: u64,
    actions: u64,
    /// The first rule that was broken. The rest is read nevertheless: what is not an answer at all, such as a message,
    /// may begin like one.
    broken: Option<Rejection>,
    /// The position in the text, counted from 1.
    line: usize,
    column: usize,
}

impl<'i> Robot<'i> {
    /// Creates a robot whose actions begin on line `line` of the text.
    pub(super) fn new(instance: &'i Instance, line: usize) -> Self {
        let layers = instance.backgrounds.iter().zip(&instance.pieces);
        Self {
            instance,
            cells: layers.map(|(&b, &p)| (b, p)).collect(),
            hand: NONE,
            at: position(0, 0),
            swaps: 0,
            actions: 0,
            broken: None,
            line,
            column: 1,
        }
    }

    /// Replays letters up to the first that breaks a rule. Fails at the first byte that is not a letter of an answer.
    pub(super) fn play(&mut self, letters: &[u8]) -> Result<(), TextError> {
        if self.broken.is_some() {
            return self.read_on(letters);
        }
        for (number, block) in letters.chunks(BLOCK).enumerate() {
            if !self.play_block(block) {
                // Again letter by letter, up to the one that ends the replay.
                let letter_by_letter = block.chunks(1).take_while(|letter| self.play_block(letter));
                let index = number * BLOCK + letter_by_letter.count();
                self.count_letters(&letters[..index]);
                if is_letter(letters[index]) {
                    self.broken = Some(self.leaves_grid(letters[index]));
                }
                return self.read_on(&letters[index..]);
            }
        }
        self.count_letters(letters);
        Ok(())
    }

    /// Replays a block of letters. Returns `false`, and has done nothing, if one of them leaves the grid or is no letter.
    fn play_block(&mut self, block: &[u8]) -> bool {
        let shape = self.instance.shape;
        let last = position(shape.rows - 1, shape.columns - 1);
        let mut at = self.at;
        // The guard bits of all positions, tested once.
        let mut guards = 0;
        let mut walk = |letter: u8| {
            at = at.wrapping_add(MOVES[usize::from(letter)]);
            guards |= at | last.wrapping_sub(at);
            at
        };
        let mut stops = [0; BLOCK + 1];
        let mut swaps = 0_u8;
        if block.contains(&b'S') {
            // Each position is written, and kept if the letter is a swap: no branch depends on the letter.
            for &letter in block {
                stops[usize::from(swaps)] = walk(letter);
                swaps += u8::from(letter == b'S');
            }
        } else {
            for &letter in block {
                walk(letter);
            }
        }
        if guards & GUARDS != 0 {
            return false;
        }
        self.at = at;
        self.swaps += u64::from(swaps);
        for &stop in &stops[..usize::from(swaps)] {
            let (row, column) = coordinates(stop);
            let (background, piece) = &mut self.cells[shape.cell(row, column)];
            if background != piece {
                std::mem::swap(piece, &mut self.hand);
            }
        }
        true
    }

    /// Reads letters without replaying them.
    fn read_on(&mut self, letters: &[u8]) -> Result<(), TextError> {
        let end = letters.iter().position(|&letter| !is_letter(letter));
        self.advance(&letters[..end.unwrap_or(letters.len())]);
        end.map_or(Ok(()), |end| {
            let expected = "one of the letters L, R, U, D, S";
            let help = "an answer holds only these letters and white space";
            Err(self.refuse(&letters[end..], expected).with_help(help))
        })
    }

    /// Counts the actions of a text that was replayed.
    fn count_letters(&mut self, letters: &[u8]) {
        let actions = count_actions(letters);
        self.actions += actions as u64;
        if actions == letters.len() {
            self.column += actions;
        } else {
            self.advance(letters);
        }
    }

    /// Moves the position in the text behind these letters.
    fn advance(&mut self, letters: &[u8]) {
        match letters.iter().rposition(|&letter| letter == b'\n') {
            None => self.column += letters.len(),
            Some(last) => {
                let breaks = letters.iter().filter(|&&letter| letter == b'\n');
                self.line += breaks.count();
                self.column = letters.len() - last;
            }
        }
    }

    /// Returns the rejection of a letter that leaves the grid.
    fn leaves_grid(&self, letter: u8) -> Rejection {
        let at = self.actions;
        let (row, column) = coordinates(self.at);
        let letter = char::from(letter);
        let reason =
            format!("action {at} (`{letter}`) leaves the grid from row {row}, column {column}");
        Rejection { at, reason }
    }

    /// Counts the zero that closes a course file, which is not an action.
    pub(super) fn skip_zero(&mut self) {
        self.column += 1;
    }

    /// Returns the background and the piece of every cell, row by row.
    pub(super) fn cells(&self) -> &[(Colour, Colour)] {
        &self.cells
    }

    pub(super) fn hand(&self) -> Colour {
        self.hand
    }

    /// Returns the row and the column of the robot.
    pub(super) fn at(&self) -> (usize, usize) {
        coordinates(self.at)
    }

    pub(super) fn steps(&self) -> u64 {
        self.actions - self.swaps
    }

    pub(super) fn swaps(&self) -> u64 {
        self.swaps
    }

    /// Returns the error of a text that wrongly continues with `rest`.
    pub(super) fn refuse(&self, rest: &[u8], expected: &str) -> TextError {
        TextError::before(rest, self.line, self.column, expected)
    }

    /// Returns the first rule that was broken.
    pub(super) fn broken(&self) -> Option<&Rejection> {
        self.broken.as_ref()
    }

    /// Returns the number of steps. Fails if a rule was broken or a cell is not black.
    pub(super) fn finish(&self) -> Result<u64, Rejection> {
        if let Some(rejection) = &self.broken {
            return Err(rejection.clone());
        }
        let mut open =
            (0..self.cells.len()).filter(|&cell| self.cells[cell].0 != self.cells[cell].1);
        match open.next() {
            None => Ok(self.steps()),
            Some(first) => Err(self.not_black(first, 1 + open.count())),
        }
    }

    fn not_black(&self, first: usize, count: usize) -> Rejection {
        let name = |colour: Colour| match colour {
            NONE => "nothing".to_owned(),
            colour => format!("colour {colour}"),
        };
        let at = self.actions;
        let reason = format!(
            "after all {at} actions {count} of {} cells are not black: row {}, column {} wants {} and holds {}, the robot carries {}",
            self.cells.len(),
            self.instance.shape.row(first),
            self.instance.shape.column(first),
            name(self.cells[first].0),
            name(self.cells[first].1),
            name(self.hand),
        );
        Rejection { at, reason }
    }
}

/// Returns whether a byte may be part of an answer: an action or white space.
fn is_letter(byte: u8) -> bool {
    byte == b'S' || MOVES[usize::from(byte)] != NO_LETTER
}

/// Returns the number of letters that are no white space, eight at a time: no letter has the highest bit, so it is free to
/// tell the bytes above a space.
fn count_actions(letters: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const NO_ACTION: u64 = b' ' as u64;
    let (words, rest) = letters.as_chunks();
    let in_words: u64 = words
        .iter()
        .map(|&word| {
            let above = u64::from_le_bytes(word) + (0x7f - NO_ACTION) * ONES;
            // The sum of the bytes, in the highest byte of the product.
            (above >> 7 & ONES).wrapping_mul(ONES) >> 56
        })
        .sum();
    in_words as usize + rest.iter().filter(|&&letter| letter > b' ').count()
}

fn coordinates(at: Position) -> (usize, usize) {
    ((at >> 32) as usize, (at & u64::from(u32::MAX)) as usize)
}
