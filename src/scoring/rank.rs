//! `rank`: the mean of a team's ranks on the instances; equal answers share the average of their ranks.

use super::means::Means;
use super::{Earned, Table, Tally};

pub(super) fn tally<'t>(table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    let places: Vec<Vec<(u8, i64)>> = (0..table.entrants.len())
        .map(|entrant| {
            (0..table.instances.len())
                .map(|i| table.place(entrant, i))
                .collect()
        })
        .collect();
    let teams: Vec<usize> = table.teams().collect();
    // Sorted places of all teams, per instance: a rank is found by looking where an own place would stand.
    let sorted: Vec<Vec<(u8, i64)>> = (0..table.instances.len())
        .map(|instance| {
            let mut all: Vec<_> = teams.iter().map(|&team| places[team][instance]).collect();
            all.sort_unstable();
            all
        })
        .collect();
    let rank = |entrant: usize, instance: usize| {
        let own = places[entrant][instance];
        let better = sorted[instance].partition_point(|place| *place < own);
        let up_to_own = sorted[instance].partition_point(|place| *place <= own);
        // A baseline is not among the teams; it stands where it would stand if it were.
        let equal = up_to_own - better + usize::from(table.entrants[entrant].baseline);
        better as f64 + (equal + 1) as f64 / 2.0
    };
    Box::new(Means::new(table, rank, Earned::less))
}
