//! `judge commit`: prints the digest of a contest's hidden instances.

use crate::cli::Commit;
use crate::contest::Contest;
use crate::error::Result;
use crate::instances;
use crate::terminal::{self, say};

pub(super) fn commit(arguments: &Commit) -> Result<()> {
    let contest = Contest::read(&arguments.contest)?;
    let instances = instances::prepare(&contest)?;
    let weaknesses = instances::weaknesses(&contest)?;
    for weakness in &weaknesses {
        say(&format!("warning: {weakness}"));
    }
    if !weaknesses.is_empty() {
        say(
            "  help: a published digest lets everybody test guesses; write 128 random bits to a file \
             (`openssl rand -hex 16 > hidden.secret`), name it with `seed_file` and list it in .gitignore",
        );
    }
    terminal::print(&format!("{}\n", instances::commitment(&instances)))
}
