//! The engine for a cluster: pilot workers under Slurm that share the cells through files in the results folder.
//!
//! Everything is built once, here. Then the orders are written, one array of workers is submitted, and what they commit
//! is taken in as it comes. The truth is in the files alone; Slurm is asked only whether workers are still to come.

mod job;
mod queue;

use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

pub(super) use self::job::{deadline, place_in_array};
pub use self::queue::{Queue, cancel, look};
use self::queue::{Request, Watch};
use super::board::Board;
use super::intake::Intake;
use super::orders::{CLUSTER, Hired, Orders};
use super::time_left::walltime_minutes;
use super::{Event, Work, builds, judging, local};
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::plan::Cell;
use crate::remove::remove_tree;
use crate::store::{Facts, InstanceFacts, TeamFacts};

/// What the user wants of the cluster.
#[derive(Debug)]
pub struct Cluster<'a> {
    /// How many workers to start; with none, they are started by hand.
    pub workers: usize,
    pub partition: Option<&'a str>,
    /// Passed on to Slurm as they are.
    pub arguments: &'a [String],
    /// Whether to leave the workers alone once they are submitted.
    pub detach: bool,
    /// How long a worker may be silent before it counts as dead.
    pub patience: Duration,
    pub facts: &'a Facts,
}

/// How a run on a cluster ended, as far as this process is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Done,
    Detached,
    /// Somebody cancelled it.
    Cancelled,
}

type Notify<'n> = &'n (dyn Fn(Event) + Sync);

/// Runs all cells of the plan that need a program on the cluster, and the others here.
pub fn run(work: &Work, cluster: &Cluster, notify: Notify) -> Result<Fate> {
    let folder = work.builds.parent().unwrap_or(&work.builds).to_owned();
    let (programs, files): (Vec<Cell>, Vec<Cell>) =
        work.cells.iter().partition(|&&cell| work.is_run(cell));
    let nothing_built: Vec<OnceLock<Build>> =
        work.entrants.iter().map(|_| OnceLock::new()).collect();
    local::run_cells(&work.with_cells(&files), &nothing_built, notify)?;
    let fan_out = FanOut {
        work,
        cluster,
        notify,
        folder: &folder,
    };
    let orders = match Orders::read(&folder)? {
        Some(orders) if fan_out.goes_on(&orders, &programs) => {
            notify(Event::Remark("the workers of the earlier run go on"));
            orders
        }
        earlier => {
            if let Some(orders) = earlier {
                retire(&folder, &orders)?;
            }
            match fan_out.prepare(&programs)? {
                Some(orders) => orders,
                None => return Ok(Fate::Done),
            }
        }
    };
    fan_out.carry_out(orders)
}

/// Ends the workers of some orders and forgets all about them.
pub fn retire(folder: &Path, orders: &Orders) -> Result<()> {
    let board = orders.board(folder);
    let _ = board.stop();
    // They end by themselves when they find the board gone, if not as soon.
    let _ = cancel(&jobs(&board));
    put_away(folder, &board)
}

/// Takes the orders and the board away, so that no worker finds them any more.
fn put_away(folder: &Path, board: &Board) -> Result<()> {
    let orders = folder.join(CLUSTER).join("orders.json");
    match fs::remove_file(&orders) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(Error::path("remove", &orders, &error));
        }
        _ => {}
    }
    let old = board.place().with_extension("old");
    if fs::rename(board.place(), &old).is_ok() {
        // Files that are open elsewhere may stay for a while; they do no harm.
        let _ = remove_tree(&old);
    }
    Ok(())
}

/// The numbers of the jobs that were submitted.
pub fn jobs(board: &Board) -> Vec<String> {
    let text = fs::read_to_string(board.place().join("jobs")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn keep_job(board: &Board, job: &str) -> Result<()> {
    let path = board.place().join("jobs");
    let mut all = jobs(board);
    all.push(job.to_owned());
    fs::write(&path, all.join("\n")).map_err(|error| Error::path("write", &path, &error))
}

struct FanOut<'a> {
    work: &'a Work<'a>,
    cluster: &'a Cluster<'a>,
    notify: Notify<'a>,
    /// The results folder by a name that holds on other machines too.
    folder: &'a Path,
}

impl FanOut<'_> {
    /// Whether workers are already about all that is left to do.
    fn goes_on(&self, orders: &Orders, programs: &[Cell]) -> bool {
        let board = orders.board(self.folder);
        if programs.is_empty() || board.is_gone() || board.is_stopped() {
            return false;
        }
        let mut ordered = HashSet::new();
        for (instance, entrants) in orders.instances.iter().zip(&orders.cells) {
            for hired in entrants.iter().map(|&entrant| &orders.entrants[entrant]) {
                ordered.insert((
                    &*instance.digest,
                    &*instance.round,
                    &*instance.name,
                    hired_key(hired),
                ));
            }
        }
        let is_ordered = |cell: &Cell| {
            let instance = &self.work.instances[cell.instance];
            let (name, baseline, conditions) = self.conditions(cell.entrant);
            let who = (name, baseline, conditions);
            ordered.contains(&(&*instance.digest, &*instance.round, &*instance.name, who))
        };
        let same = orders.judge == env!("CARGO_PKG_VERSION") && orders.walls == self.work.walls;
        same && programs.iter().all(is_ordered) && has_workers(&board)
    }

    fn conditions(&self, entrant: usize) -> (&str, bool, &str) {
        let entrant = &self.work.entrants[entrant];
        let same = |team: &&TeamFacts| team.is(&entrant.name, entrant.baseline);
        let team = self.cluster.facts.team.iter().find(same);
        let conditions = team.map_or("", |team| team.conditions.as_str());
        (&entrant.name, entrant.baseline, conditions)
    }

    /// Builds, judges what cannot be run, and gives orders for the rest, if there is any.
    fn prepare(&self, programs: &[Cell]) -> Result<Option<Orders>> {
        if self.cluster.workers > 0 && !programs.is_empty() {
            self.request(programs.len()).check()?;
        }
        let built = builds::make(&self.work.with_cells(programs), self.notify)?;
        (self.notify)(Event::RunsStarted);
        let is_ready = |cell: &&Cell| matches!(built[cell.entrant].get(), Some(Build::Ready(_)));
        let (ready, broken): (Vec<Cell>, Vec<Cell>) = programs.iter().partition(is_ready);
        local::run_cells(&self.work.with_cells(&broken), &built, self.notify)?;
        if ready.is_empty() || self.work.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let orders = self.orders(&ready, &built);
        let board = orders.board(self.folder);
        board
            .make(orders.instances.len())
            .and_then(|()| self.equip(&board))
            .map_err(|error| Error::path("write", board.place(), &error))?;
        orders.write(self.folder)?;
        Ok(Some(orders))
    }

    fn orders(&self, ready: &[Cell], built: &[OnceLock<Build>]) -> Orders {
        let Work {
            instances, bounds, ..
        } = self.work;
        let facts = self.cluster.facts;
        let mut orders = Orders {
            id: format!("{:016x}", RandomState::new().build_hasher().finish()),
            judge: env!("CARGO_PKG_VERSION").to_owned(),
            contest_file: facts.contest_file.clone(),
            contest: facts.contest.clone(),
            walls: self.work.walls,
            patience_ms: self.cluster.patience.as_millis() as u64,
            instances: Vec::new(),
            bounds: Vec::new(),
            entrants: Vec::new(),
            cells: Vec::new(),
        };
        let mut hired = vec![None; self.work.entrants.len()];
        let mut last = None;
        for cell in ready {
            let Some(Build::Ready(program)) = built[cell.entrant].get() else {
                continue;
            };
            let entrant = *hired[cell.entrant].get_or_insert_with(|| {
                let (name, baseline, conditions) = self.conditions(cell.entrant);
                orders.entrants.push(Hired {
                    name: name.to_owned(),
                    baseline,
                    conditions: conditions.to_owned(),
                    command: program.command.clone(),
                    paths: program.paths.clone(),
                });
                orders.entrants.len() - 1
            });
            // All cells of an instance stand next to each other.
            if last.replace(cell.instance) != Some(cell.instance) {
                let instance = &instances[cell.instance];
                orders.instances.push(InstanceFacts::new(instance, false));
                orders.bounds.push(bounds.known(cell.instance));
                orders.cells.push(Vec::new());
            }
            if let Some(entrants) = orders.cells.last_mut() {
                entrants.push(entrant);
            }
        }
        orders
    }

    /// Workers run a copy of this very judge, whatever becomes of the original meanwhile.
    fn equip(&self, board: &Board) -> io::Result<()> {
        let judge = board.place().join("judge");
        fs::copy(std::env::current_exe()?, &judge)?;
        let script = board.place().join("worker.sh");
        let (judge, folder) = (quoted(&judge), quoted(self.folder));
        fs::write(
            &script,
            format!("#!/bin/sh\nexec {judge} worker {folder}\n"),
        )?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
        fs::create_dir_all(self.logs())
    }

    fn logs(&self) -> PathBuf {
        self.folder.join(CLUSTER).join("logs")
    }

    fn carry_out(&self, orders: Orders) -> Result<Fate> {
        let board = orders.board(self.folder);
        let count = orders.count();
        let mut intake = Intake::new(orders, self.cluster.facts, self.work.store)?;
        if self.cluster.workers > 0 && !has_jobs(&board) {
            self.submit(&board, count)?;
        }
        if self.cluster.detach {
            return Ok(Fate::Detached);
        }
        let fate = self.follow(&board, &mut intake)?;
        if intake.left() == 0 {
            let _ = queue::cancel_pending(&jobs(&board));
            put_away(self.folder, &board)?;
        }
        Ok(fate)
    }

    /// The workers that so many cells need.
    fn request(&self, cells: usize) -> Request<'_> {
        const JUDGE: u64 = 256 << 20;
        let limits = self.work.limits;
        let workers = self.cluster.workers.min(cells);
        // The program, its temporary space, what it writes, twice, and the judge itself.
        let memory = limits.memory + judging::temporary(limits) + 2 * limits.output + JUDGE;
        let name = self.folder.file_name().unwrap_or_default();
        Request {
            name: format!("judge-{}", name.display()),
            workers,
            cores: limits.cores,
            memory_mib: memory.div_ceil(1 << 20),
            minutes: walltime_minutes(limits, cells, workers),
            partition: self.cluster.partition,
            more: self.cluster.arguments,
            logs: self.logs(),
        }
    }

    fn submit(&self, board: &Board, cells: usize) -> Result<()> {
        let request = self.request(cells);
        let job = request.submit(&board.place().join("worker.sh"))?;
        keep_job(board, &job)?;
        let workers = request.workers;
        let plural = if workers == 1 { "" } else { "s" };
        let remark = format!("slurm job {job}: {workers} worker{plural} for {cells} runs");
        (self.notify)(Event::Remark(&remark));
        Ok(())
    }

    /// Takes in what comes until all is there; submits workers again where some ended before their work did.
    fn follow(&self, board: &Board, intake: &mut Intake) -> Result<Fate> {
        let mut watch = Watch::new(board.place());
        let mut before = intake.left();
        let mut left_at_submission = before;
        loop {
            let started = Instant::now();
            self.take(intake)?;
            if intake.left() == 0 {
                return Ok(Fate::Done);
            }
            if self.work.interrupt.load(Ordering::Relaxed) {
                let _ = board.stop();
                cancel(&jobs(board))?;
                return Ok(Fate::Done);
            }
            if board.is_stopped() {
                return Ok(Fate::Cancelled);
            }
            if intake.left() < before {
                before = intake.left();
                watch.hurry();
            }
            if let Some(queue) = watch.look(&jobs(board)) {
                (self.notify)(Event::Waiting(&queue.to_string()));
                if queue.is_empty() && !board.workers().iter().any(|worker| worker.alive) {
                    // Something may have come while Slurm was asked.
                    self.take(intake)?;
                    let left = intake.left();
                    if left == left_at_submission {
                        return Err(self.no_progress());
                    }
                    if left > 0 {
                        let remark = format!("all workers have ended with {left} runs to do");
                        (self.notify)(Event::Remark(&remark));
                        left_at_submission = left;
                        self.submit(board, left)?;
                        watch.hurry();
                    }
                }
            }
            std::thread::sleep(pause(started.elapsed()));
        }
    }

    fn take(&self, intake: &mut Intake) -> Result<()> {
        let notify = |row: &_| (self.notify)(Event::RunEnded(row));
        intake.take(self.work.store, &notify)
    }

    /// Workers that come and go without doing anything say why in their logs.
    fn no_progress(&self) -> Error {
        let logs = self.logs();
        let words = last_words(&logs).unwrap_or_else(|| "they left no word".to_owned());
        let error = format!("the workers ended without finishing anything: {words}");
        Error::user(error).with_help(format!("their logs are in {}", logs.display()))
    }
}

fn has_workers(board: &Board) -> bool {
    has_jobs(board) || board.workers().iter().any(|worker| worker.alive)
}

/// Whether Slurm has workers, or will start some. Where it does not answer, it may.
fn has_jobs(board: &Board) -> bool {
    let jobs = jobs(board);
    !jobs.is_empty() && look(&jobs).is_none_or(|queue| !queue.is_empty())
}

fn hired_key(hired: &Hired) -> (&str, bool, &str) {
    (&hired.name, hired.baseline, &hired.conditions)
}

/// Looking must not become the file server's main work.
fn pause(look: Duration) -> Duration {
    (5 * look).clamp(Duration::from_millis(100), Duration::from_secs(2))
}

/// The error at the end of the newest log, or its last line.
fn last_words(logs: &Path) -> Option<String> {
    let files = fs::read_dir(logs).ok()?.flatten();
    let newest =
        files.max_by_key(|file| file.metadata().and_then(|found| found.modified()).ok())?;
    let text = fs::read(newest.path()).ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let error = lines
        .iter()
        .rev()
        .find_map(|line| line.strip_prefix("error: "));
    let last = lines.iter().rev().find(|line| !line.is_empty());
    error.or(last.copied()).map(str::to_owned)
}

/// A path as one word for a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}
