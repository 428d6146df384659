//! Reads and prints durations, sizes and seed ranges: `"10s"`, `"512 MiB"`, `"0..9"`.

use std::time::Duration;

/// The longest duration that is accepted, so that sums of durations cannot overflow.
const LONGEST: f64 = 30.0 * 24.0 * 3600.0;

/// The most seeds in one range; more are probably a mistake.
const MOST_SEEDS: u64 = 100_000;

/// Reads a duration such as `10s`, `250ms`, `1m` or `1.5h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = || format!("`{text}` is not a duration: write for example 10s, 250ms or 1m");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let factor = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let seconds = number * factor;
    if !(seconds > 0.0 && seconds <= LONGEST) {
        return Err(format!(
            "`{text}` is not a duration between 1 ms and 30 days"
        ));
    }
    Ok(Duration::from_secs_f64(seconds).max(Duration::from_millis(1)))
}

/// Reads a number of bytes such as `512 MiB` or `64 KiB`.
pub fn size(text: &str) -> Result<u64, String> {
    let expected = || format!("`{text}` is not a size: write for example 512 MiB or 2 GiB");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let factor = match unit {
        "B" => 1_u64,
        "KiB" | "K" => 1 << 10,
        "kB" | "KB" => 1_000,
        "MiB" | "M" => 1 << 20,
        "MB" => 1_000_000,
        "GiB" | "G" => 1 << 30,
        "GB" => 1_000_000_000,
        "TiB" | "T" => 1 << 40,
        _ => return Err(expected()),
    };
    let bytes = number * factor as f64;
    if !(1.0..=1e15).contains(&bytes) {
        return Err(format!(
            "`{text}` is not a size between one byte and a thousand terabytes"
        ));
    }
    Ok(bytes as u64)
}

/// Reads seeds such as `0..9` (both ends included), `7`, or several of these separated by commas.
pub fn seeds(text: &str) -> Result<Seeds, String> {
    let expected =
        || format!("`{text}` is not a range of seeds: write for example 0..9, which are ten");
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let last = last.strip_prefix('=').unwrap_or(last);
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| expected());
        let (first, last) = (number(first)?, number(last)?);
        if last < first || last - first >= MOST_SEEDS {
            return Err(expected());
        }
        seeds.extend(first..=last);
    }
    Ok(Seeds(seeds))
}

/// Seeds of instances, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeds(pub Vec<u64>);

/// Splits a text into a number and a unit.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    Some((text[..unit].parse().ok()?, text[unit..].trim_start()))
}

/// Prints a duration with two or three digits: `850 ms`, `2.4 s`, `3 m 20 s`.
pub fn show_duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 0.9995 {
        format!("{} ms", (seconds * 1000.0).round())
    } else if seconds < 99.95 {
        format!("{} s", (seconds * 10.0).round() / 10.0)
    } else {
        let whole = seconds.round() as u64;
        format!("{} m {} s", whole / 60, whole % 60)
    }
}

/// Prints a size in the largest unit of which it is at least one: `512 MiB`.
pub fn show_size(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{} {}", (value * 10.0).round() / 10.0, units[unit])
}

/// Returns the name of a signal and its usual meaning.
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "SIGSEGV (bad memory access)",
        libc::SIGABRT => "SIGABRT (abort)",
        libc::SIGFPE => "SIGFPE (bad arithmetic)",
        libc::SIGILL => "SIGILL (bad instruction)",
        libc::SIGBUS => "SIGBUS (bad memory access)",
        libc::SIGKILL => "SIGKILL",
        libc::SIGTERM => "SIGTERM",
        libc::SIGPIPE => "SIGPIPE (wrote to a closed pipe)",
        libc::SIGSYS => "SIGSYS (forbidden system call)",
        libc::SIGXFSZ => "SIGXFSZ (file too large)",
        other => return format!("signal {other}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_durations() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration(" 1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("1m"), Ok(Duration::from_secs(60)));
        for wrong in ["", "10", "s", "-1s", "0s", "1e9h", "1 day", "..s", "99999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn reads_sizes() {
        assert_eq!(size("512 MiB"), Ok(512 << 20));
        assert_eq!(size("1kB"), Ok(1000));
        for wrong in ["", "512", "MiB", "0 MiB", "-1 MiB", "9999999999 TiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shows_what_it_reads() {
        assert_eq!(show_duration(Duration::from_millis(850)), "850 ms");
        assert_eq!(show_duration(Duration::from_millis(2440)), "2.4 s");
        assert_eq!(show_duration(Duration::from_secs(200)), "3 m 20 s");
        assert_eq!(show_size(512 << 20), "512 MiB");
    }
}
