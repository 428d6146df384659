//! `judge cancel`: stops the workers of a run on a cluster.

use std::sync::Arc;

use crate::cli::Cancel;
use crate::engine::{Orders, slurm};
use crate::error::{Error, Result};
use crate::store;
use crate::terminal::say;

pub(super) fn cancel(arguments: &Cancel) -> Result<()> {
    let folder = &arguments.results;
    let dir = Arc::new(store::open_results(folder)?);
    let Some(orders) = Orders::read(&dir)? else {
        let error = Error::user(format!(
            "nothing runs on a cluster for {}",
            folder.display()
        ));
        return Err(error.with_help("`judge status` tells what is done"));
    };
    let board = orders.board(&dir);
    board
        .stop()
        .map_err(|error| Error::path("write to", folder, &error))?;
    slurm::cancel(&slurm::jobs(&board))?;
    say("cancelled; what is finished is kept: run the same command again to go on");
    Ok(())
}
