//! The order of work: every entrant on every instance, such that no entrant profits from when it ran.

/// One run to do: indices into the lists of instances and entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    pub instance: usize,
    pub entrant: usize,
}

/// All entrants of one instance stand next to each other, so that a slow minute of the machine hits all alike;
/// who goes first changes from instance to instance.
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
    fn everybody_is_first_in_turn() {
        let order: Vec<_> = interleave(3, 2)
            .iter()
            .map(|run| (run.instance, run.entrant))
            .collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 1), (1, 0), (2, 0), (2, 1)]);
        assert!(interleave(3, 0).is_empty());
    }
}
