//! A results folder that the user names, with the contest as it was then. Nothing is written to it.

use std::path::Path;
use std::sync::Arc;

use crate::contest::Contest;
use crate::document::Document;
use crate::engine;
use crate::error::{Diagnostic, Result};
use crate::scoring::{self, Rule};
use crate::store::{self, Facts, ResultsDir, Row};

/// All that a results folder tells.
pub(super) struct Loaded {
    pub(super) contest: Contest,
    pub(super) facts: Facts,
    pub(super) rows: Vec<Row>,
    pub(super) files: ResultsDir,
}

/// Reads it, with what workers on a cluster have left there since somebody last took it in.
pub(super) fn read(folder: &Path) -> Result<Loaded> {
    let dir = Arc::new(store::open_results(folder)?);
    let (facts, mut rows) = store::read_results(&dir)?;
    let waiting = engine::waiting(&dir, &facts, &rows)?;
    rows.extend(waiting.iter().map(|judged| judged.row.clone()));
    let document = Document {
        path: facts.contest_file.clone(),
        text: facts.contest.clone(),
    };
    Ok(Loaded {
        contest: Contest::from_document(&document)?,
        facts,
        rows,
        files: ResultsDir::new(dir, waiting),
    })
}

/// The rule to rank by: the one that the user named, or the contest's.
pub(super) fn rule(contest: &Contest, named: Option<&str>) -> Result<&'static dyn Rule> {
    let rule = match named {
        None => contest.scoring.rule,
        Some(name) => scoring::rule(name).ok_or_else(|| {
            let known = scoring::names();
            let unknown =
                Diagnostic::new(format!("unknown scoring rule `{name}`")).suggest(name, &known);
            unknown.with_help(format!("known rules: {}", known.join(", ")))
        })?,
    };
    if rule.needs_baselines() && contest.baselines.is_empty() {
        let name = rule.name();
        let message = format!("scoring rule `{name}` needs baselines and the contest has none");
        let help = "choose another rule, such as --scoring best";
        return Err(Diagnostic::new(message).with_help(help).into());
    }
    Ok(rule)
}
