//! How a try compares with earlier ones.

use puzzles::{Goal, Value};

use super::record::{Record, RecordedRun};
use super::run::Outcome;
use crate::diff::{self, TeamDiff};
use crate::snapshot::Snapshot;

/// A try beside the earlier tries of the program.
#[derive(Debug)]
pub struct Summary<'a> {
    pub(super) outcome: &'a Outcome,
    pub(super) record: Record,
    /// The tries before it, oldest first.
    pub(super) earlier: &'a [Record],
    /// The runs that this try and the one before have in common.
    pub(super) since_last: Option<TeamDiff>,
    /// Whether the try is kept.
    pub(super) is_kept: bool,
}

/// How a value compares with an earlier one on the same instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Same,
    Better(Value),
    Worse(Value),
    /// There was no accepted answer before.
    Solved,
    /// There was an accepted answer of this value before.
    Lost(Value),
    /// Neither try has an accepted answer.
    Unsolved,
}

impl<'a> Summary<'a> {
    pub fn new(
        outcome: &'a Outcome,
        record: Record,
        earlier: &'a [Record],
        last: Option<&Snapshot>,
        is_kept: bool,
    ) -> Self {
        let team = &outcome.team.name;
        let since_last = last.and_then(|last| {
            let found = diff::compare(last, &outcome.snapshot, Some(team));
            found.teams.into_iter().next()
        });
        Self {
            outcome,
            record,
            earlier,
            since_last,
            is_kept,
        }
    }

    /// Returns the change on an instance since the last try, if that had the instance.
    pub(super) fn since_last(&self, digest: &str) -> Option<Change> {
        Some(self.change(self.last_run(digest)?.value, digest))
    }

    /// Returns the change on an instance since the best of all earlier tries.
    pub(super) fn since_best(&self, digest: &str) -> Option<Change> {
        Some(self.change(self.best_run(digest)?.value, digest))
    }

    /// Returns the run of the last try on an instance, if that had the instance.
    pub(super) fn last_run(&self, digest: &str) -> Option<&RecordedRun> {
        self.earlier.last()?.run_on(digest)
    }

    /// Returns the run with the best value of all earlier tries on an instance, if one had the instance.
    pub(super) fn best_run(&self, digest: &str) -> Option<&RecordedRun> {
        let goal = self.goal();
        let runs = self.earlier.iter().filter_map(|try_| try_.run_on(digest));
        runs.reduce(|a, b| match (a.value, b.value) {
            (Some(best), Some(value)) if !goal.better(value, best) => a,
            (_, Some(_)) => b,
            (_, None) => a,
        })
    }

    /// Returns the best earlier try with the same instances, if this one is not better.
    pub(super) fn better_try(&self) -> Option<&Record> {
        let earlier = self.earlier.iter();
        let comparable = earlier.filter(|other| other.is_comparable(&self.record));
        let best =
            comparable.reduce(|best, other| if other.is_better(best) { other } else { best });
        best.filter(|best| best.is_better(&self.record))
    }

    fn goal(&self) -> Goal {
        self.outcome.snapshot.contest.problem.goal()
    }

    fn change(&self, before: Option<Value>, digest: &str) -> Change {
        let now = self.record.run_on(digest).and_then(|run| run.value);
        change(self.goal(), before, now)
    }
}

fn change(goal: Goal, before: Option<Value>, now: Option<Value>) -> Change {
    match (before, now) {
        (None, None) => Change::Unsolved,
        (None, Some(_)) => Change::Solved,
        (Some(before), None) => Change::Lost(before),
        (Some(before), Some(now)) if before == now => Change::Same,
        (Some(before), Some(now)) if goal.better(now, before) => {
            Change::Better(now.distance(before))
        }
        (Some(before), Some(now)) => Change::Worse(now.distance(before)),
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Same => f.write_str("same"),
            Self::Better(by) => write!(f, "{by} better"),
            Self::Worse(by) => write!(f, "{by} worse"),
            Self::Solved => f.write_str("solved"),
            Self::Lost(value) => write!(f, "was {value}"),
            Self::Unsolved => f.write_str("–"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_depends_on_the_goal() {
        let of = |goal, before: Option<i64>, now: Option<i64>| {
            change(goal, before.map(Value::from), now.map(Value::from)).to_string()
        };
        assert_eq!(of(Goal::Minimise, Some(9), Some(7)), "2 better");
        assert_eq!(of(Goal::Maximise, Some(9), Some(7)), "2 worse");
        assert_eq!(of(Goal::Maximise, Some(-9), Some(7)), "16 better");
        assert_eq!(of(Goal::Solve, Some(1), None), "was 1");
        assert_eq!(of(Goal::Solve, None, Some(1)), "solved");
        assert_eq!(of(Goal::Solve, None, None), "–");
    }
}
