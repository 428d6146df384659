//! Reads what an earlier session left in the results folder.

use std::path::Path;
use std::sync::Arc;

use crate::cluster::{self, Manifest};
use crate::contest::Contest;
use crate::dir::Dir;
use crate::engine::slurm;
use crate::error::{Error, Result};
use crate::results::{self, Facts};

/// Reads the facts of an earlier session, after collecting the results that its cluster workers have committed since.
/// Returns `None` if there was none, or if its results are to be discarded.
pub(super) fn earlier_facts(
    contest: &Contest,
    folder: &Path,
    fresh: bool,
) -> Result<Option<Facts>> {
    let dir = Dir::create(folder);
    let dir = dir.map_err(|error| Error::path("make the folder", folder, &error))?;
    let dir = Arc::new(dir);
    let manifest = Manifest::read(&dir);
    if fresh {
        if let Ok(Some(manifest)) = manifest {
            // Fails if another session is collecting the workers' results.
            let _lock = results::lock(&dir)?;
            slurm::cancel_workers(&dir, &manifest)?;
        }
        return Ok(None);
    }
    let Some(mut facts) = Facts::read(&dir)? else {
        if results::has_rows(&dir) {
            let error = Error::user(format!(
                "{} has results, but its run.toml is missing",
                folder.display()
            ));
            return Err(error.with_help("restore run.toml, or start over with --fresh"));
        }
        return Ok(None);
    };
    refuse_other_contest(contest, &facts, folder)?;
    cluster::collect(&dir, &mut facts)?;
    Ok(Some(facts))
}

/// Fails if the folder contains the results of another contest, which would be lost.
fn refuse_other_contest(contest: &Contest, earlier: &Facts, folder: &Path) -> Result<()> {
    let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if canonical(&earlier.contest_file) == canonical(&contest.document.path) {
        return Ok(());
    }
    let (folder, file) = (folder.display(), earlier.contest_file.display());
    let error = Error::user(format!(
        "{folder} holds the results of another contest, {file}"
    ));
    Err(error.with_help("choose another folder with --output, or start over with --fresh"))
}
