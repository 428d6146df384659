//! The contest file: rounds, entrants, limits and scoring.

mod read;
mod round;
mod scoring;
mod site;

use std::path::{Path, PathBuf};

use puzzles::{AnyProblem, Recipe};

use self::read::Origin;
use crate::document::{Document, Located};
use crate::error::Result;
use crate::limits::Limits;
use crate::locale::Language;
use crate::problems::Description;
use crate::results_dir::RunNames;

pub use self::round::{MOST_INSTANCES, MOST_POINTS, MOST_REPETITIONS, MOST_WEIGHT, intended};
pub use self::scoring::ScoringRule;
pub use self::site::{Audience, Judged, Rate, Site, shows_reasons};

/// A valid contest file.
#[derive(Debug)]
pub struct Contest {
    pub document: Document,
    pub name: String,
    /// The language of pages and handouts.
    pub language: Language,
    pub problem: &'static dyn AnyProblem,
    /// The submissions folder.
    pub submissions: PathBuf,
    /// Names of bundled solvers.
    pub baselines: Vec<String>,
    pub limits: Limits,
    pub rounds: Vec<Round>,
    pub scoring: Scoring,
    /// How it is served as a site.
    pub site: Site,
}

#[derive(Debug)]
pub struct Round {
    pub name: String,
    pub mode: Mode,
    /// Whether students may see the instances before the contest.
    pub public: bool,
    /// Whether only teams that share a rank at the end play it.
    pub tie_break: bool,
    /// How much the round counts. A round of weight 0 is shown and never counted.
    pub weight: f64,
    /// How often each program is run on each instance.
    pub repeat: u32,
    /// The points of this round, for the rule `points`.
    pub scale: Scale,
    /// When a site judges it.
    pub judged: Judged,
    pub source: Source,
}

/// Points of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// For the best value on an instance, and for the runner-up if the best is not tied.
    pub best: f64,
    pub second: f64,
    /// For the most bests in the round, and for the best mean among teams with an answer on every instance.
    pub most_bests: f64,
    pub best_mean: f64,
}

impl Scale {
    /// The points of the original competition.
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

/// What teams submit for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Answers,
    Programs,
}

/// The source of a round's instances.
#[derive(Debug)]
pub enum Source {
    /// A folder, a file or a pattern.
    Files(Located<PathBuf>),
    Generated {
        seed: Seed,
        portions: Vec<Portion>,
    },
}

/// The secret from which hidden instances are generated.
#[derive(Debug)]
pub enum Seed {
    Number(i64),
    File(Located<PathBuf>),
}

/// Several instances of one recipe.
#[derive(Debug)]
pub struct Portion {
    pub recipe: Box<dyn Recipe>,
    pub seeds: Seeds,
    pub span: std::ops::Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// So many, with seeds derived from the round's seed.
    Count(usize),
    Exact(Vec<u64>),
}

#[derive(Clone, Debug)]
pub struct Scoring {
    pub rule: ScoringRule,
    pub failure: Failure,
}

/// The value of a run without an accepted answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Zero,
    /// The value of this baseline's answer.
    Baseline(String),
}

impl Contest {
    pub fn read(path: &Path) -> Result<Self> {
        Self::from_document(&Document::read(path)?)
    }

    /// Reads a document. Paths are relative to the folder of the file.
    pub fn from_document(document: &Document) -> Result<Self> {
        document.parse(|root| read::contest(document, root, Origin::File))
    }

    /// Reads a document of a results folder, with the description of the problem folder of the contest, if it has one.
    pub fn from_results(document: &Document, problem: Option<&Description>) -> Result<Self> {
        document.parse(|root| read::contest(document, root, Origin::Results(problem)))
    }
}

impl Contest {
    /// Returns the names of the files of its runs in a results folder.
    pub fn run_names(&self) -> RunNames {
        let repeated = self.rounds.iter().filter(|round| round.repeat > 1);
        RunNames::new(repeated.map(|round| round.name.clone()))
    }
}

impl Seeds {
    fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}
