//! The contest of a try: the limits, baselines and scoring of the contest file, with the chosen instances as its rounds.

use std::path::Path;

use toml::{Table, Value};

use crate::contest::{Contest, ScoringRule};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::results_dir::INSTANCES;

/// Derives the contest of a try that is kept in `folder`.
///
/// All instances count the same: the weights of a contest say how much its rounds decide, and most public rounds decide
/// nothing. Paths are absolute or within the folder. Seeds and hidden rounds are left out, because the folder belongs to a
/// student.
pub(super) fn derive(contest: &Contest, instances: &[Instance], folder: &Path) -> Result<Contest> {
    let failed = |error: &dyn std::fmt::Display| Error::fault("derive the contest of a try", error);
    let mut root: Table = toml::from_str(&contest.document.text).map_err(|error| failed(&error))?;
    let text = |text: &str| Value::String(text.to_owned());
    root.insert("name".to_owned(), text(&contest.name));
    root.insert("submissions".to_owned(), text("."));
    let mut names: Vec<&str> = Vec::new();
    for instance in instances {
        if !names.contains(&instance.round.as_str()) {
            names.push(&instance.round);
        }
    }
    let round = |name: &&str| {
        let mut round = Table::new();
        round.insert("name".to_owned(), text(name));
        round.insert("public".to_owned(), Value::Boolean(true));
        let files = format!("{INSTANCES}/{name}");
        round.insert("instances".to_owned(), text(&files));
        Value::Table(round)
    };
    let rounds = names.iter().map(round).collect();
    root.insert("round".to_owned(), Value::Array(rounds));
    if let Some(Value::Table(limits)) = root.get_mut("limits") {
        let paths = contest.limits.paths.iter();
        let paths = paths.map(|path| text(&path.to_string_lossy())).collect();
        limits.insert("paths".to_owned(), Value::Array(paths));
    }
    if let Some(folder) = contest.problem.folder() {
        root.insert("problem".to_owned(), text(&folder.to_string_lossy()));
    }
    let scoring = root
        .entry("scoring")
        .or_insert_with(|| Value::Table(Table::new()));
    if let Value::Table(scoring) = scoring {
        scoring.insert("rule".to_owned(), text(rule(contest).name()));
    }
    let text = toml::to_string(&root).map_err(|error| failed(&error))?;
    Contest::from_document(&Document {
        path: folder.join("contest.toml"),
        text,
    })
}

/// Returns the rule that scores a try: the contest's, unless its scores depend on other teams. Scores of two tries could
/// not be compared then.
fn rule(contest: &Contest) -> ScoringRule {
    match contest.scoring.rule {
        ScoringRule::Best | ScoringRule::Rank | ScoringRule::Points => {
            if contest.baselines.is_empty() {
                ScoringRule::Total
            } else {
                ScoringRule::Reference
            }
        }
        rule => rule,
    }
}
