//! `judge leaderboard`: prints the standings of a run again, without running anything.

use super::scoring_rule;
use crate::cli::Leaderboard;
use crate::error::Result;
use crate::snapshot::Snapshot;
use crate::{report, standings, terminal};

pub(super) fn leaderboard(arguments: &Leaderboard) -> Result<()> {
    let mut snapshot = Snapshot::read(&arguments.results)?;
    snapshot.keep_rounds(&arguments.round)?;
    let rule = scoring_rule::find(&snapshot.contest, arguments.scoring.as_deref())?;
    if let Some(team) = &arguments.team {
        let text = report::team((&snapshot).into(), rule, team, arguments.format)?;
        return terminal::print(&text);
    }
    let mut standings = standings::rank((&snapshot).into(), rule);
    standings.seal = snapshot.seal;
    // All teams get their pseudonyms first, so that `--top` changes none.
    if arguments.anonymous {
        standings.anonymise(&snapshot.facts.salt);
    }
    if let Some(count) = arguments.top {
        standings.keep_top(count);
    }
    report::print(&standings, arguments.format)
}
