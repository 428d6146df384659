//! `reference`: against the best of the bundled baselines.

use super::{Table, Tally, relative};

pub(super) fn tally<'t>(table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    Box::new(relative::to_values(table, |instance| {
        table.values(instance, true)
    }))
}
