//! All programs of a contest, and the pairs of them that share passages.

use std::collections::{HashMap, HashSet};

use super::program::Program;
use super::regions::{Region, regions};
use super::sources::SourceFile;
use super::winnow::WINDOW;
use crate::parallel;

/// A passage is left out if more teams than this share it, and more than half of all teams.
const MOST_TEAMS: usize = 5;

/// Matched tokens at which a measure reaches half of the shared part: less can be chance.
const SUBSTANCE: f64 = 120.0;

/// The programs of all teams, with an index of their fingerprints.
#[derive(Debug)]
pub struct Corpus {
    pub programs: Vec<Program>,
    /// Per fingerprint, the numbers of the teams that have it, in order.
    index: HashMap<u64, Vec<u32>>,
    /// The number of passages that are left out because most teams have them.
    pub common: usize,
}

/// What two programs have in common.
#[derive(Clone, Debug)]
pub struct ProgramPair {
    pub first: usize,
    pub second: usize,
    /// How much they are alike, between 0 and 1.
    pub similarity: f64,
    pub regions: Vec<Region>,
    /// The number of tokens in all regions.
    pub tokens: usize,
    /// The part of each program that is in a region; without what is left out.
    pub shares: [f64; 2],
    /// The part of the tokens in regions whose text is the same too.
    pub verbatim: f64,
}

impl Corpus {
    /// Splits programs into tokens and indexes them. What occurs in `base` is left out.
    pub fn new(teams: &[(String, Vec<SourceFile>)], base: &[SourceFile]) -> Self {
        let known: HashSet<u64> = base
            .iter()
            .flat_map(|file| {
                let program = Program::new(String::new(), vec![file.clone()], &HashSet::new());
                program.all_grams().collect::<Vec<_>>()
            })
            .collect();
        let mut programs = parallel::map(teams.len(), |number| {
            let (team, files) = &teams[number];
            Program::new(team.clone(), files.clone(), &known)
        });
        let mut index = index(&programs);
        let most = MOST_TEAMS.max(programs.len() / 2);
        let common = index.iter().filter(|(_, teams)| teams.len() > most);
        let common: HashSet<u64> = common.map(|(hash, _)| *hash).collect();
        if !common.is_empty() {
            for program in &mut programs {
                program.leave_out(&common);
            }
            index = self::index(&programs);
        }
        Self {
            programs,
            index,
            common: common.len(),
        }
    }

    /// Returns the pairs that share fingerprints, most similar first: at least the `count` best ones.
    pub fn pairs(&self, count: usize) -> Vec<ProgramPair> {
        // The index tells which pairs are worth the comparison of their tokens. It estimates, so more than are wanted
        // are compared.
        let mut candidates: Vec<(f64, usize, usize)> =
            parallel::map(self.programs.len(), |first| self.candidates(first)).concat();
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        candidates.truncate(count.saturating_mul(3).max(100));
        let pairs = parallel::map(candidates.len(), |number| {
            let (_, first, second) = candidates[number];
            self.compare(first, second)
        });
        let mut pairs: Vec<ProgramPair> =
            pairs.into_iter().filter(|pair| pair.tokens > 0).collect();
        pairs.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        pairs
    }

    /// Returns the later programs that share fingerprints with this one, with an estimate of the similarity.
    fn candidates(&self, first: usize) -> Vec<(f64, usize, usize)> {
        let mut shared = vec![0.0; self.programs.len()];
        let prints = self.programs[first].fingerprints.iter();
        let distinct: HashSet<u64> = prints.map(|print| print.hash).collect();
        let mut distinct: Vec<u64> = distinct.into_iter().collect();
        distinct.sort_unstable();
        for hash in distinct {
            let teams = self.index.get(&hash).map_or(&[][..], Vec::as_slice);
            for &team in teams.iter().filter(|&&team| team as usize > first) {
                shared[team as usize] += weight(teams.len());
            }
        }
        let shared = shared.into_iter().enumerate();
        let shared = shared.filter(|(_, prints)| *prints > 0.0);
        let estimated = shared.map(|(second, prints)| {
            let tokens = prints * (WINDOW + 1) as f64 / 2.0;
            (self.similarity(first, second, tokens), first, second)
        });
        estimated.collect()
    }

    /// Returns the measure of a pair with so many weighted tokens in common.
    fn similarity(&self, first: usize, second: usize, tokens: f64) -> f64 {
        let own = |number: usize| self.programs[number].own_tokens() as f64;
        let smaller = own(first).min(own(second)).max(1.0);
        (tokens / smaller).min(1.0) * tokens / (tokens + SUBSTANCE)
    }

    /// Compares two programs token by token.
    pub fn compare(&self, first: usize, second: usize) -> ProgramPair {
        let (one, other) = (&self.programs[first], &self.programs[second]);
        let mut found = Vec::new();
        let mut weighted = 0.0;
        let (mut tokens, mut verbatim) = (0, 0);
        for region in regions(one, other) {
            let rarity = self.rarity(one, &region);
            weighted += rarity * region.length as f64;
            tokens += region.length;
            let same = |offset: &usize| {
                one.text(region.first + offset) == other.text(region.second + offset)
            };
            verbatim += (0..region.length).filter(same).count();
            found.push(region);
        }
        let share = |program: &Program| tokens as f64 / program.own_tokens().max(1) as f64;
        ProgramPair {
            first,
            second,
            similarity: self.similarity(first, second, weighted),
            regions: found,
            tokens,
            shares: [share(one), share(other)],
            verbatim: verbatim as f64 / tokens.max(1) as f64,
        }
    }

    /// Returns the mean weight of the fingerprints of a region.
    fn rarity(&self, program: &Program, region: &Region) -> f64 {
        let prints = &program.fingerprints;
        let from = prints.partition_point(|print| print.at < region.first);
        let to = prints.partition_point(|print| print.at < region.first + region.length);
        let weights = prints[from..to].iter().map(|print| {
            let teams = self.index.get(&print.hash).map_or(0, Vec::len);
            weight(teams.max(2))
        });
        weights.sum::<f64>() / (to - from).max(1) as f64
    }
}

/// Returns what a passage is worth that so many teams have: what only two have tells most.
fn weight(teams: usize) -> f64 {
    1.0 / (teams.max(2) - 1) as f64
}

/// Returns per fingerprint the programs that have it.
fn index(programs: &[Program]) -> HashMap<u64, Vec<u32>> {
    let mut index: HashMap<u64, Vec<u32>> = HashMap::new();
    for (number, program) in programs.iter().enumerate() {
        for print in &program.fingerprints {
            let teams = index.entry(print.hash).or_default();
            if teams.last() != Some(&(number as u32)) {
                teams.push(number as u32);
            }
        }
    }
    index
}
