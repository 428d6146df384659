//! Draws the grid as text: the letter of every pawn and the value of its cell; cells without a pawn show the value
//! alone.

use super::answer::Written;
use super::instance::{Instance, Pawn};
use super::rules::{Score, score};
use crate::{Picture, Style, TextError};

const INK: u8 = 16;
const LIGHT_INK: u8 = 231;
const NEGATIVE: u8 = 160;

/// Draws the first `step` pawns of an answer, or all.
pub(super) fn draw(
    instance: &Instance,
    answer: Option<&[u8]>,
    step: Option<u64>,
) -> Result<Picture, TextError> {
    let cells = instance.shape().cells();
    let Some(answer) = answer else {
        let mut picture = grid(instance, &[]);
        picture.caption = format!("values; each penalty costs {}", instance.penalty());
        return Ok(picture);
    };
    let written = Written::read(instance, answer)?;
    let placed = step.map_or(cells, |step| cells.min(step as usize));
    let mut picture = grid(instance, &written.pawns[..placed]);
    picture.actions = placed as u64;
    picture.caption = if placed < cells {
        format!("{placed} of {cells} pawns placed")
    } else {
        match score(instance, &written.pawns) {
            Err(rejection) => format!("rejected: {}", rejection.reason),
            Ok(score) => {
                let warning = written.warning(&score);
                let warning = warning.map(|warning| format!("\nwarning: {warning}"));
                caption(instance, &score) + &warning.unwrap_or_default()
            }
        }
    };
    Ok(picture)
}

fn grid(instance: &Instance, pawns: &[Pawn]) -> Picture {
    let width = instance.values().iter().map(|v| v.to_string().len()).max();
    let width = width.unwrap_or(1);
    let mut picture = Picture::default();
    for (cell, value) in instance.values().iter().enumerate() {
        if instance.shape().column(cell) == 0 {
            picture.line();
        }
        if let Some(&pawn) = pawns.get(cell) {
            picture.add(format!(" {}{value:>width$} ", pawn.letter()), style(pawn));
        } else {
            let ink = (*value < 0).then_some(NEGATIVE);
            let style = Style {
                ink,
                ..Style::default()
            };
            picture.add(format!("  {value:>width$} "), style);
        }
    }
    picture
}

fn style(pawn: Pawn) -> Style {
    let (ink, ground) = match pawn {
        Pawn::Yellow => (INK, 227),
        Pawn::Green => (INK, 114),
        Pawn::Black => (LIGHT_INK, 16),
        Pawn::Blue => (LIGHT_INK, 26),
        Pawn::Orange => (INK, 214),
        Pawn::Red => (LIGHT_INK, 160),
    };
    Style {
        ink: Some(ink),
        ground: Some(ground),
        bold: pawn == Pawn::Red,
    }
}

fn caption(instance: &Instance, score: &Score) -> String {
    let Score {
        yellow,
        green,
        black,
        red,
        penalties,
        total,
    } = *score;
    format!(
        "J {yellow}, V {green}, N {black}, R {red}\n{} penalties of {}: {} isolated J, {} pairs of V, {} B too many, {} pairs of O\n{total} points",
        penalties.count(),
        instance.penalty(),
        penalties.yellow,
        penalties.green,
        penalties.blue,
        penalties.orange,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: &[u8] = b"VJON\nJVBO\nRJOJ\nJNOB\n-12\n";

    fn drawn(answer: Option<&[u8]>, step: Option<u64>) -> (String, String) {
        let text = b"4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n";
        let instance = Instance::read(text).unwrap();
        let picture = draw(&instance, answer, step).unwrap();
        let line = picture.lines[0].iter().map(|s| s.text.as_str()).collect();
        let placed = answer.map_or(0, |_| step.unwrap_or(16).min(16));
        assert_eq!(picture.actions, placed);
        (line, picture.caption)
    }

    #[test]
    fn shows_values_pawns_and_the_score_in_its_parts() {
        let (line, caption) = drawn(None, None);
        assert_eq!(line, "  -6    9   -2    5 ");
        assert_eq!(caption, "values; each penalty costs 10");
        let (line, caption) = drawn(Some(SHOWN), None);
        assert_eq!(line, " V-6  J 9  O-2  N 5 ");
        assert_eq!(
            caption,
            "J 13, V 25, N 12, R 8\n7 penalties of 10: 1 isolated J, 1 pairs of V, 0 B too many, 5 pairs of O\n-12 points"
        );
    }

    #[test]
    fn shows_the_first_pawns_without_a_score() {
        let (line, caption) = drawn(Some(SHOWN), Some(2));
        assert_eq!(line, " V-6  J 9   -2    5 ");
        assert_eq!(caption, "2 of 16 pawns placed");
        assert_eq!(drawn(Some(SHOWN), Some(99)), drawn(Some(SHOWN), None));
    }

    #[test]
    fn says_what_is_wrong() {
        let (_, caption) = drawn(Some(b"VJON\nJVBO\nJJOJ\nJNOB\n-12\n"), None);
        assert!(
            caption.starts_with("rejected: there is no red pawn"),
            "{caption}"
        );
        let (_, caption) = drawn(Some(b"VJON\nJVBO\nRJOJ\nJNOB\n62\n"), None);
        assert!(
            caption.ends_with("\nwarning: declared 62, real -12"),
            "{caption}"
        );
    }
}
