//! Submits workers and takes in what they hand in until all is there.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::queue::{Queue, Request, Watch, cancel};
use super::{ClusterRun, jobs, keep_job};
use crate::cluster::Collector;
use crate::cluster::Coordination;
use crate::cluster::Manifest;
use crate::dir::Dir;
use crate::engine::walltime::walltime_minutes;
use crate::engine::{Completion, Event, judging};
use crate::error::{Error, Result};
use crate::results::Facts;

impl ClusterRun<'_> {
    /// The workers that so many runs need.
    pub(super) fn request(&self, runs: usize) -> Request<'_> {
        const JUDGE: u64 = 256 << 20;
        let limits = self.work.limits;
        let workers = self.cluster.workers.min(runs);
        // The program, its temporary space, what it writes, twice, and the judge itself.
        let memory = limits.memory + judging::temporary(limits) + 2 * limits.output + JUDGE;
        let name = self.results.path().file_name().unwrap_or_default();
        Request {
            name: format!("judge-{}", name.display()),
            workers,
            cores: limits.cores,
            memory_mib: memory.div_ceil(1 << 20),
            minutes: walltime_minutes(limits, runs, workers),
            partition: self.cluster.partition.as_deref(),
            more: &self.cluster.arguments,
            logs: self.logs(),
        }
    }

    pub(super) fn submit(
        &self,
        coordination: &Coordination,
        manifest: &Manifest,
        runs: usize,
    ) -> Result<()> {
        let request = self.request(runs);
        let script = self.worker_script(coordination, manifest);
        let script = script.map_err(|error| Error::path("write", &coordination.path(), &error))?;
        let job = request.submit(&script)?;
        keep_job(coordination, &job)?;
        let workers = request.workers;
        let plural = if workers == 1 { "" } else { "s" };
        let remark = format!("slurm job {job}: {workers} worker{plural} for {runs} runs");
        (self.notify)(Event::Remark(&remark));
        Ok(())
    }

    /// Takes in what comes until all is there; submits workers again where some ended before their work did.
    pub(super) fn follow(
        &self,
        coordination: &Coordination,
        manifest: &Manifest,
        collector: &mut Collector,
        facts: &mut Facts,
    ) -> Result<Completion> {
        let folder = coordination.folder();
        let folder = folder.map_err(|error| Error::path("open", &coordination.path(), &error))?;
        let mut watch = Watch::new(folder);
        let mut before = collector.left();
        let mut left_at_submission = before;
        let mut reasons = Vec::new();
        loop {
            let started = Instant::now();
            self.collect(collector, facts)?;
            if collector.left() == 0 {
                return Ok(Completion::Finished);
            }
            if self.work.interrupt.load(Ordering::Relaxed) {
                let _ = coordination.stop();
                cancel(&jobs(coordination))?;
                return Ok(Completion::Finished);
            }
            if coordination.is_stopped() {
                return Ok(Completion::Stopped);
            }
            if collector.left() < before {
                before = collector.left();
                watch.reset_interval();
            }
            if let Some(queue) = watch.look(&jobs(coordination)) {
                self.report_queue(&queue, &mut reasons);
                if queue.is_empty() && !coordination.workers().iter().any(|worker| worker.alive) {
                    // Something may have come while Slurm was asked.
                    self.collect(collector, facts)?;
                    let left = collector.left();
                    if left == left_at_submission {
                        return Err(self.no_progress());
                    }
                    if left > 0 {
                        let remark = format!("all workers have ended with {left} runs to do");
                        (self.notify)(Event::Remark(&remark));
                        left_at_submission = left;
                        self.submit(coordination, manifest, left)?;
                        watch.reset_interval();
                    }
                }
            }
            std::thread::sleep(pause(started.elapsed()));
        }
    }

    /// Shows how it stands, and says aloud why workers wait, whenever that changes.
    fn report_queue(&self, queue: &Queue, reasons: &mut Vec<String>) {
        let how = queue.to_string();
        (self.notify)(Event::Waiting(&how));
        if !queue.reasons.is_empty() && *reasons != queue.reasons {
            reasons.clone_from(&queue.reasons);
            (self.notify)(Event::Remark(&format!("slurm: {how}")));
        }
    }

    fn collect(&self, collector: &mut Collector, facts: &mut Facts) -> Result<()> {
        let notify = |row: &_| (self.notify)(Event::RunEnded(row));
        collector.collect(self.work.store, facts, &notify)
    }

    /// Workers that come and go without doing anything say why in their logs.
    fn no_progress(&self) -> Error {
        let logs = self.logs();
        let words = last_log_line(&logs).unwrap_or_else(|| "they left no word".to_owned());
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
fn last_log_line(logs: &Path) -> Option<String> {
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
