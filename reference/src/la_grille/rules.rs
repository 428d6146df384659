//! The rules: the score of a placement of pawns.

use super::instance::{Instance, Pawn, around};
use crate::Rejection;

/// The number of penalties of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Penalties {
    /// Yellow pawns without a yellow neighbour.
    pub yellow: i64,
    /// Pairs of adjacent green pawns.
    pub green: i64,
    /// Blue pawns on negative values in excess of those on positive ones.
    pub blue: i64,
    /// Pairs of orange pawns on one line.
    pub orange: i64,
}

impl Penalties {
    /// Returns the total number of penalties.
    pub fn count(self) -> i64 {
        self.yellow + self.green + self.blue + self.orange
    }
}

/// A score and its parts; blue and orange pawns score nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The points of the yellow pawns.
    pub yellow: i64,
    /// The points of the green pawns.
    pub green: i64,
    /// The points of the black pawns, after doubling.
    pub black: i64,
    /// The points of the red pawn.
    pub red: i64,
    /// The penalties.
    pub penalties: Penalties,
    /// The sum of all points minus the cost of the penalties.
    pub total: i64,
}

/// Computes the score. Fails unless there is exactly one red pawn.
///
/// # Panics
///
/// May panic if there is not exactly one pawn per cell.
pub fn score(instance: &Instance, pawns: &[Pawn]) -> Result<Score, Rejection> {
    need_one_red(instance, pawns)?;
    let mut score = Score::default();
    let mut blacks = 0;
    let mut blue_balance = 0;
    for (cell, &pawn) in pawns.iter().enumerate() {
        let value = instance.values()[cell];
        match pawn {
            Pawn::Yellow => add(&mut score.yellow, value),
            Pawn::Green => add(&mut score.green, instance.cross(cell)),
            Pawn::Black => {
                add(&mut score.black, value - 1);
                blacks += 1;
            }
            Pawn::Blue => blue_balance -= value.signum(),
            Pawn::Orange => {}
            Pawn::Red => add(&mut score.red, -value),
        }
    }
    if blacks <= instance.size() {
        score.black = checked(score.black.checked_mul(2));
    }
    score.penalties = Penalties {
        yellow: isolated_yellows(instance, pawns),
        green: green_pairs(instance, pawns),
        blue: blue_balance.max(0),
        orange: orange_pairs(instance, pawns),
    };
    for part in [score.yellow, score.green, score.black, score.red] {
        add(&mut score.total, part);
    }
    let lost = checked(instance.penalty().checked_mul(score.penalties.count()));
    score.total = checked(score.total.checked_sub(lost));
    Ok(score)
}

fn checked(sum: Option<i64>) -> i64 {
    sum.expect("an instance whose scores could overflow cannot be made")
}

fn add(sum: &mut i64, part: i64) {
    *sum = checked(sum.checked_add(part));
}

fn need_one_red(instance: &Instance, pawns: &[Pawn]) -> Result<(), Rejection> {
    let mut reds = (0..pawns.len()).filter(|&cell| pawns[cell] == Pawn::Red);
    let place = |cell| {
        let shape = instance.shape();
        format!("row {}, column {}", shape.row(cell), shape.column(cell))
    };
    match (reds.next(), reds.next()) {
        (Some(_), None) => Ok(()),
        (None, _) => Err(Rejection {
            at: pawns.len() as u64,
            reason: "there is no red pawn: exactly one `R` is required".to_owned(),
        }),
        (Some(first), Some(second)) => Err(Rejection {
            at: second as u64,
            reason: format!(
                "there are {} red pawns, the first two at {} and at {}: exactly one `R` is required",
                2 + reds.count(),
                place(first),
                place(second),
            ),
        }),
    }
}

fn of_colour(pawns: &[Pawn], colour: Pawn) -> impl Iterator<Item = usize> {
    (0..pawns.len()).filter(move |&cell| pawns[cell] == colour)
}

fn isolated_yellows(instance: &Instance, pawns: &[Pawn]) -> i64 {
    let isolated =
        |&cell: &usize| around(instance.shape(), cell).all(|other| pawns[other] != Pawn::Yellow);
    of_colour(pawns, Pawn::Yellow).filter(isolated).count() as i64
}

fn green_pairs(instance: &Instance, pawns: &[Pawn]) -> i64 {
    let later = |cell| around(instance.shape(), cell).filter(move |&other| other > cell);
    of_colour(pawns, Pawn::Green)
        .flat_map(later)
        .filter(|&other| pawns[other] == Pawn::Green)
        .count() as i64
}

/// Two cells share at most one line, so pairs can be counted line by line.
fn orange_pairs(instance: &Instance, pawns: &[Pawn]) -> i64 {
    let (shape, size) = (instance.shape(), instance.size());
    let mut rows = vec![0_i64; size];
    let mut columns = vec![0_i64; size];
    let mut falling = vec![0_i64; 2 * size];
    let mut rising = vec![0_i64; 2 * size];
    let mut pairs = 0;
    for cell in of_colour(pawns, Pawn::Orange) {
        let (row, column) = (shape.row(cell), shape.column(cell));
        let lines = [
            &mut rows[row],
            &mut columns[column],
            &mut falling[size + row - column],
            &mut rising[row + column],
        ];
        for earlier in lines {
            pairs += *earlier;
            *earlier += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::la_grille::LaGrille;
    use crate::{Problem, Refusal};

    const EXAMPLE: &[u8] = b"4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n";

    fn pawns(letters: &str) -> Vec<Pawn> {
        let letters = letters.bytes().filter(|byte| !byte.is_ascii_whitespace());
        letters
            .map(|byte| Pawn::from_letter(byte).unwrap())
            .collect()
    }

    #[test]
    fn the_worked_example() {
        let instance = Instance::read(EXAMPLE).unwrap();
        let shown = score(&instance, &pawns("VJON JVBO RJOJ JNOB")).unwrap();
        let expected = Score {
            yellow: 13,
            green: 25,
            black: 12,
            red: 8,
            penalties: Penalties {
                yellow: 1,
                green: 1,
                blue: 0,
                orange: 5,
            },
            total: -12,
        };
        assert_eq!(shown, expected);
        for best in ["VNVN NBBO RBBB OBVN", "VNVN NBBB RBOB OBVN"] {
            let best = score(&instance, &pawns(best)).unwrap();
            assert_eq!((best.green, best.black, best.red), (18, 50, 8));
            assert_eq!((best.penalties.count(), best.total), (0, 76));
        }
    }

    #[test]
    fn a_fifth_black_pawn_undoes_the_doubling() {
        let instance = Instance::read(EXAMPLE).unwrap();
        let four = score(&instance, &pawns("VNVN NBBO RBBB OBVN")).unwrap();
        let five = score(&instance, &pawns("VNVN NBBO RBBB OBNN")).unwrap();
        assert_eq!((four.black, five.black), (50, 20));
    }

    #[test]
    fn exactly_one_red() {
        let instance = Instance::read(EXAMPLE).unwrap();
        let rejected = |letters: &str| match LaGrille::check(&instance, letters.as_bytes()) {
            Err(Refusal::Rejected(rejection)) => (rejection.at, rejection.reason),
            other => panic!("{other:?}"),
        };
        let (at, reason) = rejected("VNVN\nNBBR\nRBBB\nOBVN\n76\n");
        assert_eq!(at, 8);
        assert_eq!(
            reason,
            "there are 2 red pawns, the first two at row 1, column 3 and at row 2, column 0: exactly one `R` is required"
        );
        let (at, reason) = rejected("VNVN\nNBBB\nBBBB\nOBVN\n76\n");
        assert_eq!(
            (at, reason.as_str()),
            (16, "there is no red pawn: exactly one `R` is required")
        );
    }
}
