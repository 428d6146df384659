//! Runs programs in sandboxes, under limits, and reports what they did.
//!
//! The judge never starts a contestant's program itself. Each worker has a launcher (this executable with a hidden
//! first argument), which creates a sandbox for each program: new namespaces, a minimal root file system, a seccomp
//! filter and, where available, a control group. The init process of the sandbox enforces the limits, kills remaining
//! processes and reports; meanwhile the judge reads the output of the program. If the judge dies, every sandbox
//! terminates.

mod capture;
mod cgroup;
mod channel;
mod client;
mod confine;
mod deadline;
pub mod doctor;
mod exchange;
mod identity;
mod inherited;
mod init;
mod isolation;
mod landlock;
mod lateness;
mod launcher;
mod monitor;
mod mounts;
mod namespaces;
mod outcome;
mod procfs;
mod protocol;
mod rlimits;
mod sampler;
mod schedule;
mod scope;
mod sealed;
mod seccomp;
mod spawn;
mod starvation;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use self::client::{Cores, Job, Sandbox};
pub use self::confine::{Confinement, confine};
pub use self::exchange::{Collected, Exchange, FEEDBACK};
pub use self::inherited::inherited;
pub use self::isolation::{Accounting, Isolation};
pub use self::launcher::launch;
pub use self::outcome::{DiskExcess, Ending, Fault, Limit, Outcome};
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::limits::Limits;

/// The first command-line argument that turns this executable into a launcher.
pub const LAUNCHER: &str = "__launch";

/// The disk space that a build may use, in bytes.
pub const MAX_BUILD_DISK: u64 = 4 << 30;

/// How long a launcher or a sandbox may take beyond every limit before it is considered broken.
const WATCHDOG_TIMEOUT: Duration = Duration::from_secs(20);

/// The sandbox options that the user gave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Run programs without a sandbox.
    pub unsandboxed: bool,
    /// Do not use control groups.
    pub no_cgroups: bool,
    /// Do not restart in a systemd scope.
    pub no_scope: bool,
}

/// Prepares this machine to run programs and returns how they will be isolated. May restart this executable in a
/// systemd scope that has control groups of its own. Fails if programs cannot be isolated and `unsandboxed` is not
/// set.
pub fn prepare(wanted: Wanted) -> Result<Isolation> {
    if wanted.unsandboxed {
        return Ok(Isolation::Unsandboxed);
    }
    if !wanted.no_cgroups {
        cgroup::enter_leaf_group();
    }
    let accounting = probe(wanted).map_err(|error| {
        Error::user(format!(
            "programs cannot be isolated on this machine: {error}"
        ))
        .with_help("run `judge doctor` to see what is missing and how to enable it")
        .with_help("use --unsandboxed to run programs without isolation, only if you trust them")
    })?;
    if accounting == Accounting::Sampled && !wanted.no_cgroups && !wanted.no_scope {
        scope::restart_in_scope();
    }
    Ok(Isolation::Sandboxed {
        landlock: landlock::version() > 0,
        accounting,
    })
}

/// Runs `/bin/true` in a sandbox and returns what counted the resources it used.
fn probe(wanted: Wanted) -> Result<Accounting> {
    let limits = Limits::default();
    let folder = Dir::open("/usr".as_ref()).map_err(|error| Error::fault("open /usr", &error))?;
    let job = Job {
        command: &["/bin/true".to_owned()],
        folder: Some(&folder),
        writable: false,
        bundle: None,
        paths: &[],
        environment: Vec::new(),
        input: b"",
        limits: &limits,
        temporary: 1 << 20,
        exchange: None,
    };
    let mut sandbox = Sandbox::start(wanted, Cores::default())?;
    let outcome = sandbox.run(&job, &AtomicBool::new(false));
    match outcome.map_err(|fault| Error::Fault(fault.reason))?.ending {
        Ending::Exited(0) => Ok(sandbox.accounting),
        other => Err(Error::Fault(format!("/bin/true ended with {other:?}"))),
    }
}
