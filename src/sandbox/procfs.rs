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

/// The memory that page tables of a process take.
pub(super) fn page_tables_kib(pid: u32) -> u64 {
    let found = of_living_thread(pid, "status", |status| field_kib(status, "VmPTE:"));
    found.unwrap_or(0)
}

/// What a file of a process tells: a process whose first thread has ended tells nothing itself, but its threads do.
fn of_living_thread<T>(pid: u32, name: &str, told: impl Fn(&str) -> Option<T>) -> Option<T> {
    let read = |path: &str| told(&fs::read_to_string(path).ok()?);
    read(&format!("/proc/{pid}/{name}")).or_else(|| {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
        let mut paths = threads.map(|thread| format!("{}/{name}", thread.path().display()));
        paths.find_map(|path| read(&path))
    })
}

fn field_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// What a part of address space costs the kernel, at least.
pub(super) const AREA_BYTES: u64 = 256;

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

/// Walks the memory maps of processes. The kernel may wait for a process that is changing its own. A process that lives
/// but keeps its memory maps to itself, such as one whose file nobody may read, counts with all that it has.
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
/// books. Sockets that are on their way between processes are included. What a socket of this machine holds by default
/// in each direction is the most that it can hold, since programs cannot ask for more.
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
