//! The processors that the runs of a table were made on: times of different models do not compare.

use std::collections::{BTreeMap, BTreeSet};

use crate::store::{Facts, InstanceFacts, TeamFacts, Whereabouts};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machines {
    /// Each CPU model with the number of runs on it, most first.
    pub models: Vec<(String, usize)>,
    /// Instances whose runs were made on more than one.
    pub mixed: usize,
}

impl Machines {
    /// Of the cells that belong to the contest; of each, where it ran last.
    pub(super) fn of(facts: &Facts, whereabouts: &[Whereabouts]) -> Self {
        let teams: BTreeSet<(&str, bool)> = facts.team.iter().map(key_of_team).collect();
        let instances: BTreeSet<_> = facts.instance.iter().map(key_of_instance).collect();
        let mut cells = BTreeMap::new();
        for at in whereabouts {
            let team = (at.team.as_str(), at.baseline);
            let instance = (at.round.as_str(), at.instance.as_str());
            if teams.contains(&team) && instances.contains(&instance) {
                cells.insert((instance, team), at.cpu.as_str());
            }
        }
        let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
        let mut per_instance: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for ((instance, _), cpu) in cells {
            *runs.entry(cpu).or_default() += 1;
            per_instance.entry(instance).or_default().insert(cpu);
        }
        let mut models: Vec<(String, usize)> = runs
            .into_iter()
            .map(|(cpu, count)| (cpu.to_owned(), count))
            .collect();
        models.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Self {
            models,
            mixed: per_instance.values().filter(|cpus| cpus.len() > 1).count(),
        }
    }
}

fn key_of_team(team: &TeamFacts) -> (&str, bool) {
    (&team.name, team.baseline)
}

fn key_of_instance(instance: &InstanceFacts) -> (&str, &str) {
    (&instance.round, &instance.name)
}
