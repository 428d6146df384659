//! The log of everything that somebody changed.

use rusqlite::params;

use super::{Database, Result, now};
use crate::locale::Text;
use crate::timestamp::Timestamp;

#[derive(Clone, Debug)]
pub struct LogRow {
    pub time: Timestamp,
    pub contest: Option<String>,
    pub who: String,
    pub action: String,
    pub reason: String,
}

impl Database {
    pub fn log(
        &mut self,
        contest: Option<&str>,
        who: &str,
        action: &Text,
        reason: &str,
    ) -> Result<()> {
        self.write(|database| {
            let add =
                "INSERT INTO log (time, contest, who, action, reason) VALUES (?1, ?2, ?3, ?4, ?5)";
            let values = params![now(), contest, who, action.to_string(), reason];
            database.execute(add, values).map(drop)
        })
    }

    /// Returns how many things somebody has changed in a contest since then.
    pub fn log_count(&self, contest: &str, who: &str, since: Timestamp) -> Result<usize> {
        let query = "SELECT count(*) FROM log WHERE contest = ?1 AND who = ?2 AND time > ?3";
        let values = params![contest, who, since.millis()];
        Ok(self.first(query, values, |row| row.get(0))?.unwrap_or(0))
    }

    /// Returns the last entries, newest first.
    pub fn log_entries(&self, most: usize) -> Result<Vec<LogRow>> {
        let query = "SELECT time, contest, who, action, reason FROM log ORDER BY id DESC LIMIT ?1";
        self.list(query, [most], |row| {
            Ok(LogRow {
                time: Timestamp::from_millis(row.get(0)?),
                contest: row.get(1)?,
                who: row.get(2)?,
                action: row.get(3)?,
                reason: row.get(4)?,
            })
        })
    }
}
