//! Draws the grid as text: `piece/background` in every cell, `#` for black cells, brackets around the robot.

use super::answer::{AnswerReader, first_actions};
use super::instance::{Colour, Instance, NONE};
use super::rules::Robot;
use crate::{Picture, Replay, Style, TextError};

/// Light background colours that are easy to tell apart. With more colours they repeat.
const GROUNDS: [u8; 12] = [224, 194, 189, 229, 153, 217, 158, 183, 215, 152, 187, 111];
const NO_BACKGROUND: u8 = 255;
const INK: u8 = 16;
const BLACK: Style = Style {
    ink: Some(245),
    ground: Some(16),
    bold: false,
};

pub(super) fn draw(
    instance: &Instance,
    answer: Option<&[u8]>,
    step: Option<u64>,
) -> Result<Picture, TextError> {
    let mut reader = AnswerReader::new(instance);
    if let Some(answer) = answer {
        reader.feed(step.map_or(answer, |step| first_actions(answer, step)));
    }
    let (robot, broken) = reader.into_state()?;
    let mut picture = grid(instance, &robot);
    picture.caption = caption(&robot);
    picture.actions = robot.steps() + robot.swaps();
    if let Some(broken) = broken {
        picture.caption = format!("{}\nrejected: {}", picture.caption, broken.reason);
    }
    Ok(picture)
}

fn grid(instance: &Instance, robot: &Robot) -> Picture {
    let (shape, cells) = (instance.shape, robot.cells());
    let digits = name(instance.colours as Colour - 1).len();
    let mut picture = Picture::default();
    for row in 0..shape.rows {
        picture.line();
        for column in 0..shape.columns {
            let (background, piece) = cells[shape.cell(row, column)];
            let here = robot.at() == (row, column);
            let (text, mut style) = if background == piece {
                (format!("{:^1$}", "#", 2 * digits + 1), BLACK)
            } else {
                let text = format!("{:>digits$}/{:<digits$}", name(piece), name(background));
                let ground = match background {
                    NONE => NO_BACKGROUND,
                    colour => GROUNDS[colour as usize % GROUNDS.len()],
                };
                let style = Style {
                    ink: Some(INK),
                    ground: Some(ground),
                    bold: false,
                };
                (text, style)
            };
            style.bold = here;
            let [open, close] = if here { ["[", "]"] } else { [" ", " "] };
            picture.add(format!("{open}{text}{close}"), style);
        }
    }
    picture
}

fn name(colour: Colour) -> String {
    match colour {
        NONE => "-".to_owned(),
        colour => colour.to_string(),
    }
}

fn caption(robot: &Robot) -> String {
    let open = robot.cells().iter().filter(|(b, p)| b != p).count();
    let (row, column) = robot.at();
    let hand = match robot.hand() {
        NONE => "carries nothing".to_owned(),
        colour => format!("carries colour {colour}"),
    };
    format!(
        "piece/background; # is black\n{} steps, {} swaps; {open} of {} cells are not black; the robot {hand} at row {row}, column {column}",
        robot.steps(),
        robot.swaps(),
        robot.cells().len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_state_after_some_actions_and_where_a_rule_breaks() {
        let instance = Instance::read(b"1 3 2\n0 1 -1\n1 -1 0\n").unwrap();
        let drawn = |answer: &str, step| {
            let picture = draw(&instance, Some(answer.as_bytes()), step).unwrap();
            let line: String = picture.lines[0].iter().map(|s| s.text.as_str()).collect();
            let actions = step.unwrap_or(if answer == "SRU" { 2 } else { 8 });
            assert_eq!(picture.actions, actions, "{answer}");
            (line, picture.caption)
        };
        assert_eq!(drawn("SRSRSLLS", Some(0)).0, "[1/0] -/1  0/- ");
        assert_eq!(drawn("SRSRSLLS", Some(2)).0, " -/0 [-/1] 0/- ");
        let (line, caption) = drawn("SRSRSLLS", None);
        assert_eq!(line, "[ # ]  #    #  ");
        assert!(caption.contains("4 steps, 4 swaps; 0 of 3"), "{caption}");
        let (line, caption) = drawn("SRU", None);
        assert_eq!(line, " -/0 [-/1] 0/- ");
        assert!(caption.contains("rejected: action 2 (`U`)"), "{caption}");
        assert!(draw(&instance, Some(b"SX"), None).is_err());
    }
}
