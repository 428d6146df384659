//! `best`: against the best team.

use super::{Rule, Table, Tally, relative};

#[derive(Debug)]
pub(super) struct Best;

impl Rule for Best {
    fn name(&self) -> &'static str {
        "best"
    }

    fn about(&self) -> &'static str {
        "100 = as good as the best team everywhere"
    }

    fn tally<'t>(&self, table: &'t Table<'_>) -> Box<dyn Tally + 't> {
        Box::new(relative::to_values(table, |instance| {
            table.values(instance, false)
        }))
    }
}
