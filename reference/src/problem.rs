//! The [`Problem`] trait: types for instances and answers, rules, bound, generator and solvers.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::{Budget, FieldError, Fields, Picture, Starter, TextError, Value};

/// Which values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Smaller values are better.
    Minimise,
    /// Larger values are better.
    Maximise,
    /// The value is 1 if the instance is solved and 0 otherwise.
    Solve,
}

impl Goal {
    /// Returns whether `a` is strictly better than `b`.
    pub fn better(self, a: Value, b: Value) -> bool {
        match self {
            Self::Minimise => a < b,
            Self::Maximise | Self::Solve => a > b,
        }
    }
}

/// The result of checking a valid answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The value of the answer.
    pub value: Value,
    /// Warnings for the author of the answer.
    pub warnings: Vec<String>,
    /// What is for the instructor only, who knows the instance.
    pub confidential: String,
}

impl Checked {
    /// Returns the result without further remarks.
    pub fn new(value: impl Into<Value>) -> Self {
        Self {
            value: value.into(),
            warnings: Vec::new(),
            confidential: String::new(),
        }
    }
}

/// The rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The index of the action, line or cell, counted from 0.
    pub at: u64,
    /// The message for the author.
    pub reason: String,
}

/// Why an answer has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is not an answer.
    Unreadable(TextError),
    /// The answer breaks a rule.
    Rejected(Rejection),
    /// The checker of a problem folder rejects the answer.
    Declined(Declined),
    /// The checker failed, with the reason: nothing is known about the answer. Bundled problems never fail.
    Unchecked(String),
}

/// What the checker of a problem folder says about an answer that it rejects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declined {
    /// The message for the team.
    pub reason: String,
    /// The message for the instructor, which may tell what is hidden.
    pub confidential: String,
}

/// Why an instance has no bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unbounded {
    /// The problem has no bounds.
    Unsupported,
    /// The computation failed, with the reason. Bundled problems never fail.
    Failed(String),
}

/// A streaming checker of one answer. Answers may be too large to be kept in memory.
pub trait Replay {
    /// Reads the next piece of the text.
    fn feed(&mut self, text: &[u8]);
    /// Ends the text and returns the value of the answer.
    fn finish(self: Box<Self>) -> Result<Checked, Refusal>;
}

/// A proved bound: no answer is better than its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The bound.
    pub value: Value,
    /// How it was proved, in a few words.
    pub method: String,
    /// The number of solutions, for problems with [`Goal::Solve`].
    pub solutions: Option<Solutions>,
    /// The text of a solution that differs from the one that `best` finds, if there are several.
    pub second: Option<String>,
    /// Other facts that the computation found.
    pub facts: Vec<Fact>,
}

impl Bound {
    /// Creates a bound with a value and a method.
    pub fn new(value: impl Into<Value>, method: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            method: method.into(),
            solutions: None,
            second: None,
            facts: Vec::new(),
        }
    }
}

/// What a bound rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// How the bound can be checked.
    pub kind: EvidenceKind,
    /// The strongest proof that was found. Its bound is that of the evidence unless the kind is
    /// [`EvidenceKind::Searched`]: a search may go further than what a proof can express.
    pub proof: Option<Proof>,
}

/// How a bound can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceKind {
    /// By a program of somebody else that reads the proof.
    Certified,
    /// By computing it again, which is cheap.
    Recomputed,
    /// By repeating an exhaustive search.
    Searched {
        /// The number of nodes of the search.
        nodes: u64,
    },
}

impl EvidenceKind {
    /// Returns the word for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Recomputed => "recomputed",
            Self::Searched { .. } => "searched",
        }
    }
}

/// The text of a proof, which [`Problem::check_proof`] and the Python checker read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The bound that it proves.
    pub bound: i64,
    /// The text. It begins with `judge-proof 1 PROBLEM BOUND`.
    pub text: String,
}

/// The largest proof that is kept, in bytes.
pub const LARGEST_PROOF: usize = 20_000_000;

/// Why a proof proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The text is not a proof of this problem.
    Unreadable(TextError),
    /// A step does not follow, or the proof is of another instance; the reason.
    Refused(String),
}

/// The proved number of solutions of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// No solution.
    None,
    /// Exactly one solution.
    Unique,
    /// At least two solutions.
    Several,
    /// Nothing is proved.
    Unknown,
}

impl Solutions {
    /// Returns the word for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Several => "several",
            Self::Unknown => "unknown",
        }
    }
}

/// Another property of an instance, such as its difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// One lower-case word: a key in JSON.
    pub name: &'static str,
    /// The value.
    pub value: FactValue,
}

/// The value of a [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// A word.
    Word(&'static str),
    /// A number.
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

/// Why a solver stopped without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The solver does not support the instance; one line that says which instances it supports.
    NotApplicable(String),
    /// It is proved that there is no solution; one line that says why.
    NoSolution(String),
    /// The budget expired before the first answer.
    Stopped,
}

/// The description of a solver.
#[derive(Clone, Copy, Debug)]
pub struct SolverInfo {
    /// The name for the command line and contest files.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What it guarantees, in one line.
    pub guarantee: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
}

/// A bundled solver. It passes every improved answer to a callback; the last one is its result.
///
/// It may return a bound that it proved: an answer that meets it is optimal.
pub struct Solver<P: Problem + ?Sized> {
    /// The description.
    pub info: SolverInfo,
    /// The function that runs the solver.
    pub run: SolverFunction<P>,
}

/// The function of a [`Solver`].
pub type SolverFunction<P> = fn(
    &<P as Problem>::Instance,
    &Budget,
    &mut dyn FnMut(<P as Problem>::Answer),
) -> Result<Option<Bound>, Unsolved>;

/// Runs a solver that finds a single answer.
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

/// A predefined comparison of solvers.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name for the command line.
    pub name: &'static str,
    /// What it varies, in one line.
    pub about: &'static str,
    /// The varied keys as `key=from..to:step`; several keys with equal values are separated by commas.
    pub vary: &'static str,
    /// The constant keys as `key=value`.
    pub recipe: &'static [&'static str],
    /// The solvers that are compared.
    pub solvers: &'static [&'static str],
}

/// A layout of generated instances: one value of the key `layout` of a recipe.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The value of the key `layout`.
    pub name: &'static str,
    /// What the instances look like, in one line.
    pub about: &'static str,
    /// The other keys of its recipes, in the order in which they are read.
    pub keys: &'static [Key],
}

/// A key of a recipe.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The name.
    pub name: &'static str,
    /// What it means, in one line.
    pub about: &'static str,
    /// The default; `None` for a required key.
    pub default: Option<&'static str>,
}

impl Key {
    /// Creates a required key.
    pub const fn required(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            default: None,
        }
    }

    /// Creates a key with a default.
    pub const fn optional(name: &'static str, about: &'static str, default: &'static str) -> Self {
        Self {
            name,
            about,
            default: Some(default),
        }
    }
}

/// A puzzle. [`Registered`](crate::Registered) makes an [`AnyProblem`](crate::AnyProblem) of it.
pub trait Problem: Send + Sync + 'static {
    /// The name for the command line and contest files.
    const NAME: &'static str;
    /// The puzzle in one line.
    const ABOUT: &'static str;
    /// Which values are better.
    const GOAL: Goal;
    /// The unit of values in the plural: `steps`, `swaps`, `points`.
    const UNIT: &'static str;

    /// An instance. `Display` writes the canonical text, which [`Problem::read`] reads back.
    type Instance: Display + Send + Sync;
    /// An answer. `Display` writes the text that [`Problem::check`] reads.
    type Answer: Display;
    /// A recipe for instances. `Display` writes a short label that is suitable for a file name.
    type Recipe: Display + Send + Sync;

    /// Reads an instance.
    fn read(text: &[u8]) -> Result<Self::Instance, TextError>;

    /// Returns a checker of one answer. It defines the rules and must not depend on any solver.
    fn replay(instance: &Self::Instance) -> Box<dyn Replay + '_>;

    /// Checks one answer.
    fn check(instance: &Self::Instance, answer: &[u8]) -> Result<Checked, Refusal> {
        let mut replay = Self::replay(instance);
        replay.feed(answer);
        replay.finish()
    }

    /// Returns the instance that an answer file names itself, if the format supports that.
    fn instance_named_by(_answer: &[u8]) -> Option<Result<Self::Instance, TextError>> {
        None
    }

    /// Returns the best bound that can be proved within the budget. `known` is the value of a known answer: a bound
    /// that meets it cannot be improved.
    fn bound(instance: &Self::Instance, budget: &Budget, known: Option<i64>) -> Bound;

    /// Returns what [`Problem::bound`] returns for the same arguments, with its evidence. Takes at most twice the time.
    fn prove(instance: &Self::Instance, budget: &Budget, known: Option<i64>) -> (Bound, Evidence) {
        let bound = Self::bound(instance, budget, known);
        let kind = EvidenceKind::Searched { nodes: 0 };
        (bound, Evidence { kind, proof: None })
    }

    /// Checks a proof in time linear in its size and returns the bound that it proves. Shares no code with the solvers
    /// or with what finds proofs.
    fn check_proof(_instance: &Self::Instance, _proof: &[u8]) -> Result<i64, ProofError> {
        Err(ProofError::Refused("this problem has no proofs".to_owned()))
    }

    /// Returns the checker of proofs in Python.
    fn checker() -> &'static str {
        ""
    }

    /// Draws the instance, or the state after an answer or after its first `step` actions. An answer that breaks a rule
    /// is drawn up to that action, and the caption gives the reason. The picture says how many actions were applied.
    fn draw(
        instance: &Self::Instance,
        answer: Option<&[u8]>,
        step: Option<u64>,
    ) -> Result<Picture, TextError>;

    /// Reads a recipe.
    fn recipe(fields: &mut Fields) -> Result<Self::Recipe, FieldError>;

    /// Generates the instance of a recipe and a seed.
    fn generate(recipe: &Self::Recipe, seed: u64) -> Result<Self::Instance, FieldError>;

    /// Returns the layouts with their keys, the default first.
    fn layouts() -> &'static [Layout];

    /// Returns recipes for examples, as `key = value` pairs in TOML.
    fn sample_recipes() -> &'static [&'static str];

    /// Returns the bundled solvers.
    fn solvers() -> &'static [Solver<Self>];

    /// Returns the predefined comparisons.
    fn experiments() -> &'static [Experiment] {
        &[]
    }

    /// Returns the starter programs.
    fn starters() -> &'static [Starter] {
        &[]
    }
}
