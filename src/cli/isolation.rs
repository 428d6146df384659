//! Options for the isolation of programs, and `judge doctor`.

use clap::Args;

use super::{OutputFile, TextOrJson};
use crate::problems::workshop;
use crate::sandbox::Wanted;

#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct IsolationOptions {
    /// Run programs without a sandbox; only for programs that you trust.
    #[arg(long)]
    pub unsandboxed: bool,
    /// Sample CPU time and memory instead of using control groups.
    #[arg(long)]
    pub no_cgroups: bool,
    /// Do not restart in a systemd scope to get control groups.
    #[arg(long)]
    pub no_scope: bool,
}

impl IsolationOptions {
    pub fn wanted(self) -> Wanted {
        Wanted {
            unsandboxed: self.unsandboxed,
            no_cgroups: self.no_cgroups,
            no_scope: self.no_scope,
        }
    }

    /// Lets the programs of problem folders run in the same way as those of teams.
    pub fn apply_to_problems(self) {
        workshop::set_isolation(self.wanted());
    }
}

/// Report which isolation layers and limits this machine supports.
///
/// Tries each layer, and says how to enable the missing ones. Exit code 0 if programs can be isolated, 2 if not.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge doctor
  judge doctor --format json")]
pub struct Doctor {
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}
