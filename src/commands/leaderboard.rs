//! `judge leaderboard`: the standings of a run again, without running anything.

use super::results::{self, Loaded};
use crate::cli::Leaderboard;
use crate::error::Result;
use crate::report;
use crate::terminal;

pub(super) fn leaderboard(arguments: &Leaderboard) -> Result<()> {
    let loaded = results::read(&arguments.results)?;
    let Loaded { contest, facts, .. } = &loaded;
    let rule = results::rule(contest, arguments.scoring.as_deref())?;
    if let Some(team) = &arguments.team {
        let told = report::team(contest, loaded.played(), team, arguments.format)?;
        return terminal::print(&told);
    }
    let mut standings = loaded.standings(rule);
    // All teams get their pseudonyms, so that `--top` changes none.
    if arguments.anonymous {
        standings.anonymise(&facts.salt);
    }
    if let Some(count) = arguments.top {
        standings.keep_top(count);
    }
    report::print(&standings, arguments.format)
}
