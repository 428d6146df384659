//! The standings as CSV.

use std::borrow::Cow;

use serde::Serialize;

use crate::error::{Error, Result};
use crate::standings::{Line, Standings};
use crate::terminal::csv_field;

/// One line; what is unknown is empty.
#[derive(Serialize)]
struct Record<'a> {
    rank: Option<usize>,
    team: Cow<'a, str>,
    baseline: bool,
    score: f64,
    bests: usize,
    accepted: usize,
    failed: usize,
    fragile: usize,
    gap: Option<f64>,
    cpu_ms: u128,
    rank_low: Option<usize>,
    rank_high: Option<usize>,
    first: Option<f64>,
    tied: Option<usize>,
}

pub fn csv(standings: &Standings) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = standings
        .lines
        .iter()
        .try_for_each(|line| writer.serialize(record(line)));
    written.map_err(|error| Error::fault("write CSV", &error))?;
    let bytes = writer
        .into_inner()
        .map_err(|error| Error::fault("write CSV", &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn record(line: &Line) -> Record<'_> {
    Record {
        rank: line.rank,
        team: csv_field(&line.team),
        baseline: line.baseline,
        score: line.score,
        bests: line.bests,
        accepted: line.accepted,
        failed: line.failed,
        fragile: line.fragile,
        gap: line.gap,
        cpu_ms: line.cpu.as_millis(),
        rank_low: line.confidence.map(|c| c.rank_low),
        rank_high: line.confidence.map(|c| c.rank_high),
        first: line.confidence.map(|c| c.first),
        tied: line.group,
    }
}
