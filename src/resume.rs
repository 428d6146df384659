//! Resume policy: which runs of the plan an earlier run has done, and which are to be done or done again.

use std::collections::{HashMap, HashSet};

use crate::contest::Mode;
use crate::entrants::Entrant;
use crate::ids::RunId;
use crate::instances::Instance;
use crate::plan::{self, PlannedRun};
use crate::results::{Conditions, Provenance, Row};

/// The runs of the plan that have no row that settles them. `current` holds one row of each run, made under the
/// present conditions; `is_whole` tells whether the files of a row are as they were when it was sealed, and, for an
/// answer that was handed in as a file, whether that file is still the same.
pub fn unfinished(
    instances: &[Instance],
    entrants: &[Entrant],
    current: &[Row],
    is_whole: impl Fn(&Row, &Instance, &Entrant) -> bool,
) -> Vec<PlannedRun> {
    let instance_numbers: HashMap<_, usize> = instances
        .iter()
        .map(|instance| (&*instance.round, &*instance.name))
        .zip(0..)
        .collect();
    let entrant_numbers: HashMap<_, usize> = entrants
        .iter()
        .map(|entrant| &entrant.id)
        .zip(0..)
        .collect();
    let mut done = vec![vec![false; entrants.len()]; instances.len()];
    for row in current.iter().filter(|row| row.verdict.is_final()) {
        let instance = instance_numbers.get(&(&*row.round, &*row.instance));
        let entrant = entrant_numbers.get(&row.entrant());
        if let (Some(&instance), Some(&entrant)) = (instance, entrant) {
            done[instance][entrant] = is_whole(row, &instances[instance], &entrants[entrant]);
        }
    }
    let mut runs = plan::interleave(instances.len(), entrants.len());
    runs.retain(|run| !done[run.instance][run.entrant]);
    runs
}

/// What identifies the run of an entrant on an instance.
pub fn run_id(instance: &Instance, entrant: &Entrant) -> RunId {
    RunId {
        round: instance.round.as_str().into(),
        instance: instance.name.as_str().into(),
        entrant: entrant.id.clone(),
        repetition: 1,
    }
}

/// Whether teams hand in answer files for an instance; baselines run their programs there too.
pub fn is_by_hand(instance: &Instance, entrant: &Entrant) -> bool {
    instance.mode == Mode::Answers && !entrant.id.baseline
}

/// The conditions of all entrants of the contest: new ones for those that run now, and the earlier ones for the others.
/// An entrant that has never run and does not run now has none.
pub fn conditions(
    all: &[Entrant],
    runs_now: impl Fn(&Entrant) -> bool,
    again: &[String],
    earlier: &[Conditions],
    fresh: impl Fn(&Entrant) -> Conditions,
) -> Vec<Conditions> {
    let of = |entrant: &Entrant| {
        let mut known = earlier.iter();
        let known = known.find(|known| known.entrant() == entrant.id).cloned();
        if !runs_now(entrant) {
            return known;
        }
        let before = known.map_or(0, |known| known.again);
        let asked = !entrant.id.baseline && again.iter().any(|team| **team == *entrant.id.name);
        Some(Conditions {
            again: before + u32::from(asked),
            ..fresh(entrant)
        })
    };
    all.iter().filter_map(of).collect()
}

/// The provenance under which the last row stands for another plan: the contest file, the instances or the entrants
/// were changed without anything being run. `None` where the row stands for this plan already.
pub fn moved_to_plan(provenance: &Provenance, plan: &str) -> Option<Provenance> {
    if provenance.plan == plan {
        return None;
    }
    let moved = Provenance {
        plan: plan.to_owned(),
        ended: None,
        ..provenance.clone()
    };
    Some(moved.identified())
}

/// The teams of a list that the contest does not have.
pub fn unknown_teams<'n>(names: &'n [String], all: &[Entrant]) -> Vec<&'n str> {
    let teams: HashSet<&str> = all
        .iter()
        .filter(|entrant| !entrant.id.baseline)
        .map(|entrant| &*entrant.id.name)
        .collect();
    let names = names.iter().map(String::as_str);
    names.filter(|name| !teams.contains(name)).collect()
}
