//! What to measure: the points of a range, the instances at each, and the algorithms.

use std::time::Duration;

use puzzles::{AnyProblem, FieldValue, Recipe};

use crate::error::{Error, Result};
use crate::recipe::{field, recipe};

/// More points than this are a slip.
const MOST_POINTS: usize = 1000;

/// An experiment that can be run.
#[derive(Debug)]
pub struct Experiment {
    pub problem: &'static dyn AnyProblem,
    /// The keys that vary together, with commas.
    pub keys: String,
    /// What stays, as it was written.
    pub fixed: Vec<String>,
    pub points: Vec<Point>,
    pub seeds: Vec<u64>,
    pub solvers: Vec<&'static str>,
    pub time: Duration,
}

/// One value of what varies.
#[derive(Debug)]
pub struct Point {
    pub value: f64,
    pub label: String,
    pub recipe: Box<dyn Recipe>,
    /// The whole recipe as text, by which measurements are found again.
    pub text: String,
}

impl Experiment {
    /// `fixed` and `vary` are as on the command line.
    pub fn new(
        problem: &'static dyn AnyProblem,
        fixed: Vec<String>,
        vary: &str,
        solvers: Vec<&'static str>,
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

/// `KEY=FROM..TO`, `KEY=FROM..TO:STEP` or `KEY=FROM..TO:xFACTOR`, both ends included.
fn range(text: &str) -> Result<(&str, Vec<FieldValue>)> {
    let unreadable = || {
        Error::user(format!("`{text}` does not say what varies"))
            .with_help("write for example --vary rows,columns=10..50:10 or --vary colours=2..64:x2")
    };
    let (keys, range) = text.split_once('=').ok_or_else(unreadable)?;
    let (range, step) = range.split_once(':').unwrap_or((range, "1"));
    let (from, to) = range.split_once("..").ok_or_else(unreadable)?;
    let (step, times) = match step.strip_prefix('x') {
        Some(factor) => (factor, true),
        None => (step, false),
    };
    let whole = [from, to, step]
        .iter()
        .all(|part| part.parse::<i64>().is_ok());
    let read = |part: &str| part.parse::<f64>().ok().filter(|number| number.is_finite());
    let [from, to, step] = [from, to, step].map(read);
    let (Some(from), Some(to), Some(step)) = (from, to, step) else {
        return Err(unreadable());
    };
    let grows = if times {
        step > 1.0 && from > 0.0
    } else {
        step > 0.0
    };
    if !grows || to < from {
        let error = Error::user(format!("`{text}` leads nowhere"));
        return Err(error.with_help("FROM..TO has to rise, a step to be above 0, a factor above 1"));
    }
    let at = |index: usize| {
        if times {
            from * step.powi(index as i32)
        } else {
            from + step * index as f64
        }
    };
    // A little beyond the end, for the sake of steps such as 0.1.
    let end = to + (to.abs() + 1.0) * 1e-9;
    let values: Vec<_> = (0..=MOST_POINTS)
        .map(at)
        .take_while(|&value| value <= end)
        .collect();
    if values.len() > MOST_POINTS {
        let error = Error::user(format!("`{text}` has more than {MOST_POINTS} points"));
        return Err(error.with_help("choose a larger step, as in rows=10..1000:10"));
    }
    let value = |value: f64| {
        if whole {
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
    fn ranges_that_lead_nowhere_are_refused() {
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
