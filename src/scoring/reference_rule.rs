//! `reference`: against the best of the bundled baselines.

use super::{Rule, Table, Tally, relative};

#[derive(Debug)]
pub(super) struct Reference;

impl Rule for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn about(&self) -> &'static str {
        "100 = as good as the best baseline"
    }

    fn needs_baselines(&self) -> bool {
        true
    }

    fn tally<'t>(&self, table: &'t Table<'_>) -> Box<dyn Tally + 't> {
        Box::new(relative::to_values(table, |instance| {
            table.values(instance, true)
        }))
    }
}
