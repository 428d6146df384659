//! `judge leaderboard`: the standings of a run again, without running anything.

use super::results::{self, Loaded};
use crate::cli::Leaderboard;
use crate::error::Result;
use crate::terminal;
use crate::{report, standings, store};

pub(super) fn leaderboard(arguments: &Leaderboard) -> Result<()> {
    let Loaded {
        contest,
        facts,
        rows,
        files,
    } = results::read(&arguments.results)?;
    let rule = results::rule(&contest, arguments.scoring.as_deref())?;
    if let Some(team) = &arguments.team {
        return terminal::print(&report::team(
            &contest,
            &facts,
            &rows,
            team,
            arguments.format,
        )?);
    }
    let mut standings = standings::rank(&contest, &facts, &rows, rule);
    standings.note_machines(&facts, &store::read_machines(files.dir())?);
    // All teams get their pseudonyms, so that `--top` changes none.
    if arguments.anonymous {
        standings.anonymise(standings::salt(&facts));
    }
    if let Some(count) = arguments.top {
        standings.keep_top(count);
    }
    terminal::print(&report::standings(&standings, arguments.format)?)
}
