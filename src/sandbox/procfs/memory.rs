//! The memory of processes.

use std::fs;

use super::process;

/// Returns the size of the page tables of a process.
pub(in crate::sandbox) fn page_tables_kib(pid: u32) -> u64 {
    let found = read_process_file(pid, "status", |status| field_kib(status, "VmPTE:"));
    found.unwrap_or(0)
}

/// Reads a file of a process, or of one of its threads if the first thread has ended and the process's own file is
/// empty.
fn read_process_file<T>(pid: u32, name: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
    let read = |path: &str| parse(&fs::read_to_string(path).ok()?);
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

/// The least kernel memory per memory area, in bytes.
pub(in crate::sandbox) const AREA_BYTES: u64 = 256;

/// The memory of processes with every page counted once.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sandbox) struct ExactMemory {
    /// Pages of files and anonymous pages.
    pub(in crate::sandbox) private_kib: u64,
    /// Pages of temporary files and other shared memory.
    pub(in crate::sandbox) shared_kib: u64,
    /// Memory areas, each of which costs kernel memory.
    pub(in crate::sandbox) areas: u64,
}

/// Walks the memory maps of processes. May block on a process that is changing its own. A live process whose memory
/// maps cannot be read, such as one with an unreadable executable, counts with its resident set.
pub(in crate::sandbox) fn exact_memory(processes: &[u32]) -> ExactMemory {
    let mut total = ExactMemory::default();
    for &pid in processes {
        let sizes = read_process_file(pid, "smaps_rollup", |rollup| {
            let field = |name: &str| field_kib(rollup, name);
            Some((
                field("Pss_Anon:")? + field("Pss_File:")?,
                field("Pss_Shmem:")?,
            ))
        });
        let areas = read_process_file(pid, "maps", |maps| {
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
                _ => process.max_areas(),
            };
        }
    }
    total
}
