//! Settings and counters of the whole machine.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;

/// Settings and counters that are not visible inside a sandbox.
#[derive(Debug)]
struct Machine {
    max_areas: u64,
    socket_buffer: u64,
    /// `/proc/vmstat`, kept open.
    counters: Option<File>,
}

static MACHINE: OnceLock<Machine> = OnceLock::new();

/// Reads the settings. Called before the root file system is changed; forked processes inherit them.
pub(in crate::sandbox) fn read_machine() {
    machine();
}

fn machine() -> &'static Machine {
    MACHINE.get_or_init(|| {
        let number = |path: &str, default: u64| {
            let text = fs::read_to_string(path).unwrap_or_default();
            text.trim().parse().unwrap_or(default)
        };
        Machine {
            max_areas: number("/proc/sys/vm/max_map_count", 65_530),
            socket_buffer: number("/proc/sys/net/core/wmem_default", 212_992),
            counters: File::open("/proc/vmstat").ok(),
        }
    })
}

/// Returns the largest number of memory areas of one process.
pub(in crate::sandbox) fn max_areas() -> u64 {
    machine().max_areas
}

/// Returns an upper bound of the memory in buffers of sockets of this network namespace, which is the run's own. No
/// process or group is charged for it. Sockets in transit between processes are included. The default buffer size is
/// the maximum, since programs cannot change it.
pub(in crate::sandbox) fn socket_buffers_kib() -> u64 {
    sockets() * machine().socket_buffer / 1024
}

fn sockets() -> u64 {
    let counts = fs::read_to_string("/proc/self/net/sockstat").unwrap_or_default();
    let used = counts.strip_prefix("sockets: used ");
    used.and_then(|used| used.lines().next()?.trim().parse().ok())
        .unwrap_or(0)
}

/// Returns how many processes of this machine the kernel has killed because memory ran out.
pub(in crate::sandbox) fn oom_kills() -> u64 {
    const MAX_SIZE: usize = 64 << 10;
    let mut text = vec![0; MAX_SIZE];
    let mut length = 0;
    // The kernel returns one page per call.
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
