//! Submits and cancels batch jobs with `sbatch` and `scancel`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::error::{Error, Result};

/// A job array of workers.
#[derive(Debug)]
pub(super) struct JobArray<'a> {
    pub(super) name: String,
    pub(super) workers: usize,
    pub(super) cores: usize,
    pub(super) memory_mib: u64,
    /// The walltime limit in minutes.
    pub(super) minutes: u64,
    pub(super) partition: Option<&'a str>,
    /// Further arguments of the user. They come last and override the others.
    pub(super) more: &'a [String],
    /// The folder of the workers' logs.
    pub(super) logs: PathBuf,
}

impl JobArray<'_> {
    fn arguments(&self) -> Vec<OsString> {
        // Slurm expands % sequences in file names.
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

    /// Fails if Slurm would reject the job array.
    pub(super) fn check(&self) -> Result<()> {
        let mut command = Command::new("sbatch");
        let command = command.arg("--test-only").args(self.arguments());
        check_accepted(&run(command.arg("--wrap=:"), b"")?)
    }

    /// Submits the job array, each worker of which runs the script. Returns the job id.
    pub(super) fn submit(&self, script: &str) -> Result<String> {
        let mut command = Command::new("sbatch");
        let command = command.arg("--parsable").args(self.arguments());
        let output = run(command, script.as_bytes())?;
        check_accepted(&output)?;
        let text = String::from_utf8_lossy(&output.stdout);
        // The format is `job;cluster`.
        let job = text.trim().split(';').next().unwrap_or_default();
        Ok(job.to_owned())
    }
}

fn check_accepted(output: &Output) -> Result<()> {
    if output.status.success() {
        return Ok(());
    }
    let reason = error_message(output);
    Err(Error::user(format!("slurm rejected the workers: {reason}"))
        .with_help("change the request with --partition, --workers, --sbatch-arg=--time=…, --sbatch-arg=--mem=…")
        .with_help("`sinfo` shows the partitions; --engine local needs no cluster"))
}

/// Returns the error message of a Slurm command on one line.
fn error_message(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("sbatch: ").unwrap_or(line);
        line.strip_prefix("error: ").unwrap_or(line)
    });
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

/// Runs a command. The input must be smaller than the buffer of a pipe.
fn run(command: &mut Command, input: &[u8]) -> Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = command.spawn().and_then(|mut child| {
        // A command that fails before it reads its input closes the pipe; its error message is in its output.
        let _ = child.stdin.take().map(|mut pipe| pipe.write_all(input));
        child.wait_with_output()
    });
    output.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Error::user(format!("`{name}` is not installed")).with_help(
            "run this on a machine of the cluster, where Slurm's commands are installed",
        ),
        _ => Error::fault(&format!("run {name}"), &error),
    })
}

/// Cancels jobs in any state. Jobs that have ended are not an error.
pub fn cancel(jobs: &[String]) -> Result<()> {
    scancel(jobs, &[])
}

/// Cancels the workers that have not started.
pub(super) fn cancel_pending(jobs: &[String]) -> Result<()> {
    scancel(jobs, &["--state=PENDING"])
}

fn scancel(jobs: &[String], options: &[&str]) -> Result<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let output = run(Command::new("scancel").args(options).args(jobs), b"")?;
    let reason = error_message(&output);
    if output.status.success() || reason.contains("Invalid job id") {
        return Ok(());
    }
    Err(Error::user(format!(
        "slurm did not cancel the workers: {reason}"
    )))
}
