//! The virtual best team: on each instance it has the best result of any team.

use puzzles::{Goal, Value};

use crate::contest::ScoringRule;
use crate::ids::EntrantId;
use crate::results::Row;
use crate::scoring::{self, ScoringInput, Table};
use crate::standings::{Standings, gap, rounded};

/// What the teams reach together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VirtualBest {
    pub score: f64,
    /// The score of the first team.
    pub first: f64,
    /// The number of columns with an accepted answer.
    pub accepted: usize,
    /// The mean relative distance from the bound.
    pub gap: Option<f64>,
}

impl VirtualBest {
    pub(super) fn new(input: ScoringInput, standings: &Standings) -> Option<Self> {
        let first = standings
            .lines
            .iter()
            .find(|line| line.rank == Some(1))?
            .score?;
        let rule = standings.rule;
        let mut table = Table::new(input);
        let rows: Vec<&Row> = best_rows(&table, rule);
        // Under `rank` one more team would change the ranks of the others; baselines do not. Under the other rules the
        // reference values must not change.
        let name = "virtual best".into();
        let baseline = rule == ScoringRule::Rank;
        table.entrants.push(EntrantId { name, baseline });
        table.rows.push(rows);
        let own = table.entrants.len() - 1;
        let scores = scoring::scorer(rule, &table).scores(&table.weights());
        let counted = (0..table.columns.len()).filter(|&column| table.columns[column].weight > 0.0);
        let accepted: Vec<(usize, Value)> = counted
            .filter_map(|column| Some((column, table.accepted(own, column)?)))
            .collect();
        let gaps = accepted.iter().filter_map(|&(column, value)| {
            let bound = table.bounds.of(table.rows[own][column])?;
            (table.goal != Goal::Solve).then(|| gap(value, bound))
        });
        Some(Self {
            score: rounded(scores[own].value),
            first,
            accepted: accepted.len(),
            gap: super::mean(gaps),
        })
    }
}

/// Returns the best row of a team in each column.
fn best_rows<'r>(table: &Table<'r>, rule: ScoringRule) -> Vec<&'r Row> {
    let scorer = scoring::scorer(rule, table);
    let best = |column: usize| {
        let key = |&team: &usize| {
            // The earlier of two equal final values earns more.
            let earned = if rule == ScoringRule::Integral {
                (-1e6 * scorer.earned(team, column)).round() as i64
            } else {
                0
            };
            let cpu = table.rows[team][column].cpu_ms;
            (earned, table.sort_key(team, column), cpu)
        };
        let team = table.teams().min_by_key(key).unwrap_or(0);
        table.rows[team][column]
    };
    (0..table.columns.len()).map(best).collect()
}
