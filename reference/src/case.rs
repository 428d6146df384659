//! The type-erased face of a problem, which is all that the judge sees; implemented once, for every problem.

use std::fmt;
use std::marker::PhantomData;

use crate::{
    Bound, Budget, Checked, Experiment, FieldError, Fields, Goal, Picture, Problem, Refusal,
    Replay, SolverInfo, Starter, TextError, Unsolved,
};

/// A problem, whichever it is.
pub trait AnyProblem: Send + Sync + fmt::Debug {
    fn name(&self) -> &'static str;
    fn about(&self) -> &'static str;
    fn goal(&self) -> Goal;
    fn unit(&self) -> &'static str;
    fn read(&self, text: &[u8]) -> Result<Box<dyn Case>, TextError>;
    /// The instance that an answer file names by itself, if it does.
    fn instance_named_by(&self, answer: &[u8]) -> Option<Result<Box<dyn Case>, TextError>>;
    /// Reads a recipe; keys that nobody asked for are an error.
    fn recipe(&self, fields: Fields) -> Result<Box<dyn Recipe>, FieldError>;
    fn sample_recipes(&self) -> &'static [&'static str];
    fn solvers(&self) -> Vec<SolverInfo>;
    fn experiments(&self) -> &'static [Experiment];
    fn starters(&self) -> &'static [Starter];
}

/// An instance of some problem.
pub trait Case: Send + Sync {
    fn problem(&self) -> &'static dyn AnyProblem;
    /// The canonical text: what programs get to read.
    fn text(&self) -> String;
    fn replay(&self) -> Box<dyn Replay + '_>;
    fn check(&self, answer: &[u8]) -> Result<Checked, Refusal>;
    /// The best limit that can be proved in time; `known` is the value of an answer, which is enough to meet.
    fn bound(&self, budget: &Budget, known: Option<i64>) -> Bound;
    /// Draws the instance, or what an answer makes of it at its end or after so many actions.
    fn draw(&self, answer: Option<&[u8]>, step: Option<u64>) -> Result<Picture, TextError>;
    /// Runs a bundled algorithm; `improved` gets the text of each answer, every one better than the last.
    /// Returns a bound where the algorithm proved one.
    fn solve(
        &self,
        solver: &str,
        budget: &Budget,
        improved: &mut dyn FnMut(String),
    ) -> Result<Option<Bound>, Unsolved>;
}

/// A way of making instances; `Display` is its label.
pub trait Recipe: fmt::Display + fmt::Debug + Send + Sync {
    fn generate(&self, seed: u64) -> Result<Box<dyn Case>, FieldError>;
}

pub(crate) struct Erased<P>(PhantomData<P>);

impl<P: Problem> Erased<P> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

impl<P: Problem> fmt::Debug for Erased<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(P::NAME)
    }
}

struct ErasedCase<P: Problem>(P::Instance);

struct ErasedRecipe<P: Problem>(P::Recipe);

impl<P: Problem> AnyProblem for Erased<P> {
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
}

impl<P: Problem> Case for ErasedCase<P> {
    fn problem(&self) -> &'static dyn AnyProblem {
        &Erased::<P>::NEW
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

    fn bound(&self, budget: &Budget, known: Option<i64>) -> Bound {
        P::bound(&self.0, budget, known)
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
