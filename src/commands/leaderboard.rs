//! `judge leaderboard`: the standings of a run again, without running anything.

use super::results::{self, Loaded};
use crate::cli::{Format, Leaderboard};
use crate::error::{Diagnostic, Result};
use crate::terminal;
use crate::{report, scoring, standings, store};

pub(super) fn leaderboard(arguments: &Leaderboard) -> Result<()> {
    let Loaded {
        contest,
        facts,
        rows,
        files,
    } = results::read(&arguments.results)?;
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
        return terminal::print(&report::team(
            &contest,
            &facts,
            &rows,
            team,
            arguments.format,
        )?);
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
    let mut standings = standings::rank(&contest, &facts, &rows, rule);
    standings.note_machines(&facts, &store::read_machines(files.dir())?);
    if let Some(count) = arguments.top {
        standings.keep_top(count);
    }
    if arguments.anonymous {
        standings.anonymise();
    }
    let text = report::standings(&standings, arguments.format)?;
    match arguments.format {
        Format::Table => terminal::print_styled(&text),
        _ => terminal::print(&text),
    }
}
