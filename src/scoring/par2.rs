//! `par2`: the number of solved instances, then the total time (PAR2: an unsolved instance counts as twice the limit).

use super::{Basis, Score, Scorer, Table};

pub(super) fn scorer<'t>(table: &'t Table<'_>) -> Box<dyn Scorer + 't> {
    let penalty = 2.0 * table.time.as_secs_f64();
    let result = |entrant: usize, instance: usize| {
        let solved = table.accepted(entrant, instance).is_some();
        let time = table.rows[entrant][instance].cpu_ms as f64 / 1000.0;
        match (solved, table.is_void(entrant, instance)) {
            (true, _) => (1.0, time),
            (false, true) => (0.0, 0.0),
            (false, false) => (0.0, penalty),
        }
    };
    let instances = 0..table.columns.len();
    let row = |entrant| {
        instances
            .clone()
            .map(|instance| result(entrant, instance))
            .collect()
    };
    Box::new(Solved((0..table.entrants.len()).map(row).collect()))
}

/// Per entrant and instance, 1 if it was solved, and the time that counts.
struct Solved(Vec<Vec<(f64, f64)>>);

impl Scorer for Solved {
    fn scores(&self, weights: &[f64]) -> Vec<Score> {
        let score = |row: &Vec<(f64, f64)>| {
            let results = row.iter().zip(weights);
            let (solved, time) = results.fold((0.0, 0.0), |(n, t), ((solved, time), weight)| {
                (n + weight * solved, t + weight * time)
            });
            Score {
                primary: solved,
                secondary: -time,
                value: solved,
            }
        };
        self.0.iter().map(score).collect()
    }

    fn earned(&self, entrant: usize, column: usize) -> f64 {
        self.0[entrant][column].0
    }

    fn basis(&self, entrant: usize, column: usize) -> Basis {
        let (_, time) = self.0[entrant][column];
        Basis::Seconds(time)
    }
}
