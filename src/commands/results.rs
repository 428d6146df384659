//! A results folder that the user names, with the contest as it was then. Nothing is written to it.

use std::path::Path;
use std::sync::Arc;

use crate::contest::Contest;
use crate::document::Document;
use crate::engine;
use crate::error::Result;
use crate::store::{self, Facts, ResultsDir, Row};

/// All that a results folder tells.
pub(super) struct Loaded {
    pub(super) contest: Contest,
    pub(super) facts: Facts,
    pub(super) rows: Vec<Row>,
    pub(super) files: ResultsDir,
}

/// Reads it, with what workers on a cluster have left there since somebody last took it in.
pub(super) fn read(folder: &Path) -> Result<Loaded> {
    let dir = Arc::new(store::open_results(folder)?);
    let (facts, mut rows) = store::read_results(&dir)?;
    let waiting = engine::waiting(&dir, &facts, &rows)?;
    rows.extend(waiting.iter().map(|judged| judged.row.clone()));
    let document = Document {
        path: facts.contest_file.clone(),
        text: facts.contest.clone(),
    };
    Ok(Loaded {
        contest: Contest::from_document(&document)?,
        facts,
        rows,
        files: ResultsDir::new(dir, waiting),
    })
}
