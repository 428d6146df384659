//! A second guard over files, beside the mount namespace: Landlock, where the kernel has it.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::mounts::SUBMISSION;

/// The rules for one program; none where the kernel has no Landlock.
#[derive(Debug)]
pub(super) struct Domain(Option<OwnedFd>);

impl Domain {
    /// Everything in view may be read and executed, only temporary space and the devices written (and the submission's
    /// folder during a build), and no process outside the sandbox be signalled or connected to.
    pub(super) fn new(writable_submission: bool) -> io::Result<Self> {
        // Shared memory is below the devices.
        let mut writable = vec!["/tmp", "/dev"];
        if writable_submission {
            writable.push(SUBMISSION);
        }
        rules(&writable)
            .map(|rules| Self(rules.into()))
            .map_err(io::Error::other)
    }

    /// Restricts the calling thread and all that it starts. The thread must have given up gaining privileges.
    /// Allocates nothing, so that it can be called between `vfork` and `exec`.
    #[expect(
        unsafe_code,
        reason = "the crate at hand restricts only with its own structures"
    )]
    pub(super) fn enter(&self) -> io::Result<()> {
        let Some(rules) = &self.0 else {
            return Ok(());
        };
        // SAFETY: the call takes an open file and flags, no pointers.
        match unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

fn rules(writable: &[&str]) -> Result<RulesetCreated, RulesetError> {
    let abi = ABI::V6;
    let all = AccessFs::from_all(abi);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?;
    rules = allow(rules, "/", AccessFs::from_read(abi))?;
    for folder in writable {
        rules = allow(rules, folder, all)?;
    }
    Ok(rules)
}

fn allow(
    rules: RulesetCreated,
    path: &str,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    match PathFd::new(path) {
        Ok(folder) => rules.add_rule(PathBeneath::new(folder, access)),
        // What is not there needs no permission.
        Err(_) => Ok(rules),
    }
}

/// The version of Landlock that this kernel has; 0 for none.
#[expect(unsafe_code, reason = "the crate at hand keeps the version to itself")]
pub(super) fn version() -> i64 {
    const LANDLOCK_CREATE_RULESET_VERSION: libc::c_ulong = 1;
    let nothing = std::ptr::null::<u8>();
    // SAFETY: with this flag the kernel looks at neither pointer nor size.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            nothing,
            0,
            LANDLOCK_CREATE_RULESET_VERSION,
        )
    };
    version.max(0)
}
