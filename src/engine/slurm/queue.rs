//! Queries the job queue with `squeue`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::dir::{self, Dir};

/// The number of workers in each state, and the reasons of those that are pending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    pub states: BTreeMap<String, usize>,
    pub reasons: Vec<String>,
}

impl Queue {
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}

impl std::fmt::Display for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |(state, count): (&String, &usize)| format!("{count} {}", state.to_lowercase());
        let states: Vec<String> = self.states.iter().map(count).collect();
        write!(f, "{}", states.join(", "))?;
        if self.reasons.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", self.reasons.join(", "))
    }
}

/// Parses `job|state|reason` lines. Pending workers of an array share a line, such as `7_[2-9]`.
fn parse_queue(text: &str) -> Queue {
    let mut queue = Queue::default();
    for line in text.lines() {
        let mut parts = line.trim().splitn(3, '|');
        let (Some(job), Some(state)) = (parts.next(), parts.next()) else {
            continue;
        };
        *queue.states.entry(state.to_owned()).or_default() += count_tasks(job);
        let reason = parts.next().filter(|_| state == "PENDING");
        let reason = reason.filter(|reason| !matches!(*reason, "None" | ""));
        if let Some(reason) = reason.map(str::to_owned)
            && !queue.reasons.contains(&reason)
        {
            queue.reasons.push(reason);
        }
    }
    queue
}

/// Returns the number of array tasks in a job id.
fn count_tasks(job: &str) -> usize {
    let Some((_, list)) = job.split_once('[') else {
        return 1;
    };
    let list = list.split([']', '%']).next().unwrap_or_default();
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        Some(last.saturating_sub(first) + 1)
    };
    list.split(',').filter_map(range).sum::<usize>().max(1)
}

fn squeue(jobs: &[String]) -> Command {
    let mut command = Command::new("squeue");
    command
        .args(["--noheader", "--format=%i|%T|%r", "--jobs"])
        .arg(jobs.join(","))
        .stdin(Stdio::null());
    command
}

/// Queries the state of some jobs. Returns `None` if Slurm does not respond.
pub fn query_queue(jobs: &[String]) -> Option<Queue> {
    let output = squeue(jobs).output().ok()?;
    parse_output(
        output.status.success(),
        &String::from_utf8_lossy(&output.stdout),
        &String::from_utf8_lossy(&output.stderr),
    )
}

/// Parses the output of `squeue`. Slurm does not know jobs that ended long ago; then the queue is empty.
fn parse_output(success: bool, out: &str, errors: &str) -> Option<Queue> {
    (success || errors.contains("Invalid job id")).then(|| parse_queue(out))
}

/// Polls the queue without blocking, with back-off while nothing changes.
#[derive(Debug)]
pub(super) struct QueuePoller {
    /// The folder of the output files of queries.
    folder: Dir,
    pending: Option<PendingQuery>,
    next: Instant,
    interval: Duration,
}

/// A running `squeue`, and its output files.
#[derive(Debug)]
struct PendingQuery {
    child: Child,
    out: File,
    errors: File,
}

impl QueuePoller {
    const SHORTEST: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_secs(30);

    pub(super) fn new(folder: Dir) -> Self {
        Self {
            folder,
            pending: None,
            next: Instant::now() + Self::SHORTEST,
            interval: Self::SHORTEST,
        }
    }

    /// Returns the result of a query that has completed since the last call. Starts a query if one is due.
    pub(super) fn poll(&mut self, jobs: &[String]) -> Option<Queue> {
        if let Some(query) = &mut self.pending {
            let status = query.child.try_wait().ok()??;
            let queue = parse_output(
                status.success(),
                &read_from_start(&mut query.out),
                &read_from_start(&mut query.errors),
            );
            self.pending = None;
            self.next = Instant::now() + self.interval;
            self.interval = (self.interval * 3 / 2).min(Self::LONGEST);
            return queue;
        }
        if Instant::now() >= self.next && !jobs.is_empty() {
            self.pending = self.start_query(jobs).ok();
        }
        None
    }

    fn start_query(&self, jobs: &[String]) -> io::Result<PendingQuery> {
        let (out, errors) = (self.unnamed_file()?, self.unnamed_file()?);
        let mut command = squeue(jobs);
        let command = command.stdout(out.try_clone()?).stderr(errors.try_clone()?);
        let child = command.spawn()?;
        Ok(PendingQuery { child, out, errors })
    }

    fn unnamed_file(&self) -> io::Result<File> {
        let name = format!(".squeue-{:016x}", dir::random());
        let file = self.folder.create_new_readable(&name, 0o600)?;
        self.folder.remove_file(&name)?;
        Ok(file)
    }

    /// Resets the back-off, because something has changed.
    pub(super) fn reset_interval(&mut self) {
        self.interval = Self::SHORTEST;
    }
}

impl Drop for QueuePoller {
    fn drop(&mut self) {
        if let Some(PendingQuery { child, .. }) = &mut self.pending {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Reads all that another process has written to a file.
fn read_from_start(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
    read.map(|_| text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_are_counted_by_state() {
        let queue =
            parse_queue("7_[2-9,12%4]|PENDING|Resources\n7_0|RUNNING|None\n7_1|RUNNING|None\n");
        assert_eq!(queue.states["PENDING"], 9);
        assert_eq!(queue.to_string(), "9 pending, 2 running (Resources)");
        assert!(parse_queue("").is_empty());
    }

    #[test]
    fn an_unknown_job_is_an_empty_queue_and_a_failure_is_none() {
        let unknown = "slurm_load_jobs error: Invalid job id specified\n";
        assert_eq!(parse_output(false, "", unknown), Some(Queue::default()));
        let down = "slurm_load_jobs error: Unable to contact slurm controller\n";
        assert_eq!(parse_output(false, "", down), None);
    }
}
