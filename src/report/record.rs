//! One line of the standings as a record of CSV and JSON.

use serde::Serialize;

use super::remarks::group_letter;
use crate::standings::Line;

/// The columns of `standings.csv` and the keys of the JSON output. Unknown values are empty or `null`.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    rank: Option<usize>,
    team: &'a str,
    baseline: bool,
    score: Option<f64>,
    bests: usize,
    accepted: usize,
    failed: usize,
    fragile: usize,
    gap: Option<f64>,
    cpu_ms: u64,
    rank_low: Option<usize>,
    rank_high: Option<usize>,
    first: Option<f64>,
    tied: Option<String>,
}

impl<'a> From<&'a Line> for Record<'a> {
    fn from(line: &'a Line) -> Self {
        Self {
            rank: line.rank,
            team: &line.team,
            baseline: line.baseline,
            score: line.score,
            bests: line.bests,
            accepted: line.accepted,
            failed: line.failed,
            fragile: line.fragile,
            gap: line.gap,
            cpu_ms: line.cpu.as_millis() as u64,
            rank_low: line.confidence.map(|c| c.rank_low),
            rank_high: line.confidence.map(|c| c.rank_high),
            first: line.confidence.map(|c| c.first),
            tied: line.group.map(group_letter),
        }
    }
}
