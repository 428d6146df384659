//! A try as CSV, with raw numbers.

use puzzles::Value;

use super::summary::Summary;
use crate::error::Result;
use crate::ids::EntrantId;
use crate::report::grid;
use crate::results::{InstanceFacts, Row};
use crate::standings::gap;
use crate::verdict::Verdict;

impl Summary<'_> {
    /// Returns one line per instance. `last` and `best` are the values of earlier tries; the other version of the program
    /// and the baselines have columns named after them. Unknown values are empty.
    pub(super) fn csv(&self) -> Result<String> {
        let others: Vec<EntrantId> = self.other().into_iter().chain(self.baselines()).collect();
        let mut header = vec!["instance", "verdict", "value", "last", "best"];
        header.extend(others.iter().map(|id| &*id.name));
        header.extend(["bound", "gap", "cpu_ms", "wall_ms", "memory_kib", "detail"]);
        let rows = self.instances().iter().map(|i| self.csv_row(i, &others));
        grid::csv(&header, &rows.collect::<Vec<_>>())
    }

    fn csv_row(&self, instance: &InstanceFacts, others: &[EntrantId]) -> Vec<String> {
        fn text(value: Option<impl ToString>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        let accepted = |row: &Row| row.value.filter(|_| row.verdict == Verdict::Accepted);
        let own = self.outcome.row(&self.outcome.team, instance);
        let bound: Option<Value> = own.and_then(|row| self.outcome.snapshot.bounds.of(row));
        let value = own.and_then(accepted);
        let mut row = vec![
            instance.name.clone(),
            text(own.map(|row| row.verdict)),
            text(value),
            text(self.last_run(&instance.digest).and_then(|run| run.value)),
            text(self.best_run(&instance.digest).and_then(|run| run.value)),
        ];
        let others = others.iter().map(|id| self.outcome.row(id, instance));
        row.extend(others.map(|row| text(row.and_then(accepted))));
        row.extend([
            text(bound),
            text(value.zip(bound).map(|(value, bound)| gap(value, bound))),
            text(own.map(|row| row.cpu_ms)),
            text(own.map(|row| row.wall_ms)),
            text(own.map(|row| row.memory_kib)),
            text(own.map(|row| &row.detail)),
        ]);
        row
    }
}
