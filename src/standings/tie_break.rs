//! Breaks ties: teams that are level are compared on instances that only they have played.

use std::collections::BTreeMap;

use crate::contest::Contest;
use crate::scoring::Table;
use crate::store::{Facts, Row};
use crate::verdict::Verdict;

/// Per entrant, minus the sum of its ranks on the instances that break ties; 0 where it played none.
pub(super) fn merits(contest: &Contest, facts: &Facts, rows: &[Row], table: &Table) -> Vec<f64> {
    let mut merits = vec![0.0; table.entrants.len()];
    let goal = contest.problem.goal();
    for instance in facts.instance.iter().filter(|instance| instance.tie_break) {
        let mut last: BTreeMap<&str, &Row> = BTreeMap::new();
        for row in rows {
            let here = (&row.round, &row.instance, &row.digest)
                == (&instance.round, &instance.name, &instance.digest);
            if here && !row.baseline && row.verdict.is_final() {
                last.insert(&row.team, row);
            }
        }
        let value = |row: &Row| row.value.filter(|_| row.verdict == Verdict::Accepted);
        let beats = |a: &Row, b: &Row| match (value(a), value(b)) {
            (Some(a), Some(b)) => goal.better(a, b),
            (a, b) => a.is_some() && b.is_none(),
        };
        for (entrant, who) in table
            .entrants
            .iter()
            .enumerate()
            .filter(|(_, who)| !who.baseline)
        {
            if let Some(own) = last.get(who.name.as_str()) {
                let better = last.values().filter(|other| beats(other, own)).count();
                merits[entrant] -= (1 + better) as f64;
            }
        }
    }
    merits
}
