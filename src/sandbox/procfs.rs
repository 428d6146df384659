//! What the kernel tells about processes without control groups.
//!
//! Nothing here waits for the processes that are looked at, except [`exact_memory`]: it walks their memory maps, which
//! a program that changes its own all the time can delay.

mod machine;
mod memory;

use std::fs;
use std::io;
use std::time::Duration;

pub(super) use self::machine::{most_areas, oom_kills, remember_machine, socket_buffers_kib};
pub(super) use self::memory::{AREA_BYTES, ExactMemory, exact_memory, page_tables_kib};

/// Which processes belong to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All that can be seen, in a process namespace of which this is the first process.
    Namespace,
    /// The children of this process, theirs, and so on.
    Descendants,
}

/// A process at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Process {
    pub(super) pid: u32,
    pub(super) parent: u32,
    /// When it was started, in the kernel's clock ticks: numbers of processes are used again.
    pub(super) start: u64,
    /// CPU time of its own, all threads included.
    pub(super) cpu: Duration,
    /// CPU time of the children that it has waited for, rounded down to hundredths of a second.
    pub(super) children_cpu: Duration,
    /// Page faults of the children that it has waited for: grows with every one of them.
    pub(super) children_faults: u64,
    pub(super) resident_kib: u64,
    /// Address space, whether it is backed by memory or not.
    pub(super) mapped_kib: u64,
}

/// The numbers of all processes of a run, this one left out. Fails where the kernel does not tell, which must not be taken
/// for an empty list.
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

/// Looks at one process; `None` if it has ended.
pub(super) fn process(pid: u32) -> Option<Process> {
    let cpu = cpu_clock(pid)?;
    let stat = Stat::read(&format!("/proc/{pid}/stat"))?;
    let mut memory = stat;
    if stat.resident_pages == 0 && stat.threads > 1 {
        // The first thread has ended, and with it the process's entry of its memory, while others go on.
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
    /// The most that the kernel may need to keep the address space in order: for every part of it a table of each of
    /// two levels, and for what is large one table for every 512 pages.
    pub(super) fn most_kernel_kib(&self) -> u64 {
        const FEW: u64 = 64;
        let page_kib = rustix::param::page_size() as u64 / 1024;
        let tables = self.most_areas() * 2 * page_kib + self.mapped_kib / 256 + FEW;
        tables + self.most_areas() * AREA_BYTES / 1024
    }

    /// The most parts that the address space can have.
    pub(super) fn most_areas(&self) -> u64 {
        let page_kib = rustix::param::page_size() as u64 / 1024;
        (self.mapped_kib / page_kib).min(most_areas())
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
        // The second field is the program's name in parentheses, which may hold anything, even what is no text.
        let rest = &stat[memchr::memrchr(b')', &stat)? + 1..];
        let fields: Vec<&str> = str::from_utf8(rest).ok()?.split_whitespace().collect();
        // Counted from the third field of the whole line.
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

/// How many processors the threads of a process use just now: a thread that is ready to run counts by the share of its
/// life so far that it did not wait for a processor.
pub(super) fn processors_in_use(pid: u32) -> f64 {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let share = |thread: fs::DirEntry| {
        let path = thread.path();
        let stat = fs::read(path.join("stat")).ok()?;
        let state = stat.get(memchr::memrchr(b')', &stat)? + 2)?;
        if *state != b'R' {
            return None;
        }
        // Time on a processor, and time ready but without one, in nanoseconds.
        let times = fs::read_to_string(path.join("schedstat")).unwrap_or_default();
        let mut times = times.split_whitespace().map(str::parse::<f64>);
        match (times.next(), times.next()) {
            (Some(Ok(ran)), Some(Ok(waited))) if ran > 0.0 => Some(ran / (ran + waited)),
            (Some(Ok(_)), _) => None,
            // The kernel does not tell.
            _ => Some(1.0),
        }
    };
    threads.filter_map(share).sum()
}

/// CPU time of a living process, with all its threads, to the nanosecond.
#[expect(unsafe_code, reason = "no crate at hand reads another process's clock")]
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

/// CPU time of this process itself.
pub(super) fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What all children that have been waited for have used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    pub(super) cpu: Duration,
    /// The largest resident memory of any single process.
    pub(super) resident_kib: u64,
}

#[expect(
    unsafe_code,
    reason = "no safe wrapper of getrusage in the crates at hand"
)]
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
    fn a_living_process_tells_its_memory() {
        let own = process(std::process::id()).unwrap();
        assert!(own.resident_kib > 100 && own.mapped_kib >= own.resident_kib);
        let exact = exact_memory(&[std::process::id()]);
        assert!(exact.areas > 10 && exact.private_kib > 100);
        assert!(process(u32::MAX >> 2).is_none());
    }
}
