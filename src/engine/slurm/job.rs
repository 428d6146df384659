//! The Slurm job that this process runs in: its walltime left and its position in the job array.

use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::cluster::ArrayPosition;
use crate::engine::walltime::Deadline;

/// Returns when Slurm will end this job. Returns `None` outside of Slurm and for jobs without a walltime limit.
pub(in crate::engine) fn deadline() -> Option<Deadline> {
    let variable = |name| std::env::var(name).ok();
    // The last task of an array has the job id of the whole array, so its job id alone would select all tasks.
    let job = match (
        variable("SLURM_ARRAY_JOB_ID"),
        variable("SLURM_ARRAY_TASK_ID"),
    ) {
        (Some(array), Some(task)) => format!("{array}_{task}"),
        _ => variable("SLURM_JOB_ID")?,
    };
    // Older versions of Slurm do not set this variable.
    if let Some(end) = variable("SLURM_JOB_END_TIME") {
        let end = UNIX_EPOCH + Duration::from_secs(end.parse().ok()?);
        let left = end.duration_since(SystemTime::now()).unwrap_or_default();
        return Some(Deadline::after(left));
    }
    // The controller may be overloaded while it starts many workers.
    let left = (0..ATTEMPTS).find_map(|attempt| {
        std::thread::sleep(Duration::from_secs(attempt));
        time_left(&job)
    });
    parse_time(&left?).map(Deadline::after)
}

/// The number of attempts to query the walltime, each after a longer pause.
const ATTEMPTS: u64 = 5;

/// Queries the walltime left of a job. Returns `None` if Slurm does not respond.
fn time_left(job: &str) -> Option<String> {
    let output = Command::new("squeue")
        .args(["--noheader", "--format=%L", "--jobs", job])
        .output()
        .ok()?;
    let left = String::from_utf8(output.stdout).ok()?;
    Some(left.trim().to_owned()).filter(|left| !left.is_empty())
}

/// Returns the position of this worker in its job array, if it is in one.
pub(in crate::engine) fn array_position() -> Option<ArrayPosition> {
    let number = |name| std::env::var(name).ok()?.parse().ok();
    Some(ArrayPosition {
        index: number("SLURM_ARRAY_TASK_ID")?,
        count: number("SLURM_ARRAY_TASK_COUNT")?,
    })
}

/// Parses a time in Slurm's format `[days-][hours:]minutes:seconds`. Returns `None` for words such as `UNLIMITED`.
fn parse_time(text: &str) -> Option<Duration> {
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
    fn times_are_parsed() {
        assert_eq!(parse_time("9:59"), Some(Duration::from_secs(599)));
        assert_eq!(parse_time("1:00:00"), Some(Duration::from_secs(3600)));
        assert_eq!(parse_time("2-00:00:01"), Some(Duration::from_secs(172_801)));
        assert_eq!(parse_time("UNLIMITED"), None);
        assert_eq!(parse_time(""), None);
    }
}
