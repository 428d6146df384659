//! The description of an experiment: the points of a range, the seeds of the instances, and the solvers.

use std::time::Duration;

use puzzles::{AnyProblem, FieldValue, Recipe};

use super::Solver;
use crate::error::{Error, Result};
use crate::recipe::{field, recipe};

/// The maximum number of points; more are probably a mistake.
const MAX_POINTS: usize = 1000;

/// A validated experiment.
#[derive(Debug)]
pub struct Experiment {
    pub problem: &'static dyn AnyProblem,
    /// The keys that vary together, separated by commas.
    pub keys: String,
    /// The fixed keys as given by the user, `KEY=VALUE`.
    pub fixed: Vec<String>,
    pub points: Vec<Point>,
    pub seeds: Vec<u64>,
    pub solvers: Vec<Solver>,
    pub time: Duration,
}

/// One value of the varying keys.
#[derive(Debug)]
pub struct Point {
    pub value: f64,
    pub label: String,
    pub recipe: Box<dyn Recipe>,
    /// The complete recipe, which identifies the measurements of this point on disk.
    pub text: String,
}

impl Experiment {
    /// Creates an experiment from `fixed` and `vary` as on the command line. Fails if a range or a recipe is invalid.
    pub fn new(
        problem: &'static dyn AnyProblem,
        fixed: Vec<String>,
        vary: &str,
        solvers: Vec<Solver>,
        seeds: Vec<u64>,
        time: Duration,
    ) -> Result<Self> {
        let (keys, values) = range(vary)?;
        let mut points = Vec::with_capacity(values.len());
        for value in values {
            points.push(Point::new(problem, &fixed, keys, &value)?);
        }
        Ok(Self {
            problem,
            keys: keys.to_owned(),
            fixed,
            points,
            seeds,
            solvers,
            time,
        })
    }
}

impl Point {
    fn new(
        problem: &'static dyn AnyProblem,
        fixed: &[String],
        keys: &str,
        value: &FieldValue,
    ) -> Result<Self> {
        let mut fields = fixed
            .iter()
            .map(|pair| field(pair))
            .collect::<Result<Vec<_>>>()?;
        fields.extend(
            keys.split(',')
                .map(|key| (key.trim().to_owned(), value.clone())),
        );
        let text = fields.iter().map(|(key, value)| format!("{key}={value}"));
        Ok(Self {
            text: text.collect::<Vec<_>>().join(" "),
            recipe: recipe(problem, fields)?,
            value: match value {
                FieldValue::Integer(value) => *value as f64,
                FieldValue::Number(value) => *value,
                FieldValue::Text(_) => f64::NAN,
            },
            label: value.to_string(),
        })
    }
}

/// Parses `KEY=FROM..TO`, `KEY=FROM..TO:STEP` or `KEY=FROM..TO:xFACTOR`, both ends included.
fn range(text: &str) -> Result<(&str, Vec<FieldValue>)> {
    let invalid = || {
        Error::user(format!("`{text}` is not a range"))
            .with_help("write for example --vary rows,columns=10..50:10 or --vary colours=2..64:x2")
    };
    let (keys, range) = text.split_once('=').ok_or_else(invalid)?;
    let (range, step) = range.split_once(':').unwrap_or((range, "1"));
    let (from, to) = range.split_once("..").ok_or_else(invalid)?;
    let (step, is_factor) = match step.strip_prefix('x') {
        Some(factor) => (factor, true),
        None => (step, false),
    };
    let is_integer = [from, to, step]
        .iter()
        .all(|part| part.parse::<i64>().is_ok());
    let number = |part: &str| part.parse::<f64>().ok().filter(|number| number.is_finite());
    let [from, to, step] = [from, to, step].map(number);
    let (Some(from), Some(to), Some(step)) = (from, to, step) else {
        return Err(invalid());
    };
    let grows = if is_factor {
        step > 1.0 && from > 0.0
    } else {
        step > 0.0
    };
    if !grows || to < from {
        let error = Error::user(format!("`{text}` is an empty or endless range"));
        return Err(
            error.with_help("FROM must not exceed TO, a step must be above 0 and a factor above 1")
        );
    }
    let at = |index: usize| {
        if is_factor {
            from * step.powi(index as i32)
        } else {
            from + step * index as f64
        }
    };
    // Steps such as 0.1 accumulate rounding errors, so the end has a tolerance.
    let end = to + (to.abs() + 1.0) * 1e-9;
    let values: Vec<_> = (0..=MAX_POINTS)
        .map(at)
        .take_while(|&value| value <= end)
        .collect();
    if values.len() > MAX_POINTS {
        let error = Error::user(format!("`{text}` has more than {MAX_POINTS} points"));
        return Err(error.with_help("choose a larger step, as in rows=10..1000:10"));
    }
    let value = |value: f64| {
        if is_integer {
            FieldValue::Integer(value as i64)
        } else {
            FieldValue::Number((value * 1e9).round() / 1e9)
        }
    };
    Ok((keys, values.into_iter().map(value).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(text: &str) -> String {
        let (keys, values) = range(text).expect("a range");
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        format!("{keys}: {}", values.join(" "))
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(labels("rows=2..4"), "rows: 2 3 4");
        assert_eq!(labels("a,b=10..35:10"), "a,b: 10 20 30");
        assert_eq!(labels("c=2..20:x3"), "c: 2 6 18");
        assert_eq!(labels("d=0.1..0.5:0.1"), "d: 0.1 0.2 0.3 0.4 0.5");
        assert_eq!(labels("low=-9..-3:3"), "low: -9 -6 -3");
    }

    #[test]
    fn invalid_ranges_are_rejected() {
        for text in [
            "rows",
            "rows=3",
            "rows=a..b",
            "rows=5..2",
            "rows=1..9:0",
            "rows=1..9:x1",
            "n=1..1e9",
        ] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
