//! What the kernel tells about processes without control groups.
//!
//! Nothing here waits for the processes that are looked at, except [`exact_memory`]: it walks their memory maps, which
//! a program that changes its own all the time can delay.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;
use std::time::Duration;

/// What is known of the whole machine, which cannot be seen from inside a sandbox.
#[derive(Debug)]
struct Machine {
    most_areas: u64,
    socket_buffer: u64,
    /// Kept open: its counters change.
    counters: Option<File>,
}

static MACHINE: OnceLock<Machine> = OnceLock::new();

/// Looks at the machine; called before the view of files is changed. Processes made later know it too.
pub(super) fn remember_machine() {
    machine();
}

fn machine() -> &'static Machine {
    MACHINE.get_or_init(|| {
        let number = |path: &str, otherwise: u64| {
            let text = fs::read_to_string(path).unwrap_or_default();
            text.trim().parse().unwrap_or(otherwise)
        };
        Machine {
            most_areas: number("/proc/sys/vm/max_map_count", 65_530),
            socket_buffer: number("/proc/sys/net/core/wmem_default", 212_992),
            counters: File::open("/proc/vmstat").ok(),
        }
    })
}

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
    /// When it was started, in the kernel's clock ticks: numbers of processes are used again.
    pub(super) start: u64,
    /// CPU time of its own, all threads included.
    pub(super) cpu: Duration,
    /// CPU time of the children that it has waited for, rounded down to hundredths of a second.
    pub(super) children_cpu: Duration,
    pub(super) resident_kib: u64,
    pub(super) page_tables_kib: u64,
    /// Address space, whether it is backed by memory or not.
    pub(super) mapped_kib: u64,
}

/// The numbers of all processes of a run, this one left out.
pub(super) fn processes(scope: Scope) -> Vec<u32> {
    let own = std::process::id();
    match scope {
        Scope::Namespace => {
            let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
            let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            numbers.filter(|&pid| pid != own).collect()
        }
        Scope::Descendants => descendants(own),
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
    /// Page tables of less address space than this are not worth another look.
    const SMALL_KIB: u64 = 512 << 10;
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
    let mapped_kib = memory.mapped_bytes / 1024;
    Some(Process {
        pid,
        start: stat.start,
        cpu,
        children_cpu: stat.children_cpu,
        resident_kib: memory.resident_pages * rustix::param::page_size() as u64 / 1024,
        page_tables_kib: if mapped_kib < SMALL_KIB {
            0
        } else {
            page_tables_kib(pid)
        },
        mapped_kib,
    })
}

/// Fields of a `stat` file.
#[derive(Clone, Copy, Debug)]
struct Stat {
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

fn page_tables_kib(pid: u32) -> u64 {
    // A process whose first thread has ended tells nothing itself, but its threads do.
    let own = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let from = |status: &str| field_kib(status, "VmPTE:");
    from(&own).unwrap_or_else(|| {
        let threads = fs::read_dir(format!("/proc/{pid}/task"));
        let mut threads = threads.into_iter().flatten().flatten();
        let found = threads
            .find_map(|thread| from(&fs::read_to_string(thread.path().join("status")).ok()?));
        found.unwrap_or(0)
    })
}

fn field_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Memory of processes with every page counted once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExactMemory {
    /// Pages of files and of no file.
    pub(super) private_kib: u64,
    /// Pages of temporary space, and other memory that has a name.
    pub(super) shared_kib: u64,
    /// Parts of address space, each of which costs the kernel memory.
    pub(super) areas: u64,
}

/// Walks the memory maps of processes. The kernel may wait for a process that is changing its own.
pub(super) fn exact_memory(processes: &[u32]) -> ExactMemory {
    let mut total = ExactMemory::default();
    for &pid in processes {
        let sizes = of_living_thread(pid, "smaps_rollup", |rollup| {
            let field = |name: &str| field_kib(rollup, name);
            Some((
                field("Pss_Anon:")? + field("Pss_File:")?,
                field("Pss_Shmem:")?,
            ))
        });
        let areas = of_living_thread(pid, "maps", |maps| {
            let areas = memchr::memchr_iter(b'\n', maps.as_bytes()).count();
            (areas > 0).then_some(areas as u64)
        });
        if let (Some((private_kib, shared_kib)), Some(areas)) = (sizes, areas) {
            total.private_kib += private_kib;
            total.shared_kib += shared_kib;
            total.areas += areas;
        } else if let Some(process) = process(pid) {
            total.private_kib += process.resident_kib;
            total.areas += match process.resident_kib {
                0 => 0,
                _ => process.most_areas(),
            };
        }
    }
    total
}

/// The most parts that the address space of one process can have.
pub(super) fn most_areas() -> u64 {
    machine().most_areas
}

/// As much as the buffers of all sockets of this network namespace, which is the run's own, may hold: memory in nobody's
/// books. Sockets that are on their way between processes are included.
pub(super) fn socket_buffers_kib() -> u64 {
    sockets() * machine().socket_buffer / 1024
}

fn sockets() -> u64 {
    let counts = fs::read_to_string("/proc/self/net/sockstat").unwrap_or_default();
    let used = counts.strip_prefix("sockets: used ");
    used.and_then(|used| used.lines().next()?.trim().parse().ok())
        .unwrap_or(0)
}

/// How many processes of this machine the kernel has killed because memory ran out.
pub(super) fn oom_kills() -> u64 {
    const LARGEST: usize = 64 << 10;
    let mut text = vec![0; LARGEST];
    let mut length = 0;
    // The kernel gives a page at a time.
    while let Some(counters) = &machine().counters
        && let Ok(more @ 1..) = counters.read_at(&mut text[length..], length as u64)
    {
        length += more;
    }
    let counts = String::from_utf8_lossy(&text[..length]);
    let kills = counts
        .lines()
        .find_map(|line| line.strip_prefix("oom_kill "));
    kills
        .and_then(|kills| kills.trim().parse().ok())
        .unwrap_or(0)
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
