//! The cores that runs are shared out among.

use std::fs;

use rustix::thread::{CpuSet, sched_getaffinity};

/// The processors that this process may use, one of each physical core: two runs on one core would slow each other.
pub fn physical_cores() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else {
        return Vec::new();
    };
    let allowed: Vec<usize> = (0..CpuSet::MAX_CPU)
        .filter(|&core| allowed.is_set(core))
        .collect();
    let first_of_its_core = |&core: &usize| {
        let siblings = siblings(core);
        allowed
            .iter()
            .find(|other| siblings.contains(other))
            .is_none_or(|&first| first == core)
    };
    allowed.iter().copied().filter(first_of_its_core).collect()
}

/// The cores of a worker that is one of many: those it was given, where it was given just what a run needs. On cores
/// that others may use as well it is better not to insist on any.
pub(super) fn own_cores(needed: usize) -> Vec<usize> {
    let mut cores = physical_cores();
    if cores.len() != needed {
        cores.clear();
    }
    cores
}

/// The processors of one physical core, as far as the system tells.
fn siblings(core: usize) -> Vec<usize> {
    let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    numbers(&fs::read_to_string(path).unwrap_or_default())
}

/// `0,4` or `0-1`, or both kinds together.
fn numbers(list: &str) -> Vec<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.parse().ok()?..=last.parse().ok()?)
    };
    list.trim().split(',').filter_map(range).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(numbers("0,4\n"), [0, 4]);
        assert_eq!(numbers("2-3"), [2, 3]);
        assert_eq!(numbers("0-1,8-9"), [0, 1, 8, 9]);
        assert!(numbers("").is_empty());
    }

    #[test]
    fn there_is_a_core_to_run_on() {
        assert!(!physical_cores().is_empty());
    }
}
