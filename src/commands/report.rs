//! `judge report`: writes the web page of a run.

use super::scoring_rule;
use crate::cli::Report;
use crate::dir::write_atomically;
use crate::error::{Error, Result};
use crate::report::page::{self, Audience};
use crate::report::{pseudonym_key, unknown_team};
use crate::results_dir::REPORT;
use crate::snapshot::Snapshot;
use crate::standings::{self, Standings};
use crate::terminal::{self, say};

pub(super) fn report(arguments: &Report) -> Result<()> {
    let folder = &arguments.results;
    let snapshot = Snapshot::read(folder)?;
    let rule = scoring_rule::find(&snapshot.contest, arguments.scoring.as_deref())?;
    let mut standings = standings::rank((&snapshot).into(), rule);
    standings.seal = snapshot.seal;
    if let Some(team) = &arguments.team {
        refuse_unknown(team, &standings)?;
    }
    if arguments.key {
        let key = pseudonym_key(&standings, &snapshot.facts.salt)?;
        return terminal::print(&key);
    }
    // A team sees the names of the others only on a public page.
    let is_private = arguments.team.is_some() && !arguments.public;
    let audience = Audience {
        public: arguments.public,
        pseudonyms: (arguments.anonymous || is_private).then(|| &*snapshot.facts.salt),
        team: arguments.team.as_deref(),
        language: arguments.lang,
    };
    let page = page::page_for(&audience, &snapshot, &standings, arguments.size)?;
    if page.len() as u64 > arguments.size {
        let (least, size) = (page.len(), arguments.size);
        say(&format!(
            "note: the standings alone take {least} bytes, more than --size {size}B"
        ));
    }
    let (path, written) = if let Some(path) = &arguments.output {
        (path.clone(), write_atomically(path, page.as_bytes()))
    } else {
        let written = snapshot.files.dir().dir().replace(REPORT, page.as_bytes());
        (folder.join(REPORT), written)
    };
    written.map_err(|error| Error::path("write", &path, &error))?;
    say(&format!("the page is in {}", path.display()));
    Ok(())
}

fn refuse_unknown(team: &str, standings: &Standings) -> Result<()> {
    let teams = standings.lines.iter().filter(|line| !line.baseline);
    let names: Vec<&str> = teams.map(|line| line.team.as_str()).collect();
    if names.contains(&team) {
        return Ok(());
    }
    Err(unknown_team(team, &names))
}
