//! What a puzzle has to bring: types for instances and answers, rules, bound, generator and algorithms.

use std::fmt::{self, Display};

use crate::{Budget, FieldError, Fields, Picture, Starter, TextError};

/// Which values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Minimise,
    Maximise,
    /// There is no value: an instance is solved or it is not.
    Solve,
}

impl Goal {
    /// Whether `a` is strictly better than `b`.
    pub fn better(self, a: i64, b: i64) -> bool {
        match self {
            Self::Minimise => a < b,
            Self::Maximise | Self::Solve => a > b,
        }
    }
}

/// An answer that was read and obeys the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub value: i64,
    /// What its author should know although the answer counts.
    pub warnings: Vec<String>,
}

/// The rule that a readable answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Index of the action, line or cell, counted from 0.
    pub at: u64,
    pub reason: String,
}

/// Why an answer does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Unreadable(TextError),
    Rejected(Rejection),
}

/// Takes the text of an answer piece by piece, for answers may be larger than all else, and says what it is worth.
pub trait Replay {
    fn feed(&mut self, text: &[u8]);
    fn finish(self: Box<Self>) -> Result<Checked, Refusal>;
}

/// A proven limit: no answer can be better than this value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub value: i64,
    /// How it was proved, in a few words.
    pub method: String,
    /// How many solutions there are, where that is the question.
    pub solutions: Option<Solutions>,
    /// The text of a solution other than the one that `best` gives, where there are several.
    pub second: Option<String>,
    /// What else came to light on the way.
    pub facts: Vec<Fact>,
}

impl Bound {
    pub fn new(value: i64, method: impl Into<String>) -> Self {
        Self {
            value,
            method: method.into(),
            solutions: None,
            second: None,
            facts: Vec::new(),
        }
    }
}

/// How many solutions an instance has, as far as it is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    None,
    Unique,
    Several,
    Unknown,
}

impl Solutions {
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Unknown => "unknown",
        }
    }
}

/// Something else that is known of an instance, such as how hard it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// One lower-case word: a key in JSON.
    pub name: &'static str,
    pub value: FactValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    Word(&'static str),
    Count(u64),
}

impl Display for FactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Count(count) => count.fmt(f),
        }
    }
}

/// Why an algorithm ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The algorithm is not made for such instances; one line that says which it takes.
    NotApplicable(String),
    /// It is proved that there is no solution.
    NoSolution(String),
    /// Time ran out, or somebody asked to stop, before the first answer.
    Stopped,
}

/// What people want to know of an algorithm before they choose it.
#[derive(Clone, Copy, Debug)]
pub struct SolverInfo {
    pub name: &'static str,
    pub about: &'static str,
    pub guarantee: &'static str,
    pub source: &'static str,
}

/// A bundled algorithm. It hands every improvement to the function it is given; the last one is its answer.
///
/// It may return a bound that it proved on its way: an answer that meets it is optimal.
pub struct Solver<P: Problem + ?Sized> {
    pub info: SolverInfo,
    pub run: SolverFunction<P>,
}

type SolverFunction<P> = fn(
    &<P as Problem>::Instance,
    &Budget,
    &mut dyn FnMut(<P as Problem>::Answer),
) -> Result<Option<Bound>, Unsolved>;

/// Hands over the one answer of an algorithm that does not improve it.
pub(crate) fn once<P: Problem>(
    solve: fn(&P::Instance, &Budget) -> Result<P::Answer, Unsolved>,
    instance: &P::Instance,
    budget: &Budget,
    improved: &mut dyn FnMut(P::Answer),
) -> Result<Option<Bound>, Unsolved> {
    improved(solve(instance, budget)?);
    Ok(None)
}

impl<P: Problem + ?Sized> std::fmt::Debug for Solver<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("info", &self.info)
            .finish_non_exhaustive()
    }
}

/// A comparison of algorithms that is worth showing to a class.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    pub name: &'static str,
    pub about: &'static str,
    /// What varies, as `key=from..to:step`; several keys that go together stand before one `=`, with commas.
    pub vary: &'static str,
    /// What stays, as `key=value` words.
    pub recipe: &'static [&'static str],
    pub solvers: &'static [&'static str],
}

/// A puzzle.
pub trait Problem: Send + Sync + 'static {
    const NAME: &'static str;
    const ABOUT: &'static str;
    const GOAL: Goal;
    /// What a value counts, in the plural: `steps`, `swaps`, `points`.
    const UNIT: &'static str;

    /// `Display` is the canonical text, which [`Problem::read`] takes back unchanged.
    type Instance: Display + Send + Sync;
    /// `Display` is the text that [`Problem::check`] reads.
    type Answer: Display;
    /// `Display` is a short label, fit for a file name.
    type Recipe: Display + Send + Sync;

    fn read(text: &[u8]) -> Result<Self::Instance, TextError>;

    /// A replay of one answer. This is the law: it depends on no solver.
    fn replay(instance: &Self::Instance) -> Box<dyn Replay + '_>;

    /// Reads one answer and replays it.
    fn check(instance: &Self::Instance, answer: &[u8]) -> Result<Checked, Refusal> {
        let mut replay = Self::replay(instance);
        replay.feed(answer);
        replay.finish()
    }

    /// The instance that an answer file names by itself, where the format has such a thing.
    fn instance_named_by(_answer: &[u8]) -> Option<Result<Self::Instance, TextError>> {
        None
    }

    /// The best limit that can be proved in the time given. It need not go on once it meets `known`, the value of an
    /// answer: nothing better can be proved.
    fn bound(instance: &Self::Instance, budget: &Budget, known: Option<i64>) -> Bound;

    /// Draws the instance, or what an answer makes of it: at its end, or after so many of its actions. An answer that
    /// breaks a rule is drawn up to there, and the caption says which.
    fn draw(
        instance: &Self::Instance,
        answer: Option<&[u8]>,
        step: Option<u64>,
    ) -> Result<Picture, TextError>;

    fn recipe(fields: &mut Fields) -> Result<Self::Recipe, FieldError>;

    fn generate(recipe: &Self::Recipe, seed: u64) -> Result<Self::Instance, FieldError>;

    /// A recipe to show in examples, as `key = value` pairs in TOML.
    fn sample_recipes() -> &'static [&'static str];

    fn solvers() -> &'static [Solver<Self>];

    fn experiments() -> &'static [Experiment];

    fn starters() -> &'static [Starter];
}
