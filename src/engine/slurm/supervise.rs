//! Submits workers and collects their results until all runs are done.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::batch::{JobArray, cancel};
use super::queue::{Queue, QueuePoller};
use super::{ClusterRun, add_job, jobs};
use crate::cluster::{Collector, Coordination, Manifest};
use crate::dir::Dir;
use crate::engine::walltime::walltime_minutes;
use crate::engine::{Completion, Event, judging};
use crate::error::{Error, Result};
use crate::results::Facts;

impl ClusterRun<'_> {
    /// Returns the job array for so many runs.
    pub(super) fn job_array(&self, runs: usize) -> JobArray<'_> {
        const JUDGE: u64 = 256 << 20;
        let limits = self.work.limits;
        let workers = self.cluster.workers.min(runs);
        // The program, its temporary space, two copies of its output, and the judge itself.
        let memory = limits.memory + judging::temporary_space(limits) + 2 * limits.output + JUDGE;
        let name = self.results.path().file_name().unwrap_or_default();
        JobArray {
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
        let array = self.job_array(runs);
        let script = self.worker_script(coordination, manifest);
        let script = script.map_err(|error| Error::path("write", &coordination.path(), &error))?;
        let job = array.submit(&script)?;
        add_job(coordination, &job)?;
        let workers = array.workers;
        let plural = if workers == 1 { "" } else { "s" };
        let remark = format!("slurm job {job}: {workers} worker{plural} for {runs} runs");
        (self.notify)(Event::Remark(&remark));
        Ok(())
    }

    /// Collects results until all runs are done. Submits workers again if all have ended before.
    pub(super) fn supervise(
        &self,
        coordination: &Coordination,
        manifest: &Manifest,
        collector: &mut Collector,
        facts: &mut Facts,
    ) -> Result<Completion> {
        let folder = coordination.folder();
        let folder = folder.map_err(|error| Error::path("open", &coordination.path(), &error))?;
        let mut poller = QueuePoller::new(folder);
        let mut left_before = collector.left();
        let mut left_at_submission = left_before;
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
            if collector.left() < left_before {
                left_before = collector.left();
                poller.reset_interval();
            }
            if let Some(queue) = poller.poll(&jobs(coordination)) {
                self.report_queue(&queue, &mut reasons);
                if queue.is_empty() && !coordination.workers().iter().any(|worker| worker.alive) {
                    // Results may have been committed during the query.
                    self.collect(collector, facts)?;
                    let left = collector.left();
                    if left == left_at_submission {
                        return Err(self.no_progress());
                    }
                    if left > 0 {
                        let remark = format!(
                            "all workers have ended with {left} runs left; submitting workers again"
                        );
                        (self.notify)(Event::Remark(&remark));
                        left_at_submission = left;
                        self.submit(coordination, manifest, left)?;
                        poller.reset_interval();
                    }
                }
            }
            std::thread::sleep(pause(started.elapsed()));
        }
    }

    /// Shows the state of the queue; remarks on the reasons of pending workers when they change.
    fn report_queue(&self, queue: &Queue, reasons: &mut Vec<String>) {
        let state = queue.to_string();
        (self.notify)(Event::Waiting(&state));
        if !queue.reasons.is_empty() && *reasons != queue.reasons {
            reasons.clone_from(&queue.reasons);
            (self.notify)(Event::Remark(&format!("slurm: {state}")));
        }
    }

    fn collect(&self, collector: &mut Collector, facts: &mut Facts) -> Result<()> {
        let notify = |row: &_| (self.notify)(Event::RunEnded(row));
        collector.collect(self.work.store, facts, &notify)
    }

    /// Returns the error for workers that ended without a result, with the reason from their logs.
    fn no_progress(&self) -> Error {
        let logs = self.logs();
        let reason = last_log_line(&logs).unwrap_or_else(|| "their logs are empty".to_owned());
        let error = format!("the workers ended without finishing a run: {reason}");
        Error::user(error).with_help(format!("see their logs in {}", logs.display()))
    }
}

/// Returns how long to wait after a scan, so that scans take at most a sixth of the time of a slow file server.
fn pause(scan: Duration) -> Duration {
    (5 * scan).clamp(Duration::from_millis(100), Duration::from_secs(2))
}

/// The largest log that is read, in bytes.
const LARGEST_LOG: u64 = 16 << 20;

/// Returns the last error of the newest log, or else its last line.
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
