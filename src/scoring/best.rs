//! `best`: against the best team.

use super::{Table, Tally, relative};

pub(super) fn tally<'t>(table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    Box::new(relative::to_values(table, |instance| {
        table.values(instance, false)
    }))
}
