//! Runs programs on inputs, in sandboxes and under limits, and tells what they did.
//!
//! The judge never starts a stranger's program itself. Each worker has a launcher (this executable again, under a
//! hidden name), which makes a sandbox for each program: fresh namespaces, a view of files that holds nothing but what
//! it needs, a filter of system calls, a control group where there are any. The first process of the sandbox keeps the
//! limits, clears up and reports; the judge reads the program's output meanwhile. Should the judge die, every sandbox
//! notices and ends.

mod capture;
mod cgroup;
mod channel;
mod client;
mod deadline;
pub mod doctor;
mod identity;
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
mod seccomp;
mod spawn;
mod starvation;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use self::client::{Cores, Job, Sandbox};
pub use self::isolation::{Accounting, Isolation};
pub use self::launcher::launch;
pub use self::outcome::{Ending, Fault, Limit, Outcome};
use crate::contest::Limits;
use crate::dir::Dir;
use crate::error::{Error, Result};

/// The hidden first argument that makes this executable a launcher.
pub const LAUNCHER: &str = "__launch";

/// The most that a build may add to the file system that it is made on, in bytes.
pub const MOST_BUILD_DISK: u64 = 4 << 30;

/// How long a launcher or a sandbox may take beyond every limit before it counts as broken.
const OUTER_NET: Duration = Duration::from_secs(20);

/// What the user wants of the sandbox.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Run programs without a sandbox.
    pub unsandboxed: bool,
    /// Do not use control groups.
    pub no_cgroups: bool,
    /// Do not start again in a systemd scope.
    pub no_scope: bool,
}

/// Gets this machine ready to run programs as the user wants, and tells how they will be isolated. May start this
/// executable again, in a systemd scope with control groups of its own. Fails where programs cannot be isolated and the
/// user did not ask to go without.
pub fn prepare(wanted: Wanted) -> Result<Isolation> {
    if wanted.unsandboxed {
        return Ok(Isolation::Unsandboxed);
    }
    if !wanted.no_cgroups {
        cgroup::settle();
    }
    let accounting = try_out(wanted).map_err(|error| {
        Error::user(format!(
            "programs cannot be isolated on this machine: {error}"
        ))
        .with_help("`judge doctor` says what is missing and how to switch it on")
        .with_help(
            "--unsandboxed runs programs without isolation: only for programs that you trust",
        )
    })?;
    if accounting == Accounting::Sampled && !wanted.no_cgroups && !wanted.no_scope {
        scope::start_again_in_scope();
    }
    Ok(Isolation::Sandboxed {
        landlock: landlock::version() > 0,
        accounting,
    })
}

/// Runs a program that does nothing in a sandbox, and tells who counts what it uses.
fn try_out(wanted: Wanted) -> Result<Accounting> {
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
    };
    let mut sandbox = Sandbox::start(wanted, Cores::default())?;
    let outcome = sandbox.run(&job, &AtomicBool::new(false));
    match outcome.map_err(|fault| Error::Fault(fault.reason))?.ending {
        Ending::Exited(0) => Ok(sandbox.accounting),
        other => Err(Error::Fault(format!(
            "a program that does nothing ended with {other:?}"
        ))),
    }
}
