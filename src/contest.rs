//! The contest file: what is to be played, by whom, under which limits, and how it is scored.

mod read;
mod round;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use puzzles::{AnyProblem, Recipe};

use crate::document::{Document, Located};
use crate::error::Result;
use crate::scoring;

pub use self::round::intended;

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

/// What a program may use, per instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time of the whole process tree.
    pub time: Duration,
    pub wall: Duration,
    pub memory: u64,
    pub output: u64,
    pub processes: u64,
    pub cores: usize,
    /// Whether the last answer before the time limit counts.
    pub anytime: bool,
    /// Between the polite signal and the last one.
    pub grace: Duration,
    /// What programs may see of the host, read-only, beyond the system's own folders.
    pub paths: Vec<PathBuf>,
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
    pub rule: &'static dyn scoring::Rule,
    pub failure: Failure,
}

/// What a run without an accepted answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Zero,
    /// As much as this baseline's answer.
    Baseline(String),
}

impl Default for Limits {
    fn default() -> Self {
        let time = Duration::from_secs(10);
        Self {
            time,
            wall: default_wall(time),
            memory: 512 << 20,
            output: 64 << 20,
            processes: 64,
            cores: 1,
            anytime: false,
            grace: Duration::from_millis(200),
            paths: Vec::new(),
        }
    }
}

/// All limits in a line, as results folders keep them.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            time,
            wall,
            memory,
            output,
            processes,
            cores,
            anytime,
            grace,
            paths,
        } = self;
        let ms = |duration: &Duration| duration.as_millis();
        write!(
            f,
            "time {} ms, wall {} ms, memory {memory} B, output {output} B, processes {processes}, cores {cores}, \
             anytime {anytime}, grace {} ms, paths {paths:?}",
            ms(time),
            ms(wall),
            ms(grace)
        )
    }
}

fn default_wall(time: Duration) -> Duration {
    time.mul_f64(1.5) + Duration::from_secs(1)
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
