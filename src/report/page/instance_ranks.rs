//! The rank of one team on each instance, for its feedback page.

use std::collections::HashMap;

use super::audience::Disclosure;
use super::matrix::ShownInstance;
use crate::ids::EntrantId;
use crate::locale::Language;
use crate::scoring::Table;

pub(super) struct InstanceRanks {
    /// Per instance; `None` if some entrant has no result there yet.
    ranks: Vec<Option<usize>>,
    teams: usize,
}

impl InstanceRanks {
    /// Returns `None` if the page is not for one team.
    pub(super) fn new(
        table: &Table,
        disclosure: &Disclosure,
        instances: &[ShownInstance],
    ) -> Option<Self> {
        let team = disclosure.own_team()?;
        let is_own = |who: &EntrantId| !who.baseline && *who.name == *team;
        let own = table.entrants.iter().position(is_own)?;
        let ranks: HashMap<(&str, &str, u32), usize> = table
            .columns
            .iter()
            .enumerate()
            .map(|(number, at)| {
                let key = (&*at.instance.round, &*at.instance.name, at.repetition);
                (key, table.rank_on(own, number))
            })
            .collect();
        let ranks = instances.iter().map(|at| {
            let key = (&*at.round, &*at.name, at.repetition);
            ranks.get(&key).copied()
        });
        Some(Self {
            ranks: ranks.collect(),
            teams: table.teams().count(),
        })
    }

    /// Returns a line for the description of a run, or nothing if the rank is unknown.
    pub(super) fn line(&self, instance: usize, language: Language) -> String {
        let teams = self.teams;
        self.ranks[instance].map_or(String::new(), |rank| {
            let message = language.message("run-rank");
            format!("\n{}", message.with("rank", rank).with("count", teams))
        })
    }
}
