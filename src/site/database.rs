//! The database of a site: teams, tokens, hand-ins, the queue, what is published, and a log of changes.

mod access;
mod contests;
mod documents;
mod events;
mod hand_ins;
mod queue;
mod runs;
mod staff_log;
mod teams;

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

pub use self::access::{Identity, Secret};
pub use self::contests::{ContestFacts, ContestRow, Moments, Phase, RoundFacts};
pub use self::documents::DocumentRow;
pub use self::events::{EventKind, EventRow};
pub use self::hand_ins::{HandInRow, NewHandIn, Refusal, State};
pub use self::queue::Progress;
pub use self::runs::RunRow;
pub use self::staff_log::LogRow;
pub use self::teams::{Team, team_names};
use crate::error::{Error, Result};
use crate::timestamp::Timestamp;

/// The file of the database in the data folder.
pub const FILE: &str = "site.sqlite";

/// The version of the schema, in the database's header.
const VERSION: i64 = 2;

/// How long a statement waits while the other process writes.
const PATIENCE: Duration = Duration::from_secs(20);

/// An open database. Each process and each thread has its own.
#[derive(Debug)]
pub struct Database {
    connection: Connection,
}

impl Database {
    /// Opens the database of a data folder, and creates it if there is none.
    pub fn open(data: &Path) -> Result<Self> {
        let path = data.join(FILE);
        let connection = Connection::open(&path).map_err(|error| failed("open", &error))?;
        let mut database = Self { connection };
        database
            .prepare()
            .map_err(|error| Error::user(format!("{}: {error}", path.display())))?;
        Ok(database)
    }

    fn prepare(&mut self) -> std::result::Result<(), String> {
        let text = |error: rusqlite::Error| error.to_string();
        let connection = &mut self.connection;
        connection.busy_timeout(PATIENCE).map_err(text)?;
        // Whatever is answered must survive a power cut.
        let settings = [
            ("journal_mode", "wal"),
            ("synchronous", "full"),
            ("foreign_keys", "on"),
            ("temp_store", "memory"),
            ("trusted_schema", "off"),
        ];
        for (name, value) in settings {
            connection.pragma_update(None, name, value).map_err(text)?;
        }
        let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let begun = begun.map_err(text)?;
        let version: i64 = begun
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(text)?;
        let script = match version {
            0 => include_str!("database/schema.sql"),
            1 => include_str!("database/version_2.sql"),
            VERSION => "",
            other => {
                return Err(format!(
                    "the database is of version {other}, this judge knows version {VERSION}"
                ));
            }
        };
        if version != VERSION {
            begun.execute_batch(script).map_err(text)?;
            let set = begun.pragma_update(None, "user_version", VERSION);
            set.map_err(text)?;
        }
        begun.commit().map_err(text)
    }

    /// Does several things at once or not at all.
    fn write<T>(&mut self, change: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T> {
        let done = (|| {
            let behavior = TransactionBehavior::Immediate;
            let begun = self.connection.transaction_with_behavior(behavior)?;
            let value = change(&begun)?;
            begun.commit()?;
            Ok(value)
        })();
        done.map_err(|error| failed("write to", &error))
    }

    /// Returns a number that changes whenever another connection has written.
    pub fn data_version(&self) -> Result<i64> {
        let found = self
            .connection
            .pragma_query_value(None, "data_version", |row| row.get(0));
        found.map_err(|error| failed("read", &error))
    }

    /// Returns what the database's own check finds wrong; nothing if the database is sound.
    pub fn faults(&self) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let collected = self
            .connection
            .pragma_query(None, "integrity_check", |row| {
                found.push(row.get::<_, String>(0)?);
                Ok(())
            });
        collected.map_err(|error| failed("check", &error))?;
        found.retain(|line| line != "ok");
        Ok(found)
    }

    /// Copies the database to a file while it is in use.
    pub fn back_up(&self, target: &Path) -> Result<()> {
        let copied = self
            .connection
            .backup("main", target, None::<fn(rusqlite::backup::Progress)>);
        copied.map_err(|error| failed("copy", &error))
    }

    pub fn setting(&self, key: &str) -> Result<Option<String>> {
        let found = self
            .connection
            .prepare_cached("SELECT value FROM settings WHERE key = ?1")
            .and_then(|mut found| found.query_row([key], |row| row.get(0)).optional());
        found.map_err(|error| failed("read", &error))
    }

    pub fn set_setting(&mut self, key: &str, value: &str) -> Result<()> {
        self.write(|database| {
            let set = "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2";
            database.execute(set, [key, value]).map(drop)
        })
    }

    /// Returns all rows of a query.
    fn list<T>(
        &self,
        query: &str,
        parameters: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let rows = self
            .connection
            .prepare_cached(query)
            .and_then(|mut statement| statement.query_map(parameters, read)?.collect());
        rows.map_err(|error| failed("read", &error))
    }

    /// Returns the first row of a query, if there is one.
    fn first<T>(
        &self,
        query: &str,
        parameters: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        Ok(self.list(query, parameters, read)?.into_iter().next())
    }
}

fn failed(what: &str, error: &rusqlite::Error) -> Error {
    Error::fault(&format!("{what} the site's database"), error)
}

fn now() -> i64 {
    Timestamp::now().millis()
}

#[cfg(test)]
mod tests;
