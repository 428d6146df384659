//! Checks the instances against their digests, the commitment, and the seed they were generated from.

use std::collections::{BTreeMap, BTreeSet};

use puzzles::Case;
use sha2::{Digest, Sha256};

use super::problem::is_own_contest;
use super::{Findings, Folder};
use crate::contest::{Contest, Seed, Source};
use crate::digest::hex;
use crate::instances;
use crate::results::InstanceFacts;
use crate::results_dir::{INSTANCES, answer_file, instance_file, names_below};

/// The parsed instances, by round and name.
pub(super) type Cases = BTreeMap<(String, String), Box<dyn Case>>;

pub(super) fn check(folder: &Folder, findings: &mut Findings) -> Cases {
    let mut cases = Cases::new();
    let mut commitment = Sha256::new();
    let hidden = |instance: &InstanceFacts| {
        let mut rounds = folder.contest.rounds.iter();
        rounds.any(|round| round.name == instance.round && !round.public)
    };
    let main = folder.facts.instance.iter().filter(|i| !i.tie_break);
    let nothing_hidden = !main.clone().any(hidden);
    for instance in &folder.facts.instance {
        let InstanceFacts {
            round,
            name,
            digest,
            tie_break,
            ..
        } = instance;
        let file = instance_file(round, name).display().to_string();
        let text = folder.files.instance(round, name).unwrap_or_default();
        let has_companions = folder.facts.problem.is_some();
        let companion =
            has_companions.then(|| instance.companion(folder.files.instance_answer(round, name)));
        let found = instances::digest(&text, companion.as_ref());
        if found != *digest {
            let is = format!("text with digest {found}");
            findings.report(file, "", is, digest);
            continue;
        }
        if !tie_break && (nothing_hidden || hidden(instance)) {
            commitment.update(&text);
        }
        let problem = folder.contest.problem;
        match problem.read_with(&text, companion.unwrap_or_default()) {
            Ok(case) => drop(cases.insert((round.clone(), name.clone()), case)),
            Err(error) => {
                let is = format!("unreadable: {error}");
                findings.report(file, "", is, "an instance");
            }
        }
    }
    let commitment = hex(&commitment.finalize());
    if commitment != folder.facts.digest {
        let is = &folder.facts.digest;
        findings.report("run.toml", "digest", is, commitment);
    }
    check_extra(folder, findings);
    check_generated(folder, findings);
    cases
}

/// Reports files that belong to no instance.
fn check_extra(folder: &Folder, findings: &mut Findings) {
    let has_answers = folder.facts.problem.is_some();
    let files = folder.facts.instance.iter().flat_map(|instance| {
        let InstanceFacts { round, name, .. } = instance;
        let answer = has_answers.then(|| answer_file(round, name));
        [instance_file(round, name)].into_iter().chain(answer)
    });
    let known: BTreeSet<_> = files.collect();
    for name in names_below(folder.dir(), INSTANCES) {
        if !known.contains(&name) {
            let name = name.display().to_string();
            findings.report(name, "", "a file", "absent: run.toml has no such instance");
        }
    }
}

/// Generates the instances again. Reads the files that the contest names only if the contest file exists unchanged:
/// a folder of unknown origin must not make the judge open arbitrary files.
fn check_generated(folder: &Folder, findings: &mut Findings) {
    let contest = &folder.contest;
    let own = is_own_contest(contest);
    for tie_break in [false, true] {
        let recorded: Vec<&InstanceFacts> = folder
            .facts
            .instance
            .iter()
            .filter(|instance| instance.tie_break == tie_break)
            .collect();
        if recorded.is_empty() {
            continue;
        }
        if !own && !needs_no_file(contest, tie_break) {
            let what = if tie_break {
                "tie-break instances"
            } else {
                "instances"
            };
            findings.notes.push(format!(
                "{what} were not generated again: the contest file or its secret is not available"
            ));
            continue;
        }
        let made = if tie_break {
            instances::prepare_tie_break(contest)
        } else {
            instances::prepare(contest)
        };
        let made = match made {
            Ok(made) => made,
            Err(error) => {
                findings
                    .notes
                    .push(format!("instances could not be generated again: {error}"));
                continue;
            }
        };
        let made: BTreeSet<_> = made
            .iter()
            .map(|instance| (&*instance.round, &*instance.name, &*instance.digest))
            .collect();
        let key = |i: &'_ InstanceFacts| (i.round.clone(), i.name.clone(), i.digest.clone());
        for instance in &recorded {
            if !made.contains(&(&*instance.round, &*instance.name, &*instance.digest)) {
                let (round, name, digest) = key(instance);
                let should = "generated from the contest file and its secret";
                let place = format!("instance {round}/{name}");
                findings.report("run.toml", place, digest, should);
            }
        }
        if made.len() != recorded.len() {
            let (is, should) = (recorded.len(), made.len());
            findings.report(
                "run.toml",
                "instance",
                format!("{is} instances"),
                format!("{should}, as in the contest file"),
            );
        }
        findings
            .evidence
            .recomputation
            .push("instances: generated again from the contest file".to_owned());
    }
}

/// Returns whether all instances can be generated from the text of the contest file alone.
fn needs_no_file(contest: &Contest, tie_break: bool) -> bool {
    let mut rounds = contest
        .rounds
        .iter()
        .filter(|round| round.tie_break == tie_break);
    rounds.all(|round| {
        matches!(
            &round.source,
            Source::Generated {
                seed: Seed::Number(_),
                ..
            }
        )
    })
}
