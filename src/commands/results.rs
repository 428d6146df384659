//! A results folder that the user names, with the contest as it was then. Nothing is written to it.

use std::path::Path;
use std::sync::Arc;

use crate::contest::Contest;
use crate::engine;
use crate::error::{Diagnostic, Result};
use crate::scoring::{self, Bounds, Played, Rule};
use crate::standings::{self, Standings};
use crate::store::{self, Facts, Judged, Recorded, ResultsDir, Row, Sha};

/// All that a results folder tells.
pub(super) struct Loaded {
    pub(super) contest: Contest,
    pub(super) facts: Facts,
    /// One row of each run.
    pub(super) rows: Vec<Row>,
    pub(super) bounds: Bounds,
    /// The seal of the last row, where all rows are recorded.
    pub(super) seal: Option<Sha>,
    pub(super) files: ResultsDir,
}

impl Loaded {
    pub(super) fn played(&self) -> Played<'_> {
        Played {
            facts: &self.facts,
            rows: &self.rows,
            bounds: &self.bounds,
        }
    }

    /// The standings by a rule.
    pub(super) fn standings(&self, rule: &'static dyn Rule) -> Standings {
        let mut standings = standings::rank(&self.contest, self.played(), rule);
        standings.seal = self.seal;
        standings
    }
}

/// Reads it, with what workers on a cluster have left there since somebody last took it in.
pub(super) fn read(folder: &Path) -> Result<Loaded> {
    let dir = Arc::new(store::open_results(folder)?);
    let Recorded {
        mut facts,
        mut rows,
        bounds,
        seal,
    } = store::read_results(&dir)?;
    let waiting = engine::waiting(&dir, &facts, &rows)?;
    facts.add_provenances(waiting.iter().map(|handed| &handed.provenance));
    let seal = (!rows.is_empty() && waiting.is_empty()).then_some(seal);
    let waiting: Vec<Judged> = waiting.into_iter().map(|handed| handed.judged).collect();
    rows.extend(waiting.iter().map(|judged| judged.row.clone()));
    facts.validity().keep_current(&mut rows);
    Ok(Loaded {
        contest: facts.read_contest()?,
        facts,
        rows,
        bounds: Bounds::new(&bounds),
        seal,
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
