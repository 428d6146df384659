//! Notes about what the page does not show, and where to find it.

use super::Draft;
use super::blocks::{Block, Blocks};
use super::replays::Replays;
use crate::units::show_size;

const ELSEWHERE: &str = "runs.csv contains all runs, judge leaderboard --team shows those of one team, and judge report --size makes a larger page";

impl Draft<'_> {
    /// Returns the notes above the matrix.
    pub(super) fn notes(&self, blocks: &Blocks) -> Vec<String> {
        let hidden = self.disclosure.note(&self.results.facts.instance);
        let mut notes: Vec<String> = hidden.into_iter().collect();
        let (entrants, instances) = (self.matrix.entrants.len(), self.matrix.instances.len());
        if self.is_divided {
            let Block {
                entrants: rows,
                instances: columns,
            } = &self.first;
            let (rows, columns) = (rows.len(), columns.len());
            notes.push(format!(
                "The table shows {rows} of {entrants} entrants and {columns} of {instances} instances at a time, and only the first block if JavaScript is disabled."
            ));
        }
        let size = megabytes(self.max_bytes);
        if blocks.omitted > 0 && !self.first.entrants.is_empty() {
            notes.push(format!(
                "{} of {} runs are left out to keep this page below {size}: {ELSEWHERE}.",
                blocks.omitted,
                entrants * instances,
            ));
        }
        if !self.omitted.is_empty() {
            let parts = self.omitted.join(", ");
            notes.push(format!(
                "Left out to keep this page below {size}: {parts}; {ELSEWHERE}."
            ));
        }
        notes
    }
}

/// Returns the note about replays that did not fit, if there are any.
pub(super) fn omitted_replays(replays: &Replays, max_bytes: u64) -> Option<String> {
    let (count, smallest) = replays.omitted?;
    let (size, smallest) = (megabytes(max_bytes), show_size(smallest));
    let what = if count == 1 {
        "1 replay is".to_owned()
    } else {
        format!("{count} replays are")
    };
    Some(format!(
        "{what} left out (answers of {smallest} and more) to keep this page below {size}; judge report --size makes a larger one."
    ))
}

/// Returns the note below the charts if they do not show all entrants.
pub(super) fn legend(shown: usize, all: usize) -> Option<&'static str> {
    (shown > 0 && shown < all).then_some("The charts show the best teams and a few baselines.")
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes as f64 / 1e6)
}
