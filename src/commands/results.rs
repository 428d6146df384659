//! A results folder that the user names, with the contest as it was then.

use std::path::Path;

use crate::contest::Contest;
use crate::document::Document;
use crate::engine;
use crate::error::Result;
use crate::store::{self, Facts, Row};

/// Reads it, with what workers on a cluster have left there since somebody last looked.
pub(super) fn read(folder: &Path) -> Result<(Contest, Facts, Vec<Row>)> {
    engine::take_in(folder)?;
    let (facts, rows) = store::read_results(folder)?;
    let document = Document {
        path: facts.contest_file.clone(),
        text: facts.contest.clone(),
    };
    let contest = Contest::from_document(&document)?;
    Ok((contest, facts, rows))
}
