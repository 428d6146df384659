//! The teams of a site.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params};

use super::{Database, FILE, Result, now};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    pub id: i64,
    pub name: String,
    pub removed: bool,
}

impl Database {
    /// Adds a team. Returns `None` if there is or was one of that name.
    pub fn add_team(&mut self, name: &str) -> Result<Option<i64>> {
        self.write(|database| {
            let add = "INSERT INTO teams (name, created) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
            let added = database.execute(add, params![name, now()])?;
            Ok((added > 0).then(|| database.last_insert_rowid()))
        })
    }

    /// Returns all teams, also those that were removed.
    pub fn teams(&self) -> Result<Vec<Team>> {
        let query = "SELECT id, name, removed IS NOT NULL FROM teams ORDER BY name";
        self.list(query, [], |row| {
            Ok(Team {
                id: row.get(0)?,
                name: row.get(1)?,
                removed: row.get(2)?,
            })
        })
    }

    pub fn team(&self, name: &str) -> Result<Option<Team>> {
        Ok(self.teams()?.into_iter().find(|team| team.name == name))
    }

    /// Removes a team: its links no longer work, and its hand-ins no longer count. They are kept.
    pub fn remove_team(&mut self, team: i64) -> Result<()> {
        self.write(|database| {
            database.execute(
                "UPDATE teams SET removed = ?2 WHERE id = ?1 AND removed IS NULL",
                params![team, now()],
            )?;
            database.execute("DELETE FROM tokens WHERE team = ?1", [team])?;
            database.execute(
                "UPDATE hand_ins SET state = 'withdrawn', note = 'the team was removed'
                 WHERE team = ?1 AND state = 'waiting'",
                [team],
            )?;
            database.execute("UPDATE contests SET changes = changes + 1", [])?;
            Ok(())
        })
    }
}

/// Returns the names of a site's teams for completion: changes nothing, waits for nobody, and returns none if it fails.
pub fn team_names(data: &Path) -> Vec<String> {
    let read = || -> rusqlite::Result<Vec<String>> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(data.join(FILE), flags)?;
        connection.busy_timeout(Duration::from_millis(100))?;
        let query = "SELECT name FROM teams WHERE removed IS NULL ORDER BY name";
        let mut statement = connection.prepare(query)?;
        statement.query_map([], |row| row.get(0))?.collect()
    };
    read().unwrap_or_default()
}
