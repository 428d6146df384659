//! Breaks ties: compares tied teams on additional instances that only they are run on.

use std::collections::BTreeMap;

use crate::results::Row;
use crate::scoring::{ScoringInput, Table};
use crate::verdict::Verdict;

/// Returns the sum of each entrant's ranks on the tie-break instances, or `None` if it lacks a result on one of them.
pub fn tie_break_ranks(input: ScoringInput, table: &Table) -> Vec<Option<f64>> {
    let ScoringInput { facts, rows, .. } = input;
    let entrants = table.entrants.iter();
    let mut sums: Vec<Option<f64>> = entrants.map(|who| (!who.baseline).then_some(0.0)).collect();
    let goal = input.contest.problem.goal();
    let mut instances = facts.instance.iter().filter(|i| i.tie_break).peekable();
    if instances.peek().is_none() {
        return vec![None; table.entrants.len()];
    }
    for instance in instances {
        let mut last: BTreeMap<&str, &Row> = BTreeMap::new();
        for row in rows {
            let here = (&*row.round, &*row.instance, &*row.digest)
                == (&*instance.round, &*instance.name, &*instance.digest);
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
            let own = last.get(&*who.name);
            let rank = own.map(|own| {
                let better = last.values().filter(|other| beats(other, own)).count();
                (1 + better) as f64
            });
            sums[entrant] = sums[entrant].zip(rank).map(|(sum, rank)| sum + rank);
        }
    }
    sums
}
