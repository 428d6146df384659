//! Draws the grid as text: the tiles, a star after those in place, and the walls between cells.

use super::answer::AnswerReader;
use super::instance::{Instance, target_cell};
use super::rules::TileGrid;
use crate::{Picture, Replay, Shape, Style, TextError};

const IN_PLACE: Style = Style {
    ink: Some(16),
    ground: Some(157),
    bold: false,
};
const MISPLACED: Style = Style {
    ink: Some(16),
    ground: Some(255),
    bold: false,
};
const WALL: Style = Style {
    ink: Some(160),
    ground: None,
    bold: true,
};

pub(super) fn draw(
    instance: &Instance,
    answer: Option<&[u8]>,
    step: Option<u64>,
) -> Result<Picture, TextError> {
    let mut reader = AnswerReader::new(instance).up_to(step.unwrap_or(u64::MAX));
    if let Some(answer) = answer {
        reader.feed(answer);
    }
    let (state, broken) = reader.into_state()?;
    let mut picture = grid(instance, &state);
    picture.caption = caption(instance, &state);
    picture.actions = state.swaps();
    if let Some(broken) = broken {
        picture.caption = format!("{}\nrejected: {}", picture.caption, broken.reason);
    }
    Ok(picture)
}

fn grid(instance: &Instance, state: &TileGrid) -> Picture {
    let Shape { rows, columns } = instance.shape;
    let digits = state.tiles().len().to_string().len();
    let mut picture = Picture::default();
    for row in 0..rows {
        let cells = instance.shape.cell(row, 0)..instance.shape.cell(row, 0) + columns;
        picture.line();
        for cell in cells.clone() {
            let tile = state.tiles()[cell];
            let (mark, style) = if target_cell(tile) == cell {
                ('*', IN_PLACE)
            } else {
                (' ', MISPLACED)
            };
            picture.add(format!(" {tile:>digits$}{mark}"), style);
            if cell + 1 < cells.end {
                let wall = instance.walls.between(cell, cell + 1);
                picture.add(if wall { "|" } else { " " }, WALL);
            }
        }
        // Only if there is a wall to show.
        let below = |cell: usize| row + 1 < rows && instance.walls.between(cell, cell + columns);
        if cells.clone().any(below) {
            picture.line();
            for cell in cells {
                let side = if below(cell) { "-" } else { " " };
                picture.add(format!("{} ", side.repeat(digits + 2)), WALL);
            }
        }
    }
    picture
}

fn caption(instance: &Instance, state: &TileGrid) -> String {
    let walls = if instance.walls.is_empty() {
        ""
    } else {
        "; | and - are walls"
    };
    format!(
        "* is in place{walls}\n{} swaps; {} of {} tiles are not in place",
        state.swaps(),
        state.misplaced().count(),
        state.tiles().len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_walls_and_the_state_after_some_swaps() {
        let instance = Instance::read(b"2 3\n2 1 3\n4 6 5\nwall 0 2 1 2\nwall 1 0 1 1\n").unwrap();
        let drawn = |answer: &str, step| {
            let picture = draw(&instance, Some(answer.as_bytes()), step).unwrap();
            let text = |line: &Vec<crate::Span>| line.iter().map(|s| s.text.as_str()).collect();
            let lines: Vec<String> = picture.lines.iter().map(text).collect();
            let actions = step.unwrap_or(if answer.len() > 8 { 2 } else { 0 });
            assert_eq!(picture.actions, actions, "{answer}");
            (lines, picture.caption)
        };
        let answer = "0 0 0 1\n1 1 1 2\n";
        let (lines, _) = drawn(answer, Some(0));
        assert_eq!(lines, [" 2   1   3*", "        --- ", " 4*| 6   5 "]);
        let (lines, caption) = drawn(answer, Some(1));
        assert_eq!(lines[0], " 1*  2*  3*");
        assert!(caption.ends_with("1 swaps; 2 of 6 tiles are not in place"));
        let (lines, caption) = drawn(answer, None);
        assert_eq!(lines[2], " 4*| 5*  6*");
        assert!(caption.starts_with("* is in place; | and - are walls\n2 swaps; 0 of 6"));
        let (_, caption) = drawn("1 0 1 1", None);
        assert!(
            caption.contains("rejected: swap 0 (`1 0 1 1`)"),
            "{caption}"
        );
        assert!(draw(&instance, Some(b"0 0 x"), None).is_err());
    }
}
