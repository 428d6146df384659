//! The processors of the runs. Times on different processor models are not comparable.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::results::Row;
use crate::scoring::ScoringInput;

/// The processors of the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machines {
    /// Each processor model with its number of runs, most first.
    pub models: Vec<(String, usize)>,
    /// The number of instances whose runs used more than one model.
    pub mixed: usize,
}

impl Machines {
    pub(super) fn of(input: ScoringInput) -> Self {
        let provenances = input.facts.provenance.iter();
        let processors: HashMap<&str, &str> = provenances
            .map(|provenance| (provenance.id.as_str(), provenance.machine.cpu.as_str()))
            .collect();
        let ran = |row: &&Row| row.wall_ms > 0;
        let mut cpus = processors.values();
        if let Some(&cpu) = cpus.next()
            && cpus.all(|&other| other == cpu)
        {
            let count = input.rows.iter().filter(ran).count();
            return Self {
                models: vec![(cpu.to_owned(), count)],
                mixed: 0,
            };
        }
        let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
        let mut per_instance: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        for row in input.rows.iter().filter(ran) {
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
