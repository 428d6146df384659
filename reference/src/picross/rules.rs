//! The rules: a grid is a solution if every row and every column has exactly the runs of its clue.

use super::instance::{Instance, runs};
use crate::Rejection;

/// Returns whether a line of a grid has the runs of its clue.
pub(super) fn fits(instance: &Instance, black: &[bool], line: usize) -> bool {
    let cells = instance.cells(line).map(|cell| black[cell]);
    runs(cells).eq(instance.clue(line).iter().copied())
}

/// Checks a whole grid. Fails at the first wrong row, or else at the first wrong column.
pub(super) fn check(instance: &Instance, black: &[bool]) -> Result<(), Rejection> {
    let mut wrong = (0..instance.lines()).filter(|&line| !fits(instance, black, line));
    let Some(line) = wrong.next() else {
        return Ok(());
    };
    let found = runs(instance.cells(line).map(|cell| black[cell]));
    let wanted = instance.clue(line).iter().copied();
    let others = match wrong.count() {
        0 => String::new(),
        1 => "; one more line is wrong".to_owned(),
        more => format!("; {more} more lines are wrong"),
    };
    let reason = format!(
        "{} has the runs {}, its clue says {}{others}",
        instance.name(line),
        shown(found),
        shown(wanted)
    );
    Err(Rejection {
        at: line as u64,
        reason,
    })
}

/// Formats runs for a message, at most 30 of them.
fn shown(runs: impl Iterator<Item = u32>) -> String {
    const MOST: usize = 30;
    let words: Vec<_> = runs.take(MOST + 1).map(|run| run.to_string()).collect();
    match words.get(..MOST) {
        _ if words.is_empty() => "`0` (none)".to_owned(),
        Some(first) if words.len() > MOST => format!("`{} …`", first.join(" ")),
        _ => format!("`{}`", words.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wrong_line_is_named_with_what_it_has_and_should_have() {
        let instance = Instance::read(b"2 3\n1 1\n0\n1\n0\n1\n").unwrap();
        let checked = |grid: &str| {
            let black: Vec<_> = grid.bytes().map(|byte| byte == b'#').collect();
            check(&instance, &black)
        };
        let rejection = |at, reason: &str| {
            let reason = reason.to_owned();
            Err(Rejection { at, reason })
        };
        assert_eq!(checked("#.#..."), Ok(()));
        assert_eq!(
            checked("##...#"),
            rejection(
                0,
                "row 1 of 2 has the runs `2`, its clue says `1 1`; 2 more lines are wrong"
            )
        );
        assert_eq!(
            checked("#.#.#."),
            rejection(
                1,
                "row 2 of 2 has the runs `1`, its clue says `0` (none); one more line is wrong"
            )
        );
        let two = Instance::read(b"2 2\n1\n1\n1\n1\n").unwrap();
        assert_eq!(check(&two, &[true, false, false, true]), Ok(()));
        assert_eq!(check(&two, &[false, true, true, false]), Ok(()));
        assert_eq!(check(&two, &[true, false, true, false]).unwrap_err().at, 2);
    }
}
