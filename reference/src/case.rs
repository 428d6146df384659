//! Type-erased problems and instances, implemented once for all types that implement [`Problem`].

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use crate::{
    Bound, Budget, Checked, Evidence, Experiment, FieldError, Fields, Goal, Layout, Picture,
    Problem, ProofError, Refusal, Replay, SolverInfo, Starter, TextError, Unbounded, Unsolved,
    Value,
};

/// A type-erased [`Problem`].
pub trait AnyProblem: Send + Sync + fmt::Debug {
    /// Returns the name for the command line and contest files.
    fn name(&self) -> &'static str;
    /// Returns the puzzle in one line.
    fn about(&self) -> &'static str;
    /// Returns which values are better.
    fn goal(&self) -> Goal;
    /// Returns the unit of values in the plural.
    fn unit(&self) -> &'static str;
    /// Reads an instance.
    fn read(&self, text: &[u8]) -> Result<Box<dyn Case>, TextError>;
    /// Reads an instance with what its checker gets beside it. Bundled problems need nothing.
    fn read_with(&self, text: &[u8], _companion: Companion) -> Result<Box<dyn Case>, TextError> {
        self.read(text)
    }
    /// Returns the instance that an answer file names itself, if it does.
    fn instance_named_by(&self, answer: &[u8]) -> Option<Result<Box<dyn Case>, TextError>>;
    /// Reads a recipe. Fails if a key is unknown.
    fn recipe(&self, fields: Fields) -> Result<Box<dyn Recipe>, FieldError>;
    /// Returns the layouts with their keys, the default first.
    fn layouts(&self) -> &'static [Layout];
    /// Returns recipes for examples, as `key = value` pairs in TOML.
    fn sample_recipes(&self) -> &'static [&'static str];
    /// Returns the descriptions of the bundled solvers.
    fn solvers(&self) -> Vec<SolverInfo>;
    /// Returns the predefined comparisons.
    fn experiments(&self) -> &'static [Experiment];
    /// Returns the starter programs.
    fn starters(&self) -> &'static [Starter];
    /// Returns the checker of proofs in Python. Only bundled problems have one.
    fn checker(&self) -> Option<&'static str> {
        None
    }
    /// Returns the folder of a problem that is not bundled.
    fn folder(&self) -> Option<&'static Path> {
        None
    }
    /// Returns the script that draws instances and answers of a problem that is not bundled.
    fn view(&self) -> Option<&'static str> {
        None
    }
}

/// What a checker gets beside an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Companion {
    /// The content of the answer file.
    pub answer: Vec<u8>,
    /// Further arguments.
    pub arguments: Vec<String>,
    /// The value of an accepted answer to which the checker gives no score.
    pub accepted: Option<Value>,
}

/// A type-erased instance.
pub trait Case: Send + Sync {
    /// Returns the problem.
    fn problem(&self) -> &'static dyn AnyProblem;
    /// Returns the canonical text, which programs get as input.
    fn text(&self) -> String;
    /// Returns what the checker gets beside the instance, for problems that are not bundled.
    fn companion(&self) -> Option<&Companion> {
        None
    }
    /// Returns whether empty lines are part of an answer, so that a program writes one answer only.
    fn has_empty_lines(&self) -> bool {
        false
    }
    /// Returns the cost of one check beyond reading the text, as a number of bytes that could be read meanwhile.
    fn check_overhead(&self) -> usize {
        0
    }
    /// Returns a streaming checker of one answer.
    fn replay(&self) -> Box<dyn Replay + '_>;
    /// Checks one answer.
    fn check(&self, answer: &[u8]) -> Result<Checked, Refusal>;
    /// Returns the best bound that can be proved within the budget; see [`Problem::bound`].
    fn bound(&self, budget: &Budget, known: Option<Value>) -> Result<Bound, Unbounded>;
    /// Returns what [`Case::bound`] returns, with its evidence; see [`Problem::prove`]. Only bundled problems have
    /// evidence.
    fn prove(
        &self,
        budget: &Budget,
        known: Option<Value>,
    ) -> Result<(Bound, Option<Evidence>), Unbounded> {
        Ok((self.bound(budget, known)?, None))
    }
    /// Checks a proof and returns the bound that it proves; see [`Problem::check_proof`].
    fn check_proof(&self, _proof: &[u8]) -> Result<Value, ProofError> {
        let name = self.problem().name();
        Err(ProofError::Refused(format!("{name} has no proofs")))
    }
    /// Draws the instance, or the state after an answer or its first `step` actions.
    fn draw(&self, answer: Option<&[u8]>, step: Option<u64>) -> Result<Picture, TextError>;
    /// Runs a bundled solver. `improved` gets the text of each answer, every one better than the previous one. Returns
    /// a bound if the solver proved one.
    fn solve(
        &self,
        solver: &str,
        budget: &Budget,
        improved: &mut dyn FnMut(String),
    ) -> Result<Option<Bound>, Unsolved>;
}

/// A type-erased recipe. `Display` writes its label.
pub trait Recipe: fmt::Display + fmt::Debug + Send + Sync {
    /// Generates the instance of a seed.
    fn generate(&self, seed: u64) -> Result<Box<dyn Case>, FieldError>;
}

/// Makes an [`AnyProblem`] of a type that implements [`Problem`].
///
/// `&Registered::<P>::NEW` is a `&'static dyn AnyProblem`, as the judge uses it. The crate's own problems are
/// registered in [`problems`](crate::problems) in the same way.
pub struct Registered<P>(PhantomData<P>);

impl<P: Problem> Registered<P> {
    /// The registered problem.
    pub const NEW: Self = Self(PhantomData);
}

impl<P: Problem> fmt::Debug for Registered<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(P::NAME)
    }
}

struct ErasedCase<P: Problem>(P::Instance);

struct ErasedRecipe<P: Problem>(P::Recipe);

impl<P: Problem> AnyProblem for Registered<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn about(&self) -> &'static str {
        P::ABOUT
    }

    fn goal(&self) -> Goal {
        P::GOAL
    }

    fn unit(&self) -> &'static str {
        P::UNIT
    }

    fn read(&self, text: &[u8]) -> Result<Box<dyn Case>, TextError> {
        Ok(Box::new(ErasedCase::<P>(P::read(text)?)))
    }

    fn instance_named_by(&self, answer: &[u8]) -> Option<Result<Box<dyn Case>, TextError>> {
        let named = P::instance_named_by(answer)?;
        Some(named.map(|instance| Box::new(ErasedCase::<P>(instance)) as Box<dyn Case>))
    }

    fn recipe(&self, mut fields: Fields) -> Result<Box<dyn Recipe>, FieldError> {
        let recipe = P::recipe(&mut fields)?;
        fields.finish()?;
        Ok(Box::new(ErasedRecipe::<P>(recipe)))
    }

    fn layouts(&self) -> &'static [Layout] {
        P::layouts()
    }

    fn sample_recipes(&self) -> &'static [&'static str] {
        P::sample_recipes()
    }

    fn solvers(&self) -> Vec<SolverInfo> {
        P::solvers().iter().map(|solver| solver.info).collect()
    }

    fn experiments(&self) -> &'static [Experiment] {
        P::experiments()
    }

    fn starters(&self) -> &'static [Starter] {
        P::starters()
    }

    fn checker(&self) -> Option<&'static str> {
        Some(P::checker())
    }
}

impl<P: Problem> Case for ErasedCase<P> {
    fn problem(&self) -> &'static dyn AnyProblem {
        &Registered::<P>::NEW
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn replay(&self) -> Box<dyn Replay + '_> {
        P::replay(&self.0)
    }

    fn check(&self, answer: &[u8]) -> Result<Checked, Refusal> {
        P::check(&self.0, answer)
    }

    fn bound(&self, budget: &Budget, known: Option<Value>) -> Result<Bound, Unbounded> {
        Ok(P::bound(&self.0, budget, known.map(Value::whole)))
    }

    fn prove(
        &self,
        budget: &Budget,
        known: Option<Value>,
    ) -> Result<(Bound, Option<Evidence>), Unbounded> {
        let (bound, evidence) = P::prove(&self.0, budget, known.map(Value::whole));
        Ok((bound, Some(evidence)))
    }

    fn check_proof(&self, proof: &[u8]) -> Result<Value, ProofError> {
        P::check_proof(&self.0, proof).map(Value::from)
    }

    fn draw(&self, answer: Option<&[u8]>, step: Option<u64>) -> Result<Picture, TextError> {
        P::draw(&self.0, answer, step)
    }

    fn solve(
        &self,
        solver: &str,
        budget: &Budget,
        improved: &mut dyn FnMut(String),
    ) -> Result<Option<Bound>, Unsolved> {
        let chosen = P::solvers().iter().find(|s| s.info.name == solver);
        let chosen = chosen.ok_or_else(|| {
            Unsolved::NotApplicable(format!("{} has no solver `{solver}`", P::NAME))
        })?;
        (chosen.run)(&self.0, budget, &mut |answer| improved(answer.to_string()))
    }
}

impl<P: Problem> Recipe for ErasedRecipe<P> {
    fn generate(&self, seed: u64) -> Result<Box<dyn Case>, FieldError> {
        Ok(Box::new(ErasedCase::<P>(P::generate(&self.0, seed)?)))
    }
}

impl<P: Problem> fmt::Debug for ErasedRecipe<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<P: Problem> fmt::Display for ErasedRecipe<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
