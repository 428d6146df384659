//! This process as a job of Slurm's, as far as it is one.

use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::engine::walltime::Deadline;

/// When Slurm will end this job, if it is one and has a limit.
pub(in crate::engine) fn deadline() -> Option<Deadline> {
    let told = |name| std::env::var(name).ok();
    // The number of an array's last job is that of the array too, and would bring its other jobs along.
    let job = match (told("SLURM_ARRAY_JOB_ID"), told("SLURM_ARRAY_TASK_ID")) {
        (Some(array), Some(task)) => format!("{array}_{task}"),
        _ => told("SLURM_JOB_ID")?,
    };
    // Older versions do not tell by themselves.
    if let Some(end) = told("SLURM_JOB_END_TIME") {
        let end = UNIX_EPOCH + Duration::from_secs(end.parse().ok()?);
        let left = end.duration_since(SystemTime::now()).unwrap_or_default();
        return Some(Deadline::after(left));
    }
    // A controller that has just begun to start many workers may not find the time to answer each at once.
    let left = (0..ATTEMPTS).find_map(|attempt| {
        std::thread::sleep(Duration::from_secs(attempt));
        time_left(&job)
    });
    time(&left?).map(Deadline::after)
}

/// How often Slurm is asked, each time after a longer pause.
const ATTEMPTS: u64 = 5;

/// What Slurm says is left, if it answers.
fn time_left(job: &str) -> Option<String> {
    let asked = Command::new("squeue")
        .args(["--noheader", "--format=%L", "--jobs", job])
        .output()
        .ok()?;
    let left = String::from_utf8(asked.stdout).ok()?;
    Some(left.trim().to_owned()).filter(|left| !left.is_empty())
}

/// Which of how many workers of an array this is.
pub(in crate::engine) fn place_in_array() -> Option<(usize, usize)> {
    let number = |name| std::env::var(name).ok()?.parse().ok();
    Some((
        number("SLURM_ARRAY_TASK_ID")?,
        number("SLURM_ARRAY_TASK_COUNT")?,
    ))
}

/// A time as Slurm writes it: `minutes:seconds`, with hours and days before it where needed. Without a limit it writes
/// a word.
fn time(text: &str) -> Option<Duration> {
    let (days, rest) = text.split_once('-').unwrap_or(("0", text));
    let mut seconds = 0;
    for part in rest.split(':') {
        seconds = 60 * seconds + part.parse::<u64>().ok()?;
    }
    Some(Duration::from_secs(
        86400 * days.parse::<u64>().ok()? + seconds,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_slurm() {
        assert_eq!(time("9:59"), Some(Duration::from_secs(599)));
        assert_eq!(time("1:00:00"), Some(Duration::from_secs(3600)));
        assert_eq!(time("2-00:00:01"), Some(Duration::from_secs(172_801)));
        assert_eq!(time("UNLIMITED"), None);
        assert_eq!(time(""), None);
    }
}
