//! A worker: the local runner with claims. Several may share a results folder, on one machine or on many.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::board::Board;
use super::claims::Claims;
use super::judging::{self, ATTEMPTS, Judging};
use super::orders::Orders;
use super::pick::{Next, Picker};
use super::pulse::{self, Finished};
use super::time_left::{self, Deadline};
use super::{cores, slurm};
use crate::contest::{Contest, Limits};
use crate::dir::Dir;
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::machine::judge_digest;
use crate::sandbox::{self, Cores, Isolation, Sandbox, Wanted};
use crate::store::{Here, InstanceFacts, LARGEST_INSTANCE, Provenance, Row};
use crate::terminal::say;
use crate::units::{show_duration, show_size};
use crate::verdict::Verdict;

/// What whoever starts a worker allows: nothing of this is taken from the results folder, which anybody may have made.
#[derive(Debug)]
pub struct Terms {
    pub wanted: Wanted,
    /// Paths of this machine that programs may see.
    pub shown: Vec<PathBuf>,
    pub ceilings: Ceilings,
}

/// The highest limits that a contest may have.
#[derive(Clone, Copy, Debug)]
pub struct Ceilings {
    pub memory: u64,
    pub output: u64,
    /// Of CPU time, wall time and grace.
    pub time: Duration,
}

impl Ceilings {
    /// What is sensible where nobody says otherwise.
    pub fn of_this_machine() -> Self {
        let machine = rustix::system::sysinfo();
        Self {
            memory: machine.totalram as u64 * u64::from(machine.mem_unit),
            output: 256 << 20,
            time: Duration::from_secs(24 * 3600),
        }
    }

    /// Refuses limits above these, and says how to allow them.
    fn check(&self, limits: &Limits) -> Result<()> {
        let most_time = limits.time.max(limits.wall).max(limits.grace);
        let sizes = [
            ("memory", limits.memory, self.memory),
            ("output", limits.output, self.output),
        ];
        let sizes = sizes
            .map(|(name, wanted, most)| (name, wanted > most, show_size(wanted), show_size(most)));
        let (wanted, most) = (show_duration(most_time), show_duration(self.time));
        let time = ("time", most_time > self.time, wanted, most);
        let limits = sizes.into_iter().chain([time]);
        for (name, above, wanted, most) in limits {
            if above {
                let error = format!(
                    "the contest has a {name} limit of {wanted}, and this worker allows {most}"
                );
                let help = format!("if you trust the results folder: --most-{name}");
                return Err(Error::user(error).with_help(help));
            }
        }
        Ok(())
    }
}

/// What ends or disturbs a worker from outside.
#[derive(Debug)]
pub struct Signals<'a> {
    /// Set when the worker is asked to stop.
    pub interrupt: &'a AtomicBool,
    /// Set when the worker goes on after it was held: the clocks of its programs went on meanwhile.
    pub resumed: &'a AtomicBool,
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing is left to do.
    Done,
    /// Its time on this machine is nearly over.
    OutOfTime,
    Stopped,
}

/// So many faults of ours in a row say that something is wrong with this machine.
const MOST_FAULTS: usize = 3;

/// Works until nothing is left, the time is over, or it is told to stop.
pub fn work(results: &Arc<Dir>, terms: &Terms, signals: &Signals) -> Result<Ended> {
    let Some(orders) = Orders::read(results)? else {
        return Ok(Ended::Done);
    };
    let board = orders.board(results);
    if board.is_stopped() || board.is_gone() {
        return Ok(Ended::Done);
    }
    let isolation = fit(&orders, terms)?;
    let here = Here::new(isolation);
    let provenances = orders.entrants.iter();
    let provenances: Vec<Provenance> = provenances
        .map(|hired| hired.provenance.on_worker(&here))
        .collect();
    let contest = orders.contest()?;
    terms.ceilings.check(&contest.limits)?;
    let most = time_left::most_per_cell(&contest.limits);
    let deadline = slurm::deadline();
    if let Some(left) = deadline.map(Deadline::left) {
        say(&format!("this worker has {}", show_duration(left)));
    }
    if deadline.is_some_and(|deadline| !deadline.leaves(most)) {
        let left = deadline.map_or(Duration::ZERO, Deadline::left);
        let (left, most) = (show_duration(left), show_duration(most));
        let error = format!("this worker has {left}, and a single cell may take {most}");
        return Err(Error::user(error).with_help("give it more: --sbatch-arg=--time=…"));
    }
    let claims = Claims::join(board, &here.machine)
        .map_err(|error| Error::fault("join the workers", &error))?;
    let worker = Worker {
        results,
        wanted: terms.wanted,
        orders: &orders,
        provenances: &provenances,
        contest: &contest,
        claims: &claims,
        deadline,
        judging: Judging {
            limits: &contest.limits,
            interrupt: signals.interrupt,
        },
        signals,
    };
    let ended = worker.work(most);
    claims.leave();
    match ended {
        // Newer orders, or the end of all work, take the board away under a worker's hands.
        Err(_) if claims.board().is_gone() => Ok(Ended::Done),
        other => other,
    }
}

/// How programs are isolated here. Fails on a machine on which programs would fail through no fault of theirs.
fn fit(orders: &Orders, terms: &Terms) -> Result<Isolation> {
    if orders.executable != judge_digest() {
        let error = Error::user("the work was planned by another build of judge than this one");
        return Err(error.with_help("start workers with the judge that started the run"));
    }
    let isolation = sandbox::prepare(terms.wanted)?;
    for entrant in &orders.entrants {
        let hidden = entrant
            .paths
            .iter()
            .find(|path| !terms.shown.contains(path));
        if let Some(hidden) = hidden {
            let (name, hidden) = (entrant.name(), hidden.display());
            let error =
                format!("{name} wants to see {hidden}, which was not allowed to this worker");
            return Err(Error::user(error)
                .with_help(format!("if you trust the results folder: --show {hidden}")));
        }
        let tool = entrant.command.first().map(Path::new);
        let tool = tool.filter(|tool| tool.is_absolute());
        let needed = tool.into_iter().chain(entrant.paths.iter().map(|p| &**p));
        if let Some(missing) = needed.into_iter().find(|path| !path.exists()) {
            let (name, missing) = (entrant.name(), missing.display());
            let error = format!("{name} needs {missing}, which this machine does not have");
            return Err(Error::user(error)
                .with_help("install it here too, or choose other nodes with --sbatch-arg"));
        }
    }
    Ok(isolation)
}

struct Worker<'a> {
    results: &'a Dir,
    wanted: Wanted,
    orders: &'a Orders,
    /// Per entrant, what its rows rest on here.
    provenances: &'a [Provenance],
    contest: &'a Contest,
    claims: &'a Claims,
    deadline: Option<Deadline>,
    judging: Judging<'a>,
    signals: &'a Signals<'a>,
}

impl Worker<'_> {
    fn work(&self, most: Duration) -> Result<Ended> {
        let cores = cores::own_cores(self.contest.limits.cores);
        let cores = Cores {
            housekeeping: cores.clone(),
            programs: cores,
        };
        let mut sandbox = Sandbox::start(self.wanted, cores)?;
        let (hand_in, results) = channel();
        std::thread::scope(|scope| {
            let pulse = scope.spawn(move || {
                let done = pulse::run(self.claims, &results, self.signals.interrupt);
                if done.is_err() {
                    self.signals.interrupt.store(true, Ordering::Relaxed);
                }
                done
            });
            let ended = self.go_through(&mut sandbox, most, &|finished| {
                let _ = hand_in.send(finished);
            });
            drop(hand_in);
            let committed = pulse
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the judge panicked")));
            let ended = ended?;
            committed.map_err(|error| Error::fault("hand in a result", &error))?;
            Ok(ended)
        })
    }

    /// Takes one cell after the other.
    fn go_through(
        &self,
        sandbox: &mut Sandbox,
        most: Duration,
        hand_in: &dyn Fn(Finished),
    ) -> Result<Ended> {
        let mut picker = Picker::new(self.orders, slurm::place_in_array(), self.claims.salt());
        let mut current: Option<(usize, Instance)> = None;
        let mut faults = 0;
        let mut patience = Idleness::new(self.claims.board());
        loop {
            if self.interrupted() {
                return Ok(Ended::Stopped);
            }
            if self.deadline.is_some_and(|deadline| !deadline.leaves(most)) {
                return Ok(Ended::OutOfTime);
            }
            let next = picker
                .next(self.orders, self.claims)
                .map_err(|error| Error::fault("claim a cell", &error))?;
            let (number, entrant) = match next {
                Next::Over => return Ok(Ended::Done),
                Next::Wait => {
                    patience.wait(self.signals.interrupt);
                    continue;
                }
                Next::Cell { instance, entrant } => (instance, entrant),
            };
            patience = Idleness::new(self.claims.board());
            let instance = match current.take() {
                Some((held, instance)) if held == number => instance,
                _ => {
                    let InstanceFacts {
                        round,
                        name,
                        digest,
                        ..
                    } = &self.orders.instances[number];
                    let folder = self.claims.board().instance(number);
                    let text = folder.and_then(|folder| folder.read("text", LARGEST_INSTANCE));
                    let text = text.map_err(|error| Error::fault("read an instance", &error))?;
                    instances::stored(&text, self.contest.problem, round, name, digest)?
                }
            };
            let row = self.judge(number, &instance, entrant, sandbox, hand_in)?;
            current = Some((number, instance));
            let Some(row) = row else { continue };
            say(&format!(
                "{} on {}: {}",
                row.team, row.instance, row.verdict
            ));
            faults = match row.verdict {
                Verdict::JudgeError => faults + 1,
                _ => 0,
            };
            if faults == MOST_FAULTS {
                let error = format!("{faults} faults in a row, the last: {}", row.detail);
                return Err(Error::Fault(error));
            }
        }
    }

    fn interrupted(&self) -> bool {
        self.signals.interrupt.load(Ordering::Relaxed)
    }

    /// Judges a cell and hands the result in, unless it was disturbed.
    fn judge(
        &self,
        number: usize,
        instance: &Instance,
        entrant: usize,
        sandbox: &mut Sandbox,
        hand_in: &dyn Fn(Finished),
    ) -> Result<Option<Row>> {
        let hired = &self.orders.entrants[entrant];
        let provenance = &self.provenances[entrant];
        let ready = hired.ready(self.results);
        let ready = ready.map_err(|error| Error::fault("open a build", &error))?;
        let build = Build::Ready(ready);
        let mut attempts = 0;
        loop {
            self.signals.resumed.store(false, Ordering::Relaxed);
            let who = (hired.name(), hired.is_baseline());
            let row = Row::new(instance, who, &provenance.id.as_str().into());
            let mut starved = false;
            let judged = match self
                .judging
                .program(instance, &row, Some(&build), sandbox)?
            {
                Ok(judged) => judged,
                Err(_) if attempts + 1 < ATTEMPTS && !self.interrupted() => {
                    attempts += 1;
                    continue;
                }
                Err(fault) => {
                    starved = fault.starved;
                    judging::unjudged(row, &fault)
                }
            };
            // A run that was starved is handed in: no row comes of it, and the next `judge run` does it again, but
            // nobody waits for it.
            if self.interrupted() || (judged.row.verdict == Verdict::Interrupted && !starved) {
                return Ok(None);
            }
            if self.signals.resumed.load(Ordering::Relaxed) {
                if self.claims.board().is_done(number, entrant) {
                    return Ok(None);
                }
                continue;
            }
            let parcel = judged.pack(provenance);
            let parcel = parcel.map_err(|error| Error::fault("pack a result", &error))?;
            hand_in(Finished {
                instance: number,
                entrant,
                parcel,
                at: Instant::now(),
            });
            return Ok(Some(judged.row));
        }
    }
}

/// Waits longer each time, but never so long that a dead worker goes unnoticed.
struct Idleness {
    next: Duration,
    longest: Duration,
}

impl Idleness {
    fn new(board: &Board) -> Self {
        let longest = (board.patience() / 12).min(Duration::from_secs(5));
        Self {
            next: longest / 16,
            longest,
        }
    }

    fn wait(&mut self, interrupt: &AtomicBool) {
        const BREATH: Duration = Duration::from_millis(50);
        let until = Instant::now() + self.next;
        while Instant::now() < until && !interrupt.load(Ordering::Relaxed) {
            std::thread::sleep(BREATH.min(self.next));
        }
        self.next = (self.next * 2).min(self.longest);
    }
}
