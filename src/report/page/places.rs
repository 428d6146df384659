//! The place of one team among all teams on each instance, for its feedback page.

use std::collections::HashMap;

use super::audience::Disclosure;
use crate::ids::EntrantId;
use crate::results::InstanceFacts;
use crate::scoring::{Played, Table};
use crate::snapshot::Snapshot;

pub(super) struct Places {
    /// Per instance, unless not everybody has a result there yet.
    ranks: Vec<Option<usize>>,
    teams: usize,
}

impl Places {
    /// `None` where the page is not that of one team.
    pub(super) fn new(
        results: &Snapshot,
        disclosure: &Disclosure,
        instances: &[&InstanceFacts],
    ) -> Option<Self> {
        let own = disclosure.own_team()?;
        let table = Table::new(Played::from(results));
        let is_own = |who: &EntrantId| !who.baseline && *who.name == *own;
        let own = table.entrants.iter().position(is_own)?;
        let teams: Vec<usize> = table.teams().collect();
        let rank = |instance: usize| {
            let place = table.place(own, instance);
            let better = |&&team: &&usize| table.place(team, instance) < place;
            1 + teams.iter().filter(better).count()
        };
        let ranks: HashMap<(&str, &str), usize> = table
            .instances
            .iter()
            .enumerate()
            .map(|(number, at)| ((&*at.round, &*at.name), rank(number)))
            .collect();
        let ranks = instances
            .iter()
            .map(|at| ranks.get(&(&*at.round, &*at.name)).copied());
        Some(Self {
            ranks: ranks.collect(),
            teams: teams.len(),
        })
    }

    /// A line for the description of a run; empty where the place is not known.
    pub(super) fn of(&self, instance: usize) -> String {
        let teams = self.teams;
        self.ranks[instance].map_or(String::new(), |rank| {
            format!("\nrank {rank} of {teams} teams on this instance")
        })
    }
}
