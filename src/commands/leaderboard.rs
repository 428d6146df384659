//! `judge leaderboard`: the standings of a run again, without running anything.

use super::results::{self, Loaded};
use crate::cli::Leaderboard;
use crate::error::{Diagnostic, Result};
use crate::terminal;
use crate::{report, scoring};

pub(super) fn leaderboard(arguments: &Leaderboard) -> Result<()> {
    let loaded = results::read(&arguments.results)?;
    let Loaded { contest, .. } = &loaded;
    let rule = match &arguments.scoring {
        None => contest.scoring.rule,
        Some(name) => scoring::rule(name).ok_or_else(|| {
            let known = scoring::names();
            let unknown =
                Diagnostic::new(format!("unknown scoring rule `{name}`")).suggest(name, &known);
            unknown.with_help(format!("known rules: {}", known.join(", ")))
        })?,
    };
    if let Some(team) = &arguments.team {
        let told = report::team(contest, loaded.played(), team, arguments.format)?;
        return terminal::print(&told);
    }
    if rule.needs_baselines() && contest.baselines.is_empty() {
        let message = format!(
            "scoring rule `{}` needs baselines and the contest has none",
            rule.name()
        );
        return Err(Diagnostic::new(message)
            .with_help("choose another rule, such as --scoring best")
            .into());
    }
    let mut standings = loaded.standings(rule);
    if let Some(count) = arguments.top {
        standings.keep_top(count);
    }
    if arguments.anonymous {
        standings.anonymise();
    }
    terminal::print(&report::standings(&standings, arguments.format)?)
}
