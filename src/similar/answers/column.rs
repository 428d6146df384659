//! The answers of all entrants to one instance.

use std::collections::{BTreeMap, HashMap, HashSet};

use puzzles::{Goal, Value};

use super::sketch::{SKETCH, compact, grams, sketch};
use crate::digest::Sha;
use crate::ids::Name;
use crate::results::Row;
use crate::snapshot::Snapshot;
use crate::verdict::Verdict;

/// The largest answer that is compared, in bytes.
const LARGEST: u64 = 8 << 20;

/// Shorter answers are the same by chance, in characters.
const SHORTEST: usize = 32;

/// The fewest values of a trace that says something.
const SHORTEST_TRACE: usize = 4;

/// What an answer is worth that is proved optimal, and that two teams have: a good program finds no other value.
const OPTIMAL: f64 = 0.25;

/// The answers to one instance.
#[derive(Debug, Default)]
pub(super) struct Column {
    /// The teams whose answers can be compared.
    pub(super) teams: Vec<Name>,
    /// Per pair of teams, in alphabetical order, what their answers have in common.
    pub(super) findings: Vec<([Name; 2], Finding)>,
    pub(super) too_large: usize,
}

/// What two answers have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Finding {
    pub(super) identical: bool,
    /// The estimated Jaccard index, without what baselines have.
    pub(super) jaccard: f64,
    /// Whether the values of all answers on the way are the same.
    pub(super) trace: bool,
    /// How much it says, between 0 and 1.
    pub(super) weight: f64,
}

/// Teams with the same answer.
struct Group {
    teams: Vec<Name>,
    sketch: Vec<u64>,
    optimal: bool,
}

impl Column {
    pub(super) fn read(snapshot: &Snapshot, rows: &[&Row]) -> Self {
        let mut column = Self::default();
        let baselines = rows.iter().filter(|row| row.baseline);
        let baselines: Vec<Vec<u8>> = baselines
            .filter_map(|row| column.answer(snapshot, row))
            .collect();
        let known: HashSet<u64> = baselines.iter().flat_map(|answer| grams(answer)).collect();
        let mut groups: BTreeMap<[u8; 32], Group> = BTreeMap::new();
        let mut traces: BTreeMap<Vec<Value>, Vec<Name>> = BTreeMap::new();
        let mut known_traces: HashSet<Vec<Value>> = HashSet::new();
        for row in rows {
            let trace = snapshot.files.answers(row).unwrap_or_default();
            let trace: Vec<Value> = trace.into_iter().map(|(_, value)| value).collect();
            if row.baseline {
                known_traces.insert(trace);
                continue;
            }
            let solved = snapshot.contest.problem.goal() == Goal::Solve;
            if solved && row.verdict == Verdict::Accepted {
                // Most puzzles have one solution.
                continue;
            }
            let Some(answer) = column.answer(snapshot, row) else {
                continue;
            };
            if answer.len() < SHORTEST || baselines.contains(&answer) {
                continue;
            }
            column.teams.push(Name::clone(&row.team));
            if trace.len() >= SHORTEST_TRACE {
                traces
                    .entry(trace)
                    .or_default()
                    .push(Name::clone(&row.team));
            }
            let group = groups.entry(Sha::of(&answer).0).or_insert_with(|| Group {
                teams: Vec::new(),
                sketch: sketch(&answer, &known),
                optimal: row.value.is_some() && row.value == snapshot.bounds.of(row),
            });
            group.teams.push(Name::clone(&row.team));
        }
        traces.retain(|trace, _| !known_traces.contains(trace));
        let groups: Vec<Group> = groups.into_values().collect();
        column.findings = findings(&groups, traces.values());
        column
    }

    /// Returns the answer of a run without white space, if there is one that is not too large.
    fn answer(&mut self, snapshot: &Snapshot, row: &Row) -> Option<Vec<u8>> {
        let judged = matches!(row.verdict, Verdict::Accepted | Verdict::Rejected);
        let size = snapshot.files.answer_size(row).filter(|_| judged)?;
        if size > LARGEST {
            self.too_large += usize::from(!row.baseline);
            return None;
        }
        snapshot
            .files
            .answer(row)
            .ok()
            .map(|answer| compact(&answer))
    }
}

fn findings<'t>(
    groups: &[Group],
    traces: impl Iterator<Item = &'t Vec<Name>>,
) -> Vec<([Name; 2], Finding)> {
    let mut findings: BTreeMap<[Name; 2], Finding> = BTreeMap::new();
    for group in groups {
        let optimal = if group.optimal { OPTIMAL } else { 1.0 };
        for pair in pairs(&group.teams, &group.teams) {
            let finding = findings.entry(pair).or_default();
            finding.identical = true;
            finding.weight = optimal * weight(group.teams.len());
        }
    }
    for near in near_groups(groups) {
        for pair in pairs(&groups[near.first].teams, &groups[near.second].teams) {
            let finding = findings.entry(pair).or_default();
            (finding.jaccard, finding.weight) = (near.jaccard, near.weight);
        }
    }
    for teams in traces {
        for pair in pairs(teams, teams) {
            let finding = findings.entry(pair).or_default();
            finding.trace = true;
            finding.weight = finding.weight.max(weight(teams.len()));
        }
    }
    findings.into_iter().collect()
}

/// Returns what an answer is worth that so many teams have.
fn weight(teams: usize) -> f64 {
    1.0 / (teams.max(2) - 1) as f64
}

/// Returns all pairs of different names, one from each list, in alphabetical order, each once.
fn pairs(one: &[Name], other: &[Name]) -> Vec<[Name; 2]> {
    let all = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let all = all.filter(|(a, b)| a != b).map(|(a, b)| {
        let (first, second) = (a.min(b), a.max(b));
        [Name::clone(first), Name::clone(second)]
    });
    let mut all: Vec<[Name; 2]> = all.collect();
    all.sort();
    all.dedup();
    all
}

/// Two groups whose answers share grams.
struct Near {
    first: usize,
    second: usize,
    jaccard: f64,
    weight: f64,
}

fn near_groups(groups: &[Group]) -> Vec<Near> {
    let mut index: HashMap<u64, Vec<usize>> = HashMap::new();
    for (number, group) in groups.iter().enumerate() {
        for &hash in &group.sketch {
            index.entry(hash).or_default().push(number);
        }
    }
    // Grams that most answers have say nothing, and would make the number of pairs large.
    let most = (groups.len() / 2).max(5);
    let mut found = Vec::new();
    for (first, group) in groups.iter().enumerate() {
        let mut shared: BTreeMap<usize, f64> = BTreeMap::new();
        for hash in &group.sketch {
            let with = index.get(hash).map_or(&[][..], Vec::as_slice);
            if with.len() <= most {
                for &second in with.iter().filter(|&&second| second > first) {
                    *shared.entry(second).or_default() += weight(with.len());
                }
            }
        }
        for (second, weighted) in shared {
            let (jaccard, size) = jaccard(&group.sketch, &groups[second].sketch);
            found.push(Near {
                first,
                second,
                jaccard,
                weight: (weighted / size as f64).min(jaccard),
            });
        }
    }
    found
}

/// Returns the estimated Jaccard index, and the number of hashes that it rests on: the smallest of the union.
fn jaccard(one: &[u64], other: &[u64]) -> (f64, usize) {
    let mut union: Vec<u64> = [one, other].concat();
    union.sort_unstable();
    let twice = |window: &&[u64]| window[0] == window[1];
    let shared: HashSet<u64> = union.windows(2).filter(twice).map(|pair| pair[0]).collect();
    union.dedup();
    union.truncate(SKETCH);
    let both = union.iter().filter(|hash| shared.contains(hash)).count();
    (both as f64 / union.len().max(1) as f64, union.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(teams: &[&str], text: &[u8]) -> Group {
        Group {
            teams: teams.iter().map(|team| Name::from(*team)).collect(),
            sketch: sketch(text, &HashSet::new()),
            optimal: false,
        }
    }

    fn random(seed: u64, length: usize) -> Vec<u8> {
        let mut random = puzzles::Random::new(seed);
        (0..length).map(|_| b"LRUDS"[random.below(5)]).collect()
    }

    fn of(findings: &[([Name; 2], Finding)], one: &str, other: &str) -> Option<Finding> {
        let found = findings
            .iter()
            .find(|(teams, _)| *teams[0] == *one && *teams[1] == *other);
        found.map(|(_, finding)| *finding)
    }

    #[test]
    fn equal_answers_count_less_the_more_teams_have_them() {
        let groups = [group(&["a", "b"], b""), group(&["c", "d", "e"], b"")];
        let found = findings(&groups, std::iter::empty());
        assert_eq!(found.len(), 4);
        let weight = |one, other| of(&found, one, other).map(|finding| finding.weight);
        assert_eq!(weight("a", "b"), Some(1.0));
        assert_eq!(weight("d", "e"), Some(0.5));
        assert_eq!(weight("a", "c"), None);
    }

    #[test]
    fn a_few_changes_leave_answers_near() {
        let one = random(1, 3000);
        let mut other = one.clone();
        for at in [500, 1200, 2100] {
            other.splice(at..at + 2, *b"SSS");
        }
        let groups = [
            group(&["a"], &one),
            group(&["b"], &other),
            group(&["c"], &random(2, 3000)),
        ];
        let found = findings(&groups, std::iter::empty());
        let near = of(&found, "a", "b").expect("a finding");
        // 3 changes affect about 17 of 3000 grams each.
        assert!(near.jaccard > 0.94 && near.jaccard < 1.0, "{near:?}");
        assert!(!near.identical);
        assert_eq!(of(&found, "a", "c"), None);
    }

    #[test]
    fn equal_traces_are_found() {
        let teams = vec![Name::from("b"), Name::from("a")];
        let found = findings(&[], [&teams].into_iter());
        assert!(of(&found, "a", "b").is_some_and(|finding| finding.trace));
    }
}
