//! The scheduler's counters of threads and CPUs.
//!
//! Reading them never blocks on the observed threads: `schedstat` and `stat` of a thread and `/proc/stat` take no
//! lock that a program can hold for long, in particular not the lock of its memory map.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity};

/// The counters of a thread, which only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SchedStat {
    /// CPU time.
    pub(super) cpu: Duration,
    /// Run delay: how long the thread was runnable but not running. A delay that has not ended yet is not included.
    pub(super) delay: Duration,
}

impl SchedStat {
    /// Returns the difference to `before`. Thread IDs are reused, with counters that start at zero.
    pub(super) fn since(self, before: Self) -> Self {
        if before.cpu > self.cpu || before.delay > self.delay {
            return self;
        }
        Self {
            cpu: self.cpu.saturating_sub(before.cpu),
            delay: self.delay.saturating_sub(before.delay),
        }
    }

    pub(super) fn plus(self, more: Self) -> Self {
        Self {
            cpu: self.cpu + more.cpu,
            delay: self.delay + more.delay,
        }
    }

    /// Parses the first two fields of a `schedstat` file.
    fn parse(text: &[u8]) -> Option<Self> {
        let mut fields = str::from_utf8(text).ok()?.split_ascii_whitespace();
        let mut next = || fields.next()?.parse().ok().map(Duration::from_nanos);
        Some(Self {
            cpu: next()?,
            delay: next()?,
        })
    }
}

/// A thread of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    pid: u32,
    pub(super) tid: u32,
    pub(super) schedstat: SchedStat,
}

impl Thread {
    /// Whether the thread is running or runnable.
    pub(super) fn is_runnable(&self) -> bool {
        let Self { pid, tid, .. } = self;
        let stat = fs::read(format!("/proc/{pid}/task/{tid}/stat")).unwrap_or_default();
        // The state follows the program's name in parentheses, which may contain anything.
        let name_end = memchr::memrchr(b')', &stat);
        name_end.is_some_and(|end| stat.get(end + 2) == Some(&b'R'))
    }
}

/// Returns all threads of a process.
pub(super) fn threads(pid: u32) -> Vec<Thread> {
    let entries = fs::read_dir(format!("/proc/{pid}/task"));
    let numbers = entries.into_iter().flatten().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let read = |tid: u32| {
        let text = fs::read(format!("/proc/{pid}/task/{tid}/schedstat")).ok()?;
        Some(Thread {
            pid,
            tid,
            schedstat: SchedStat::parse(&text)?,
        })
    };
    numbers.filter_map(read).collect()
}

/// The counters of the thread that opened this.
#[derive(Debug)]
pub(super) struct OwnSchedStat(Option<File>);

impl OwnSchedStat {
    pub(super) fn open() -> Self {
        Self(File::open("/proc/thread-self/schedstat").ok())
    }

    /// Returns the run delay so far, or zero if the kernel does not report it.
    pub(super) fn delay(&self) -> Duration {
        let mut text = [0; 96];
        let read = self
            .0
            .as_ref()
            .and_then(|file| file.read_at(&mut text, 0).ok());
        let schedstat = read.and_then(|length| SchedStat::parse(&text[..length]));
        schedstat.unwrap_or_default().delay
    }
}

/// Returns the CPUs that this thread may use.
pub(super) fn own_cpus() -> Vec<usize> {
    let set = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
    (0..CpuSet::MAX_CPU)
        .filter(|&core| set.is_set(core))
        .collect()
}

/// The idle and stolen time of a set of CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CpuTimes {
    count: u32,
    idle: Duration,
    /// Time that a hypervisor gave to other virtual machines.
    stolen: Duration,
}

/// The CPU time that a run did not get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) by_others: Duration,
    /// The run's share of the stolen time.
    pub(super) stolen: Duration,
}

impl CpuTimes {
    pub(super) fn read(cores: &[usize]) -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/stat").ok()?, cores)
    }

    fn parse(stat: &str, cores: &[usize]) -> Option<Self> {
        let mut used = Self {
            count: 0,
            idle: Duration::ZERO,
            stolen: Duration::ZERO,
        };
        for line in stat.lines().take_while(|line| line.starts_with("cpu")) {
            let mut fields = line.split_ascii_whitespace();
            // The first line is the total of all CPUs, without a number.
            let Some(number) = fields.next()?.strip_prefix("cpu")?.parse().ok() else {
                continue;
            };
            if !cores.contains(&number) {
                continue;
            }
            let times: Vec<u64> = fields.filter_map(|field| field.parse().ok()).collect();
            // A CPU that waits for a disk is idle too.
            let (idle, disk, stolen) = (times.get(3)?, times.get(4)?, times.get(7)?);
            used.count += 1;
            used.idle += ticks(idle + disk);
            used.stolen += ticks(*stolen);
        }
        (used.count as usize == cores.len()).then_some(used)
    }

    /// Returns what a run with this CPU time, out of `whole` that its CPUs had, did not get since `before`.
    pub(super) fn taken(self, before: Self, whole: Duration, cpu: Duration) -> Taken {
        let mut idle = self.idle.saturating_sub(before.idle);
        let stolen = self.stolen.saturating_sub(before.stolen);
        if !idle.is_zero() {
            // The counters are rounded down, and idle time must not count as taken.
            idle += ticks(1) * self.count;
        }
        let busy = whole.saturating_sub(idle + stolen);
        let share = if busy.is_zero() {
            0.0
        } else {
            cpu.as_secs_f64() / busy.as_secs_f64()
        };
        Taken {
            by_others: whole.saturating_sub(cpu + idle),
            stolen: stolen.mul_f64(share.min(1.0)),
        }
    }
}

fn ticks(number: u64) -> Duration {
    Duration::from_micros(number * 1_000_000 / rustix::param::clock_ticks_per_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_this_process_are_found() {
        let own = threads(std::process::id());
        assert!(!own.is_empty());
        assert!(own.iter().any(Thread::is_runnable), "this one is running");
        let schedule = OwnSchedStat::open();
        assert!(schedule.0.is_some() && schedule.delay() >= Duration::ZERO);
        assert!(threads(u32::MAX >> 2).is_empty());
    }

    #[test]
    fn idle_cpus_are_not_taken_by_others() {
        let read = |idle: u64| {
            let text = format!(
                "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 5 0 5 {idle} 0 0 0 10 0 0\ncpu1 1 1 1 1 1 1 1 1 1 1\nintr 7\n"
            );
            CpuTimes::parse(&text, &[0]).unwrap()
        };
        let (whole, cpu) = (Duration::from_millis(100), Duration::from_millis(20));
        let busy = read(7).taken(read(7), whole, cpu);
        assert_eq!(busy.by_others, Duration::from_millis(80));
        let idle = read(14).taken(read(7), whole, cpu);
        assert_eq!(idle.by_others, Duration::ZERO);
        assert_eq!(CpuTimes::parse("cpu  1 1\n", &[0]), None);
        assert!(CpuTimes::read(&own_cpus()).is_some());
    }
}
