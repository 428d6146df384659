//! The counters and limits of a control group.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::fs::{Mode, OFlags, openat};

use crate::sandbox::{Accounting, procfs};

/// Open files of a control group. They can be used inside the sandbox, where the paths are not visible, and never
/// block on the program.
#[derive(Debug)]
pub(in crate::sandbox) struct Counters {
    accounting: Accounting,
    /// The memory limit, and the process limit or, with version 1, the limit of memory and swap together.
    memory_limit: Option<File>,
    second_limit: Option<File>,
    cpu: Option<File>,
    current: Option<File>,
    peak: Option<File>,
    events: Option<File>,
    /// CPU pressure stall information; only with version 2, and only where the kernel supports it.
    pressure: Option<File>,
}

/// Counters that another thread reads during a run.
#[derive(Debug)]
pub(in crate::sandbox) struct RunCounters {
    accounting: Accounting,
    cpu: Option<File>,
    pressure: Option<File>,
    /// CPU time of the group before the run.
    before: Duration,
}

/// The resources that a group has used.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sandbox) struct Counted {
    pub(in crate::sandbox) cpu: Option<Duration>,
    pub(in crate::sandbox) memory_bytes: u64,
    pub(in crate::sandbox) peak_bytes: u64,
    /// The number of processes of the group that the kernel has killed because memory ran out, here or elsewhere.
    pub(in crate::sandbox) oom_kills: u64,
}

impl Counted {
    /// Whether the kernel killed a process because the group's own limit was reached. If the group was far below it,
    /// memory ran out elsewhere.
    pub(in crate::sandbox) fn over_limit(&self, limit: u64) -> bool {
        /// Memory is charged in batches, and the largest page has this size.
        const MARGIN: u64 = 4 << 20;
        self.oom_kills > 0 && self.peak_bytes + MARGIN >= limit
    }
}

impl Counters {
    pub(super) fn open(accounting: Accounting, places: &[(OwnedFd, OwnedFd)]) -> Self {
        const READ: OFlags = OFlags::RDONLY;
        const WRITE: OFlags = OFlags::RDWR;
        let open = |(place, name, flags): (usize, &str, OFlags)| {
            let (_, group) = &places[place];
            let opened = openat(group, name, flags | OFlags::CLOEXEC, Mode::empty());
            opened.ok().map(File::from)
        };
        let files = match accounting {
            Accounting::CgroupV2 => [
                (0, "cpu.stat", READ),
                (0, "memory.current", READ),
                (0, "memory.peak", READ),
                (0, "memory.events", READ),
                (0, "memory.max", WRITE),
                (0, "pids.max", WRITE),
            ],
            _ => [
                (1, "cpuacct.usage", READ),
                (0, "memory.usage_in_bytes", READ),
                (0, "memory.max_usage_in_bytes", READ),
                (0, "memory.oom_control", READ),
                (0, "memory.limit_in_bytes", WRITE),
                (0, "memory.memsw.limit_in_bytes", WRITE),
            ],
        };
        let [cpu, current, peak, events, memory_limit, second_limit] = files.map(open);
        let pressure = match accounting {
            Accounting::CgroupV2 => open((0, "cpu.pressure", READ)),
            _ => None,
        };
        Self {
            accounting,
            memory_limit,
            second_limit,
            cpu,
            current,
            peak,
            events,
            pressure,
        }
    }

    /// Sets the limits.
    pub(in crate::sandbox) fn limit(&self, memory: u64, processes: u64) -> io::Result<()> {
        let mut file = self.memory_limit.as_ref();
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.write_all(memory.to_string().as_bytes())?;
        if let Some(mut file) = self.second_limit.as_ref() {
            let limit = match self.accounting {
                // The init process and its second thread count too.
                Accounting::CgroupV2 => processes + 2,
                // The limit of memory and swap together.
                _ => memory,
            };
            let _ = file.write_all(limit.to_string().as_bytes());
        }
        Ok(())
    }

    /// Whether the kernel killed a process because the limit was reached.
    pub(in crate::sandbox) fn over_limit(&self) -> bool {
        let mut text = [0; 64];
        let limit = self.memory_limit.as_ref();
        let limit = limit.and_then(|file| file.read_at(&mut text, 0).ok());
        let limit =
            limit.and_then(|length| str::from_utf8(&text[..length]).ok()?.trim().parse().ok());
        limit.is_some_and(|limit| self.read().over_limit(limit))
    }

    /// Reads the counters.
    pub(in crate::sandbox) fn read(&self) -> Counted {
        let memory_bytes = number(self.current.as_ref(), None).unwrap_or(0);
        Counted {
            cpu: cpu_time(self.accounting, self.cpu.as_ref()),
            memory_bytes,
            // Kernels before 5.19 do not report the peak.
            peak_bytes: number(self.peak.as_ref(), None).unwrap_or(memory_bytes),
            oom_kills: number(self.events.as_ref(), Some("oom_kill")).unwrap_or(0),
        }
    }

    /// Whether the kernel reports the peak, which shows where memory ran out.
    pub(in crate::sandbox) fn keeps_peak(&self) -> bool {
        self.peak.is_some()
    }

    /// Returns handles for another thread. `before` is the CPU time of the group before the run.
    pub(in crate::sandbox) fn of_run(&self, before: Duration) -> RunCounters {
        let clone = |file: &Option<File>| file.as_ref().and_then(|file| file.try_clone().ok());
        RunCounters {
            accounting: self.accounting,
            cpu: clone(&self.cpu),
            pressure: clone(&self.pressure),
            before,
        }
    }
}

impl RunCounters {
    /// Returns the CPU time of the run so far, without that of this process.
    pub(in crate::sandbox) fn cpu(&self) -> Duration {
        let all = cpu_time(self.accounting, self.cpu.as_ref()).unwrap_or_default();
        all.saturating_sub(procfs::own_cpu() + self.before)
    }

    /// Returns how long at least one process of the group was runnable and none was running.
    pub(in crate::sandbox) fn pressure(&self) -> Option<Duration> {
        let mut buffer = [0; 256];
        let length = self.pressure.as_ref()?.read_at(&mut buffer, 0).ok()?;
        let text = str::from_utf8(&buffer[..length]).ok()?;
        let line = text.lines().find(|line| line.starts_with("full "))?;
        let (_, total) = line.split_once("total=")?;
        total.trim().parse().ok().map(Duration::from_micros)
    }
}

fn cpu_time(accounting: Accounting, file: Option<&File>) -> Option<Duration> {
    match accounting {
        Accounting::CgroupV2 => number(file, Some("usage_usec")).map(Duration::from_micros),
        _ => number(file, None).map(Duration::from_nanos),
    }
}

/// Reads the only number of a file, or the one after a key.
fn number(file: Option<&File>, key: Option<&str>) -> Option<u64> {
    let mut buffer = [0; 512];
    let length = file?.read_at(&mut buffer, 0).ok()?;
    let text = str::from_utf8(&buffer[..length]).ok()?;
    let value = match key {
        None => text,
        Some(key) => text
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))?,
    };
    value.trim().parse().ok()
}
