//! Judges the hand-ins of one contest.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::board::Board;
use super::super::data::DataDir;
use super::super::database::{
    ContestRow, Database, EventKind, HandInRow, Phase, Progress, RunRow, State,
};
use super::super::{log, publication};
use super::program::{self, Built};
use super::record::{self, Recorder};
use super::{Served, close};
use crate::contest::{Contest, Judged};
use crate::engine::{Completion, physical_cores};
use crate::entrants::{self, Entrant};
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::results::Here;
use crate::results_dir::ResultsDir;
use crate::session::{Entrants, Instances, Session};
use crate::snapshot::Snapshot;
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// So often the judge tries to build a hand-in.
const ATTEMPTS: u32 = 3;

/// The judging of one contest.
#[derive(Debug)]
pub(super) struct ContestJudge<'a> {
    data: &'a DataDir,
    served: &'a Served,
    here: &'a Here,
    interrupt: &'a Arc<AtomicBool>,
    database: Database,
    board: Board,
    baselines: Vec<Entrant>,
    /// The instances of the rounds that are judged on hand-in.
    on_hand_in: Vec<Instance>,
    open: Option<Open<'a>>,
    /// The programs of hand-ins that were unpacked and digested before.
    programs: BTreeMap<i64, Entrant>,
    /// How often the judging of a hand-in failed because of the judge. Such a hand-in goes behind the others.
    failures: BTreeMap<i64, u32>,
    /// The count of changes, and whether the board stood still, when the board was published last.
    published: Option<(i64, bool)>,
}

/// The open results folder.
#[derive(Debug)]
struct Open<'a> {
    session: Session<'a>,
    /// All instances of the contest.
    instances: Instances,
    /// Whether runs of entrants that count may be missing.
    is_behind: bool,
    has_bounds: bool,
}

/// A hand-in that is ready to run.
struct Ready {
    hand_in: HandInRow,
    entrant: Entrant,
    built: Built,
}

impl<'a> ContestJudge<'a> {
    pub(super) fn new(
        data: &'a DataDir,
        served: &'a Served,
        here: &'a Here,
        interrupt: &'a Arc<AtomicBool>,
    ) -> Result<Self> {
        let contest = &served.contest;
        let mut on_hand_in = instances::prepare(contest)?;
        let rounds = contest.judged(Judged::OnHandIn);
        on_hand_in.retain(|instance| rounds.contains(&instance.round));
        let mut database = Database::open(data.path())?;
        publication::publish(&mut database, &served.name, contest)?;
        Ok(Self {
            data,
            served,
            here,
            interrupt,
            database,
            board: Board::new(contest)?,
            baselines: entrants::baselines(contest).collect(),
            on_hand_in,
            open: None,
            programs: BTreeMap::new(),
            failures: BTreeMap::new(),
            published: None,
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.served.name
    }

    /// Does the next thing that is to be done. Returns `false` if there was nothing. After a failure everything is done
    /// again from what is on the disk.
    pub(super) fn step(&mut self) -> Result<bool> {
        let stepped = self.next_step();
        if stepped.is_err() {
            self.open = None;
            for hand_in in self.database.unsettled(&self.served.name)? {
                if hand_in.state != State::Waiting {
                    *self.failures.entry(hand_in.id).or_default() += 1;
                }
            }
            self.database.requeue(&self.served.name)?;
        }
        stepped
    }

    fn next_step(&mut self) -> Result<bool> {
        let row = self.row()?;
        let is_new = self
            .published
            .is_none_or(|(changes, _)| changes != row.changes);
        if is_new {
            // Somebody may have pinned or withdrawn something.
            self.database.requeue_replaced(&self.served.name)?;
        }
        let unsettled = self.database.unsettled(self.name())?;
        if row.phase == Phase::Final {
            if unsettled.is_empty() {
                return self.publish_again(&row);
            }
            // The staff wants a hand-in to run again.
            self.database.set_phase(&self.served.name, Phase::Closing)?;
        }
        if self.open.is_none() {
            self.open(&unsettled)?;
            let cut_short = unsettled.into_iter();
            let cut_short = cut_short.filter(|hand_in| hand_in.state != State::Waiting);
            let mut batch: Vec<HandInRow> = Vec::new();
            for hand_in in cut_short {
                if batch.iter().any(|other| other.team == hand_in.team) {
                    let waits = Progress::default();
                    self.database.advance(hand_in.id, State::Waiting, &waits)?;
                } else {
                    batch.push(hand_in);
                }
            }
            self.judge(batch)?;
            return Ok(true);
        }
        let is_behind = self.open.as_ref().is_some_and(|open| open.is_behind);
        let batch = self.next_batch()?;
        if is_behind || !batch.is_empty() {
            self.judge(batch)?;
            return Ok(true);
        }
        if is_new {
            // Somebody pinned, withdrew or removed something: other programs may count now.
            if let Some(open) = &mut self.open {
                open.is_behind = true;
            }
            self.judge(Vec::new())?;
            return Ok(true);
        }
        if self.find_bounds()? {
            return Ok(true);
        }
        self.keep_time(&row, unsettled.is_empty())
    }

    /// Closes the contest and lets the board stand still when their time has come.
    fn keep_time(&mut self, row: &ContestRow, is_settled: bool) -> Result<bool> {
        let now = Timestamp::now();
        if row.phase == Phase::Open && self.database.begin_close(&self.served.name)? {
            self.tell_phase("closing")?;
            return Ok(true);
        }
        if row.phase == Phase::Closing && is_settled {
            self.close()?;
            return Ok(true);
        }
        if self
            .published
            .is_some_and(|(_, frozen)| frozen != row.is_frozen(now))
        {
            self.publish(row)?;
        }
        Ok(false)
    }

    /// Returns the next hand-ins, those last whose judging failed before.
    fn next_batch(&self) -> Result<Vec<HandInRow>> {
        let jobs = self.jobs();
        let most = jobs + self.failures.len();
        let mut waiting = self.database.next_hand_ins(&self.served.name, most)?;
        waiting.sort_by_key(|hand_in| self.failures.get(&hand_in.id).copied().unwrap_or(0));
        waiting.truncate(jobs);
        Ok(waiting)
    }

    fn row(&self) -> Result<ContestRow> {
        let row = self.database.contest(self.name())?;
        row.ok_or_else(|| Error::Fault(format!("the contest {} is not entered", self.name())))
    }

    /// Returns how many hand-ins are judged at a time.
    fn jobs(&self) -> usize {
        let cores = || physical_cores().len() / self.served.contest.limits.cores;
        self.served.options.jobs.unwrap_or_else(cores).max(1)
    }

    /// Opens the results folder. Hand-ins whose judging was cut short are entrants, so that their runs are not repeated.
    fn open(&mut self, unsettled: &[HandInRow]) -> Result<()> {
        let contest = Contest::from_document(&self.served.contest.document)?;
        let mut instances = Instances {
            main: instances::prepare(&contest)?,
            tie_break: Vec::new(),
        };
        let mut entrants = Vec::new();
        for hand_in in unsettled {
            if hand_in.state == State::Running
                && let Ok(unpacked) = program::unpack(self.data, hand_in)?
            {
                entrants.push((unpacked.entrant, hand_in.judging()));
            }
        }
        let entrants = self.with_counting(entrants)?;
        let all: Vec<Entrant> = entrants
            .iter()
            .map(|(entrant, _)| entrant.clone())
            .collect();
        let mut session = Session::open(
            contest,
            self.here,
            &self.served.options,
            &mut instances,
            Entrants {
                all: &all,
                chosen: &all,
            },
            Arc::clone(self.interrupt),
        )?;
        session.enter(&entrants);
        self.open = Some(Open {
            session,
            instances,
            is_behind: true,
            has_bounds: false,
        });
        Ok(())
    }

    /// Returns these entrants, the baselines, and what counts of all other teams, each with the number of its judging.
    fn with_counting(&mut self, mut entrants: Vec<(Entrant, u32)>) -> Result<Vec<(Entrant, u32)>> {
        let counting = self.database.counting(self.name())?;
        self.programs
            .retain(|id, _| counting.iter().any(|hand_in| hand_in.id == *id));
        let given: BTreeSet<String> = entrants
            .iter()
            .map(|(entrant, _)| entrant.id.name.to_string())
            .collect();
        for hand_in in &counting {
            if given.contains(&hand_in.team_name) {
                continue;
            }
            if let Some(known) = self.programs.get(&hand_in.id) {
                entrants.push((known.clone(), hand_in.judging()));
            } else if let Ok(unpacked) = program::unpack(self.data, hand_in)? {
                self.programs.insert(hand_in.id, unpacked.entrant.clone());
                entrants.push((unpacked.entrant, hand_in.judging()));
            }
        }
        entrants.extend(self.baselines.iter().map(|baseline| (baseline.clone(), 0)));
        Ok(entrants)
    }

    /// Judges hand-ins, and executes what else is missing of the entrants that count.
    fn judge(&mut self, batch: Vec<HandInRow>) -> Result<()> {
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
            let unpacked = match program::unpack(self.data, &hand_in)? {
                Ok(unpacked) => unpacked,
                Err(reason) => {
                    self.database
                        .settle(id, false, &reason, "", Duration::ZERO)?;
                    continue;
                }
            };
            if !unpacked.found.is_empty() {
                self.database.set_found(id, &unpacked.found)?;
            }
            let options = &self.served.options;
            let built = program::build(
                &self.served.contest,
                &results,
                &unpacked.entrant,
                options.wanted,
                self.interrupt,
            );
            let built = match built {
                Ok(built) => built,
                Err(error) if !self.interrupt.load(Ordering::Relaxed) => {
                    self.postpone(id, &error)?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            if let Some(reason) = &built.failure {
                self.database
                    .settle(id, false, reason, &built.log, built.time)?;
                continue;
            }
            ready.push(Ready {
                hand_in,
                entrant: unpacked.entrant,
                built,
            });
        }
        Ok(ready)
    }

    /// Puts a hand-in that the judge failed to build behind the others. After several attempts it is left to the staff, so
    /// that the contest can end.
    fn postpone(&mut self, id: i64, error: &Error) -> Result<()> {
        let failures = self.failures.entry(id).or_default();
        *failures += 1;
        let failures = *failures;
        let reason = error.to_string();
        let shown = id.to_string();
        log::line("build-failed", &[("hand-in", &shown), ("error", &reason)]);
        if failures < ATTEMPTS {
            let waits = Progress::default();
            self.database.advance(id, State::Waiting, &waits)?;
            return Ok(());
        }
        self.failures.remove(&id);
        let note =
            format!("the judge failed to build it, and the staff can let it run again: {reason}");
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
                count => format!("{count} runs failed because of the judge and are not scored"),
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
            let (id, runs) = (id.to_string(), runs.len().to_string());
            let team = ready.hand_in.team_name.as_str();
            log::line(
                "judged",
                &[("hand-in", &id), ("team", team), ("runs", &runs)],
            );
        }
        Ok(())
    }

    /// Makes what counts the entrants of the contest.
    fn enter_counting(&mut self) -> Result<()> {
        self.database.requeue_replaced(&self.served.name)?;
        let entrants = self.with_counting(Vec::new())?;
        let open = self.open.as_mut().ok_or_else(not_open)?;
        let before = open.session.snapshot().rows.len();
        open.session.enter(&entrants);
        // The results of an older hand-in that counts again were replaced.
        open.is_behind = open.session.snapshot().rows.len() != before;
        Ok(())
    }

    /// Proves the bounds of the instances that are judged on hand-in, once. Returns whether anything was done.
    fn find_bounds(&mut self) -> Result<bool> {
        let open = self.open.as_mut().ok_or_else(not_open)?;
        if open.has_bounds {
            return Ok(false);
        }
        let instances: Vec<&Instance> = self.on_hand_in.iter().collect();
        open.session.find_bounds(&instances, &|_| ())?;
        open.has_bounds = true;
        let row = self.row()?;
        self.publish(&row)?;
        Ok(true)
    }

    /// Runs the rounds that are judged at close, and writes the final standings.
    fn close(&mut self) -> Result<()> {
        log::line("closing", &[("contest", self.name())]);
        self.enter_counting()?;
        let entrants = self.with_counting(Vec::new())?;
        let open = self.open.take().ok_or_else(not_open)?;
        let results = self.results()?;
        let closed = close::close(open.session, open.instances, &entrants)?;
        let Some(snapshot) = closed else {
            // Stopped; the next start goes on.
            return Ok(());
        };
        for hand_in in self.database.counting(&self.served.name)? {
            let own = snapshot
                .rows
                .iter()
                .filter(|row| !row.baseline && *row.team == *hand_in.team_name);
            let runs: Vec<RunRow> = own
                .map(|row| record::run_row(&self.served.contest, &results, row))
                .collect();
            self.database.record_runs(hand_in.id, &runs)?;
        }
        if !self.database.end_contest(&self.served.name)? {
            // The staff extended the contest meanwhile.
            return Ok(());
        }
        let row = self.row()?;
        self.publish_snapshot(&row, &snapshot)?;
        self.tell_phase("final")
    }

    /// Publishes the board of a contest that has ended, if something has changed.
    fn publish_again(&mut self, row: &ContestRow) -> Result<bool> {
        let state = (row.changes, row.is_frozen(Timestamp::now()));
        if self.published == Some(state) {
            return Ok(false);
        }
        let snapshot = Snapshot::read(&self.served.options.folder)?;
        self.publish_snapshot(row, &snapshot)?;
        Ok(true)
    }

    fn publish(&mut self, row: &ContestRow) -> Result<()> {
        let open = self.open.as_ref().ok_or_else(not_open)?;
        let snapshot = open.session.snapshot();
        self.board.publish(&mut self.database, row, snapshot)?;
        self.published = Some((row.changes, row.is_frozen(Timestamp::now())));
        Ok(())
    }

    fn publish_snapshot(&mut self, row: &ContestRow, snapshot: &Snapshot) -> Result<()> {
        self.board.publish(&mut self.database, row, snapshot)?;
        self.published = Some((row.changes, row.is_frozen(Timestamp::now())));
        Ok(())
    }

    fn tell_phase(&mut self, phase: &str) -> Result<()> {
        log::line("phase", &[("contest", self.name()), ("phase", phase)]);
        let name = self.served.name.clone();
        self.database.notify(EventKind::Phase, &name, 0)
    }

    /// Returns the number of runs of a hand-in.
    fn planned(&self) -> usize {
        let repeats = self
            .on_hand_in
            .iter()
            .map(|instance| instance.repeat as usize);
        repeats.sum()
    }

    fn results(&self) -> Result<ResultsDir> {
        let dir = ResultsDir::open(&self.served.options.folder)?;
        Ok(dir.with_names(self.served.contest.run_names()))
    }
}

fn not_open() -> Error {
    Error::Fault("the results folder of the contest is not open".to_owned())
}
