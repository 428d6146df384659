//! Pairs of teams whose programs or answers look alike, ranked and explained for a person to judge.
//!
//! Programs are compared by winnowed fingerprints of their tokens ([`winnow`]), answers by their characters
//! ([`answers`]). Nothing here decides: there is no threshold, and independent programs share passages too.

pub mod answers;
mod corpus;
mod input;
mod language;
mod page;
mod program;
mod regions;
mod sources;
mod text;
mod tokens;
pub mod winnow;

use std::collections::{BTreeMap, BTreeSet};

use self::answers::{AnswerPair, Answers};
pub use self::corpus::{Corpus, ProgramPair};
pub use self::input::Input;
pub use self::language::Language;
pub use self::page::page;
pub use self::program::Program;
pub use self::sources::SourceFile;
pub use self::text::text;

/// Says what the list is, below every table and on every page.
pub const PURPOSE: &str = "This list ranks and explains; it sets no threshold and decides nothing. Independent \
    programs share passages too, so a person has to read both sources.";

/// Two teams, and what they have in common.
#[derive(Debug)]
pub struct Pair {
    pub teams: [String; 2],
    /// The larger of the similarities of programs and answers, between 0 and 1.
    pub similarity: f64,
    /// In the order of `teams`; `None` if one of them has no source, or if nothing is shared.
    pub programs: Option<ProgramPair>,
    pub answers: Option<AnswerPair>,
}

/// The comparison of all teams.
#[derive(Debug)]
pub struct Similar {
    /// The number of teams.
    pub teams: usize,
    /// Most similar first.
    pub pairs: Vec<Pair>,
    pub corpus: Corpus,
    /// `None` if no results were given.
    pub answers: Option<Answers>,
    /// Teams without a source that can be compared.
    pub without_source: Vec<String>,
    pub remarks: Vec<String>,
}

impl Similar {
    /// Compares all teams and keeps the `count` most similar pairs.
    pub fn new(input: Input, count: usize) -> Self {
        let corpus = Corpus::new(&input.teams, &input.base);
        let answers = input.snapshot.as_ref().map(answers::compare);
        let with_source = corpus.programs.iter().map(|program| program.team.as_str());
        let with_answers = answers.iter().flat_map(|answers| &answers.pairs);
        let with_answers = with_answers.flat_map(|pair| pair.teams.iter().map(AsRef::as_ref));
        let without = input.without_source.iter().map(String::as_str);
        let teams: BTreeSet<&str> = with_source.chain(with_answers).chain(without).collect();
        Self {
            teams: teams.len(),
            pairs: ranked(&corpus, answers.as_ref(), count),
            corpus,
            answers,
            without_source: input.without_source,
            remarks: input.remarks,
        }
    }
}

/// Joins the pairs of programs and those of answers.
fn ranked(corpus: &Corpus, answers: Option<&Answers>, count: usize) -> Vec<Pair> {
    let numbers: BTreeMap<&str, usize> = corpus
        .programs
        .iter()
        .enumerate()
        .map(|(number, program)| (program.team.as_str(), number))
        .collect();
    let mut pairs: BTreeMap<[String; 2], Pair> = BTreeMap::new();
    for found in corpus.pairs(count) {
        let teams = [found.first, found.second].map(|number| corpus.programs[number].team.clone());
        let pair = Pair {
            similarity: found.similarity,
            programs: Some(found),
            answers: None,
            teams: teams.clone(),
        };
        pairs.insert(teams, pair);
    }
    for found in answers.iter().flat_map(|answers| &answers.pairs) {
        let teams = found.teams.each_ref().map(ToString::to_string);
        let pair = pairs.entry(teams.clone()).or_insert(Pair {
            teams,
            similarity: 0.0,
            programs: None,
            answers: None,
        });
        pair.similarity = pair.similarity.max(found.similarity);
        pair.answers = Some(found.clone());
    }
    let mut pairs: Vec<Pair> = pairs.into_values().collect();
    let sum = |pair: &Pair| {
        let programs = pair.programs.as_ref().map_or(0.0, |found| found.similarity);
        programs + pair.answers.as_ref().map_or(0.0, |found| found.similarity)
    };
    pairs.sort_by(|a, b| {
        let larger = b.similarity.total_cmp(&a.similarity);
        larger.then(sum(b).total_cmp(&sum(a)))
    });
    pairs.truncate(count);
    for pair in pairs.iter_mut().filter(|pair| pair.programs.is_none()) {
        let [one, other] = pair.teams.each_ref().map(|team| numbers.get(team.as_str()));
        if let (Some(&one), Some(&other)) = (one, other) {
            pair.programs = Some(corpus.compare(one, other)).filter(|found| found.tokens > 0);
        }
    }
    pairs
}
