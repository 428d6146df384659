//! The facts about a contest that the page shows.

use crate::limits::Limits;
use crate::report::remarks;
use crate::snapshot::Snapshot;
use crate::standings::Standings;
use crate::units::{show_duration, show_size};

/// Returns the rounds that have instances, in the order of the contest.
pub(super) fn rounds(results: &Snapshot) -> Vec<&str> {
    let mut rounds: Vec<&str> = Vec::new();
    for instance in &results.facts.instance {
        if !rounds.contains(&instance.round.as_str()) {
            rounds.push(&instance.round);
        }
    }
    rounds
}

/// Returns what readers of the standings have to know first.
pub(super) fn warnings(standings: &Standings) -> Vec<String> {
    let mut isolations = standings.isolations.iter();
    let unsandboxed = isolations.any(|isolation| !isolation.is_sandboxed());
    let isolation = unsandboxed.then(|| remarks::UNSANDBOXED.to_owned());
    isolation
        .into_iter()
        .chain(remarks::unfinished(standings))
        .collect()
}

/// Returns labels and texts.
pub(super) fn facts(results: &Snapshot, standings: &Standings) -> Vec<(&'static str, String)> {
    let Snapshot { contest, facts, .. } = results;
    let teams = standings.lines.iter().filter(|line| !line.baseline).count();
    let round = |round: &str| {
        let instances = facts.instance.iter().filter(|at| at.round == round).count();
        let public = contest.rounds.iter().any(|r| r.name == round && r.public);
        let kind = if public { "public" } else { "hidden" };
        format!("{round} ({instances}, {kind})")
    };
    let rounds: Vec<String> = rounds(results).into_iter().map(round).collect();
    let isolations = standings.isolations.iter().map(ToString::to_string);
    let (problem, rule) = (contest.problem, standings.rule);
    let seal = standings.seal.map(|seal| seal.to_string());
    vec![
        (
            "problem",
            format!("{}: {}", problem.name(), problem.about()),
        ),
        ("teams", teams.to_string()),
        ("rounds", rounds.join(", ")),
        ("scoring", format!("{}: {}", rule.name(), rule.about())),
        ("limits per run", limits(&contest.limits)),
        ("machine", facts.machine.clone()),
        ("isolation", isolations.collect::<Vec<_>>().join(", ")),
        ("judge", env!("CARGO_PKG_VERSION").to_owned()),
        ("digest of the hidden instances", facts.digest.clone()),
        ("seal", seal.unwrap_or("–".to_owned())),
    ]
}

fn limits(limits: &Limits) -> String {
    let mut text = format!(
        "{} CPU time, {} wall time, {} memory, {} output, {} processes on {} core{}",
        show_duration(limits.time),
        show_duration(limits.wall),
        show_size(limits.memory),
        show_size(limits.output),
        limits.processes,
        limits.cores,
        if limits.cores == 1 { "" } else { "s" },
    );
    if limits.anytime {
        text.push_str("; the last answer before the time limit counts");
    }
    text
}
