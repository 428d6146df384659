//! The contests of a site, their moments and their phase.

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use super::{Database, Result};
use crate::contest::{Audience, Contest, Judged, shows_reasons};
use crate::locale::Language;
use crate::timestamp::Timestamp;

/// What the web process knows of a contest file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContestFacts {
    pub problem: String,
    /// The language of the contest's pages for who has not chosen another one.
    #[serde(default)]
    pub language: Language,
    /// `public`, `teams` or `staff`.
    pub board: String,
    pub anonymous: bool,
    pub show: usize,
    pub registration: bool,
    /// At most so many hand-ins in a period.
    pub hand_ins: u32,
    pub period_ms: u64,
    /// The largest upload, in bytes.
    pub upload: u64,
    pub rounds: Vec<RoundFacts>,
}

/// What the web process knows of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundFacts {
    pub name: String,
    pub on_hand_in: bool,
    /// Whether teams see verdicts, reasons and replays.
    pub public: bool,
}

impl ContestFacts {
    pub fn of(contest: &Contest) -> Self {
        let site = &contest.site;
        let mut audiences = Audience::ALL.iter();
        let board = audiences.find(|(audience, _)| *audience == site.board);
        Self {
            problem: contest.problem.name().to_owned(),
            language: contest.language,
            board: board.map_or("staff", |(_, name)| *name).to_owned(),
            anonymous: site.anonymous,
            show: site.show,
            registration: site.registration,
            hand_ins: site.hand_ins.count,
            period_ms: site.hand_ins.period.as_millis() as u64,
            upload: site.upload,
            rounds: contest
                .rounds
                .iter()
                .map(|round| RoundFacts {
                    name: round.name.clone(),
                    on_hand_in: !round.tie_break && round.judged == Judged::OnHandIn,
                    public: shows_reasons(round),
                })
                .collect(),
        }
    }
}

/// The moments of a contest; without one, it is open, never closes by itself, or never freezes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moments {
    pub opens: Option<Timestamp>,
    pub closes: Option<Timestamp>,
    pub freeze: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Open,
    /// No hand-in is taken; what waits is judged, then the rounds at close.
    Closing,
    Final,
}

impl Phase {
    const NAMES: [(Self, &'static str); 3] = [
        (Self::Open, "open"),
        (Self::Closing, "closing"),
        (Self::Final, "final"),
    ];

    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(phase, _)| *phase == self);
        found.map_or("open", |(_, name)| name)
    }
}

/// A contest of the site.
#[derive(Clone, Debug)]
pub struct ContestRow {
    /// The stem of its file's name; also part of addresses.
    pub name: String,
    pub title: String,
    pub facts: ContestFacts,
    pub moments: Moments,
    pub phase: Phase,
    pub revealed: bool,
    pub changes: i64,
}

impl ContestRow {
    pub fn is_frozen(&self, now: Timestamp) -> bool {
        !self.revealed && self.moments.freeze.is_some_and(|freeze| freeze <= now)
    }
}

const COLUMNS: &str = "name, title, facts, opens, closes, freeze, phase, revealed, changes";

fn contest(row: &Row) -> rusqlite::Result<ContestRow> {
    let facts: String = row.get(2)?;
    let phase: String = row.get(6)?;
    let moment = |column| -> rusqlite::Result<Option<Timestamp>> {
        let millis: Option<i64> = row.get(column)?;
        Ok(millis.map(Timestamp::from_millis))
    };
    let found = Phase::NAMES.iter().find(|(_, name)| *name == phase);
    Ok(ContestRow {
        name: row.get(0)?,
        title: row.get(1)?,
        facts: serde_json::from_str(&facts).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(
                2,
                rusqlite::types::Type::Text,
                Box::new(error),
            )
        })?,
        moments: Moments {
            opens: moment(3)?,
            closes: moment(4)?,
            freeze: moment(5)?,
        },
        phase: found.map_or(Phase::Open, |(phase, _)| *phase),
        revealed: row.get(7)?,
        changes: row.get(8)?,
    })
}

impl Database {
    /// Enters a contest file. Moments that the staff changed are kept until the file gives others.
    pub fn enter_contest(&mut self, name: &str, position: usize, contest: &Contest) -> Result<()> {
        let facts = serde_json::to_string(&ContestFacts::of(contest)).unwrap_or_default();
        let site = &contest.site;
        let moments = [site.opens, site.closes, site.freeze];
        let written: Vec<String> = moments
            .iter()
            .map(|moment| moment.map_or(String::new(), |moment| moment.to_string()))
            .collect();
        let written = written.join(" ");
        let [opens, closes, freeze] = moments.map(|moment| moment.map(Timestamp::millis));
        self.write(|database| {
            database.execute(
                "INSERT INTO contests (name, title, position, facts, opens, closes, freeze, file_moments)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT DO UPDATE SET title = ?2, position = ?3, facts = ?4, changes = changes + 1",
                params![name, contest.name, position, facts, opens, closes, freeze, written],
            )?;
            database.execute(
                "UPDATE contests SET opens = ?2, closes = ?3, freeze = ?4, file_moments = ?5
                 WHERE name = ?1 AND file_moments <> ?5",
                params![name, opens, closes, freeze, written],
            )?;
            Ok(())
        })
    }

    /// Forgets which contests were served before.
    pub fn leave_contests(&mut self) -> Result<()> {
        self.write(|database| {
            database
                .execute("UPDATE contests SET position = NULL", [])
                .map(drop)
        })
    }

    /// Returns the contests that are served.
    pub fn contests(&self) -> Result<Vec<ContestRow>> {
        let query =
            format!("SELECT {COLUMNS} FROM contests WHERE position IS NOT NULL ORDER BY position");
        self.list(&query, [], contest)
    }

    pub fn contest(&self, name: &str) -> Result<Option<ContestRow>> {
        let query = format!("SELECT {COLUMNS} FROM contests WHERE name = ?1");
        self.first(&query, [name], contest)
    }

    pub fn set_phase(&mut self, name: &str, phase: Phase) -> Result<()> {
        self.write(|database| {
            let set = "UPDATE contests SET phase = ?2 WHERE name = ?1";
            database.execute(set, params![name, phase.name()]).map(drop)
        })
    }

    /// Ends a contest that is closing. Returns `false` if it was extended meanwhile.
    pub fn end_contest(&mut self, name: &str) -> Result<bool> {
        self.write(|database| {
            let set = "UPDATE contests SET phase = 'final' WHERE name = ?1 AND phase = 'closing'";
            Ok(database.execute(set, [name])? > 0)
        })
    }

    /// Begins to close a contest, unless somebody may hand in still.
    pub fn begin_close(&mut self, name: &str) -> Result<bool> {
        self.write(|database| {
            let set = "UPDATE contests SET phase = 'closing' WHERE name = ?1 AND phase = 'open' AND closes <= ?2
                AND NOT EXISTS (SELECT 1 FROM extensions JOIN teams ON teams.id = team
                    WHERE contest = ?1 AND removed IS NULL AND extensions.closes > ?2)";
            Ok(database.execute(set, params![name, super::now()])? > 0)
        })
    }

    /// Changes the moments of a contest. One that has begun to close is open again if it closes later.
    pub fn set_moments(&mut self, name: &str, moments: &Moments) -> Result<()> {
        let [opens, closes, freeze] = [moments.opens, moments.closes, moments.freeze]
            .map(|moment| moment.map(Timestamp::millis));
        let reopens = closes.is_none_or(|closes| closes > super::now());
        self.write(|database| {
            database.execute(
                "UPDATE contests SET opens = ?2, closes = ?3, freeze = ?4, changes = changes + 1,
                 phase = CASE WHEN ?5 AND phase = 'closing' THEN 'open' ELSE phase END WHERE name = ?1",
                params![name, opens, closes, freeze, reopens],
            )
        })
        .map(drop)
    }

    /// Shows the board as it is, or lets it stand still again.
    pub fn set_revealed(&mut self, name: &str, revealed: bool) -> Result<()> {
        self.write(|database| {
            let set = "UPDATE contests SET revealed = ?2, changes = changes + 1 WHERE name = ?1";
            database.execute(set, params![name, revealed]).map(drop)
        })
    }

    /// Lets one team hand in until then.
    pub fn extend(&mut self, contest: &str, team: i64, closes: Timestamp) -> Result<()> {
        self.write(|database| {
            database.execute(
                "INSERT INTO extensions VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET closes = ?3",
                params![contest, team, closes.millis()],
            )?;
            let reopen = "UPDATE contests SET changes = changes + 1,
                phase = CASE WHEN phase = 'closing' THEN 'open' ELSE phase END WHERE name = ?1";
            database.execute(reopen, [contest]).map(drop)
        })
    }

    /// Returns until when teams may hand in that were given more time.
    pub fn extensions(&self, contest: &str) -> Result<Vec<(i64, Timestamp)>> {
        let query = "SELECT team, closes FROM extensions WHERE contest = ?1";
        self.list(query, [contest], |row| {
            Ok((row.get(0)?, Timestamp::from_millis(row.get(1)?)))
        })
    }
}
