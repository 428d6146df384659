//! The score of an example submission, as the package adds it up. Contests have rules of their own; this is only compared
//! with what the package expects of its examples.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::examples::Example;
use super::super::expectation::concerns;
use super::super::groups::DATA;
use super::super::settings::Format;
use super::{Aggregation, Package, secret};
use crate::error::Result;

/// Scores of test cases are rounded, so that sums may differ by so much.
const ROUNDING: f64 = 1e-3;

/// The result of an example submission on a test case.
#[derive(Clone, Debug)]
pub struct Graded {
    /// See [`Package::case_name`].
    pub name: String,
    /// The score; `None` unless the answer is accepted.
    pub score: Option<f64>,
    /// What the output validator says to the instructor.
    pub message: String,
}

impl Graded {
    fn is_in(&self, group: &Path) -> bool {
        Path::new(DATA).join(&self.name).starts_with(group)
    }
}

impl Package {
    /// Describes how scores and messages contradict what is expected of a submission that was run on all test cases.
    pub fn misgraded(&self, example: &Example, results: &[Graded]) -> Result<Vec<String>> {
        let mut found = Vec::new();
        // Earlier formats add up in other ways.
        let is_added_up = self.scoring && self.format == Format::Version2025;
        for rule in example.scores.iter().filter(|_| is_added_up) {
            let group = Path::new(DATA).join(&rule.group);
            if !group.starts_with(secret()) || !self.root.is_folder(&group) {
                continue;
            }
            let score = self.total(&group, results)?;
            if score < rule.least - ROUNDING || score > rule.most + ROUNDING {
                let (group, least, most) = (&rule.group, rule.least, rule.most);
                let range = if least < most {
                    format!("{least} to {most}")
                } else {
                    least.to_string()
                };
                found.push(format!("the score of {group} is {score}, expected {range}"));
            }
        }
        for rule in &example.messages {
            let mut concerned = results
                .iter()
                .filter(|result| concerns(rule.cases.as_deref(), &result.name));
            if !concerned.any(|result| result.message.contains(&rule.text)) {
                let text: String = rule.text.chars().take(80).collect();
                found.push(format!("no message of the validator contains `{text}`"));
            }
        }
        Ok(found)
    }

    /// Returns the score of a group, or of `secret`.
    fn total(&self, group: &Path, results: &[Graded]) -> Result<f64> {
        let own: Vec<&Graded> = results.iter().filter(|at| at.is_in(group)).collect();
        let is_passed = |group: &Path| {
            let mut results = results.iter().filter(|result| result.is_in(group));
            results.all(|result| result.score.is_some())
        };
        if let Some(yaml) = self.group(group)?
            && let Some(required) = yaml.map()?.get("require_pass")?
        {
            let mut required = required.texts()?.into_iter();
            if !required.all(|name| is_passed(&Path::new(DATA).join(name))) {
                return Ok(0.0);
            }
        }
        let mut scores: Vec<f64> = own.iter().map(|at| at.score.unwrap_or(0.0)).collect();
        if group == secret() {
            let depth = secret().components().count() + 1;
            let inner = |at: &&Graded| -> Option<PathBuf> {
                let folder = Path::new(DATA).join(&at.name).parent()?.to_owned();
                (folder != group).then(|| folder.components().take(depth).collect())
            };
            let groups: BTreeSet<PathBuf> = own.iter().filter_map(inner).collect();
            if !groups.is_empty() {
                let totals = groups.iter().map(|group| self.total(group, results));
                scores = totals.collect::<Result<_>>()?;
            }
        }
        let sum = scores.iter().sum();
        Ok(match self.scores(group)?.aggregation {
            Aggregation::Min => scores.into_iter().reduce(f64::min).unwrap_or(0.0),
            Aggregation::PassFail if !is_passed(group) => 0.0,
            // The maximum is divided among the test cases of such a group.
            Aggregation::Sum | Aggregation::PassFail => sum,
        })
    }
}
