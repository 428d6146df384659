//! Hand-ins as lists show them.

use std::collections::BTreeMap;

use crate::site::database::{Database, HandInRow, State};
use crate::site::web::clock::Moment;
use crate::units;

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
    pub(super) file_name: String,
    pub(super) size: String,
    pub(super) state: &'static str,
    /// So many of the planned runs are done, while it is running.
    pub(super) progress: Option<(usize, usize)>,
    pub(super) note: String,
    pub(super) is_failed: bool,
    pub(super) verdicts: Vec<(String, u64)>,
    pub(super) is_counting: bool,
    pub(super) is_pinned: bool,
    pub(super) can_be_pinned: bool,
    pub(super) can_be_withdrawn: bool,
    pub(super) again: u32,
}

impl Item {
    pub(super) fn new(row: &HandInRow, counting: &[i64], verdicts: Vec<(String, u64)>) -> Self {
        let is_running = row.state == State::Running;
        Self {
            id: row.id,
            team: row.team_name.clone(),
            time: Moment(row.time),
            file_name: row.file_name.clone(),
            size: units::show_size(row.size),
            state: row.state.name(),
            progress: is_running.then_some((row.done, row.planned)),
            note: row.note.clone(),
            is_failed: row.built == Some(false),
            verdicts,
            is_counting: counting.contains(&row.id),
            is_pinned: row.pinned,
            can_be_pinned: row.built == Some(true) && row.state == State::Judged && !row.pinned,
            can_be_withdrawn: row.state != State::Withdrawn && row.state != State::Replaced,
            again: row.again,
        }
    }
}

/// Reads the newest hand-ins of a contest, of one team or of all.
pub(super) fn items(
    database: &Database,
    contest: &str,
    team: Option<i64>,
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
        .map(|row| Item::new(row, &counting, verdicts.remove(&row.id).unwrap_or_default()))
        .collect();
    Ok((rows, items))
}
