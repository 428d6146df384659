//! An instance of a problem folder: a text that only the programs of the folder understand.

use puzzles::{
    AnyProblem, Bound, Budget, Case, Checked, Companion, Goal, Picture, Refusal, Replay, TextError,
    Unbounded, Unsolved, Value,
};

use super::folder::ProblemFolder;
use super::programs::Call;
use crate::limits::{Limits, default_wall};
use crate::sandbox::{Ending, Limit};

/// An instance of a problem folder.
pub(super) struct FolderCase {
    pub(super) problem: &'static ProblemFolder,
    pub(super) text: String,
    pub(super) companion: Companion,
}

/// The time of a baseline if the budget has none.
const SOLVING_TIME: std::time::Duration = std::time::Duration::from_secs(10);

/// The work of one check as bytes of text: starting a sandbox and an interpreter takes some 20 ms.
const CHECK_OVERHEAD: usize = 4 << 20;

/// The method of bounds that a problem's own program computes.
pub(super) const BOUND_METHOD: &str = "bound program of the problem";

impl Case for FolderCase {
    fn problem(&self) -> &'static dyn AnyProblem {
        self.problem
    }

    fn text(&self) -> String {
        self.text.clone()
    }

    fn companion(&self) -> Option<&Companion> {
        Some(&self.companion)
    }

    /// Packages know nothing of several answers: the whole output of a program is its answer.
    fn has_empty_lines(&self) -> bool {
        self.problem.package().is_some()
    }

    fn check_overhead(&self) -> usize {
        CHECK_OVERHEAD
    }

    fn replay(&self) -> Box<dyn Replay + '_> {
        Box::new(FolderReplay {
            case: self,
            answer: Vec::new(),
        })
    }

    fn check(&self, answer: &[u8]) -> Result<Checked, Refusal> {
        let programs = self.problem.programs().map_err(Refusal::Unchecked)?;
        let valuation = self.problem.valuation();
        programs
            .checker
            .check(valuation, &self.text, &self.companion, answer)
    }

    fn bound(&self, budget: &Budget, _known: Option<Value>) -> Result<Bound, Unbounded> {
        if self.problem.goal() == Goal::Solve {
            return Ok(Bound::new(1, "an answer solves the instance or not"));
        }
        let programs = self.problem.programs().map_err(Unbounded::Failed)?;
        let Some(tool) = &programs.bound else {
            return Err(Unbounded::Unsupported);
        };
        let mut limits = tool.limits.clone();
        if let Some(left) = budget.remaining() {
            limits.time = limits.time.min(left);
            limits.wall = limits.wall.min(default_wall(limits.time));
        }
        let call = Call {
            input: self.text.as_bytes(),
            limits: Some(&limits),
            ..Call::default()
        };
        let outcome = tool.run(|_| Vec::new(), call).map_err(Unbounded::Failed)?;
        if outcome.ending != Ending::Exited(0) {
            return Err(Unbounded::Failed(tool.failure(&outcome)));
        }
        let text = String::from_utf8_lossy(outcome.output());
        // Values are whole multiples of the last digit, so that rounding to it never makes a valid bound too strong.
        let value = Value::rounded(text.trim(), Value::MAX_DECIMALS).map_err(|error| {
            let shown: String = text.trim().chars().take(40).collect();
            Unbounded::Failed(format!("the bound program wrote `{shown}`: {error}"))
        })?;
        Ok(Bound::new(value, BOUND_METHOD))
    }

    fn draw(&self, answer: Option<&[u8]>, _step: Option<u64>) -> Result<Picture, TextError> {
        let mut picture = Picture::default();
        let mut add = |text: &str| {
            for line in text.lines() {
                picture.line();
                picture.plain(line);
            }
        };
        add(&self.text);
        if let Some(answer) = answer {
            add("\n");
            add(&String::from_utf8_lossy(answer));
            picture.caption = match self.check(answer) {
                Ok(checked) => format!("accepted: {} {}", checked.value, self.problem.unit()),
                Err(Refusal::Declined(declined)) => format!("rejected: {}", declined.reason),
                Err(Refusal::Unchecked(reason)) => reason,
                Err(other) => format!("{other:?}"),
            };
        }
        Ok(picture)
    }

    fn solve(
        &self,
        solver: &str,
        budget: &Budget,
        improved: &mut dyn FnMut(String),
    ) -> Result<Option<Bound>, Unsolved> {
        let failed = Unsolved::NotApplicable;
        let programs = self.problem.programs().map_err(failed)?;
        let tool = programs.baseline(solver).ok_or_else(|| {
            let name = self.problem.name();
            failed(format!("{name} has no baseline `{solver}`"))
        })?;
        let time = budget.remaining().unwrap_or(SOLVING_TIME);
        let limits = Limits {
            time,
            wall: default_wall(time),
            anytime: true,
            ..self.problem.description().limits.limits()
        };
        let outcome = tool
            .compete(&self.text, budget.seed(), &limits)
            .map_err(failed)?;
        let is_stopped = matches!(
            outcome.ending,
            Ending::Stopped(Limit::Cpu(_) | Limit::Wall(_)) | Ending::Interrupted
        );
        if outcome.ending != Ending::Exited(0) && !is_stopped {
            return Err(failed(tool.failure(&outcome)));
        }
        for (_, answer) in outcome.arrivals() {
            improved(String::from_utf8_lossy(answer).into_owned());
        }
        if is_stopped {
            return Err(Unsolved::Stopped);
        }
        Ok(None)
    }
}

/// Collects the pieces of an answer for the checker.
struct FolderReplay<'c> {
    case: &'c FolderCase,
    answer: Vec<u8>,
}

impl Replay for FolderReplay<'_> {
    fn feed(&mut self, text: &[u8]) {
        self.answer.extend_from_slice(text);
    }

    fn finish(self: Box<Self>) -> Result<Checked, Refusal> {
        self.case.check(&self.answer)
    }
}
