//! `judge report`: writes the web page of a run.

use super::results::{self, Loaded};
use crate::cli::Report;
use crate::dir::write_atomically;
use crate::error::{Error, Result};
use crate::report::page::{self, Audience, Results};
use crate::report::unknown_team;
use crate::standings::Standings;
use crate::terminal::say;

pub(super) fn report(arguments: &Report) -> Result<()> {
    let folder = &arguments.results;
    let loaded = results::read(folder)?;
    let Loaded { contest, files, .. } = &loaded;
    let rule = results::rule(contest, arguments.scoring.as_deref())?;
    let standings = loaded.standings(rule);
    if let Some(team) = &arguments.team {
        refuse_unknown(team, &standings)?;
    }
    let results = Results {
        contest,
        facts: &loaded.facts,
        rows: &loaded.rows,
        bounds: &loaded.bounds,
        files,
    };
    // A team learns the names of the others only from a table that everybody may see.
    let is_private = arguments.team.is_some() && !arguments.public;
    let audience = Audience {
        public: arguments.public,
        pseudonyms: (arguments.anonymous || is_private).then(|| &*loaded.facts.salt),
        team: arguments.team.as_deref(),
    };
    let page = page::page_for(&audience, &results, &standings, arguments.size)?;
    if page.len() as u64 > arguments.size {
        let (least, size) = (page.len(), arguments.size);
        say(&format!(
            "note: the standings alone take {least} bytes, more than --size {size}B"
        ));
    }
    let name = "report.html";
    let (path, written) = if let Some(path) = &arguments.output {
        (path.clone(), write_atomically(path, page.as_bytes()))
    } else {
        let written = files.dir().replace(name, page.as_bytes());
        (folder.join(name), written)
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
