//! What is said to Slurm, and what it says: submissions, the queue, cancellations.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::dir::{self, Dir};
use crate::error::{Error, Result};

/// Workers to be started.
#[derive(Debug)]
pub(super) struct Request<'a> {
    pub(super) name: String,
    pub(super) workers: usize,
    pub(super) cores: usize,
    pub(super) memory_mib: u64,
    pub(super) minutes: u64,
    pub(super) partition: Option<&'a str>,
    /// Whatever else the user wants Slurm to be told; it comes last and so prevails.
    pub(super) more: &'a [String],
    /// Where each worker's own words go.
    pub(super) logs: PathBuf,
}

impl Request<'_> {
    fn arguments(&self) -> Vec<OsString> {
        // In names of files Slurm replaces what follows a per cent sign.
        let logs = self.logs.to_string_lossy().replace('%', "%%");
        let mut arguments: Vec<OsString> = [
            format!("--job-name={}", self.name),
            format!("--array=0-{}", self.workers - 1),
            format!("--cpus-per-task={}", self.cores),
            format!("--mem={}M", self.memory_mib),
            format!("--time={}", self.minutes),
            "--ntasks=1".to_owned(),
            "--requeue".to_owned(),
            "--open-mode=append".to_owned(),
            format!("--output={logs}/%A_%a.log"),
        ]
        .map(OsString::from)
        .to_vec();
        arguments.extend(
            self.partition
                .map(|name| format!("--partition={name}").into()),
        );
        arguments.extend(self.more.iter().map(OsString::from));
        arguments
    }

    /// Whether Slurm would take the workers; if not, why.
    pub(super) fn check(&self) -> Result<()> {
        let mut command = Command::new("sbatch");
        let command = command.arg("--test-only").args(self.arguments());
        accepted(ask(command.arg("--wrap=:"))?).map(drop)
    }

    /// Submits workers that run a script, which Slurm reads from its standard input and keeps; gives the number of the
    /// job.
    pub(super) fn submit(&self, script: &str) -> Result<String> {
        let mut command = Command::new("sbatch");
        let command = command.arg("--parsable").args(self.arguments());
        let answer = accepted(told(command, script.as_bytes())?)?;
        let text = String::from_utf8_lossy(&answer.stdout);
        // Behind a semicolon comes the name of the cluster.
        let job = text.trim().split(';').next().unwrap_or_default();
        Ok(job.to_owned())
    }
}

fn accepted(answer: Output) -> Result<Output> {
    if answer.status.success() {
        Ok(answer)
    } else {
        Err(refused(&answer))
    }
}

fn refused(answer: &Output) -> Error {
    let words = words(answer);
    Error::user(format!("slurm refuses the workers: {words}"))
        .with_help("tell it what it wants: --partition, --workers, --sbatch-arg=--time=…, --sbatch-arg=--mem=…")
        .with_help("`sinfo` shows the partitions; --engine local needs no cluster")
}

/// Slurm's own words, on one line.
fn words(answer: &Output) -> String {
    let text = String::from_utf8_lossy(&answer.stderr);
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("sbatch: ").unwrap_or(line);
        line.strip_prefix("error: ").unwrap_or(line)
    });
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

fn ask(command: &mut Command) -> Result<Output> {
    told(command, b"")
}

/// What a command answers to what it reads on standard input: less than a pipe holds.
fn told(command: &mut Command, input: &[u8]) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let pipes = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
    let [stdin, stdout, stderr] = pipes;
    let started = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn();
    let answer = started.and_then(|mut child| {
        // A command that does not read what it is told has its reasons, which it tells.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(input));
        child.wait_with_output()
    });
    answer.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Error::user(format!("there is no `{name}` here")).with_help(
            "run this on a machine of the cluster, where Slurm's commands are installed",
        ),
        _ => Error::fault(&format!("run {name}"), &error),
    })
}

/// Ends jobs, whatever state they are in; those that have ended are no error.
pub fn cancel(jobs: &[String]) -> Result<()> {
    end(jobs, &[])
}

/// Takes back workers that have not started.
pub(super) fn cancel_pending(jobs: &[String]) -> Result<()> {
    end(jobs, &["--state=PENDING"])
}

fn end(jobs: &[String], options: &[&str]) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let answer = ask(Command::new("scancel").args(options).args(jobs))?;
    let gone = |words: &str| words.contains("Invalid job id");
    if answer.status.success() || gone(&words(&answer)) {
        return Ok(());
    }
    Err(Error::user(format!(
        "slurm does not cancel the workers: {}",
        words(&answer)
    )))
}

/// How many workers are in which state, and why those that wait do.
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

/// Reads `job|state|reason` lines; waiting workers of an array share a line, as `7_[2-9]`.
fn read_queue(text: &str) -> Queue {
    let mut queue = Queue::default();
    for line in text.lines() {
        let mut parts = line.trim().splitn(3, '|');
        let (Some(job), Some(state)) = (parts.next(), parts.next()) else {
            continue;
        };
        *queue.states.entry(state.to_owned()).or_default() += members(job);
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

/// How many workers a line of the queue stands for.
fn members(job: &str) -> usize {
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

/// What the queue says of some jobs; `None` where Slurm does not answer.
pub fn look(jobs: &[String]) -> Option<Queue> {
    let answer = squeue(jobs).output().ok()?;
    read_answer(
        answer.status.success(),
        &String::from_utf8_lossy(&answer.stdout),
        &String::from_utf8_lossy(&answer.stderr),
    )
}

/// Jobs that ended long ago are unknown to Slurm, which is as good as an empty queue.
fn read_answer(success: bool, out: &str, errors: &str) -> Option<Queue> {
    (success || errors.contains("Invalid job id")).then(|| read_queue(out))
}

/// Looks at the queue again and again without ever waiting for Slurm, less and less often where nothing changes.
#[derive(Debug)]
pub(super) struct Watch {
    /// Where answers are written to.
    folder: Dir,
    asked: Option<Asked>,
    next: Instant,
    pause: Duration,
}

/// A question to Slurm, and the files that its answer goes to.
#[derive(Debug)]
struct Asked {
    child: Child,
    out: File,
    errors: File,
}

impl Watch {
    const SHORTEST: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_secs(30);

    pub(super) fn new(folder: Dir) -> Self {
        Self {
            folder,
            asked: None,
            next: Instant::now() + Self::SHORTEST,
            pause: Self::SHORTEST,
        }
    }

    /// An answer, if one has come.
    pub(super) fn look(&mut self, jobs: &[String]) -> Option<Queue> {
        if let Some(asked) = &mut self.asked {
            let status = asked.child.try_wait().ok()??;
            let answer = read_answer(
                status.success(),
                &read_back(&mut asked.out),
                &read_back(&mut asked.errors),
            );
            self.asked = None;
            self.next = Instant::now() + self.pause;
            self.pause = (self.pause * 3 / 2).min(Self::LONGEST);
            return answer;
        }
        if Instant::now() >= self.next && !jobs.is_empty() {
            self.asked = self.ask(jobs).ok();
        }
        None
    }

    fn ask(&self, jobs: &[String]) -> io::Result<Asked> {
        let (out, errors) = (self.unnamed_file()?, self.unnamed_file()?);
        let mut command = squeue(jobs);
        let command = command.stdout(out.try_clone()?).stderr(errors.try_clone()?);
        let child = command.spawn()?;
        Ok(Asked { child, out, errors })
    }

    fn unnamed_file(&self) -> io::Result<File> {
        let name = format!(".answer-{:016x}", dir::random());
        let file = self.folder.create_new_readable(&name, 0o600)?;
        self.folder.remove_file(&name)?;
        Ok(file)
    }

    /// Something happened: look again soon.
    pub(super) fn reset_interval(&mut self) {
        self.pause = Self::SHORTEST;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(Asked { child, .. }) = &mut self.asked {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// All that another process has written to a file.
fn read_back(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
    read.map(|_| text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_is_counted() {
        let queue =
            read_queue("7_[2-9,12%4]|PENDING|Resources\n7_0|RUNNING|None\n7_1|RUNNING|None\n");
        assert_eq!(queue.states["PENDING"], 9);
        assert_eq!(queue.to_string(), "9 pending, 2 running (Resources)");
        assert!(read_queue("").is_empty());
    }

    #[test]
    fn a_forgotten_job_is_an_empty_queue_and_silence_is_none() {
        let forgotten = "slurm_load_jobs error: Invalid job id specified\n";
        assert_eq!(read_answer(false, "", forgotten), Some(Queue::default()));
        let down = "slurm_load_jobs error: Unable to contact slurm controller\n";
        assert_eq!(read_answer(false, "", down), None);
    }
}
