//! The order of runs: every entrant on every instance, such that no entrant has an advantage from its position.

/// A run to be executed: indices into the lists of instances and entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    pub instance: usize,
    pub entrant: usize,
}

/// Returns the runs instance by instance, so that a temporary slowdown of the machine affects all entrants alike. The
/// entrant that runs first rotates from instance to instance.
pub fn interleave(instances: usize, entrants: usize) -> Vec<PlannedRun> {
    let mut runs = Vec::with_capacity(instances * entrants);
    for instance in 0..instances {
        let turns = (0..entrants).map(|turn| (turn + instance) % entrants);
        runs.extend(turns.map(|entrant| PlannedRun { instance, entrant }));
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_entrant_rotates() {
        let order: Vec<_> = interleave(3, 2)
            .iter()
            .map(|run| (run.instance, run.entrant))
            .collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1)]);
        assert!(interleave(3, 0).is_empty());
    }
}
