//! The physical cores that concurrent runs are pinned to.

use std::fs;

use rustix::thread::{CpuSet, sched_getaffinity};

/// Returns the processors that this process may use, one per physical core: two runs on one core would slow each other.
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

/// Returns the cores that a cluster worker pins its programs to: its allocation if that has exactly the cores of a run,
/// otherwise none, since other workers may use the same cores.
pub(super) fn own_cores(needed: usize) -> Vec<usize> {
    let mut cores = physical_cores();
    if cores.len() != needed {
        cores.clear();
    }
    cores
}

/// Returns the processors of one physical core, or none if unknown.
fn siblings(core: usize) -> Vec<usize> {
    let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
    parse_list(&fs::read_to_string(path).unwrap_or_default())
}

/// Parses a list of processors such as `0-1,8`.
fn parse_list(list: &str) -> Vec<usize> {
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
    fn lists_of_processors_are_parsed() {
        assert_eq!(parse_list("0,4\n"), [0, 4]);
        assert_eq!(parse_list("2-3"), [2, 3]);
        assert_eq!(parse_list("0-1,8-9"), [0, 1, 8, 9]);
        assert!(parse_list("").is_empty());
    }

    #[test]
    fn there_is_at_least_one_core() {
        assert!(!physical_cores().is_empty());
    }
}
