//! `rank`: the mean rank over instances; equal answers get the average of their ranks (fractional ranking).

use super::means::Means;
use super::{Score, Scorer, Table};
use puzzles::Value;

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let keys: Vec<Vec<(u8, Value)>> = (0..table.entrants.len())
        .map(|entrant| {
            (0..table.columns.len())
                .map(|i| table.sort_key(entrant, i))
                .collect()
        })
        .collect();
    let teams: Vec<usize> = table.teams().collect();
    // The sorted keys of all teams on each instance, in which ranks are found by binary search.
    let sorted: Vec<Vec<(u8, Value)>> = (0..table.columns.len())
        .map(|instance| {
            let mut all: Vec<_> = teams.iter().map(|&team| keys[team][instance]).collect();
            all.sort_unstable();
            all
        })
        .collect();
    let rank = |entrant: usize, instance: usize| {
        let own = keys[entrant][instance];
        let better = sorted[instance].partition_point(|key| *key < own);
        let up_to_own = sorted[instance].partition_point(|key| *key <= own);
        // A baseline is not among the teams and gets the rank that it would have as one more team.
        let equal = up_to_own - better + usize::from(table.entrants[entrant].baseline);
        better as f64 + (equal + 1) as f64 / 2.0
    };
    Box::new(Means::new(table, rank, Score::less_is_better))
}
