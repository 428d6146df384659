//! Hand-ins as lists show them.

use std::collections::BTreeMap;

use crate::locale::{Catalogue, Language, details};
use crate::site::database::{Database, HandInRow, State};
use crate::site::web::clock::Moment;
use crate::units;
use crate::verdict::Verdict;

/// The longest list of hand-ins.
pub(super) const MOST: usize = 200;

/// A hand-in in a list.
#[expect(
    clippy::struct_excessive_bools,
    reason = "templates test one fact at a time"
)]
pub(super) struct Item {
    pub(super) id: i64,
    pub(super) team: String,
    pub(super) time: Moment,
    /// The time as it is shown.
    pub(super) moment: String,
    pub(super) file_name: String,
    pub(super) size: String,
    /// The name of the state, for the style sheet.
    pub(super) state: &'static str,
    /// The state as it is shown.
    pub(super) shown_state: String,
    /// So many of the planned runs are done, while it is running.
    pub(super) progress: Option<(usize, usize)>,
    pub(super) note: String,
    pub(super) is_failed: bool,
    /// Each verdict with what is shown of it.
    pub(super) verdicts: Vec<(String, String)>,
    pub(super) is_counting: bool,
    pub(super) is_pinned: bool,
    pub(super) can_be_pinned: bool,
    pub(super) can_be_withdrawn: bool,
    pub(super) again: u32,
}

impl Item {
    pub(super) fn new(
        row: &HandInRow,
        counting: &[i64],
        verdicts: Vec<(String, u64)>,
        language: Language,
    ) -> Self {
        let progress = (row.state == State::Running).then_some((row.done, row.planned));
        let verdicts = verdicts.into_iter().map(|(verdict, count)| {
            let shown = language.message("site-hand-in-verdicts");
            let shown = shown.with("count", count);
            let shown = shown.with("verdict", show_verdict(&verdict, language));
            (verdict, shown.to_string())
        });
        Self {
            id: row.id,
            team: row.team_name.clone(),
            time: Moment(row.time),
            moment: language.moment(row.time),
            file_name: row.file_name.clone(),
            size: language.number(&units::show_size(row.size)),
            state: row.state.name(),
            shown_state: show_state(row, progress, language),
            progress,
            note: show_note(&row.note, language),
            is_failed: row.built == Some(false),
            verdicts: verdicts.collect(),
            is_counting: counting.contains(&row.id),
            is_pinned: row.pinned,
            can_be_pinned: row.built == Some(true) && row.state == State::Judged && !row.pinned,
            can_be_withdrawn: row.state != State::Withdrawn && row.state != State::Replaced,
            again: row.again,
        }
    }
}

impl Item {
    /// Whether it was judged, and could not be built.
    pub(super) fn has_failed_build(&self) -> bool {
        self.is_failed && self.state == State::Judged.name()
    }
}

/// Returns the state of a hand-in as pages show it.
fn show_state(row: &HandInRow, progress: Option<(usize, usize)>, language: Language) -> String {
    let key = match row.state {
        State::Judged if row.built == Some(false) => "site-state-failed",
        State::Waiting => "site-state-waiting",
        State::Building => "site-state-building",
        State::Running => "site-state-running",
        State::Judged => "site-state-judged",
        State::Replaced => "site-state-replaced",
        State::Withdrawn => "site-state-withdrawn",
    };
    let state = language.message(key);
    let Some((done, planned)) = progress else {
        return state.to_string();
    };
    format!("{state} {}", show_progress(done, planned, language))
}

pub(super) fn show_progress(done: usize, planned: usize, language: Language) -> String {
    let message = language.message("site-hand-in-progress");
    let message = message.with("done", done).with("planned", planned);
    message.to_string()
}

/// Returns a note on a hand-in, or why it could not be built, as pages show it.
fn show_note(note: &str, language: Language) -> String {
    let shown = language.translate(&[Catalogue::SiteNotes], note);
    details::in_language(&shown, language).into_owned()
}

/// Returns why a run has its verdict as pages show it.
pub(super) fn show_detail(detail: &str, language: Language) -> String {
    details::in_language(detail, language).into_owned()
}

/// Returns what was found in a hand-in as pages show it: remarks that are separated by semicolons.
pub(super) fn show_found(found: &str, language: Language) -> String {
    let Some((first, rest)) = found.split_once("; ") else {
        return show_note(found, language);
    };
    let list = language.message("found-list");
    let list = list.with("first", show_note(first, language));
    list.with("rest", show_found(rest, language)).to_string()
}

/// Returns a verdict as pages show it.
pub(super) fn show_verdict(verdict: &str, language: Language) -> String {
    let known: Result<Verdict, _> = verdict.parse();
    known.map_or_else(|_| verdict.to_owned(), |known| known.word(language))
}

/// Reads the newest hand-ins of a contest, of one team or of all.
pub(super) fn items(
    database: &Database,
    contest: &str,
    team: Option<i64>,
    language: Language,
) -> crate::error::Result<(Vec<HandInRow>, Vec<Item>)> {
    let rows = database.hand_ins(contest, team, MOST)?;
    let counting: Vec<i64> = if let Some(team) = team {
        database.counting_of(contest, team)?.into_iter().collect()
    } else {
        let counting = database.counting(contest)?;
        counting.iter().map(|row| row.id).collect()
    };
    let mut verdicts: BTreeMap<i64, Vec<(String, u64)>> = BTreeMap::new();
    for (hand_in, verdict, count) in database.public_verdicts(contest, team)? {
        let entry = verdicts.entry(hand_in).or_default();
        entry.push((verdict, count));
    }
    let items = rows
        .iter()
        .map(|row| {
            let verdicts = verdicts.remove(&row.id).unwrap_or_default();
            Item::new(row, &counting, verdicts, language)
        })
        .collect();
    Ok((rows, items))
}
