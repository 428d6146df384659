//! The files of a control group in which the kernel reports what it has counted and takes limits.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::fs::{Mode, OFlags, openat};

use crate::sandbox::{Accounting, procfs};

/// Open files in which the kernel tells what it has counted and takes limits. They can be used without any path, from
/// inside the sandbox, and never wait for the program.
#[derive(Debug)]
pub(in crate::sandbox) struct Counters {
    accounting: Accounting,
    /// Takes the limit on memory, and the one on processes or, with version 1, on memory and swap.
    memory_limit: Option<File>,
    second_limit: Option<File>,
    cpu: Option<File>,
    current: Option<File>,
    peak: Option<File>,
    events: Option<File>,
    /// How long processes waited for a processor; only with version 2, and only where the kernel keeps it.
    pressure: Option<File>,
}

/// What a thread needs to read on its own while a run goes on.
#[derive(Debug)]
pub(in crate::sandbox) struct RunCounters {
    accounting: Accounting,
    cpu: Option<File>,
    pressure: Option<File>,
    /// CPU time of the group before the run.
    before: Duration,
}

/// What a group has used.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sandbox) struct Counted {
    pub(in crate::sandbox) cpu: Option<Duration>,
    pub(in crate::sandbox) memory_bytes: u64,
    pub(in crate::sandbox) peak_bytes: u64,
    /// How many processes of the group the kernel has killed because memory ran out, here or elsewhere.
    pub(in crate::sandbox) oom_kills: u64,
}

impl Counted {
    /// Whether the kernel killed a process because the group's own limit was reached. Where the group was far below it,
    /// memory ran out elsewhere.
    pub(in crate::sandbox) fn over_limit(&self, limit: u64) -> bool {
        /// Memory is counted in batches, and the largest page is this large.
        const NEAR: u64 = 4 << 20;
        self.oom_kills > 0 && self.peak_bytes + NEAR >= limit
    }
}

impl Counters {
    pub(super) fn open(accounting: Accounting, places: &[(OwnedFd, OwnedFd)]) -> Self {
        let file = |(place, name): (usize, &str)| {
            let (_, group) = &places[place];
            let limit = name.ends_with("max") || name.ends_with("limit_in_bytes");
            let flags = if limit { OFlags::RDWR } else { OFlags::RDONLY };
            let opened = openat(group, name, flags | OFlags::CLOEXEC, Mode::empty());
            opened.ok().map(File::from)
        };
        let files = match accounting {
            Accounting::CgroupV2 => [
                (0, "cpu.stat"),
                (0, "memory.current"),
                (0, "memory.peak"),
                (0, "memory.events"),
                (0, "memory.max"),
                (0, "pids.max"),
            ],
            _ => [
                (1, "cpuacct.usage"),
                (0, "memory.usage_in_bytes"),
                (0, "memory.max_usage_in_bytes"),
                (0, "memory.oom_control"),
                (0, "memory.limit_in_bytes"),
                (0, "memory.memsw.limit_in_bytes"),
            ],
        };
        let [cpu, current, peak, events, memory_limit, second_limit] = files.map(file);
        let pressure = match accounting {
            Accounting::CgroupV2 => file((0, "cpu.pressure")),
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

    /// Has the kernel enforce these limits.
    pub(in crate::sandbox) fn limit(&self, memory: u64, processes: u64) -> io::Result<()> {
        let mut file = self.memory_limit.as_ref();
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.write_all(memory.to_string().as_bytes())?;
        if let Some(mut file) = self.second_limit.as_ref() {
            let limit = match self.accounting {
                // The first process of the sandbox is one more, with a second thread.
                Accounting::CgroupV2 => processes + 2,
                // There this is the limit on memory and swap together.
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

    /// What the kernel has counted so far.
    pub(in crate::sandbox) fn read(&self) -> Counted {
        let memory_bytes = number(self.current.as_ref(), None).unwrap_or(0);
        Counted {
            cpu: cpu_time(self.accounting, self.cpu.as_ref()),
            memory_bytes,
            // Kernels before 5.19 do not keep the peak.
            peak_bytes: number(self.peak.as_ref(), None).unwrap_or(memory_bytes),
            oom_kills: number(self.events.as_ref(), Some("oom_kill")).unwrap_or(0),
        }
    }

    /// Whether the kernel keeps the peak of memory, which tells where memory ran out.
    pub(in crate::sandbox) fn keep_peak(&self) -> bool {
        self.peak.is_some()
    }

    /// Handles of its own for a thread. `before` is the CPU time of the group before the run.
    pub(in crate::sandbox) fn of_run(&self, before: Duration) -> RunCounters {
        let again = |file: &Option<File>| file.as_ref().and_then(|file| file.try_clone().ok());
        RunCounters {
            accounting: self.accounting,
            cpu: again(&self.cpu),
            pressure: again(&self.pressure),
            before,
        }
    }
}

impl RunCounters {
    /// CPU time of the run so far, without that of this process.
    pub(in crate::sandbox) fn cpu(&self) -> Duration {
        let all = cpu_time(self.accounting, self.cpu.as_ref()).unwrap_or_default();
        all.saturating_sub(procfs::own_cpu() + self.before)
    }

    /// How long no process of the group was running and at least one was ready.
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

/// The only number of a file, or the one behind a key.
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
