//! What every run earned by the scoring rule, for the descriptions of runs.

use std::collections::HashMap;

use super::matrix::{Entrant, ShownInstance};
use crate::locale::Language;
use crate::scoring::{Basis, Scorer, Table};

/// The scores of the runs in the matrix.
pub(super) struct Earnings<'t> {
    table: &'t Table<'t>,
    scorer: &'t dyn Scorer,
}

/// The places of the rows and columns of a matrix in the table of results.
pub(super) struct Places {
    entrants: Vec<Option<usize>>,
    columns: Vec<Option<usize>>,
}

impl<'t> Earnings<'t> {
    pub(super) fn new(table: &'t Table<'t>, scorer: &'t dyn Scorer) -> Self {
        Self { table, scorer }
    }

    pub(super) fn table(&self) -> &Table<'t> {
        self.table
    }

    /// Finds the rows and columns of a matrix.
    pub(super) fn places(&self, entrants: &[Entrant], instances: &[ShownInstance]) -> Places {
        let numbered = self.table.entrants.iter().enumerate();
        let known: HashMap<(&str, bool), usize> = numbered
            .map(|(number, who)| ((&*who.name, who.baseline), number))
            .collect();
        let numbered = self.table.columns.iter().enumerate();
        let columns: HashMap<(&str, &str, u32), usize> = numbered
            .map(|(number, at)| {
                let instance = &at.instance;
                ((&*instance.round, &*instance.name, at.repetition), number)
            })
            .collect();
        let entrant = |who: &Entrant| known.get(&(&*who.team, who.baseline)).copied();
        let column = |at: &ShownInstance| {
            columns
                .get(&(&*at.round, &*at.name, at.repetition))
                .copied()
        };
        Places {
            entrants: entrants.iter().map(entrant).collect(),
            columns: instances.iter().map(column).collect(),
        }
    }

    /// Returns a line for the description of a run; nothing for runs that are not scored.
    pub(super) fn line(
        &self,
        places: &Places,
        entrant: usize,
        instance: usize,
        language: Language,
    ) -> String {
        let place = places.entrants[entrant].zip(places.columns[instance]);
        let Some((entrant, column)) = place else {
            return String::new();
        };
        let weight = self.table.columns[column].weight;
        if weight <= 0.0 {
            return format!("\n{}", language.message("run-not-counted"));
        }
        let earned = self.scorer.earned(entrant, column);
        let message = match self.scorer.basis(entrant, column) {
            Basis::Result => language.message("run-earned"),
            basis => {
                let message = language.message("run-earned-basis");
                message.with("basis", basis.show(language))
            }
        };
        let message = message.with("earned", language.decimal(earned, 2));
        format!("\n{}", message.with("weight", language.decimal(weight, 2)))
    }
}
