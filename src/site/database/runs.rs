//! The runs of hand-ins.

use puzzles::Value;
use rusqlite::params;

use super::{Database, Result};
use crate::judgement;
use crate::verdict::Verdict;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    pub round: String,
    pub instance: String,
    pub repetition: u32,
    pub verdict: Verdict,
    pub value: Option<Value>,
    pub detail: String,
    pub cpu_ms: u64,
    /// Whether the team may see the reason and what its program wrote to standard error.
    pub public: bool,
    pub stderr: String,
}

impl RunRow {
    /// Returns what the team may see: not what a checker says to the staff.
    #[must_use]
    pub fn for_team(mut self) -> Self {
        if self.verdict == Verdict::JudgeError {
            judgement::FAULT_FOR_TEAMS.clone_into(&mut self.detail);
        }
        let lines = self.stderr.split_inclusive('\n');
        let visible = lines.filter(|line| !line.starts_with(judgement::CHECKER_MARK));
        self.stderr = visible.collect();
        self
    }
}

impl Database {
    /// Records runs of a hand-in; a run that is there already is replaced.
    pub fn record_runs(&mut self, hand_in: i64, runs: &[RunRow]) -> Result<()> {
        self.write(|database| {
            let add =
                "INSERT OR REPLACE INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
            let mut add = database.prepare_cached(add)?;
            for run in runs {
                add.execute(params![
                    hand_in,
                    run.round,
                    run.instance,
                    run.repetition,
                    run.verdict.to_string(),
                    run.value.map(|value| value.to_string()),
                    run.detail,
                    run.cpu_ms,
                    run.public,
                    run.stderr,
                ])?;
            }
            Ok(())
        })
    }

    /// Forgets the runs of a hand-in that is judged again.
    pub fn forget_runs(&mut self, hand_in: i64) -> Result<()> {
        self.write(|database| {
            let forget = "DELETE FROM runs WHERE hand_in = ?1";
            database.execute(forget, [hand_in]).map(drop)
        })
    }

    /// Returns how often each verdict was given to each hand-in, in rounds whose verdicts teams may see.
    pub fn public_verdicts(
        &self,
        contest: &str,
        team: Option<i64>,
    ) -> Result<Vec<(i64, String, u64)>> {
        let query =
            "SELECT hand_in, verdict, count(*) FROM runs JOIN hand_ins ON hand_ins.id = hand_in
            WHERE contest = ?1 AND (?2 IS NULL OR team = ?2) AND public GROUP BY hand_in, verdict";
        self.list(query, params![contest, team], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
    }

    pub fn runs(&self, hand_in: i64) -> Result<Vec<RunRow>> {
        let query =
            "SELECT round, instance, repetition, verdict, value, detail, cpu_ms, public, stderr
            FROM runs WHERE hand_in = ?1";
        self.list(query, [hand_in], |row| {
            let verdict: String = row.get(3)?;
            let value: Option<String> = row.get(4)?;
            Ok(RunRow {
                round: row.get(0)?,
                instance: row.get(1)?,
                repetition: row.get(2)?,
                verdict: verdict.parse().unwrap_or(Verdict::JudgeError),
                value: value.and_then(|value| value.parse().ok()),
                detail: row.get(5)?,
                cpu_ms: row.get(6)?,
                public: row.get(7)?,
                stderr: row.get(8)?,
            })
        })
    }
}
