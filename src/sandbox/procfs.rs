//! What `/proc` reports about processes, for sampling without control groups.
//!
//! Nothing here blocks on the inspected processes, except [`exact_memory`]: it walks their memory maps, which a
//! program that changes its own all the time can delay.

mod machine;
mod memory;

use std::fs;
use std::io;
use std::time::Duration;

pub(super) use self::machine::{max_areas, oom_kills, read_machine, socket_buffers_kib};
pub(super) use self::memory::{AREA_BYTES, ExactMemory, exact_memory, page_tables_kib};

/// The processes that belong to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All processes of the PID namespace of which this is the init process.
    Namespace,
    /// The descendants of this process.
    Descendants,
}

/// A snapshot of a process.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Process {
    pub(super) pid: u32,
    pub(super) parent: u32,
    /// When it was started, in clock ticks. Together with the process ID this identifies a process, since process IDs
    /// are reused.
    pub(super) start: u64,
    /// CPU time of all its threads.
    pub(super) cpu: Duration,
    /// CPU time of the children that it has waited for, rounded down to hundredths of a second.
    pub(super) children_cpu: Duration,
    /// Page faults of the children that it has waited for, which grow with every child.
    pub(super) children_faults: u64,
    pub(super) resident_kib: u64,
    /// Address space, whether it is backed by memory or not.
    pub(super) mapped_kib: u64,
}

/// Returns the IDs of all processes of a run, without this one. Fails if they cannot be listed, which must not be
/// mistaken for an empty list.
pub(super) fn processes(scope: Scope) -> io::Result<Vec<u32>> {
    let own = std::process::id();
    match scope {
        Scope::Namespace => {
            let mut numbers = Vec::new();
            for entry in fs::read_dir("/proc")? {
                let number = entry?
                    .file_name()
                    .to_str()
                    .and_then(|name| name.parse().ok());
                numbers.extend(number.filter(|&pid: &u32| pid != own));
            }
            Ok(numbers)
        }
        Scope::Descendants => Ok(descendants(own)),
    }
}

fn descendants(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        next += 1;
        let threads = fs::read_dir(format!("/proc/{pid}/task"));
        for thread in threads.into_iter().flatten().flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(
                children
                    .split_whitespace()
                    .filter_map(|pid| pid.parse::<u32>().ok()),
            );
        }
    }
    found.swap_remove(0);
    found
}

/// Reads the state of one process. Returns `None` if it has ended.
pub(super) fn process(pid: u32) -> Option<Process> {
    let cpu = cpu_clock(pid)?;
    let stat = Stat::read(&format!("/proc/{pid}/stat"))?;
    let mut memory = stat;
    if stat.resident_pages == 0 && stat.threads > 1 {
        // The first thread has ended, and the process's own entry no longer reports its memory, while other threads
        // continue.
        let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
        let mut threads =
            threads.filter_map(|thread| Stat::read(&format!("{}/stat", thread.path().display())));
        memory = threads.find(|stat| stat.resident_pages > 0).unwrap_or(stat);
    }
    Some(Process {
        pid,
        parent: stat.parent,
        start: stat.start,
        cpu,
        children_cpu: stat.children_cpu,
        children_faults: stat.children_faults,
        resident_kib: memory.resident_pages * rustix::param::page_size() as u64 / 1024,
        mapped_kib: memory.mapped_bytes / 1024,
    })
}

impl Process {
    /// Returns an upper bound of the kernel memory for the address space: two levels of page tables for every area,
    /// and for large areas one table for every 512 pages.
    pub(super) fn max_kernel_kib(&self) -> u64 {
        const BASE_KIB: u64 = 64;
        let page_kib = rustix::param::page_size() as u64 / 1024;
        let tables = self.max_areas() * 2 * page_kib + self.mapped_kib / 256 + BASE_KIB;
        tables + self.max_areas() * AREA_BYTES / 1024
    }

    /// Returns an upper bound of the number of memory areas.
    pub(super) fn max_areas(&self) -> u64 {
        let page_kib = rustix::param::page_size() as u64 / 1024;
        (self.mapped_kib / page_kib).min(max_areas())
    }
}

/// Fields of a `stat` file.
#[derive(Clone, Copy, Debug)]
struct Stat {
    parent: u32,
    children_faults: u64,
    children_cpu: Duration,
    threads: u64,
    start: u64,
    mapped_bytes: u64,
    resident_pages: u64,
}

impl Stat {
    fn read(path: &str) -> Option<Self> {
        let stat = fs::read(path).ok()?;
        // The second field is the program's name in parentheses, which may contain anything, even invalid UTF-8.
        let rest = &stat[memchr::memrchr(b')', &stat)? + 1..];
        let fields: Vec<&str> = str::from_utf8(rest).ok()?.split_whitespace().collect();
        // Indices as in the manual page, which counts from 1; `fields` begins with the third.
        let number = |index: usize| fields.get(index - 3)?.parse::<u64>().ok();
        let ticks = number(16)? + number(17)?;
        Some(Self {
            parent: number(4)? as u32,
            children_faults: number(11)?,
            children_cpu: Duration::from_micros(
                ticks * 1_000_000 / rustix::param::clock_ticks_per_second(),
            ),
            threads: number(20)?,
            start: number(22)?,
            mapped_bytes: number(23)?,
            resident_pages: number(24)?,
        })
    }
}

/// Estimates how many CPUs the threads of a process use now: a runnable thread counts with the share of its life in
/// which it did not wait for a CPU.
pub(super) fn cpus_in_use(pid: u32) -> f64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let share = |thread: fs::DirEntry| {
        let path = thread.path();
        let stat = fs::read(path.join("stat")).ok()?;
        let state = stat.get(memchr::memrchr(b')', &stat)? + 2)?;
        if *state != b'R' {
            return None;
        }
        // CPU time and run delay, in nanoseconds.
        let times = fs::read_to_string(path.join("schedstat")).unwrap_or_default();
        let mut times = times.split_whitespace().map(str::parse::<f64>);
        match (times.next(), times.next()) {
            (Some(Ok(ran)), Some(Ok(waited))) if ran > 0.0 => Some(ran / (ran + waited)),
            (Some(Ok(_)), _) => None,
            // The kernel does not report it.
            _ => Some(1.0),
        }
    };
    threads.filter_map(share).sum()
}

/// Returns the CPU time of a live process with all its threads, in nanoseconds.
#[expect(
    unsafe_code,
    reason = "rustix does not read the CPU clock of other processes"
)]
fn cpu_clock(pid: u32) -> Option<Duration> {
    const CPUCLOCK_SCHED: i32 = 2;
    let clock = !(pid as i32) << 3 | CPUCLOCK_SCHED;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is valid for writing one timespec.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (read == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// Returns the CPU time of this process.
pub(super) fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The usage of all children that this process has waited for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    pub(super) cpu: Duration,
    /// The largest resident set of a single process.
    pub(super) resident_kib: u64,
}

#[expect(unsafe_code, reason = "rustix has no getrusage")]
pub(super) fn ended_children() -> Ended {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is valid for writing one rusage, for which all-zero bytes are a valid value.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    Ended {
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        resident_kib: usage.ru_maxrss as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_live_process_is_known() {
        let own = process(std::process::id()).unwrap();
        assert!(own.resident_kib > 100 && own.mapped_kib >= own.resident_kib);
        let exact = exact_memory(&[std::process::id()]);
        assert!(exact.areas > 10 && exact.private_kib > 100);
        assert!(process(u32::MAX >> 2).is_none());
    }
}
