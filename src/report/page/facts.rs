//! The facts about a contest that the page shows.

use crate::limits::Limits;
use crate::locale::{Language, details};
use crate::problems;
use crate::report::remarks;
use crate::snapshot::Snapshot;
use crate::standings::Standings;

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
pub(super) fn warnings(standings: &Standings, language: Language) -> Vec<String> {
    let mut isolations = standings.isolations.iter();
    let unsandboxed = isolations.any(|isolation| !isolation.is_sandboxed());
    let isolation = unsandboxed.then(|| remarks::unsandboxed(language));
    isolation
        .into_iter()
        .chain(remarks::unfinished(standings, language))
        .collect()
}

/// Returns labels and texts.
pub(super) fn facts(
    results: &Snapshot,
    standings: &Standings,
    language: Language,
) -> Vec<(String, String)> {
    let Snapshot { contest, facts, .. } = results;
    let teams = standings.lines.iter().filter(|line| !line.baseline).count();
    let round = |round: &str| {
        let instances = facts.instance.iter().filter(|at| at.round == round).count();
        let public = contest.rounds.iter().any(|r| r.name == round && r.public);
        let kind = language.message(if public {
            "report-public"
        } else {
            "report-hidden"
        });
        format!("{round} ({}, {kind})", language.count(instances as i64))
    };
    let rounds: Vec<String> = rounds(results).into_iter().map(round).collect();
    let isolations = standings.isolations.iter();
    let isolations: Vec<String> = isolations
        .map(|isolation| remarks::isolation_words(*isolation, language))
        .collect();
    let (problem, rule) = (contest.problem, standings.rule);
    let seal = standings.seal.map(|seal| seal.to_string());
    let described = |name: &str, about: String| {
        let message = language.message("report-described");
        message.with("name", name).with("about", about).to_string()
    };
    let facts = [
        (
            "report-problem",
            described(problem.name(), problems::about(problem, language)),
        ),
        ("report-teams", language.count(teams as i64)),
        ("report-rounds", rounds.join(", ")),
        (
            "report-scoring",
            described(rule.name(), rule.about_in(language)),
        ),
        ("report-limits", limits(&contest.limits, language)),
        (
            "report-machine",
            details::in_language(&facts.machine, language).into_owned(),
        ),
        ("report-isolation", isolations.join(", ")),
        ("report-judge", env!("CARGO_PKG_VERSION").to_owned()),
        ("report-digest", facts.digest.clone()),
        ("report-seal", seal.unwrap_or("–".to_owned())),
    ];
    let facts = facts.map(|(key, text)| (language.message(key).to_string(), text));
    facts.into()
}

fn limits(limits: &Limits, language: Language) -> String {
    let message = language.message(if limits.anytime {
        "report-limits-anytime"
    } else {
        "report-limits-text"
    });
    message
        .with("time", language.duration(limits.time))
        .with("wall", language.duration(limits.wall))
        .with("memory", language.size(limits.memory))
        .with("output", language.size(limits.output))
        .with("processes", limits.processes)
        .with("cores", limits.cores)
        .to_string()
}
