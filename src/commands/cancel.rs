//! `judge cancel`: stops the workers of a run on a cluster.

use crate::cli::Cancel;
use crate::cluster::Manifest;
use crate::engine::slurm;
use crate::error::{Error, Result};
use crate::results_dir::ResultsDir;
use crate::terminal::say;

pub(super) fn cancel(arguments: &Cancel) -> Result<()> {
    let folder = &arguments.results;
    let dir = ResultsDir::open(folder)?;
    let Some(manifest) = Manifest::read(dir.dir())? else {
        let error = Error::user(format!("no cluster run is active for {}", folder.display()));
        return Err(error.with_help("`judge status` tells what is done"));
    };
    let coordination = manifest.coordination(dir.dir());
    coordination
        .stop()
        .map_err(|error| Error::path("write to", folder, &error))?;
    slurm::cancel(&slurm::jobs(&coordination))?;
    say("cancelled; finished runs are recorded: run the same command again to continue");
    Ok(())
}
