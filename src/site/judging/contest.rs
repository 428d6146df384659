//! The judging of one contest: what is done next, from its start to its final standings.

mod batch;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::super::board::{Board, Published};
use super::super::data::DataDir;
use super::super::database::{
    ContestRow, Database, EventKind, HandInRow, Phase, Progress, RunRow, State,
};
use super::super::{log, publication};
use super::{Served, close, program, record};
use crate::contest::{Contest, Judged};
use crate::engine::physical_cores;
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::field;
use crate::instances::{self, Instance};
use crate::results::Here;
use crate::results_dir::ResultsDir;
use crate::session::{Entrants, Instances, Session};
use crate::snapshot::Snapshot;

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
    published: Option<Published>,
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
            baselines: field::baselines(contest).collect(),
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
            .is_none_or(|published| published.changes != row.changes);
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
        if row.phase == Phase::Open && self.database.begin_close(&self.served.name)? {
            self.tell_phase("closing")?;
            return Ok(true);
        }
        if row.phase == Phase::Closing && is_settled {
            self.close()?;
            return Ok(true);
        }
        if self.published != Some(Published::of(row)) {
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
        self.published = Some(self.board.publish(&mut self.database, &row, &snapshot)?);
        self.tell_phase("final")
    }

    /// Publishes the board of a contest that has ended, if something has changed.
    fn publish_again(&mut self, row: &ContestRow) -> Result<bool> {
        if self.published == Some(Published::of(row)) {
            return Ok(false);
        }
        let snapshot = Snapshot::read(&self.served.options.folder)?;
        self.published = Some(self.board.publish(&mut self.database, row, &snapshot)?);
        Ok(true)
    }

    fn publish(&mut self, row: &ContestRow) -> Result<()> {
        let open = self.open.as_ref().ok_or_else(not_open)?;
        let snapshot = open.session.snapshot();
        self.published = Some(self.board.publish(&mut self.database, row, snapshot)?);
        Ok(())
    }

    fn tell_phase(&mut self, phase: &str) -> Result<()> {
        log::line("phase", &[("contest", self.name()), ("phase", phase)]);
        let name = self.served.name.clone();
        self.database.notify(EventKind::Phase, &name, 0)
    }

    fn results(&self) -> Result<ResultsDir> {
        let dir = ResultsDir::open(&self.served.options.folder)?;
        Ok(dir.with_names(self.served.contest.run_names()))
    }
}

fn not_open() -> Error {
    Error::Fault("the results folder of the contest is not open".to_owned())
}
