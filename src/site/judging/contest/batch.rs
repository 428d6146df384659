//! One batch of hand-ins: unpacked, built, run and recorded.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{ContestJudge, not_open};
use crate::engine::Completion;
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::locale::Text;
use crate::results_dir::ResultsDir;
use crate::site::database::{HandInRow, Progress, RunRow, State};
use crate::site::judging::program::{self, Built};
use crate::site::judging::record::{self, Recorder};
use crate::site::log;
use crate::verdict::Verdict;

/// So often the judge tries to build a hand-in.
const ATTEMPTS: u32 = 3;

/// What became of an upload.
enum Made {
    Ready(Entrant, Built),
    /// It cannot be run; the reason.
    Failed(Built, String),
}

/// A hand-in that is ready to run.
struct Ready {
    hand_in: HandInRow,
    entrant: Entrant,
    built: Built,
}

impl ContestJudge<'_> {
    /// Judges hand-ins, and executes what else is missing of the entrants that count.
    pub(super) fn judge(&mut self, batch: Vec<HandInRow>) -> Result<()> {
        let ready = self.prepare(batch)?;
        if self.interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        let planned = self.planned();
        let mut hand_ins = BTreeMap::new();
        let mut running = Vec::new();
        for ready in ready {
            let progress = Progress { planned, done: 0 };
            let id = ready.hand_in.id;
            // One that was withdrawn while it was built is not run.
            if self.database.advance(id, State::Running, &progress)? {
                hand_ins.insert(ready.hand_in.team_name.clone(), (id, progress));
                running.push(ready);
            }
        }
        let judged = running
            .iter()
            .map(|ready| (ready.entrant.clone(), ready.hand_in.judging()));
        let entrants = self.with_counting(judged.collect())?;
        let results = self.results()?;
        let counting = self.database.counting(&self.served.name)?;
        let counting = counting.into_iter().map(|row| (row.team_name, row.id));
        let open = self.open.as_mut().ok_or_else(not_open)?;
        open.session.enter(&entrants);
        // Runs of others that failed because of the judge are not repeated for every hand-in.
        let plays = |entrant: &Entrant| {
            open.is_behind || entrant.id.baseline || hand_ins.contains_key(&*entrant.id.name)
        };
        let entrants = entrants.into_iter().map(|(entrant, _)| entrant);
        let entrants: Vec<Entrant> = entrants.filter(plays).collect();
        let recorder = Recorder {
            counting: counting.collect(),
            database: Mutex::new(&mut self.database),
            contest: &self.served.contest,
            results: &results,
            hand_ins: Mutex::new(hand_ins),
        };
        let completion = open.session.play(&self.on_hand_in, &entrants, &|event| {
            recorder.notify(&event);
        })?;
        if completion != Completion::Finished {
            return Ok(());
        }
        open.is_behind = false;
        self.settle(running, &results)?;
        // What changes after this moment is noticed by the next step.
        let row = self.row()?;
        self.enter_counting()?;
        if self.open.as_ref().is_some_and(|open| open.is_behind) {
            // The board would lack a team whose pinned hand-in has to run again first.
            return Ok(());
        }
        self.publish(&row)
    }

    /// Unpacks and builds hand-ins. Those that cannot be are settled at once.
    fn prepare(&mut self, batch: Vec<HandInRow>) -> Result<Vec<Ready>> {
        let mut ready = Vec::new();
        let results = self.results()?;
        let planned = self.planned();
        for hand_in in batch {
            let id = hand_in.id;
            let progress = Progress { planned, done: 0 };
            if !self.database.advance(id, State::Building, &progress)? {
                continue;
            }
            let made = self.make(&hand_in, &results);
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            match made {
                Ok(Made::Ready(entrant, built)) => ready.push(Ready {
                    hand_in,
                    entrant,
                    built,
                }),
                Ok(Made::Failed(built, reason)) => {
                    self.database
                        .settle(id, false, &reason, &built.log, built.time)?;
                }
                Err(error) => self.postpone(id, &error)?,
            }
        }
        Ok(ready)
    }

    /// Unpacks and builds one hand-in. An error is a failure of the judge.
    fn make(&mut self, hand_in: &HandInRow, results: &ResultsDir) -> Result<Made> {
        let unpacked = match program::unpack(self.data, hand_in)? {
            Ok(unpacked) => unpacked,
            Err(reason) => return Ok(Made::Failed(Built::default(), reason)),
        };
        if !unpacked.found.is_empty() {
            self.database.set_found(hand_in.id, &unpacked.found)?;
        }
        let mut built = program::build(
            &self.served.contest,
            results,
            &unpacked.entrant,
            self.served.options.wanted,
            self.interrupt,
        )?;
        Ok(match built.failure.take() {
            Some(reason) => Made::Failed(built, reason),
            None => Made::Ready(unpacked.entrant, built),
        })
    }

    /// Puts a hand-in that the judge failed to unpack or build behind the others. After several attempts it is left to the staff, so
    /// that the contest can end.
    fn postpone(&mut self, id: i64, error: &Error) -> Result<()> {
        let failures = self.failures.entry(id).or_default();
        *failures += 1;
        let failures = *failures;
        let reason = error.to_string();
        let shown = id.to_string();
        log::line("hand-in-failed", &[("hand-in", &shown), ("error", &reason)]);
        if failures < ATTEMPTS {
            let waits = Progress::default();
            self.database.advance(id, State::Waiting, &waits)?;
            return Ok(());
        }
        self.failures.remove(&id);
        let note = Text::message("site-note-not-ready").with("reason", reason);
        let note = note.to_string();
        self.database.settle(id, false, &note, "", Duration::ZERO)
    }

    /// Records the results of hand-ins that have been run.
    fn settle(&mut self, ready: Vec<Ready>, results: &ResultsDir) -> Result<()> {
        let open = self.open.as_ref().ok_or_else(not_open)?;
        let rows = &open.session.snapshot().rows;
        let mut finished = Vec::new();
        for ready in ready {
            let own = rows
                .iter()
                .filter(|row| !row.baseline && *row.team == *ready.hand_in.team_name);
            let own: Vec<_> = own.collect();
            let runs: Vec<RunRow> = own
                .iter()
                .map(|row| record::run_row(&self.served.contest, results, row))
                .collect();
            let faults = own.iter().filter(|row| row.verdict == Verdict::JudgeError);
            let note = match faults.count() {
                0 => String::new(),
                count => Text::message("site-note-faults")
                    .with("count", count)
                    .to_string(),
            };
            let time: u64 = own.iter().map(|row| row.wall_ms).sum();
            finished.push((ready, runs, note, Duration::from_millis(time)));
        }
        let teams: Vec<(i64, &str)> = finished
            .iter()
            .map(|(ready, ..)| (ready.hand_in.id, ready.hand_in.team_name.as_str()))
            .collect();
        let is_private = self.served.contest.site.anonymous;
        let folder = &self.served.options.folder;
        if let Err(error) = record::write_pages(self.data, folder, &teams, is_private) {
            log::line("page-failed", &[("error", &error.to_string())]);
        }
        for (ready, runs, note, time) in finished {
            let id = ready.hand_in.id;
            self.database.forget_runs(id)?;
            self.database.record_runs(id, &runs)?;
            let time = time + ready.built.time;
            self.database
                .settle(id, true, &note, &ready.built.log, time)?;
            self.failures.remove(&id);
            let (id, runs) = (id.to_string(), runs.len().to_string());
            let team = ready.hand_in.team_name.as_str();
            log::line(
                "judged",
                &[("hand-in", &id), ("team", team), ("runs", &runs)],
            );
        }
        Ok(())
    }

    /// Returns the number of runs of a hand-in.
    fn planned(&self) -> usize {
        let repeats = self
            .on_hand_in
            .iter()
            .map(|instance| instance.repeat as usize);
        repeats.sum()
    }
}
