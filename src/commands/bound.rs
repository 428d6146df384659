//! `judge bound`: proves how good an answer can be at best.

use std::fmt::Write;

use puzzles::{Budget, FactValue, Goal, Unbounded};
use serde_json::{Map, Value, json};

use super::input;
use crate::cli::{Bound, TextOrJson};
use crate::error::{Error, Result};
use crate::terminal;

pub(super) fn bound(arguments: &Bound) -> Result<()> {
    let case = input::instance(&arguments.instance, input::chosen(&arguments.problem))?;
    let budget = Budget::unlimited().with_time(arguments.time);
    let problem = case.problem();
    let bound = case.bound(&budget, None).map_err(|error| match error {
        Unbounded::Unsupported => Error::user(format!("{} has no bounds", problem.name()))
            .with_help("give the problem a `bound` program: see `judge help problems`"),
        Unbounded::Failed(reason) => Error::user(reason),
    })?;
    match arguments.format {
        TextOrJson::Json => {
            let mut report = json!({
                "schema": 1,
                "problem": problem.name(),
                "bound": bound.value,
                "method": bound.method,
            });
            for (name, value) in facts(&bound) {
                report[name] = value;
            }
            if arguments.second {
                report["second"] = bound.second.into();
            }
            terminal::print_json(&report)
        }
        TextOrJson::Text => {
            let mut text = match problem.goal() {
                Goal::Solve => format!("{}\n", bound.method),
                _ => format!("{} {}: {}\n", bound.value, problem.unit(), bound.method),
            };
            if let Some(solutions) = bound.solutions {
                let _ = writeln!(text, "solutions: {}", solutions.name());
            }
            for fact in bound.facts {
                let _ = writeln!(text, "{}: {}", fact.name, fact.value);
            }
            if arguments.second {
                let second = bound.second.as_deref().unwrap_or("not found");
                let _ = writeln!(text, "second solution:\n{}", second.trim_end());
            }
            terminal::print(&text)
        }
    }
}

/// Returns further facts about an instance, for JSON.
pub(super) fn facts(bound: &puzzles::Bound) -> Map<String, Value> {
    let solutions = bound.solutions.map(|solutions| solutions.name().into());
    let solutions = solutions.map(|name| ("solutions".to_owned(), name));
    let facts = bound.facts.iter().map(|fact| {
        let value = match fact.value {
            FactValue::Word(word) => word.into(),
            FactValue::Count(count) => count.into(),
        };
        (fact.name.to_owned(), value)
    });
    solutions.into_iter().chain(facts).collect()
}
