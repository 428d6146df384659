//! The queue of hand-ins, as the judging process works through it.

use std::time::Duration;

use rusqlite::params;

use super::hand_ins::{HandInRow, SELECT, State, hand_in, set_state};
use super::{Database, Result, now};

/// Machine time counts for the order of the queue for so long.
const LATELY_MS: i64 = 3600 * 1000;

/// How far a hand-in has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub planned: usize,
    pub done: usize,
}

/// So much of a text by a stranger is kept, in bytes.
const LONGEST_TEXT: usize = 16 << 10;

/// Returns the beginning of a text that may be as long as a stranger wants.
fn shortened(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

impl Database {
    /// Returns the next hand-ins, at most one of each team: first of the team that has used the least machine time
    /// lately, then the one that has waited longest.
    pub fn next_hand_ins(&self, contest: &str, most: usize) -> Result<Vec<HandInRow>> {
        let query = format!(
            "{SELECT} WHERE contest = ?1 AND state = 'waiting' AND hand_ins.id = (
                 SELECT min(other.id) FROM hand_ins other
                 WHERE other.contest = ?1 AND other.team = hand_ins.team AND other.state = 'waiting')
             ORDER BY (SELECT coalesce(sum(machine_ms), 0) FROM hand_ins used
                       WHERE used.team = hand_ins.team AND used.judged > ?2),
                 hand_ins.id LIMIT ?3"
        );
        self.list(&query, params![contest, now() - LATELY_MS, most], hand_in)
    }

    /// Returns all hand-ins that are not settled, in the order of their arrival.
    pub fn unsettled(&self, contest: &str) -> Result<Vec<HandInRow>> {
        let query = format!(
            "{SELECT} WHERE contest = ?1 AND state IN ('waiting', 'building', 'running') ORDER BY hand_ins.id"
        );
        self.list(&query, [contest], hand_in)
    }

    /// Puts hand-ins whose judging was cut short back into the queue.
    pub fn requeue(&mut self, contest: &str) -> Result<()> {
        let cut: Vec<i64> = self
            .unsettled(contest)?
            .iter()
            .filter(|hand_in| hand_in.state != State::Waiting)
            .map(|hand_in| hand_in.id)
            .collect();
        self.write(|database| {
            for id in cut {
                set_state(database, id, State::Waiting, "")?;
            }
            Ok(())
        })
    }

    /// Puts hand-ins into the queue that count although another one of the team has run since: the results folder has
    /// the files of one hand-in of each team. They run again, so that their new rows differ from the earlier ones.
    pub fn requeue_replaced(&mut self, contest: &str) -> Result<()> {
        let last = "SELECT id FROM hand_ins WHERE contest = ?1 AND team = ?2 AND built
            ORDER BY judged DESC, id DESC LIMIT 1";
        for counting in self.counting(contest)? {
            let team = params![contest, counting.team];
            let last: Option<i64> = self.first(last, team, |row| row.get(0))?;
            if counting.state == State::Judged && last != Some(counting.id) {
                self.judge_again(&counting)?;
            }
        }
        Ok(())
    }

    /// Moves a hand-in on, unless it was withdrawn meanwhile. Returns whether it was not.
    pub fn advance(&mut self, id: i64, state: State, progress: &Progress) -> Result<bool> {
        self.write(|database| {
            let set = "UPDATE hand_ins SET planned = ?2, done = ?3
                WHERE id = ?1 AND state NOT IN ('withdrawn', 'replaced')";
            let set = database.execute(set, params![id, progress.planned, progress.done])?;
            if set > 0 {
                set_state(database, id, state, "")?;
            }
            Ok(set > 0)
        })
    }

    /// Records how the program of a hand-in was found.
    pub fn set_found(&mut self, id: i64, found: &str) -> Result<()> {
        self.write(|database| {
            let set = "UPDATE hand_ins SET found = ?2 WHERE id = ?1";
            database
                .execute(set, params![id, shortened(found)])
                .map(drop)
        })
    }

    /// Records the end of a hand-in's judging. One that was withdrawn meanwhile stays so.
    pub fn settle(
        &mut self,
        id: i64,
        built: bool,
        note: &str,
        build_log: &str,
        machine: Duration,
    ) -> Result<()> {
        self.write(|database| {
            let set = "UPDATE hand_ins SET built = ?2, build_log = ?3, judged = ?4, machine_ms = machine_ms + ?5,
                done = planned WHERE id = ?1";
            let machine = machine.as_millis() as i64;
            let log = shortened(build_log);
            database.execute(set, params![id, built, log, now(), machine])?;
            let state: String = database.query_row(
                "SELECT state FROM hand_ins WHERE id = ?1",
                [id],
                |row| row.get(0),
            )?;
            if state != State::Withdrawn.name() {
                set_state(database, id, State::Judged, shortened(note))?;
            }
            Ok(())
        })
    }
}
