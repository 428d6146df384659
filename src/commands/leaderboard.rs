//! `judge leaderboard`: prints the standings of a run again, without running anything.

use std::collections::BTreeMap;

use super::scoring_rule;
use crate::cli::Leaderboard;
use crate::error::Result;
use crate::snapshot::Snapshot;
use crate::standings::InstanceAnalysis;
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
    if arguments.key {
        let key = report::pseudonym_key(&standings, &snapshot.facts.salt)?;
        return terminal::print(&key);
    }
    let pseudonyms = if arguments.anonymous {
        standings.pseudonyms(&snapshot.facts.salt)
    } else {
        BTreeMap::new()
    };
    let name = |team: &str| pseudonyms.get(team).map_or(team, String::as_str).to_owned();
    if arguments.runs {
        let text = report::runs((&snapshot).into(), rule, name, arguments.format)?;
        return terminal::print(&text);
    }
    if arguments.instances {
        let mut analysis = InstanceAnalysis::new((&snapshot).into(), &standings);
        analysis.rename(name);
        return terminal::print(&report::instances(&analysis, arguments.format)?);
    }
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
