//! What the processes of a cell have used so far, by the kernel's books.

use std::fs;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustix::net::sockopt::socket_send_buffer_size;

use super::view::TEMPORARY;

/// Which processes belong to a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope {
    /// All that can be seen, in a process namespace of which this is the first process.
    Namespace,
    /// The children of this process, theirs, and so on.
    Descendants,
}

/// CPU time and memory of living processes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample {
    pub(super) cpu: Duration,
    pub(super) memory_kib: u64,
}

impl Scope {
    /// What lies in the cell's temporary space, which is memory too.
    pub(super) fn temporary_kib(self) -> u64 {
        let used = |folder: &str| {
            let space = rustix::fs::statvfs(folder).ok()?;
            Some((space.f_blocks - space.f_bfree) * space.f_frsize / 1024)
        };
        match self {
            Self::Namespace => TEMPORARY.into_iter().filter_map(used).sum(),
            Self::Descendants => 0,
        }
    }
}

/// Sockets, whose buffers are memory that is in no process's books.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sockets {
    before: u64,
    buffer_kib: u64,
}

impl Sockets {
    /// Counts those that are there before the program starts.
    pub(super) fn count() -> Self {
        let pair = UnixStream::pair().ok();
        let size = pair.and_then(|(one, _)| socket_send_buffer_size(one).ok());
        Self {
            before: sockets(),
            buffer_kib: size.unwrap_or(1 << 18) as u64 / 1024,
        }
    }

    /// As much as the buffers of those made since then may hold.
    pub(super) fn kib_since(self) -> u64 {
        sockets().saturating_sub(self.before) * self.buffer_kib
    }
}

/// How many sockets there are in this network namespace, those that are on their way between processes included.
fn sockets() -> u64 {
    let counts = fs::read_to_string("/proc/net/sockstat").unwrap_or_default();
    let used = counts.strip_prefix("sockets: used ");
    used.and_then(|used| used.lines().next()?.trim().parse().ok())
        .unwrap_or(0)
}

/// The numbers of all living processes, this one left out.
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

/// Looks at every process; `each` hears of its own CPU time. Memory is a quick sum in which shared pages count once for
/// every process that has them.
pub(super) fn sample(processes: &[u32], mut each: impl FnMut(u32, Duration)) -> Sample {
    let page_kib = rustix::param::page_size() as u64 / 1024;
    let mut total = Sample::default();
    for &pid in processes {
        let Some(own) = cpu_clock(pid) else { continue };
        each(pid, own);
        total.cpu += own + cpu_of_children(pid);
        let statm = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
        let resident = statm.split_whitespace().nth(1);
        let resident = resident.and_then(|pages| pages.parse::<u64>().ok());
        total.memory_kib += resident.unwrap_or(0) * page_kib;
    }
    total
}

/// The memory of all processes with every page counted once, and temporary space with it: what lies there may be mapped
/// by a process or not. This takes the kernel longer than a quick sum.
pub(super) fn exact_memory_kib(processes: &[u32], temporary_kib: u64) -> u64 {
    let (mut own, mut shared) = (0, 0);
    for &pid in processes {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let field = |name: &str| -> u64 {
            let line = rollup.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
            number.unwrap_or(0)
        };
        own += field("Pss_Anon:") + field("Pss_File:");
        shared += field("Pss_Shmem:");
    }
    own + shared.max(temporary_kib)
}

/// CPU time of a living process, with all its threads, to the nanosecond.
#[expect(unsafe_code, reason = "no crate at hand reads another process's clock")]
fn cpu_clock(pid: u32) -> Option<Duration> {
    const SCHEDULER: i32 = 2;
    let clock = !(pid as i32) << 3 | SCHEDULER;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is valid for writing one timespec.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (read == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// CPU time of this process itself.
pub(super) fn of_this_process() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// CPU time of the children that a process has waited for.
fn cpu_of_children(pid: u32) -> Duration {
    let stat = fs::read(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The second field is the program's name in parentheses, which may hold anything, even what is no text.
    let fields = memchr::memrchr(b')', &stat).map_or(&[][..], |end| &stat[end + 1..]);
    let fields = str::from_utf8(fields).unwrap_or_default();
    let times = fields.split_whitespace().skip(13).take(2);
    let ticks: u64 = times.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_micros(ticks * 1_000_000 / rustix::param::clock_ticks_per_second())
}

/// CPU time of all children that have been waited for, and the largest resident memory of any of them.
#[expect(
    unsafe_code,
    reason = "no safe wrapper of getrusage in the crates at hand"
)]
pub(super) fn of_ended_children() -> Sample {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is valid for writing one rusage, for which all-zero bytes are a valid value.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    Sample {
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        memory_kib: usage.ru_maxrss as u64,
    }
}
