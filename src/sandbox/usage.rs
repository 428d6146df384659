//! What a process tree has used so far, by the kernel's books.

use std::fs;
use std::time::Duration;

/// CPU time and resident memory of all living processes below `root`, which is left out itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample {
    pub(super) cpu: Duration,
    pub(super) memory_kib: u64,
}

/// Every living process below `root`.
pub(super) fn descendants(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        next += 1;
        let threads = fs::read_dir(format!("/proc/{pid}/task"))
            .into_iter()
            .flatten()
            .flatten();
        for thread in threads {
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

pub(super) fn sample(processes: &[u32]) -> Sample {
    let tick = rustix::param::clock_ticks_per_second();
    let page_kib = rustix::param::page_size() as u64 / 1024;
    let mut total = Sample::default();
    for pid in processes {
        if let Some(ticks) = cpu_ticks(*pid) {
            total.cpu += Duration::from_micros(ticks * 1_000_000 / tick);
        }
        let statm = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
        let resident = statm
            .split_whitespace()
            .nth(1)
            .and_then(|pages| pages.parse::<u64>().ok());
        total.memory_kib += resident.unwrap_or(0) * page_kib;
    }
    total
}

/// Of the process and of its children that it has waited for.
fn cpu_ticks(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, which may hold anything.
    let fields = stat.rsplit_once(')')?.1;
    let times = fields.split_whitespace().skip(11).take(4);
    times.map(|ticks| ticks.parse::<u64>().ok()).sum()
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
