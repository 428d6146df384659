//! The engine for one machine: a few workers that take the next cell of the plan.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use reference::Budget;
use rustix::fs::OFlags;
use walkdir::WalkDir;

use super::{BOUND_TIME, Event, Work};
use crate::answers::FileReplay;
use crate::contest::Mode;
use crate::entrants::{self, ANSWERS, Build, Entrant, Ready, Workshop};
use crate::error::Result;
use crate::instances::Instance;
use crate::plan::Cell;
use crate::sandbox::{Ending, Job, Outcome, Sandbox};
use crate::store::{Row, cell_file};
use crate::verdict::{self, Judgement, Verdict};

/// Builds the entrants that have something to do, then runs all cells. `notify` hears of every step.
pub fn run(work: &Work, notify: &(dyn Fn(Event) + Sync)) -> Result<()> {
    let busy: Vec<usize> = (0..work.entrants.len())
        .filter(|&e| work.has_program_cells(e))
        .collect();
    let builds: Vec<OnceLock<Build>> = work.entrants.iter().map(|_| OnceLock::new()).collect();
    work.in_parallel(busy.len(), &|sandbox, index| {
        let number = busy[index];
        let entrant = &work.entrants[number];
        notify(Event::BuildStarted(entrant));
        let mut workshop = Workshop {
            sandbox,
            place: &work.builds.join(&entrant.name),
            paths: &work.limits.paths,
            log: &|text| {
                work.store.write(
                    &Path::new("build-logs").join(&entrant.name),
                    text.as_bytes(),
                )
            },
            interrupt: work.interrupt,
        };
        let built = match workshop.build(entrant) {
            Ok(built) => built,
            Err(error) => {
                sandbox.restart()?;
                Build::Fault(error.to_string())
            }
        };
        notify(Event::BuildEnded(
            entrant,
            builds[number].get_or_init(|| built),
        ));
        Ok(())
    })?;
    notify(Event::RunsStarted);
    work.in_parallel(work.cells.len(), &|sandbox, index| {
        if work.interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        let cell = work.cells[index];
        let build = builds[cell.entrant].get();
        // A fault of ours, even a panic, must not end the contest, nor be held against the team.
        let judged = catch_unwind(AssertUnwindSafe(|| work.judge(cell, build, sandbox)));
        let row = judged.unwrap_or_else(|_| {
            let row = Row::new(&work.instances[cell.instance], &work.entrants[cell.entrant]);
            Ok(Row {
                detail: "the judge panicked".to_owned(),
                ..row
            })
        })?;
        work.store.append(&row)?;
        notify(Event::RunEnded(&row));
        Ok(())
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

type Task<'t> = &'t (dyn Fn(&mut Sandbox, usize) -> Result<()> + Sync);

impl Work<'_> {
    /// Calls `task` with every index, several at a time, each worker with a sandbox of its own on cores of its own;
    /// the first error ends it all.
    fn in_parallel(&self, tasks: usize, task: Task) -> Result<()> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = |worker: usize| -> Result<()> {
            let mut sandbox = Sandbox::start(self.walls, &self.cores_of(worker))?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= tasks {
                    return Ok(());
                }
                task(&mut sandbox, index)?;
            }
        };
        std::thread::scope(|scope| {
            for worker in 0..self.jobs.min(tasks) {
                let (next, failure, work) = (&next, &failure, &work);
                scope.spawn(move || {
                    if let Err(error) = work(worker) {
                        next.store(tasks, Ordering::Relaxed);
                        lock(failure).get_or_insert(error);
                    }
                });
            }
        });
        let failure = failure.into_inner();
        failure
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), Err)
    }

    /// The cores of a worker, so that runs do not disturb each other; none where there are not enough for all.
    fn cores_of(&self, worker: usize) -> Vec<usize> {
        let each = self.limits.cores;
        let cores = self.cores.chunks_exact(each).nth(worker);
        cores
            .filter(|_| self.jobs * each <= self.cores.len())
            .unwrap_or_default()
            .to_vec()
    }

    /// Baselines run their programs also where teams hand in answers.
    fn has_program_cells(&self, entrant: usize) -> bool {
        let baseline = self.entrants[entrant].baseline;
        let runs = |cell: &Cell| {
            cell.entrant == entrant
                && (baseline || self.instances[cell.instance].mode == Mode::Programs)
        };
        self.cells.iter().any(runs)
    }

    fn judge(&self, cell: Cell, build: Option<&Build>, sandbox: &mut Sandbox) -> Result<Row> {
        let instance = &self.instances[cell.instance];
        let entrant = &self.entrants[cell.entrant];
        let mut row = Row::new(instance, entrant);
        let by_hand = instance.mode == Mode::Answers && !entrant.baseline;
        let judgement = if by_hand {
            self.judge_file(instance, entrant, &mut row)?
        } else {
            match build {
                Some(Build::Ready(ready)) => {
                    self.judge_program(instance, entrant, ready, sandbox, &mut row)?
                }
                Some(Build::Failed(reason)) => Judgement::new(Verdict::BuildFailed, reason),
                Some(Build::Nothing(reason)) => Judgement::new(Verdict::Missing, reason),
                Some(Build::Fault(reason)) => Judgement::new(Verdict::JudgeError, reason),
                None => Judgement::new(Verdict::JudgeError, "the program was not built"),
            }
        };
        row.verdict = judgement.verdict;
        row.value = judgement.value;
        row.detail = judgement.detail;
        let bound = self.bounds[cell.instance].get_or_init(|| {
            instance
                .case
                .bound(&Budget::unlimited().with_time(BOUND_TIME), row.value)
                .value
        });
        row.bound = Some(*bound);
        Ok(row)
    }

    fn judge_program(
        &self,
        instance: &Instance,
        entrant: &Entrant,
        ready: &Ready,
        sandbox: &mut Sandbox,
        row: &mut Row,
    ) -> Result<Judgement> {
        let mut environment = entrants::environment();
        let (time, memory) = (self.limits.time.as_millis(), self.limits.memory >> 20);
        environment.push(("JUDGE_TIME_MS".to_owned(), time.to_string()));
        environment.push(("JUDGE_MEMORY_MB".to_owned(), memory.to_string()));
        let job = Job {
            command: &ready.command,
            folder: &ready.folder,
            writable: false,
            paths: &ready.paths,
            environment,
            input: instance.text.as_bytes(),
            limits: self.limits,
            temporary: self.limits.memory.min(MOST_TEMPORARY),
        };
        let outcome = match run_unharmed(sandbox, &job, self.interrupt) {
            Ok(outcome) => outcome,
            // Our own failure must not end the contest, nor be held against the team.
            Err(error) => {
                sandbox.restart()?;
                return Ok(Judgement::new(Verdict::JudgeError, error.to_string()));
            }
        };
        row.cpu_ms = outcome.cpu.as_millis() as u64;
        row.wall_ms = outcome.wall.as_millis() as u64;
        row.memory_kib = outcome.memory_kib;
        let (judgement, answer) =
            verdict::of_outcome(&*instance.case, &outcome, self.limits.anytime);
        self.keep("answers", instance, entrant, answer.unwrap_or_default())?;
        self.keep("stderr", instance, entrant, outcome.errors.as_bytes())?;
        row.answers = self.keep_trace(instance, entrant, &outcome)?;
        Ok(judgement)
    }

    /// Stores what belongs to a cell; nothing to store means no file.
    fn keep(
        &self,
        kind: &str,
        instance: &Instance,
        entrant: &Entrant,
        content: &[u8],
    ) -> Result<()> {
        let file = cell_file(kind, instance, &entrant.name);
        if content.is_empty() {
            self.store.remove(&file);
            return Ok(());
        }
        self.store.write(&file, content)
    }

    /// When the answers of a run came, and what each was worth. Gives the number of answers.
    fn keep_trace(
        &self,
        instance: &Instance,
        entrant: &Entrant,
        outcome: &Outcome,
    ) -> Result<usize> {
        let arrivals = outcome.arrivals();
        if arrivals.len() < 2 && !self.limits.anytime {
            // The one answer came with the end of the run, whose time is in the row.
            self.keep("traces", instance, entrant, b"")?;
            return Ok(outcome.answer_count());
        }
        let mut trace = String::from("time_ms,value\n");
        for (time, answer) in &arrivals {
            if self.interrupt.load(Ordering::Relaxed) {
                break;
            }
            let value = verdict::of_answer(&*instance.case, answer).value;
            let value = value.map_or(String::new(), |value| value.to_string());
            let _ = writeln!(trace, "{:.3},{value}", time.as_secs_f64() * 1000.0);
        }
        self.keep("traces", instance, entrant, trace.as_bytes())?;
        Ok(outcome.answer_count())
    }

    /// Judges an answer that was handed in as a file.
    fn judge_file(
        &self,
        instance: &Instance,
        entrant: &Entrant,
        row: &mut Row,
    ) -> Result<Judgement> {
        let answer = match handed_in(&entrant.folder.join(ANSWERS), &instance.name) {
            Ok(Some(answer)) => answer,
            Ok(None) => {
                let reason = format!("no file {ANSWERS}/{}.*", instance.name);
                return Ok(Judgement::new(Verdict::Missing, reason));
            }
            Err(reason) => return Ok(Judgement::new(Verdict::Rejected, reason)),
        };
        row.answers = 1;
        self.keep("answers", instance, entrant, &answer)?;
        let mut replay = FileReplay::new(&*instance.case);
        replay.feed(&answer);
        Ok(verdict::of_replay(replay.finish()))
    }
}

/// The temporary space of a run, unless its memory is less.
const MOST_TEMPORARY: u64 = 256 << 20;

/// Runs a program once more if it was killed by a signal that may have come from outside, such as that of a machine
/// that ran out of memory. Killed twice, it did it itself.
fn run_unharmed(sandbox: &mut Sandbox, job: &Job, interrupt: &AtomicBool) -> Result<Outcome> {
    let outcome = sandbox.run(job, interrupt)?;
    match outcome.ending {
        Ending::Signalled(libc::SIGKILL | libc::SIGTERM | libc::SIGINT | libc::SIGHUP) => {
            sandbox.run(job, interrupt)
        }
        _ => Ok(outcome),
    }
}

/// The team's file for an instance: its name with any extension. Links are refused, as they may lead anywhere.
fn handed_in(folder: &Path, stem: &str) -> std::result::Result<Option<Vec<u8>>, String> {
    /// No sensible answer is larger.
    const LARGEST: u64 = 1 << 30;
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() => return Err("the folder of answers is a link".to_owned()),
        Ok(found) if found.is_dir() => {}
        Ok(_) => return Err(format!("{ANSWERS} is not a folder")),
        Err(_) => return Ok(None),
    }
    let entries = WalkDir::new(folder)
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    let named = |entry: &walkdir::DirEntry| entry.path().file_stem().is_some_and(|own| own == stem);
    let found: Vec<_> = entries.into_iter().flatten().filter(named).collect();
    let path = match found.as_slice() {
        [] => return Ok(None),
        [file] => file.path(),
        [one, other, ..] => {
            let (one, other) = (one.file_name().display(), other.file_name().display());
            return Err(format!("both {one} and {other} were handed in"));
        }
    };
    // Opened without following links or waiting for a pipe, and looked at only then, so that nothing can change.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, rustix::fs::Mode::empty()) {
        Ok(file) => fs::File::from(file),
        Err(rustix::io::Errno::LOOP) => return Err("the answer file is a link".to_owned()),
        Err(error) => return Err(format!("unreadable file: {error}")),
    };
    let unreadable = |error: std::io::Error| format!("unreadable file: {error}");
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err("the answer is not a plain file".to_owned());
    }
    if metadata.len() > LARGEST {
        return Err("the answer file is larger than 1 GiB".to_owned());
    }
    let mut answer = Vec::new();
    file.take(LARGEST)
        .read_to_end(&mut answer)
        .map_err(unreadable)?;
    Ok(Some(answer))
}
