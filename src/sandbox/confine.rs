//! Confines the calling process itself: a server that needs one folder and the connections that it accepts.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
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

/// Confines the process to a folder for ever: it can neither start programs, nor open connections, nor reach other
/// files. Fails only if a layer that the kernel has does not work.
///
/// Call it before the process has threads: only those that are started later are confined, too.
pub fn confine(folder: &Path) -> io::Result<Confinement> {
    rustix::thread::set_no_new_privs(true)?;
    // The filter denies to ask for it afterwards.
    let version = version();
    let folder = PathFd::new(folder).map_err(io::Error::other)?;
    let is_restricted = restrict(folder).map_err(io::Error::other)?;
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

/// Allows everything below the folder and nothing elsewhere. Returns whether the kernel supports it.
fn restrict(folder: PathFd) -> Result<bool, RulesetError> {
    let abi = ABI::V6;
    let files = AccessFs::from_all(abi) & !AccessFs::Execute;
    let restricted = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?
        .add_rule(PathBeneath::new(folder, files))?
        .restrict_self()?;
    Ok(restricted.ruleset != RulesetStatus::NotEnforced)
}
