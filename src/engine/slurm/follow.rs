//! Submits workers and takes in what they hand in until all is there.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::queue::{Queue, Request, Watch, cancel};
use super::{FanOut, Fate, jobs, keep_job};
use crate::dir::Dir;
use crate::engine::board::Board;
use crate::engine::intake::Intake;
use crate::engine::orders::Orders;
use crate::engine::time_left::walltime_minutes;
use crate::engine::{Event, judging};
use crate::error::{Error, Result};
use crate::store::Facts;

impl FanOut<'_> {
    /// The workers that so many cells need.
    pub(super) fn request(&self, cells: usize) -> Request<'_> {
        const JUDGE: u64 = 256 << 20;
        let limits = self.work.limits;
        let workers = self.cluster.workers.min(cells);
        // The program, its temporary space, what it writes, twice, and the judge itself.
        let memory = limits.memory + judging::temporary(limits) + 2 * limits.output + JUDGE;
        let name = self.results.path().file_name().unwrap_or_default();
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

    pub(super) fn submit(&self, board: &Board, orders: &Orders, cells: usize) -> Result<()> {
        let request = self.request(cells);
        let script = self.equip(board, orders);
        let script = script.map_err(|error| Error::path("write", &board.path(), &error))?;
        let job = request.submit(&script)?;
        keep_job(board, &job)?;
        let workers = request.workers;
        let plural = if workers == 1 { "" } else { "s" };
        let remark = format!("slurm job {job}: {workers} worker{plural} for {cells} runs");
        (self.notify)(Event::Remark(&remark));
        Ok(())
    }

    /// Takes in what comes until all is there; submits workers again where some ended before their work did.
    pub(super) fn follow(
        &self,
        board: &Board,
        orders: &Orders,
        intake: &mut Intake,
        facts: &mut Facts,
    ) -> Result<Fate> {
        let folder = board.folder();
        let folder = folder.map_err(|error| Error::path("open", &board.path(), &error))?;
        let mut watch = Watch::new(folder);
        let mut before = intake.left();
        let mut left_at_submission = before;
        let mut reasons = Vec::new();
        loop {
            let started = Instant::now();
            self.take(intake, facts)?;
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
                self.tell(&queue, &mut reasons);
                if queue.is_empty() && !board.workers().iter().any(|worker| worker.alive) {
                    // Something may have come while Slurm was asked.
                    self.take(intake, facts)?;
                    let left = intake.left();
                    if left == left_at_submission {
                        return Err(self.no_progress());
                    }
                    if left > 0 {
                        let remark = format!("all workers have ended with {left} runs to do");
                        (self.notify)(Event::Remark(&remark));
                        left_at_submission = left;
                        self.submit(board, orders, left)?;
                        watch.hurry();
                    }
                }
            }
            std::thread::sleep(pause(started.elapsed()));
        }
    }

    /// Shows how it stands, and says aloud why workers wait, whenever that changes.
    fn tell(&self, queue: &Queue, reasons: &mut Vec<String>) {
        let how = queue.to_string();
        (self.notify)(Event::Waiting(&how));
        if !queue.reasons.is_empty() && *reasons != queue.reasons {
            reasons.clone_from(&queue.reasons);
            (self.notify)(Event::Remark(&format!("slurm: {how}")));
        }
    }

    fn take(&self, intake: &mut Intake, facts: &mut Facts) -> Result<()> {
        let notify = |row: &_| (self.notify)(Event::RunEnded(row));
        intake.take(self.work.store, facts, &notify)
    }

    /// Workers that come and go without doing anything say why in their logs.
    fn no_progress(&self) -> Error {
        let logs = self.logs();
        let words = last_words(&logs).unwrap_or_else(|| "they left no word".to_owned());
        let error = format!("the workers ended without finishing anything: {words}");
        Error::user(error).with_help(format!("their logs are in {}", logs.display()))
    }
}

/// Looking must not become the file server's main work.
fn pause(look: Duration) -> Duration {
    (5 * look).clamp(Duration::from_millis(100), Duration::from_secs(2))
}

/// The largest log that is read, in bytes.
const LARGEST_LOG: u64 = 16 << 20;

/// The error at the end of the newest log, or its last line.
fn last_words(logs: &Path) -> Option<String> {
    let logs = Dir::open(logs).ok()?;
    let files = logs.entries().ok()?;
    let newest = files
        .iter()
        .max_by_key(|file| logs.modified(&file.name).ok())?;
    let text = logs.read(&newest.name, LARGEST_LOG).ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let error = lines
        .iter()
        .rev()
        .find_map(|line| line.strip_prefix("error: "));
    let last = lines.iter().rev().find(|line| !line.is_empty());
    error.or(last.copied()).map(str::to_owned)
}
