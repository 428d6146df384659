//! A try as JSON.

use serde_json::json;

use super::summary::Summary;
use crate::error::Result;
use crate::results::Row;
use crate::terminal;

impl Summary<'_> {
    /// Returns all rows, instance by instance, those of the program first.
    fn rows(&self) -> Vec<&Row> {
        let teams = &self.outcome.snapshot.facts.team;
        let of = |i| {
            teams
                .iter()
                .filter_map(move |t| self.outcome.row(&t.entrant(), i))
        };
        self.instances().iter().flat_map(of).collect()
    }

    pub(super) fn json(&self, with_errors: bool) -> Result<String> {
        let record = &self.record;
        let mut value = json!({
            "schema": 1,
            "try": self.is_kept.then_some(record.number),
            "rule": record.rule,
            "score": record.score,
            "interval": record.interval,
            "note": record.note,
            "commit": record.commit,
            "runs": self.rows(),
        });
        if let (Some(last), Some(diff)) = (self.earlier.last(), &self.since_last) {
            value["since"] = json!({
                "try": last.number,
                "better": diff.better,
                "worse": diff.worse,
                "equal": diff.equal,
                "probability": diff.probability,
            });
        }
        if let Some(log) = &self.outcome.build_log {
            value["build_log"] = json!(log);
        }
        if with_errors {
            let rows = self.outcome.own_rows();
            let errors = rows.map(|row| {
                let (round, instance) = (&row.round, &row.instance);
                json!({"round": round, "instance": instance, "text": self.outcome.errors(row)})
            });
            value["stderr"] = json!(errors.collect::<Vec<_>>());
        }
        terminal::json(&value)
    }
}
