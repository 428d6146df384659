//! The standings as JSON.

use serde_json::json;

use super::record::Record;
use crate::error::Result;
use crate::standings::{Line, Standings};
use crate::terminal;

pub fn json(standings: &Standings) -> Result<String> {
    let machine = |(cpu, runs): &(String, usize)| json!({"cpu": cpu, "runs": runs});
    let line = |line: &Line| {
        let mut value = json!(Record::from(line));
        value["rounds"] = standings
            .rounds
            .iter()
            .zip(&line.rounds)
            .map(|(round, score)| (round.clone(), json!(score)))
            .collect();
        value
    };
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
