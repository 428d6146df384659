//! The memory that processes use.

use std::fs;

use super::process;

/// The memory that page tables of a process take.
pub(in crate::sandbox) fn page_tables_kib(pid: u32) -> u64 {
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
pub(in crate::sandbox) const AREA_BYTES: u64 = 256;

/// Memory of processes with every page counted once.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sandbox) struct ExactMemory {
    /// Pages of files and of no file.
    pub(in crate::sandbox) private_kib: u64,
    /// Pages of temporary space, and other memory that has a name.
    pub(in crate::sandbox) shared_kib: u64,
    /// Parts of address space, each of which costs the kernel memory.
    pub(in crate::sandbox) areas: u64,
}

/// Walks the memory maps of processes. The kernel may wait for a process that is changing its own. A process that lives
/// but keeps its memory maps to itself, such as one whose file nobody may read, counts with all that it has.
pub(in crate::sandbox) fn exact_memory(processes: &[u32]) -> ExactMemory {
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
