//! `reference`: relative to the best bundled baseline on each instance.

use super::{Scorer, Table, relative};

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    Box::new(relative::to_values(table, |instance| {
        table.values(instance, true)
    }))
}
