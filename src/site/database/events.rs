//! What is live: events for open pages.

use rusqlite::{Transaction, params};

use super::{Database, Result};

/// So many events are kept: a page that missed more is loaded anew.
const KEPT: i64 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The board has changed.
    Board,
    /// A hand-in has changed; the subject is its id.
    HandIn,
    /// There is an announcement; the subject is its id.
    Announcement,
    /// The contest has opened, closed or ended.
    Phase,
}

impl EventKind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::HandIn => "hand-in",
            Self::Announcement => "announcement",
            Self::Phase => "phase",
        }
    }
}

#[derive(Clone, Debug)]
pub struct EventRow {
    pub id: i64,
    pub contest: String,
    /// Only this team and the staff may see it.
    pub team: Option<i64>,
    pub kind: String,
    /// The id of what has changed.
    pub data: String,
}

/// Adds an event.
pub(super) fn notify(
    database: &Transaction,
    kind: EventKind,
    contest: &str,
    team: Option<i64>,
    subject: i64,
) -> rusqlite::Result<()> {
    let add = "INSERT INTO events (contest, team, kind, data) VALUES (?1, ?2, ?3, ?4)";
    let values = params![contest, team, kind.name(), subject.to_string()];
    database.prepare_cached(add)?.execute(values)?;
    let forget = "DELETE FROM events WHERE id <= ?1";
    let oldest = database.last_insert_rowid() - KEPT;
    database.prepare_cached(forget)?.execute([oldest]).map(drop)
}

impl Database {
    pub fn notify(&mut self, kind: EventKind, contest: &str, subject: i64) -> Result<()> {
        self.write(|database| notify(database, kind, contest, None, subject))
    }

    /// Returns the id of the last event.
    pub fn last_event(&self) -> Result<i64> {
        let query = "SELECT coalesce(max(id), 0) FROM events";
        Ok(self.first(query, [], |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns the events after the one with this id.
    pub fn events_after(&self, id: i64) -> Result<Vec<EventRow>> {
        let query = "SELECT id, contest, team, kind, data FROM events WHERE id > ?1 ORDER BY id";
        self.list(query, [id], |row| {
            Ok(EventRow {
                id: row.get(0)?,
                contest: row.get(1)?,
                team: row.get(2)?,
                kind: row.get(3)?,
                data: row.get(4)?,
            })
        })
    }

    pub fn announce(&mut self, contest: &str, text: &str) -> Result<()> {
        self.write(|database| {
            let add = "INSERT INTO announcements (contest, time, text) VALUES (?1, ?2, ?3)";
            database.execute(add, params![contest, super::now(), text])?;
            let id = database.last_insert_rowid();
            notify(database, EventKind::Announcement, contest, None, id)
        })
    }

    /// Returns the announcements, newest first, each with its moment.
    pub fn announcements(
        &self,
        contest: &str,
    ) -> Result<Vec<(crate::timestamp::Timestamp, String)>> {
        let query = "SELECT time, text FROM announcements WHERE contest = ?1 ORDER BY id DESC";
        self.list(query, [contest], |row| {
            let time = crate::timestamp::Timestamp::from_millis(row.get(0)?);
            Ok((time, row.get(1)?))
        })
    }
}
