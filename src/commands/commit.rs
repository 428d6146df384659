//! `judge commit`: the digest of a contest's hidden instances.

use crate::cli::Commit;
use crate::contest::Contest;
use crate::error::Result;
use crate::instances;
use crate::terminal;

pub(super) fn commit(arguments: &Commit) -> Result<()> {
    let contest = Contest::read(&arguments.contest)?;
    let instances = instances::prepare(&contest)?;
    terminal::print(&format!("{}\n", instances::commitment(&instances)))
}
