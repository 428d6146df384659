//! The engine for a cluster: pilot workers under Slurm that share the cells through files in the results folder.
//!
//! Everything is built once, here. Then the orders are written, one array of workers is submitted, and what they commit
//! is taken in as it comes. The truth is in the files alone; Slurm is asked only whether workers are still to come.
//!
//! # How long it takes
//!
//! A simulation (`cargo bench --bench makespan`) of 200 teams on 100 instances, 20,000 cells: the time until the last
//! row is there, the share of it that the programs themselves need, and the load of a file server that does 4,000
//! operations a second. Durations are a whole minute each, those of the sample contest stretched to a limit of a minute
//! (5 seconds on average), and those of the sample contest as they are (0.17 seconds).
//!
//! ```text
//! workers        a minute each           5 s on average        0.17 s on average
//!       1    13.9 d  100 %  0 %      28.8 h  100 %  0 %      60 min  96 %   3 %
//!      10    33.3 h  100 %  0 %       2.9 h  100 %  1 %     6.1 min  95 %  30 %
//!      20    16.7 h  100 %  0 %       1.4 h   99 %  2 %     3.2 min  91 %  58 %
//!      50     6.7 h  100 %  1 %      35 min   99 %  5 %     3.3 min  34 %  55 %
//!     100     3.3 h  100 %  1 %      18 min   97 % 10 %     3.8 min  15 %  48 %
//!     200     1.7 h  100 %  2 %     9.2 min   94 % 20 %     3.9 min   7 %  47 %
//!     500    41 min   99 %  5 %     4.1 min   84 % 45 %     3.9 min   3 %  47 %
//!    1000    21 min   96 %  9 %     3.4 min   51 % 54 %     3.9 min   1 %  47 %
//! ```
//!
//! A cell costs the file server ten operations of its worker and twelve of the one process that takes results in, which
//! waits for each in turn and so manages about a hundred cells a second: that is the limit that is met first. Claims
//! alone would be one at four hundred cells a second. More workers than a hundred times the mean duration in seconds
//! are of no use; with programs that run for seconds that is more than most clusters lend.

mod follow;
mod job;
mod prepare;
mod queue;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

pub(super) use self::job::{deadline, place_in_array};
pub use self::queue::{Queue, cancel, look};
use super::board::Board;
use super::intake::Intake;
use super::orders::{self, CLUSTER, Orders};
use super::{Event, Work, local};
use crate::dir::Dir;
use crate::entrants::Build;
use crate::error::{Error, Result};
use crate::plan::Cell;
use crate::store::Facts;

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
    let results = work.results()?;
    let (programs, files): (Vec<Cell>, Vec<Cell>) =
        work.cells.iter().partition(|&&cell| work.is_run(cell));
    let nothing_built: Vec<OnceLock<Build>> =
        work.entrants.iter().map(|_| OnceLock::new()).collect();
    local::run_cells(&work.with_cells(&files), &nothing_built, notify)?;
    let fan_out = FanOut {
        work,
        cluster,
        notify,
        results,
    };
    let orders = match Orders::read(&fan_out.results)? {
        Some(orders) if fan_out.goes_on(&orders, &programs) => {
            notify(Event::Remark("the workers of the earlier run go on"));
            orders
        }
        earlier => {
            if let Some(orders) = earlier {
                retire(&fan_out.results, &orders)?;
            }
            match fan_out.prepare(&programs)? {
                Some(orders) => orders,
                None => return Ok(Fate::Done),
            }
        }
    };
    fan_out.carry_out(&orders)
}

/// Ends the workers of some orders and forgets all about them.
pub fn retire(results: &Arc<Dir>, orders: &Orders) -> Result<()> {
    let board = orders.board(results);
    let _ = board.stop();
    // They end by themselves when they find the board gone, if not as soon.
    let _ = cancel(&jobs(&board));
    put_away(results, orders)
}

/// Takes the orders and the board away, so that no worker finds them any more.
fn put_away(results: &Dir, orders: &Orders) -> Result<()> {
    let failed = |error| Error::path("remove orders in", &results.path().join(CLUSTER), &error);
    let cluster = results.dir(CLUSTER).map_err(failed)?;
    cluster.remove_file(orders::FILE).map_err(failed)?;
    let old = format!("{}.old", orders.id);
    if cluster.rename(&orders.id, &old).is_ok() {
        // Files that are open elsewhere may stay for a while; they do no harm.
        let _ = cluster.remove_tree(&old);
    }
    Ok(())
}

/// The numbers of the jobs that were submitted.
pub fn jobs(board: &Board) -> Vec<String> {
    let folder = board.folder();
    let text = folder.and_then(|folder| folder.read_to_string("jobs", LARGEST_LIST));
    let text = text.unwrap_or_default();
    // They become arguments of Slurm's commands.
    let numbers = text
        .lines()
        .filter(|job| job.bytes().all(|b| b.is_ascii_digit()));
    numbers.map(str::to_owned).collect()
}

/// The largest list of jobs that is read, in bytes.
const LARGEST_LIST: u64 = 1 << 20;

fn keep_job(board: &Board, job: &str) -> Result<()> {
    let mut all = jobs(board);
    all.push(job.to_owned());
    board
        .folder()
        .and_then(|folder| folder.replace("jobs", all.join("\n").as_bytes()))
        .map_err(|error| Error::path("write to", &board.path(), &error))
}

struct FanOut<'a> {
    work: &'a Work<'a>,
    cluster: &'a Cluster<'a>,
    notify: Notify<'a>,
    /// The results folder, by a name that holds on other machines too.
    results: Arc<Dir>,
}

impl FanOut<'_> {
    fn logs(&self) -> PathBuf {
        self.results.path().join(CLUSTER).join("logs")
    }

    fn carry_out(&self, orders: &Orders) -> Result<Fate> {
        let board = orders.board(&self.results);
        let count = orders.count();
        let rows = self.work.store.rows()?;
        let mut facts = self.cluster.facts.clone();
        let mut intake = Intake::new(orders.clone(), board.clone(), &facts, &rows);
        if self.cluster.workers > 0 && !has_jobs(&board) {
            self.submit(&board, orders, count)?;
        }
        if self.cluster.detach {
            return Ok(Fate::Detached);
        }
        let fate = self.follow(&board, orders, &mut intake, &mut facts)?;
        if intake.left() == 0 {
            let _ = queue::cancel_pending(&jobs(&board));
            see_off(&board);
            put_away(&self.results, orders)?;
        }
        Ok(fate)
    }
}

/// Lets workers find out by themselves that all is done, rather than take their files away under their hands.
fn see_off(board: &Board) {
    const PATIENCE: Duration = Duration::from_secs(6);
    let started = Instant::now();
    while started.elapsed() < PATIENCE && board.workers().iter().any(|worker| worker.alive) {
        std::thread::sleep(Duration::from_millis(50));
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
