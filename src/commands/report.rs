//! `judge report`: writes the web page of a run.

use super::results::{self, Loaded};
use crate::cli::Report;
use crate::dir::write_whole;
use crate::error::{Error, Result};
use crate::report::page::{self, Results};
use crate::terminal::say;
use crate::{standings, store};

pub(super) fn report(arguments: &Report) -> Result<()> {
    let folder = &arguments.results;
    let Loaded {
        contest,
        facts,
        rows,
        files,
    } = results::read(folder)?;
    let mut standings = standings::rank(&contest, &facts, &rows, contest.scoring.rule);
    standings.note_machines(&facts, &store::read_machines(files.dir())?);
    let results = Results {
        contest: &contest,
        facts: &facts,
        rows: &rows,
        files: &files,
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
