//! Hand-ins: taking them, which one of a team counts, and what teams and staff do with them.

use std::time::Duration;

use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::events::{EventKind, notify};
use super::{Database, Result, now};
use crate::locale::Text;
use crate::timestamp::Timestamp;

/// What is known of a hand-in when it arrives.
#[derive(Clone, Debug)]
pub struct NewHandIn<'a> {
    pub contest: &'a str,
    pub team: i64,
    pub digest: &'a str,
    pub file_name: &'a str,
    pub size: u64,
}

/// Why a hand-in is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    NotOpen(Timestamp),
    Closed,
    /// The limit on the number of hand-ins is reached; the next one may come after this time.
    TooMany(Duration),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Waiting,
    Building,
    Running,
    Judged,
    Replaced,
    Withdrawn,
}

impl State {
    const NAMES: [(Self, &'static str); 6] = [
        (Self::Waiting, "waiting"),
        (Self::Building, "building"),
        (Self::Running, "running"),
        (Self::Judged, "judged"),
        (Self::Replaced, "replaced"),
        (Self::Withdrawn, "withdrawn"),
    ];

    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(state, _)| *state == self);
        found.map_or("", |(_, name)| name)
    }

    fn from_name(name: &str) -> Self {
        let found = Self::NAMES.iter().find(|(_, known)| *known == name);
        found.map_or(Self::Withdrawn, |(state, _)| *state)
    }

    /// Whether nothing more will happen to it by itself.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Judged | Self::Replaced | Self::Withdrawn)
    }
}

#[derive(Clone, Debug)]
pub struct HandInRow {
    pub id: i64,
    pub contest: String,
    pub team: i64,
    pub team_name: String,
    pub time: Timestamp,
    pub digest: String,
    pub file_name: String,
    pub size: u64,
    pub state: State,
    pub note: String,
    pub found: String,
    pub build_log: String,
    pub built: Option<bool>,
    pub pinned: bool,
    pub again: u32,
    pub planned: usize,
    pub done: usize,
    pub machine: Duration,
}

impl HandInRow {
    /// Returns a number that each judging of a hand-in has for itself, so that no two have rows of the same provenance:
    /// a team may hand in the same program again after another one.
    pub fn judging(&self) -> u32 {
        const MOST: u32 = 256;
        let first = u32::try_from(self.id).unwrap_or(u32::MAX);
        let first = first.saturating_mul(MOST);
        first.saturating_add(self.again.min(MOST - 1))
    }
}

pub(super) const SELECT: &str = "SELECT hand_ins.id, contest, team, name, time, digest, file_name, size, state, note, found,
    build_log, built, pinned, again, planned, done, machine_ms FROM hand_ins JOIN teams ON teams.id = team";

pub(super) fn hand_in(row: &Row) -> rusqlite::Result<HandInRow> {
    let state: String = row.get(8)?;
    let machine: i64 = row.get(17)?;
    Ok(HandInRow {
        id: row.get(0)?,
        contest: row.get(1)?,
        team: row.get(2)?,
        team_name: row.get(3)?,
        time: Timestamp::from_millis(row.get(4)?),
        digest: row.get(5)?,
        file_name: row.get(6)?,
        size: row.get(7)?,
        state: State::from_name(&state),
        note: row.get(9)?,
        found: row.get(10)?,
        build_log: row.get(11)?,
        built: row.get(12)?,
        pinned: row.get(13)?,
        again: row.get(14)?,
        planned: row.get(15)?,
        done: row.get(16)?,
        machine: Duration::from_millis(machine.unsigned_abs()),
    })
}

/// The condition of a hand-in that can count. The last one does, or a pinned one. One that runs again counts on.
const CAN_COUNT: &str = "built AND state <> 'withdrawn' AND removed IS NULL";

impl Database {
    /// Takes a hand-in whose file is on the disk, and replaces an older one of the team that still waits.
    pub fn take_hand_in(&mut self, new: &NewHandIn) -> Result<std::result::Result<i64, Refusal>> {
        self.write(|database| {
            if let Some(refusal) = refusal(database, new.contest, new.team)? {
                return Ok(Err(refusal));
            }
            let add = "INSERT INTO hand_ins (contest, team, time, digest, file_name, size)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let values = params![
                new.contest,
                new.team,
                now(),
                new.digest,
                new.file_name,
                new.size
            ];
            database.execute(add, values)?;
            let id = database.last_insert_rowid();
            let older = "SELECT id FROM hand_ins
                WHERE contest = ?1 AND team = ?2 AND id < ?3 AND state = 'waiting' AND again = 0";
            let mut older = database.prepare_cached(older)?;
            let older = older.query_map(params![new.contest, new.team, id], |row| row.get(0))?;
            for replaced in older.collect::<rusqlite::Result<Vec<i64>>>()? {
                let note = Text::message("site-note-replaced").with("id", id.to_string());
                set_state(database, replaced, State::Replaced, &note.to_string())?;
            }
            notify(database, EventKind::HandIn, new.contest, Some(new.team), id)?;
            Ok(Ok(id))
        })
    }

    /// Returns why the team cannot hand in now, without handing in: an upload need not begin.
    pub fn hand_in_refusal(&mut self, contest: &str, team: i64) -> Result<Option<Refusal>> {
        self.write(|database| refusal(database, contest, team))
    }

    pub fn hand_in(&self, id: i64) -> Result<Option<HandInRow>> {
        self.first(&format!("{SELECT} WHERE hand_ins.id = ?1"), [id], hand_in)
    }

    /// Returns the hand-ins of a contest, newest first, of one team or of all.
    pub fn hand_ins(
        &self,
        contest: &str,
        team: Option<i64>,
        most: usize,
    ) -> Result<Vec<HandInRow>> {
        let query = format!(
            "{SELECT} WHERE contest = ?1 AND (?2 IS NULL OR team = ?2) ORDER BY hand_ins.id DESC LIMIT ?3"
        );
        self.list(&query, params![contest, team, most], hand_in)
    }

    /// Returns the hand-in of each team that counts: the last that could be built, unless another is pinned.
    pub fn counting(&self, contest: &str) -> Result<Vec<HandInRow>> {
        let query = format!(
            "{SELECT} WHERE contest = ?1 AND {CAN_COUNT} AND hand_ins.id = (
                 SELECT other.id FROM hand_ins other
                 WHERE other.contest = ?1 AND other.team = hand_ins.team AND other.built AND other.state <> 'withdrawn'
                 ORDER BY other.pinned DESC, other.id DESC LIMIT 1)
             ORDER BY name"
        );
        self.list(&query, [contest], hand_in)
    }

    /// Returns the id of the hand-in of one team that counts.
    pub fn counting_of(&self, contest: &str, team: i64) -> Result<Option<i64>> {
        let query = format!(
            "SELECT hand_ins.id FROM hand_ins JOIN teams ON teams.id = team
             WHERE contest = ?1 AND team = ?2 AND {CAN_COUNT} ORDER BY pinned DESC, hand_ins.id DESC LIMIT 1"
        );
        self.first(&query, params![contest, team], |row| row.get(0))
    }

    /// Makes this hand-in of a team count, or lets the last one count again.
    pub fn pin(&mut self, hand_in: &HandInRow, pinned: bool) -> Result<()> {
        self.write(|database| {
            database.execute(
                "UPDATE hand_ins SET pinned = 0 WHERE contest = ?1 AND team = ?2",
                params![hand_in.contest, hand_in.team],
            )?;
            database.execute(
                "UPDATE hand_ins SET pinned = ?2 WHERE id = ?1",
                params![hand_in.id, pinned],
            )?;
            changed(database, hand_in)
        })
    }

    /// Withdraws a hand-in: it is kept, is not run any more, and never counts.
    pub fn withdraw(&mut self, hand_in: &HandInRow, reason: &str) -> Result<()> {
        self.write(|database| {
            set_state(database, hand_in.id, State::Withdrawn, reason)?;
            changed(database, hand_in)
        })
    }

    /// Lets a hand-in be judged once more.
    pub fn judge_again(&mut self, hand_in: &HandInRow) -> Result<()> {
        self.write(|database| {
            database.execute(
                "UPDATE hand_ins SET again = again + (state <> 'waiting'), done = 0 WHERE id = ?1",
                [hand_in.id],
            )?;
            let note = Text::message("site-note-runs-again").to_string();
            set_state(database, hand_in.id, State::Waiting, &note)?;
            changed(database, hand_in)
        })
    }
}

fn changed(database: &Transaction, hand_in: &HandInRow) -> rusqlite::Result<()> {
    let count = "UPDATE contests SET changes = changes + 1 WHERE name = ?1";
    database.execute(count, [&hand_in.contest]).map(drop)
}

/// Sets the state and tells who looks at it.
pub(super) fn set_state(
    database: &Transaction,
    id: i64,
    state: State,
    note: &str,
) -> rusqlite::Result<()> {
    let set = "UPDATE hand_ins SET state = ?2, note = ?3 WHERE id = ?1 RETURNING contest, team";
    let (contest, team): (String, i64) =
        database.query_row(set, params![id, state.name(), note], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    notify(database, EventKind::HandIn, &contest, Some(team), id)
}

/// Opening, closing, phase, extension of the team, and facts.
type Hours = (Option<i64>, Option<i64>, String, Option<i64>, String);

fn refusal(database: &Transaction, contest: &str, team: i64) -> rusqlite::Result<Option<Refusal>> {
    let query = "SELECT opens, closes, phase,
            (SELECT closes FROM extensions WHERE contest = ?1 AND team = ?2), facts
        FROM contests WHERE name = ?1 AND position IS NOT NULL";
    let found: Option<Hours> = database
        .query_row(query, params![contest, team], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
            ))
        })
        .optional()?;
    let Some((opens, closes, phase, extension, facts)) = found else {
        return Ok(Some(Refusal::Closed));
    };
    let now = now();
    if let Some(opens) = opens.filter(|opens| *opens > now) {
        return Ok(Some(Refusal::NotOpen(Timestamp::from_millis(opens))));
    }
    let closes = closes.map(|closes| closes.max(extension.unwrap_or(0)));
    if phase != "open" || closes.is_some_and(|closes| closes <= now) {
        return Ok(Some(Refusal::Closed));
    }
    let facts: Option<super::ContestFacts> = serde_json::from_str(&facts).ok();
    let (most, period) = facts.map_or((1, 1), |facts| (facts.hand_ins, facts.period_ms as i64));
    let recent = "SELECT time FROM hand_ins WHERE contest = ?1 AND team = ?2
        ORDER BY id DESC LIMIT 1 OFFSET ?3";
    let nth: Option<i64> = database
        .query_row(recent, params![contest, team, most - 1], |row| row.get(0))
        .optional()?;
    let wait = nth.map_or(0, |time| time + period - now);
    Ok((wait > 0).then(|| Refusal::TooMany(Duration::from_millis(wait.unsigned_abs()))))
}
