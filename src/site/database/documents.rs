//! What the judging process has made for the web process to show, and the scores over time.

use rusqlite::params;

use super::events::{EventKind, notify};
use super::{Database, Result, now};

#[derive(Clone, Debug)]
pub struct DocumentRow {
    pub version: i64,
    pub content: Vec<u8>,
}

impl Database {
    /// Publishes documents at once. Returns whether any is new; a new board is told to open pages.
    pub fn publish<N: AsRef<str>>(
        &mut self,
        contest: &str,
        documents: &[(N, Vec<u8>)],
    ) -> Result<bool> {
        self.write(|database| {
            let set = "INSERT INTO documents VALUES (?1, ?2, 1, ?3)
                ON CONFLICT DO UPDATE SET version = version + 1, content = ?3 WHERE content <> ?3";
            let mut is_new = false;
            for (name, content) in documents {
                is_new |= database.execute(set, params![contest, name.as_ref(), content])? > 0;
            }
            if is_new {
                notify(database, EventKind::Board, contest, None, 0)?;
            }
            Ok(is_new)
        })
    }

    pub fn document(&self, contest: &str, name: &str) -> Result<Option<DocumentRow>> {
        let query = "SELECT version, content FROM documents WHERE contest = ?1 AND name = ?2";
        self.first(query, [contest, name], |row| {
            Ok(DocumentRow {
                version: row.get(0)?,
                content: row.get(1)?,
            })
        })
    }

    /// Returns the versions of all documents of a contest.
    pub fn document_versions(&self, contest: &str) -> Result<Vec<(String, i64)>> {
        let query = "SELECT name, version FROM documents WHERE contest = ?1";
        self.list(query, [contest], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Records the scores that have changed.
    pub fn record_scores(&mut self, contest: &str, scores: &[(i64, f64)]) -> Result<()> {
        self.write(|database| {
            let add = "INSERT OR REPLACE INTO scores SELECT ?1, ?2, ?3, ?4 WHERE ?4 IS NOT (
                SELECT score FROM scores WHERE contest = ?1 AND team = ?2 ORDER BY time DESC LIMIT 1)";
            for (team, score) in scores {
                database.execute(add, params![contest, team, now(), score])?;
            }
            Ok(())
        })
    }

    /// Returns the scores of a contest: team, moment in milliseconds, score, oldest first.
    pub fn scores(&self, contest: &str) -> Result<Vec<(i64, i64, f64)>> {
        let query = "SELECT team, time, score FROM scores WHERE contest = ?1 ORDER BY team, time";
        self.list(query, [contest], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
    }
}
