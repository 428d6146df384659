//! Decides which rows are valid: those of the contest's instances and entrants, made under the present conditions.

use std::collections::{HashMap, HashSet};

use super::facts::{Facts, InstanceFacts};
use super::provenance::Provenance;
use super::row::Row;

impl Facts {
    /// Indexes the instances, entrants and provenances, to decide which rows are valid.
    pub fn validity(&self) -> Validity<'_> {
        let present: HashMap<_, _> = self
            .team
            .iter()
            .map(|team| ((team.team.as_str(), team.baseline), team))
            .collect();
        let is_valid = |provenance: &Provenance| {
            let conditions = &provenance.conditions;
            let present = present.get(&(conditions.team.as_str(), conditions.baseline));
            present.is_some_and(|present| conditions.hold_under(present))
        };
        let provenances = self.provenance.iter();
        Validity {
            instances: self
                .instance
                .iter()
                .map(|instance| ((instance.round.as_str(), instance.name.as_str()), instance))
                .collect(),
            entrants: present.keys().copied().collect(),
            provenances: provenances
                .map(|provenance| (provenance.id.as_str(), is_valid(provenance)))
                .collect(),
        }
    }
}

/// An index of what makes rows valid.
#[derive(Debug)]
pub struct Validity<'f> {
    /// By round and name.
    instances: HashMap<(&'f str, &'f str), &'f InstanceFacts>,
    /// Names, and whether they are baselines.
    entrants: HashSet<(&'f str, bool)>,
    /// By id, whether the conditions of the provenance hold.
    provenances: HashMap<&'f str, bool>,
}

impl Validity<'_> {
    /// Returns whether the row belongs to the contest and was made under the present conditions of its entrant. Answer
    /// files do not depend on programs: for them it is enough that the team takes part.
    pub fn is_valid(&self, row: &Row) -> bool {
        let instance = self.instances.get(&(&*row.round, &*row.instance));
        let Some(instance) = instance.filter(|instance| *instance.digest == *row.digest) else {
            return false;
        };
        if !(1..=instance.repeat).contains(&row.repetition) {
            return false;
        }
        if instance.by_hand && !row.baseline {
            return self.entrants.contains(&(&*row.team, false));
        }
        self.provenances.get(&*row.provenance) == Some(&true)
    }

    /// Keeps one row of each run: the last valid row with a final verdict, or else the last valid row.
    pub fn keep_current(&self, rows: &mut Vec<Row>) {
        // Indices instead of names, since there may be millions of rows.
        let instances: HashMap<_, usize> = self.instances.keys().copied().zip(0..).collect();
        let entrants: HashMap<_, usize> = self.entrants.iter().copied().zip(0..).collect();
        let mut last: HashMap<(usize, u32), Vec<Option<usize>>> = HashMap::new();
        let mut current = vec![false; rows.len()];
        for (index, row) in rows.iter().enumerate() {
            if !self.is_valid(row) {
                continue;
            }
            let instance = instances.get(&(&*row.round, &*row.instance));
            let entrant = entrants.get(&(&*row.team, row.baseline));
            let (Some(&instance), Some(&entrant)) = (instance, entrant) else {
                continue;
            };
            let column = last.entry((instance, row.repetition));
            let column = column.or_insert_with(|| vec![None; entrants.len()]);
            let before = column[entrant];
            let replaces = before.is_none_or(|before| !rows[before].verdict.is_final());
            if row.verdict.is_final() || replaces {
                if let Some(before) = before {
                    current[before] = false;
                }
                column[entrant] = Some(index);
                current[index] = true;
            }
        }
        let mut index = 0;
        rows.retain(|_| {
            index += 1;
            current[index - 1]
        });
    }
}
