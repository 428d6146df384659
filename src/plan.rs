//! The order of runs: every entrant on every instance, such that no entrant has an advantage from its position.

/// A run to be executed: indices into the lists of instances and entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    pub instance: usize,
    pub entrant: usize,
    /// Counted from 1.
    pub repetition: u32,
}

/// Returns the runs instance by instance, so that a temporary slowdown of the machine affects all entrants alike. The
/// entrant that runs first rotates from instance to instance. All instances are run once before any is repeated, so that
/// the repetitions of an instance are spread over the whole contest. `repeats` are the repetitions of each instance.
pub fn interleave(repeats: &[u32], entrants: usize) -> Vec<PlannedRun> {
    let most = repeats.iter().copied().max().unwrap_or(0);
    let columns = (1..=most).flat_map(|repetition| {
        let repeated = repeats
            .iter()
            .enumerate()
            .filter(move |&(_, &repeat)| repetition <= repeat);
        repeated.map(move |(instance, _)| (instance, repetition))
    });
    let of_column = |(column, (instance, repetition)): (usize, (usize, u32))| {
        (0..entrants).map(move |turn| PlannedRun {
            instance,
            entrant: (turn + column) % entrants,
            repetition,
        })
    };
    columns.enumerate().flat_map(of_column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_entrant_rotates() {
        let order: Vec<_> = interleave(&[1, 1, 1], 2)
            .iter()
            .map(|run| (run.instance, run.entrant))
            .collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1)]);
        assert!(interleave(&[1, 1, 1], 0).is_empty() && interleave(&[], 2).is_empty());
    }

    #[test]
    fn repetitions_are_spread_over_the_contest() {
        let order: Vec<_> = interleave(&[2, 1, 3], 1)
            .iter()
            .map(|run| (run.instance, run.repetition))
            .collect();
        assert_eq!(order, [(0, 1), (1, 1), (2, 1), (0, 2), (2, 2), (2, 3)]);
    }
}
