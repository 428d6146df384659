//! Confines the calling process itself: a server that needs one folder and the connections that it accepts.

use std::error::Error;
use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
};

use super::landlock::version;
use super::seccomp::Filter;

/// What confines the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// The version of Landlock that restricts files, connections and signals; 0 without it.
    pub landlock: i64,
    pub seccomp: bool,
}

/// Confines the process to some entries of a folder for ever, which must exist: it can neither start programs, nor open connections, nor reach other
/// files. Fails only if a layer that the kernel has does not work.
///
/// Call it before the process has threads: only those that are started later are confined, too.
pub fn confine(folder: &Path, entries: &[&str]) -> io::Result<Confinement> {
    rustix::thread::set_no_new_privs(true)?;
    // The filter denies to ask for it afterwards.
    let version = version();
    let is_restricted = restrict(folder, entries).map_err(io::Error::other)?;
    let seccomp = match Filter::for_server().install() {
        Ok(()) => true,
        // The kernel has no filters.
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EINVAL)) => false,
        Err(error) => return Err(error),
    };
    Ok(Confinement {
        landlock: if is_restricted { version } else { 0 },
        seccomp,
    })
}

/// Allows to list the folder, to use these entries of it, and nothing elsewhere. Returns whether the kernel supports it.
fn restrict(folder: &Path, entries: &[&str]) -> Result<bool, Box<dyn Error + Send + Sync>> {
    let abi = ABI::V6;
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rule(PathBeneath::new(PathFd::new(folder)?, AccessFs::ReadDir))?;
    for entry in entries {
        let path = folder.join(entry);
        let access = if path.is_dir() {
            AccessFs::from_all(abi) & !AccessFs::Execute
        } else {
            AccessFs::from_file(abi) & !AccessFs::Execute
        };
        ruleset = ruleset.add_rule(PathBeneath::new(PathFd::new(path)?, access))?;
    }
    let restricted = ruleset.restrict_self()?;
    Ok(restricted.ruleset != RulesetStatus::NotEnforced)
}
