//! Landlock: a second restriction of file access besides the mount namespace, where the kernel supports it.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

/// The Landlock ruleset for one program; `None` where the kernel does not support Landlock.
#[derive(Debug)]
pub(super) struct Domain(Option<OwnedFd>);

impl Domain {
    /// Allows reading and executing all visible files and writing to temporary file systems, devices and the given
    /// folders. Forbids signals and connections to processes outside the sandbox.
    pub(super) fn new(writable: &[&str]) -> io::Result<Self> {
        // `/dev` includes `/dev/shm`.
        ruleset(&[&["/tmp", "/dev"], writable].concat())
            .map(|ruleset| Self(ruleset.into()))
            .map_err(io::Error::other)
    }

    /// Restricts the calling thread and its children. `no_new_privs` must be set. Allocates nothing, so that it can
    /// be called between `vfork` and `exec`.
    #[expect(
        unsafe_code,
        reason = "the landlock crate restricts only with its own structures"
    )]
    pub(super) fn enter(&self) -> io::Result<()> {
        let Some(ruleset) = &self.0 else {
            return Ok(());
        };
        // SAFETY: the call takes an open file and flags, no pointers.
        match unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

fn ruleset(writable: &[&str]) -> Result<RulesetCreated, RulesetError> {
    let abi = ABI::V6;
    let all = AccessFs::from_all(abi);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?
        .create()?;
    ruleset = allow(ruleset, "/", AccessFs::from_read(abi))?;
    for folder in writable {
        ruleset = allow(ruleset, folder, all)?;
    }
    Ok(ruleset)
}

fn allow(
    ruleset: RulesetCreated,
    path: &str,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    match PathFd::new(path) {
        Ok(folder) => ruleset.add_rule(PathBeneath::new(folder, access)),
        // A missing path needs no rule.
        Err(_) => Ok(ruleset),
    }
}

/// Returns the version of Landlock that the kernel supports, or 0.
#[expect(unsafe_code, reason = "the landlock crate does not expose the version")]
pub(super) fn version() -> i64 {
    const LANDLOCK_CREATE_RULESET_VERSION: libc::c_ulong = 1;
    let nothing = std::ptr::null::<u8>();
    // SAFETY: with this flag the kernel reads neither pointer nor size.
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
