//! `judge report`: writes the web page of a run.

use super::results;
use crate::cli::Report;
use crate::error::{Error, Result};
use crate::progress::say;
use crate::report::page::{self, Results};
use crate::{standings, store};

pub(super) fn report(arguments: &Report) -> Result<()> {
    let folder = &arguments.results;
    let (contest, facts, rows) = results::read(folder)?;
    let mut standings = standings::rank(&contest, &facts, &rows, contest.scoring.rule);
    standings.note_machines(&facts, &store::read_machines(folder)?);
    let results = Results {
        contest: &contest,
        facts: &facts,
        rows: &rows,
        folder,
    };
    let page = page::page(&results, &standings, arguments.size)?;
    let default = folder.join("report.html");
    let path = arguments.output.as_ref().unwrap_or(&default);
    std::fs::write(path, page).map_err(|error| Error::path("write", path, &error))?;
    say(&format!("the page is in {}", path.display()));
    Ok(())
}
