//! `judge report`: writes the web page of a run.

use super::results::{self, Loaded};
use crate::cli::Report;
use crate::dir::write_whole;
use crate::error::{Error, Result};
use crate::report::page::{self, Results};
use crate::terminal::say;

pub(super) fn report(arguments: &Report) -> Result<()> {
    let folder = &arguments.results;
    let loaded = results::read(folder)?;
    let Loaded { contest, files, .. } = &loaded;
    let standings = loaded.standings(contest.scoring.rule);
    let results = Results {
        contest,
        facts: &loaded.facts,
        rows: &loaded.rows,
        bounds: &loaded.bounds,
        files,
    };
    let page = page::page(&results, &standings, arguments.size)?;
    let name = "report.html";
    let (path, written) = if let Some(path) = &arguments.output {
        (path.clone(), write_whole(path, page.as_bytes()))
    } else {
        let written = files.dir().replace(name, page.as_bytes());
        (folder.join(name), written)
    };
    written.map_err(|error| Error::path("write", &path, &error))?;
    say(&format!("the page is in {}", path.display()));
    Ok(())
}
