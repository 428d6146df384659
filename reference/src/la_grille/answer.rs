//! Answers: one letter per pawn, then the score that the author declares.

use std::fmt;

use super::instance::{Instance, Pawn};
use super::rules::{Score, score};
use crate::text::{Token, lines};
use crate::{Checked, Refusal, Replay, TextError};

/// A complete placement of pawns with its true score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    size: usize,
    pawns: Vec<Pawn>,
    score: i64,
}

impl Answer {
    /// Returns the answer for pawns given row by row; `None` if the rules forbid the placement.
    pub fn new(instance: &Instance, pawns: Vec<Pawn>) -> Option<Self> {
        let score = score(instance, &pawns).ok()?.total;
        Some(Self {
            size: instance.size(),
            pawns,
            score,
        })
    }

    /// Returns the pawns, row by row.
    pub fn pawns(&self) -> &[Pawn] {
        &self.pawns
    }

    /// Returns the score.
    pub fn score(&self) -> i64 {
        self.score
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.pawns.chunks(self.size) {
            let letters: String = row.iter().map(|pawn| pawn.letter()).collect();
            writeln!(f, "{letters}")?;
        }
        writeln!(f, "{}", self.score)
    }
}

/// Collects the text of an answer, which is hardly larger than the grid.
#[derive(Debug)]
pub(super) struct AnswerReader<'i> {
    instance: &'i Instance,
    text: Vec<u8>,
}

impl<'i> AnswerReader<'i> {
    pub(super) fn new(instance: &'i Instance) -> Self {
        Self {
            instance,
            text: Vec::new(),
        }
    }
}

impl Replay for AnswerReader<'_> {
    fn feed(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    fn finish(self: Box<Self>) -> Result<Checked, Refusal> {
        let written = Written::read(self.instance, &self.text).map_err(Refusal::Unreadable)?;
        let score = score(self.instance, &written.pawns).map_err(Refusal::Rejected)?;
        Ok(Checked {
            warnings: written.warning(&score).into_iter().collect(),
            ..Checked::new(score.total)
        })
    }
}

/// The parsed text of an answer.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) pawns: Vec<Pawn>,
    /// The declared score: an integer of any length.
    declared: Option<String>,
}

impl Written {
    pub(super) fn read(instance: &Instance, text: &[u8]) -> Result<Self, TextError> {
        let size = instance.size();
        let mut lines = lines(text);
        let mut pawns = Vec::with_capacity(instance.shape().cells().min(text.len()));
        for row in 0..size {
            let line = lines.need(|| format!("row {} of {size} of the pawns", row + 1))?;
            let full = pawns.len() + size;
            for token in line.tokens() {
                for index in 0..token.bytes().len() {
                    if pawns.len() == full {
                        let expected = format!("the end of the line after {size} pawns");
                        return Err(token.part_from(index, expected));
                    }
                    pawns.push(pawn(&token, index)?);
                }
            }
            if pawns.len() < full {
                let column = pawns.len() + size - full + 1;
                return Err(line.ends_before(format!("pawn {column} of {size} on this line")));
            }
        }
        let declared = match lines.next() {
            None => None,
            Some(line) => {
                let mut tokens = line.tokens();
                let token = tokens.next().expect("the line is not blank");
                let declared = whole_number(token.bytes())
                    .ok_or_else(|| token.instead_of("the declared score, a whole number"))?;
                if let Some(extra) = tokens.next() {
                    return Err(extra.instead_of("the end of the line after the declared score"));
                }
                Some(declared)
            }
        };
        lines.need_end()?;
        Ok(Self { pawns, declared })
    }

    /// Returns a warning if the declared score is missing or wrong.
    pub(super) fn warning(&self, score: &Score) -> Option<String> {
        let real = score.total;
        match &self.declared {
            None => Some(format!("no score declared, real {real}")),
            Some(declared) if declared.parse() == Ok(real) => None,
            Some(declared) => Some(format!("declared {declared}, real {real}")),
        }
    }
}

fn pawn(token: &Token, index: usize) -> Result<Pawn, TextError> {
    let letter = token.bytes()[index];
    Pawn::from_letter(letter).ok_or_else(|| {
        let error = token.part_from(index, "one of the letters J, V, N, B, O, R");
        match Pawn::from_letter(letter.to_ascii_uppercase()) {
            Some(_) => error.with_help("pawns are capital letters"),
            None => error,
        }
    })
}

/// Returns the token if it is an integer of any length.
fn whole_number(token: &[u8]) -> Option<String> {
    let digits = token.strip_prefix(b"-").unwrap_or(token);
    let sound = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    sound.then(|| String::from_utf8_lossy(token).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;
    use crate::la_grille::LaGrille;
    use proptest::prelude::*;

    fn example() -> Instance {
        Instance::read(b"4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n").unwrap()
    }

    fn checked(text: &str) -> Checked {
        LaGrille::check(&example(), text.as_bytes()).unwrap()
    }

    #[test]
    fn the_real_score_counts() {
        let right = checked("VNVN\nNBBO\nRBBB\nOBVN\n76\n");
        assert_eq!((right.value.whole(), right.warnings), (76, vec![]));
        let wrong = checked("VNVN\nNBBO\nRBBB\nOBVN\n99\n");
        assert_eq!(wrong.value, 76);
        assert_eq!(wrong.warnings, ["declared 99, real 76"]);
        let missing = checked("VNVN\nNBBO\nRBBB\nOBVN");
        assert_eq!(missing.value, 76);
        assert_eq!(missing.warnings, ["no score declared, real 76"]);
        let giant = checked("VNVN\nNBBO\nRBBB\nOBVN\n-99999999999999999999\n");
        assert_eq!(giant.warnings, ["declared -99999999999999999999, real 76"]);
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter() {
        let spaced = "\u{feff} V N V N \r\n\r\nN B\tB O\r\nRBBB\r\n OB VN \r\n 76";
        assert_eq!(checked(spaced), checked("VNVN\nNBBO\nRBBB\nOBVN\n76\n"));
    }

    #[test]
    fn errors_name_the_place() {
        let refused = |text: &str| match LaGrille::check(&example(), text.as_bytes()) {
            Err(Refusal::Unreadable(error)) => (error.line, error.column, error.to_string()),
            other => panic!("{other:?}"),
        };
        for (text, line, column, message) in [
            (
                "",
                1,
                1,
                "found the end of the file, expected row 1 of 4 of the pawns",
            ),
            (
                "VNVN\n\nNBO\n",
                3,
                4,
                "found the end of the line, expected pawn 4 of 4 on this line",
            ),
            (
                "VNVNV\n",
                1,
                5,
                "found `V`, expected the end of the line after 4 pawns",
            ),
            (
                "V é\n",
                1,
                3,
                "found `é`, expected one of the letters J, V, N, B, O, R",
            ),
            (
                "V N\n",
                1,
                4,
                "found the end of the line, expected pawn 3 of 4 on this line",
            ),
            (
                "VNVN\nNBBO\nRBBB\nOBVN\n7x\n",
                5,
                1,
                "found `7x`, expected the declared score, a whole number",
            ),
            (
                "VNVN\nNBBO\nRBBB\nOBVN\n7 6\n",
                5,
                3,
                "found `6`, expected the end of the line after the declared score",
            ),
            (
                "VNVN\nNBBO\nRBBB\nOBVN\n76\n76\n",
                6,
                1,
                "found `76`, expected the end of the file",
            ),
        ] {
            assert_eq!(
                refused(text),
                (line, column, message.to_owned()),
                "{text:?}"
            );
        }
        let small = LaGrille::check(&example(), b"vNVN\n").unwrap_err();
        let help = "pawns are capital letters".to_owned();
        assert!(matches!(small, Refusal::Unreadable(error) if error.help == Some(help)));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
            let _ = LaGrille::check(&example(), &bytes);
        }

        #[test]
        fn no_letters_make_it_panic(text in "([JVNBORé ]{3,6}\r?\n){3,5}[-0-9 x]{0,30}") {
            let _ = LaGrille::check(&example(), text.as_bytes());
        }

        #[test]
        fn answers_read_back(mut pawns in proptest::collection::vec(0_usize..5, 16), red in 0_usize..16) {
            pawns[red] = 5;
            let pawns = pawns.into_iter().map(|pawn| Pawn::ALL[pawn]).collect();
            let answer = Answer::new(&example(), pawns).unwrap();
            let checked = LaGrille::check(&example(), answer.to_string().as_bytes()).unwrap();
            prop_assert_eq!(checked, Checked::new(answer.score()));
        }
    }
}
