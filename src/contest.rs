//! The contest file: what is to be played, by whom, under which limits, and how it is scored.

mod read;
mod round;
mod scoring;

use std::path::{Path, PathBuf};

use puzzles::{AnyProblem, Recipe};

use crate::document::{Document, Located};
use crate::error::Result;
use crate::limits::Limits;

pub use self::round::intended;
pub use self::scoring::ScoringRule;

/// A contest file that has been read and found sound.
#[derive(Debug)]
pub struct Contest {
    pub document: Document,
    pub name: String,
    pub problem: &'static dyn AnyProblem,
    /// The folder of the teams.
    pub submissions: PathBuf,
    /// Names of bundled solvers.
    pub baselines: Vec<String>,
    pub limits: Limits,
    pub rounds: Vec<Round>,
    pub scoring: Scoring,
}

#[derive(Debug)]
pub struct Round {
    pub name: String,
    pub mode: Mode,
    /// Whether students may see the instances before the contest.
    pub public: bool,
    /// Whether it is played only by teams that are level at the end.
    pub tie_break: bool,
    /// What points are worth in this round, for the rule that gives any.
    pub scale: Scale,
    pub source: Source,
}

/// Points of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// For the best value of an instance, and for the runner-up if the first place is not tied.
    pub best: f64,
    pub second: f64,
    /// For most bests of the round, and for the best mean of those with an answer everywhere.
    pub most_bests: f64,
    pub best_mean: f64,
}

impl Scale {
    /// As the original competition had it.
    fn standard(mode: Mode) -> Self {
        let (best, second, most_bests, best_mean) = match mode {
            Mode::Answers => (1.0, 0.0, 2.0, 3.0),
            Mode::Programs => (2.0, 1.0, 4.0, 6.0),
        };
        Self {
            best,
            second,
            most_bests,
            best_mean,
        }
    }
}

/// What teams hand in for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Answers,
    Programs,
}

/// Where a round's instances come from.
#[derive(Debug)]
pub enum Source {
    /// A folder, a file or a pattern.
    Files(Located<PathBuf>),
    Generated {
        seed: Seed,
        portions: Vec<Portion>,
    },
}

/// The secret that hidden instances are made from.
#[derive(Debug)]
pub enum Seed {
    Number(i64),
    File(Located<PathBuf>),
}

/// Some instances of one recipe.
#[derive(Debug)]
pub struct Portion {
    pub recipe: Box<dyn Recipe>,
    pub seeds: Seeds,
    pub span: std::ops::Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// This many, with seeds drawn from the round's.
    Count(usize),
    Exact(Vec<u64>),
}

#[derive(Clone, Debug)]
pub struct Scoring {
    pub rule: ScoringRule,
    pub failure: Failure,
}

/// What a run without an accepted answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Zero,
    /// As much as this baseline's answer.
    Baseline(String),
}

impl Contest {
    pub fn read(path: &Path) -> Result<Self> {
        Self::from_document(&Document::read(path)?)
    }

    /// Paths in the file are relative to the folder it lies in.
    pub fn from_document(document: &Document) -> Result<Self> {
        document.parse(|root| read::contest(document, root))
    }
}

impl Seeds {
    fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

pub fn problem_names() -> Vec<&'static str> {
    puzzles::problems()
        .iter()
        .map(|problem| problem.name())
        .collect()
}
