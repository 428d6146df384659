//! Notes about what the page does not show, and where to find it.

use super::Draft;
use super::blocks::{Block, Blocks};
use super::replays::Replays;
use crate::locale::Language;

impl Draft<'_> {
    /// Returns the notes above the matrix.
    pub(super) fn notes(&self, blocks: &Blocks, language: Language) -> Vec<String> {
        let all = &self.results.facts.instance;
        let hidden = self.disclosure.note(all, language);
        let mut notes: Vec<String> = hidden.into_iter().collect();
        let (entrants, instances) = (self.matrix.entrants.len(), self.matrix.instances.len());
        if self.is_divided {
            let Block {
                entrants: rows,
                instances: columns,
            } = &self.first;
            let message = language.message("report-divided");
            let message = message.with("rows", rows.len()).with("entrants", entrants);
            let message = message.with("columns", columns.len());
            notes.push(message.with("instances", instances).to_string());
        }
        let elsewhere = || language.message("report-elsewhere");
        if blocks.omitted > 0 && !self.first.entrants.is_empty() {
            let message = language.message("report-omitted-runs");
            let message = message.with("count", blocks.omitted);
            let message = message.with("all", entrants * instances);
            let message = message.with("size", megabytes(self.max_bytes, language));
            notes.push(message.with("elsewhere", elsewhere()).to_string());
        }
        if !self.omitted.is_empty() {
            let parts = self.omitted.iter().map(|key| language.message(key));
            let parts: Vec<String> = parts.map(|part| part.to_string()).collect();
            let message = language.message("report-omitted-parts");
            let message = message.with("size", megabytes(self.max_bytes, language));
            let message = message.with("parts", parts.join(", "));
            notes.push(message.with("elsewhere", elsewhere()).to_string());
        }
        notes
    }
}

/// Returns the note about replays that did not fit, if there are any.
pub(super) fn omitted_replays(
    replays: &Replays,
    max_bytes: u64,
    language: Language,
) -> Option<String> {
    let (count, smallest) = replays.omitted?;
    let message = language.message("report-omitted-replays");
    let message = message.with("count", count);
    let message = message.with("smallest", language.size(smallest));
    let message = message.with("size", megabytes(max_bytes, language));
    Some(message.to_string())
}

/// Returns the note below the charts if they do not show all entrants.
pub(super) fn legend(shown: usize, all: usize, language: Language) -> Option<String> {
    (shown > 0 && shown < all).then(|| language.message("chart-some-entrants").to_string())
}

fn megabytes(bytes: u64, language: Language) -> String {
    let number = language.number(&(bytes as f64 / 1e6).to_string());
    format!("{number} MB")
}
