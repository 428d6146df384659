//! Counters and settings of the whole machine.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

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
pub(in crate::sandbox) fn remember_machine() {
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

/// The most parts that the address space of one process can have.
pub(in crate::sandbox) fn most_areas() -> u64 {
    machine().most_areas
}

/// As much as the buffers of all sockets of this network namespace, which is the run's own, may hold: memory in nobody's
/// books. Sockets that are on their way between processes are included. What a socket of this machine holds by default
/// in each direction is the most that it can hold, since programs cannot ask for more.
pub(in crate::sandbox) fn socket_buffers_kib() -> u64 {
    sockets() * machine().socket_buffer / 1024
}

fn sockets() -> u64 {
    let counts = fs::read_to_string("/proc/self/net/sockstat").unwrap_or_default();
    let used = counts.strip_prefix("sockets: used ");
    used.and_then(|used| used.lines().next()?.trim().parse().ok())
        .unwrap_or(0)
}

/// How many processes of this machine the kernel has killed because memory ran out.
pub(in crate::sandbox) fn oom_kills() -> u64 {
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
