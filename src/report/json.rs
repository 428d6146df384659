//! The standings as JSON.

use serde_json::json;

use crate::error::Result;
use crate::standings::{Line, Standings};
use crate::terminal;

pub(super) fn json(standings: &Standings) -> Result<String> {
    let value = json!({
        "schema": 1,
        "contest": standings.contest,
        "problem": standings.problem,
        "digest": standings.digest,
        "scoring": standings.rule.name(),
        "isolation": standings.isolations,
        "seal": standings.seal,
        "instances": standings.complete,
        "planned": standings.planned,
        "machines": standings.machines.models.iter().map(machine).collect::<Vec<_>>(),
        "mixed_instances": standings.machines.mixed,
        "standings": standings.lines.iter().map(line).collect::<Vec<_>>(),
    });
    terminal::json(&value)
}

fn machine((cpu, runs): &(String, usize)) -> serde_json::Value {
    json!({"cpu": cpu, "runs": runs})
}

fn line(line: &Line) -> serde_json::Value {
    json!({
        "rank": line.rank,
        "team": line.team,
        "baseline": line.baseline,
        "score": line.score,
        "bests": line.bests,
        "accepted": line.accepted,
        "failed": line.failed,
        "fragile": line.fragile,
        "gap": line.gap,
        "cpu_ms": line.cpu.as_millis() as u64,
        "rank_low": line.confidence.map(|c| c.rank_low),
        "rank_high": line.confidence.map(|c| c.rank_high),
        "first": line.confidence.map(|c| c.first),
        "tied": line.group,
    })
}
