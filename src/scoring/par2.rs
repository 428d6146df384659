//! `par2`: how many instances a team solved, then its time, in which an unsolved one counts as twice the limit.

use super::{Earned, Table, Tally};

pub(super) fn tally<'t>(table: &'t Table<'_>) -> Box<dyn Tally + 't> {
    let penalty = 2.0 * table.time.as_secs_f64();
    let cell = |entrant: usize, instance: usize| {
        let solved = table.accepted(entrant, instance).is_some();
        let time = table.rows[entrant][instance].cpu_ms as f64 / 1000.0;
        match (solved, table.is_void(entrant, instance)) {
            (true, _) => (1.0, time),
            (false, true) => (0.0, 0.0),
            (false, false) => (0.0, penalty),
        }
    };
    let instances = 0..table.instances.len();
    let row = |entrant| {
        instances
            .clone()
            .map(|instance| cell(entrant, instance))
            .collect()
    };
    Box::new(Solved((0..table.entrants.len()).map(row).collect()))
}

/// Per entrant and instance, whether it was solved and the time that counts.
struct Solved(Vec<Vec<(f64, f64)>>);

impl Tally for Solved {
    fn earned(&self, weights: &[f64]) -> Vec<Earned> {
        let earned = |row: &Vec<(f64, f64)>| {
            let cells = row.iter().zip(weights);
            let (solved, time) = cells.fold((0.0, 0.0), |(n, t), ((solved, time), weight)| {
                (n + weight * solved, t + weight * time)
            });
            Earned {
                merit: solved,
                second: -time,
                score: solved,
            }
        };
        self.0.iter().map(earned).collect()
    }
}
