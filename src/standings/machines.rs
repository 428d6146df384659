//! The processors that the runs of a table were made on: times of different models do not compare.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::results::Row;
use crate::scoring::Played;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machines {
    /// Each CPU model with the number of runs on it, most first.
    pub models: Vec<(String, usize)>,
    /// Instances whose runs were made on more than one.
    pub mixed: usize,
}

impl Machines {
    pub(super) fn of(played: Played) -> Self {
        let provenances = played.facts.provenance.iter();
        let processors: HashMap<&str, &str> = provenances
            .map(|provenance| (provenance.id.as_str(), provenance.machine.cpu.as_str()))
            .collect();
        let ran = |row: &&Row| row.wall_ms > 0;
        let mut cpus = processors.values();
        if let Some(&cpu) = cpus.next()
            && cpus.all(|&other| other == cpu)
        {
            let count = played.rows.iter().filter(ran).count();
            return Self {
                models: vec![(cpu.to_owned(), count)],
                mixed: 0,
            };
        }
        let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
        let mut per_instance: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for row in played.rows.iter().filter(ran) {
            let Some(&cpu) = processors.get(&*row.provenance) else {
                continue;
            };
            *runs.entry(cpu).or_default() += 1;
            let instance = (&*row.round, &*row.instance);
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
