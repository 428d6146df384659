//! `judge commit`: prints the digest of a contest's hidden instances.

use serde_json::json;

use crate::cli::{Commit, TextOrJson};
use crate::contest::Contest;
use crate::error::Result;
use crate::instances;
use crate::terminal::{self, warn};

pub(super) fn commit(arguments: &Commit) -> Result<()> {
    let contest = Contest::read(&arguments.contest)?;
    let instances = instances::prepare(&contest)?;
    let weaknesses = instances::weaknesses(&contest)?;
    for weakness in &weaknesses {
        warn(&format!("warning: {weakness}"));
    }
    if !weaknesses.is_empty() {
        warn(
            "  help: a published digest lets everybody test guesses; write 128 random bits to a file \
             (`openssl rand -hex 16 > hidden.secret`), name it with `seed_file` and list it in .gitignore",
        );
    }
    let digest = instances::commitment(&instances);
    match arguments.format {
        TextOrJson::Text => terminal::print(&format!("{digest}\n")),
        TextOrJson::Json => terminal::print_json(&json!({
            "schema": 1,
            "contest": contest.name,
            "problem": contest.problem.name(),
            "digest": digest,
            "hidden": instances.iter().filter(|instance| !instance.public).count(),
            "warnings": weaknesses.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })),
    }
}
