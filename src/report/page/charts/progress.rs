//! Quality over time of programs that write several answers.

use super::Chart;
use super::canvas::{self, SIZE, Series};
use super::profile::number;
use crate::error::Result;
use crate::report::page::matrix::quality;
use crate::scoring::Table;
use crate::snapshot::Snapshot;

/// So many moments are looked at.
const MOMENTS: usize = 90;

/// Milliseconds, and the quality reached then.
type Arrival = (f64, f64);

/// `None` where nobody wrote a second answer.
pub(super) fn draw(results: &Snapshot, table: &Table, series: &[Series]) -> Result<Option<Chart>> {
    if !table.rows.iter().flatten().any(|row| row.answers > 1) {
        return Ok(None);
    }
    let title = "Quality over time";
    let longest = (results.contest.limits.wall.as_secs_f64() * 1000.0)
        .max(10.0)
        .log10();
    let svg = canvas::svg(title, SIZE, |area| {
        let x = canvas::time_axis(0.0..longest, "time since the start");
        let mut chart = canvas::axes(area, x, canvas::share_axis("of the bound"))?;
        for series in series {
            let Some(entrant) = number(table, series) else {
                continue;
            };
            let runs: Vec<Vec<Arrival>> = (0..table.instances.len())
                // Answers that were handed in took no time.
                .filter(|&instance| table.rows[entrant][instance].wall_ms > 0)
                .map(|instance| arrivals(results, table, entrant, instance))
                .collect();
            let moment = |number: usize| longest * number as f64 / MOMENTS as f64;
            let points: Vec<(f64, f64)> = (0..=MOMENTS)
                .map(|number| (moment(number), mean(&runs, 10_f64.powf(moment(number)))))
                .collect();
            canvas::line(&mut chart, series, &points, 8)?;
        }
        Ok(())
    })?;
    Ok(Some(Chart {
        title,
        about: "Mean over all instances of how near the best answer so far is to the bound; nothing before the first.".to_owned(),
        svg,
    }))
}

/// When the answers of a run came and how good they were.
fn arrivals(results: &Snapshot, table: &Table, entrant: usize, instance: usize) -> Vec<Arrival> {
    let row = table.rows[entrant][instance];
    let everybody = 0..table.entrants.len();
    let best = table.best(everybody.filter_map(|other| table.accepted(other, instance)));
    let worth = |value: i64| quality(table.goal, value, table.bounds.of(row), best);
    let Ok(trace) = results.files.trace(row) else {
        let only = table.accepted(entrant, instance).and_then(worth);
        return only
            .map(|worth| (row.wall_ms as f64, worth))
            .into_iter()
            .collect();
    };
    let arrival = |line: &str| {
        let (time, value) = line.split_once(',')?;
        Some((time.parse().ok()?, worth(value.parse().ok()?)?))
    };
    trace.lines().filter_map(arrival).collect()
}

fn mean(runs: &[Vec<Arrival>], time: f64) -> f64 {
    let reached = |run: &Vec<Arrival>| {
        let last = run.iter().rev().find(|(at, _)| *at <= time);
        last.map_or(0.0, |&(_, worth)| worth)
    };
    runs.iter().map(reached).sum::<f64>() / runs.len().max(1) as f64
}
