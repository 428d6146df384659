//! The limits that a package suggests.

use std::path::Path;
use std::time::Duration;

use super::files::Root;
use super::yaml::Map;
use crate::error::{Error, Result};

/// The longest time limit, in seconds, and the largest size, in MiB, that are accepted.
const LONGEST: f64 = 30.0 * 24.0 * 3600.0;
const LARGEST: f64 = (1 << 24) as f64;

/// The largest file with a time limit, in bytes.
const MOST_BYTES: u64 = 64 << 10;

/// The limits that a package suggests; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SuggestedLimits {
    /// The CPU time of a program.
    pub time: Option<Duration>,
    /// The memory of a program, in MiB.
    pub memory: Option<u64>,
    /// The output of a program, in MiB.
    pub output: Option<u64>,
    pub validation_time: Option<Duration>,
    /// In MiB.
    pub validation_memory: Option<u64>,
    /// In MiB.
    pub validation_output: Option<u64>,
}

/// Reads `limits` of problem.yaml. The time limit may also be in domjudge-problem.ini or in `.timelimit`: the legacy
/// format has no key for it.
pub(super) fn read(root: &Root, settings: Map) -> Result<SuggestedLimits> {
    let mut limits = SuggestedLimits::default();
    if let Some(section) = settings.get("limits")? {
        let section = section.map()?;
        let seconds = |key| {
            let found = section.get(key)?.map(|item| item.positive(LONGEST));
            Ok::<_, Error>(found.transpose()?.map(Duration::from_secs_f64))
        };
        let mebibytes = |key| {
            let found = section.get(key)?.map(|item| item.positive(LARGEST));
            Ok::<_, Error>(found.transpose()?.map(|size| size.ceil() as u64))
        };
        limits = SuggestedLimits {
            time: seconds("time_limit")?,
            memory: mebibytes("memory")?,
            output: mebibytes("output")?,
            validation_time: seconds("validation_time")?,
            validation_memory: mebibytes("validation_memory")?,
            validation_output: mebibytes("validation_output")?,
        };
    }
    if limits.time.is_none() {
        limits.time = from_ini(root)?;
    }
    if limits.time.is_none() {
        limits.time = from_file(root)?;
    }
    Ok(limits)
}

/// Reads `timelimit` of domjudge-problem.ini.
fn from_ini(root: &Root) -> Result<Option<Duration>> {
    let file = Path::new("domjudge-problem.ini");
    let Some(text) = root.text(file, MOST_BYTES)? else {
        return Ok(None);
    };
    for (index, line) in text.lines().enumerate() {
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        if key.trim() == "timelimit" {
            let value = value.split(';').next().unwrap_or_default();
            let value = value.trim().trim_matches(['\'', '"']);
            return seconds(root, file, index + 1, value).map(Some);
        }
    }
    Ok(None)
}

/// Reads `.timelimit`, which consists of one number.
fn from_file(root: &Root) -> Result<Option<Duration>> {
    let file = Path::new(".timelimit");
    let Some(text) = root.text(file, MOST_BYTES)? else {
        return Ok(None);
    };
    seconds(root, file, 1, &text).map(Some)
}

fn seconds(root: &Root, file: &Path, line: usize, text: &str) -> Result<Duration> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Duration::from_secs_f64(seconds)),
        _ => {
            let (file, text) = (root.shown(file), text.trim().escape_debug());
            let message =
                format!("{file}:{line}: the time limit `{text}` is not a number of seconds");
            Err(Error::user(message).with_help("write for example 2 or 1.5"))
        }
    }
}
