//! A worker: the local runner with claims. Several may share a results folder, on one machine or on many.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use super::judging::{self, ATTEMPTS, Judging};
use super::walltime::{self, Deadline};
use super::{cores, slurm};
use crate::cluster::{Claims, Coordination, Finished, Manifest, Next, Scheduler, send_heartbeats};
use crate::contest::Contest;
use crate::dir::Dir;
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::limits::Limits;
use crate::machine::judge_digest;
use crate::results::{Here, InstanceFacts, Provenance, Row};
use crate::results_dir::LARGEST_INSTANCE;
use crate::sandbox::{self, Cores, Isolation, Sandbox, Wanted};
use crate::terminal::say;
use crate::units::{show_duration, show_size};
use crate::verdict::Verdict;

/// What whoever starts a worker allows: nothing of this is taken from the results folder, which anybody may have made.
#[derive(Debug)]
pub struct WorkerOptions {
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
pub fn work(results: &Arc<Dir>, terms: &WorkerOptions, signals: &Signals) -> Result<Ended> {
    let Some(manifest) = Manifest::read(results)? else {
        return Ok(Ended::Done);
    };
    let coordination = manifest.coordination(results);
    if coordination.is_stopped() || coordination.is_gone() {
        return Ok(Ended::Done);
    }
    let isolation = fit(&manifest, terms)?;
    let here = Here::new(isolation);
    let provenances = manifest.entrants.iter();
    let provenances: Vec<Provenance> = provenances
        .map(|planned| planned.provenance.on_worker(&here))
        .collect();
    let contest = manifest.contest()?;
    terms.ceilings.check(&contest.limits)?;
    let most = walltime::longest_run(&contest.limits);
    let deadline = slurm::deadline();
    if let Some(left) = deadline.map(Deadline::left) {
        say(&format!("this worker has {}", show_duration(left)));
    }
    if deadline.is_some_and(|deadline| !deadline.leaves(most)) {
        let left = deadline.map_or(Duration::ZERO, Deadline::left);
        let (left, most) = (show_duration(left), show_duration(most));
        let error = format!("this worker has {left}, and a single run may take {most}");
        return Err(Error::user(error).with_help("give it more: --sbatch-arg=--time=…"));
    }
    let claims = Claims::join(coordination, &here.machine)
        .map_err(|error| Error::fault("join the workers", &error))?;
    let worker = Worker {
        results,
        wanted: terms.wanted,
        manifest: &manifest,
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
        // Newer manifest, or the end of all work, take the coordination away under a worker's hands.
        Err(_) if claims.coordination().is_gone() => Ok(Ended::Done),
        other => other,
    }
}

/// How programs are isolated here. Fails on a machine on which programs would fail through no fault of theirs.
fn fit(manifest: &Manifest, terms: &WorkerOptions) -> Result<Isolation> {
    if manifest.executable != judge_digest() {
        let error = Error::user("the work was planned by another build of judge than this one");
        return Err(error.with_help("start workers with the judge that started the run"));
    }
    let isolation = sandbox::prepare(terms.wanted)?;
    for entrant in &manifest.entrants {
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
    manifest: &'a Manifest,
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
            let heartbeat = scope.spawn(move || {
                let done = send_heartbeats(self.claims, &results, self.signals.interrupt);
                if done.is_err() {
                    self.signals.interrupt.store(true, Ordering::Relaxed);
                }
                done
            });
            let ended = self.go_through(&mut sandbox, most, &|finished| {
                let _ = hand_in.send(finished);
            });
            drop(hand_in);
            let committed = heartbeat
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the judge panicked")));
            let ended = ended?;
            committed.map_err(|error| Error::fault("hand in a result", &error))?;
            Ok(ended)
        })
    }

    /// Takes one run after the other.
    fn go_through(
        &self,
        sandbox: &mut Sandbox,
        most: Duration,
        hand_in: &dyn Fn(Finished),
    ) -> Result<Ended> {
        let mut scheduler =
            Scheduler::new(self.manifest, slurm::place_in_array(), self.claims.salt());
        let mut current: Option<(usize, Instance)> = None;
        let mut faults = 0;
        let mut patience = IdleBackoff::new(self.claims.coordination());
        loop {
            if self.interrupted() {
                return Ok(Ended::Stopped);
            }
            if self.deadline.is_some_and(|deadline| !deadline.leaves(most)) {
                return Ok(Ended::OutOfTime);
            }
            let next = scheduler
                .next(self.manifest, self.claims)
                .map_err(|error| Error::fault("claim a run", &error))?;
            let (number, entrant) = match next {
                Next::Done => return Ok(Ended::Done),
                Next::Wait => {
                    patience.wait(self.signals.interrupt);
                    continue;
                }
                Next::Run { instance, entrant } => (instance, entrant),
            };
            patience = IdleBackoff::new(self.claims.coordination());
            let instance = match current.take() {
                Some((held, instance)) if held == number => instance,
                _ => {
                    let InstanceFacts {
                        round,
                        name,
                        digest,
                        ..
                    } = &self.manifest.instances[number];
                    let folder = self.claims.coordination().instance(number);
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

    /// Judges a run and hands the result in, unless it was disturbed.
    fn judge(
        &self,
        number: usize,
        instance: &Instance,
        entrant: usize,
        sandbox: &mut Sandbox,
        hand_in: &dyn Fn(Finished),
    ) -> Result<Option<Row>> {
        let planned = &self.manifest.entrants[entrant];
        let provenance = &self.provenances[entrant];
        let ready = planned.ready(self.results);
        let ready = ready.map_err(|error| Error::fault("open a build", &error))?;
        let build = Build::Ready(ready);
        let mut attempts = 0;
        loop {
            self.signals.resumed.store(false, Ordering::Relaxed);
            let row = Row::new(
                instance,
                &planned.provenance.conditions.entrant(),
                &provenance.id.as_str().into(),
            );
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
                if self.claims.coordination().is_done(number, entrant) {
                    return Ok(None);
                }
                continue;
            }
            let record = judged.to_bytes(provenance);
            let record = record.map_err(|error| Error::fault("encode a result", &error))?;
            hand_in(Finished {
                instance: number,
                entrant,
                record,
                at: Instant::now(),
            });
            return Ok(Some(judged.row));
        }
    }
}

/// Waits longer each time, but never so long that a dead worker goes unnoticed.
struct IdleBackoff {
    next: Duration,
    longest: Duration,
}

impl IdleBackoff {
    fn new(coordination: &Coordination) -> Self {
        let longest = (coordination.patience() / 12).min(Duration::from_secs(5));
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
