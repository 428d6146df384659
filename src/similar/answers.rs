//! Answers of different teams that are the same or nearly so, on instances that the teams have not seen.
//!
//! What: two answers are the same if they differ only in white space. Others are as near as the Jaccard index of their
//! 16-grams of characters says, estimated from the smallest hashes of each (a bottom-k sketch). Everything that a
//! baseline's answer also has says nothing; what n teams have counts 1 / (n - 1).
//!
//! Guarantee: the error of an estimate is about 1 / √`SKETCH`.
//!
//! Complexity: linear in the size of the answers.
//!
//! Source: A. Broder: On the Resemblance and Containment of Documents, 1997.

mod column;
mod sketch;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use self::column::{Column, Finding};
use crate::ids::Name;
use crate::parallel;
use crate::results::Row;
use crate::snapshot::Snapshot;

/// Answers to compare in addition before a measure can reach 1: one instance can be chance.
const SUBSTANCE: f64 = 1.0;

/// What the answers of two teams have in common.
#[derive(Clone, Debug)]
pub struct AnswerPair {
    pub teams: [Name; 2],
    /// How much they are alike, between 0 and 1.
    pub similarity: f64,
    /// The runs for which both teams have an answer that can be compared.
    pub compared: usize,
    /// The runs with the same answer, by name.
    pub identical: Vec<String>,
    /// The mean Jaccard index of the other answers.
    pub near: f64,
    /// The number of runs with the same values on the way to the last answer.
    pub traces: usize,
}

/// The comparison of all answers.
#[derive(Debug, Default)]
pub struct Answers {
    /// Most similar first.
    pub pairs: Vec<AnswerPair>,
    /// The number of runs of hidden rounds.
    pub runs: usize,
    /// The number of answers that are too large to be compared.
    pub too_large: usize,
}

/// Compares the answers of all teams in the rounds that are not public.
pub fn compare(snapshot: &Snapshot) -> Answers {
    let columns = columns(snapshot);
    let read = parallel::map(columns.len(), |number| {
        let (label, rows) = &columns[number];
        (label, Column::read(snapshot, rows))
    });
    let mut answers = Answers {
        runs: read.len(),
        ..Answers::default()
    };
    // Per team, the columns with an answer that can be compared.
    let mut present: HashMap<&Name, BTreeSet<usize>> = HashMap::new();
    let mut found: BTreeMap<[&Name; 2], Vec<(&String, &Finding)>> = BTreeMap::new();
    for (number, (label, column)) in read.iter().enumerate() {
        answers.too_large += column.too_large;
        for team in &column.teams {
            present.entry(team).or_default().insert(number);
        }
        for (teams, finding) in &column.findings {
            let teams = [&teams[0], &teams[1]];
            found.entry(teams).or_default().push((label, finding));
        }
    }
    let both = |one: &Name, other: &Name| match (present.get(one), present.get(other)) {
        (Some(one), Some(other)) => one.intersection(other).count(),
        _ => 0,
    };
    let pairs = found.into_iter().map(|([one, other], findings)| {
        let compared = both(one, other);
        let same = findings.iter().filter(|(_, finding)| finding.identical);
        let identical: Vec<String> = same.map(|(label, _)| (*label).clone()).collect();
        let near = findings.iter().filter(|(_, finding)| !finding.identical);
        let near = near.fold(0.0, |sum, (_, finding)| sum + finding.jaccard);
        let differing = compared.saturating_sub(identical.len()).max(1);
        let weights: f64 = findings.iter().map(|(_, finding)| finding.weight).sum();
        AnswerPair {
            teams: [Name::clone(one), Name::clone(other)],
            similarity: weights / (compared as f64 + SUBSTANCE),
            compared,
            identical,
            near: near / differing as f64,
            traces: findings.iter().filter(|(_, finding)| finding.trace).count(),
        }
    });
    answers.pairs = pairs.collect();
    answers
        .pairs
        .sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    answers
}

/// Returns the current rows of hidden rounds, per instance and repetition.
fn columns(snapshot: &Snapshot) -> Vec<(String, Vec<&Row>)> {
    let rounds = snapshot.contest.rounds.iter();
    let hidden: BTreeSet<&str> = rounds
        .filter(|round| !round.public)
        .map(|round| round.name.as_str())
        .collect();
    let mut columns: BTreeMap<(&str, &str, u32), Vec<&Row>> = BTreeMap::new();
    for row in snapshot
        .rows
        .iter()
        .filter(|row| hidden.contains(&*row.round))
    {
        let key = (&*row.round, &*row.instance, row.repetition);
        columns.entry(key).or_default().push(row);
    }
    let named = columns
        .into_iter()
        .map(|((round, instance, repetition), rows)| {
            let number = match repetition {
                1 => String::new(),
                other => format!(".{other}"),
            };
            (format!("{round}/{instance}{number}"), rows)
        });
    named.collect()
}
