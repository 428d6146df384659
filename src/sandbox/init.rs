//! The init process of a sandbox: starts the program, enforces its limits, kills all remaining processes, and
//! reports.
//!
//! It is PID 1 of its own PID namespace: orphaned processes become its children, nothing can escape it, and no
//! process inside can stop it. It never blocks on anything that the program can delay: control groups report usage
//! without involving the program, and without them other threads inspect it.

mod disk;
mod exchange;
mod processes;
mod supervise;
mod supervisor;
mod usage;

use std::io;
use std::os::fd::OwnedFd;

use rustix::process::{
    DumpableBehavior, Signal, set_child_subreaper, set_dumpable_behavior,
    set_parent_process_death_signal,
};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::cgroup::Counters;
use super::channel::{Channel, Received};
use super::identity::Identity;
use super::launcher::{Filters, NETWORK_CHANGED, NETWORK_UNCHANGED, REQUEST_RECEIVED};
use super::mounts;
use super::namespaces::{self, NetworkCounters};
use super::procfs;
use super::protocol::{Request, RequestFiles, Setup};
use super::seccomp::Filter;

/// The init process of a sandbox, before it has received a request.
pub(super) struct Init<'a> {
    pub(super) setup: &'a Setup,
    /// The counters of the control group, if there is one.
    pub(super) counters: Option<&'a Counters>,
    /// The seccomp filters; `None` without a sandbox.
    pub(super) filters: Option<&'a Filters>,
    /// The identity of programs without a sandbox.
    pub(super) identity: Identity,
    /// The counters of an unused network namespace.
    pub(super) initial_network: &'a NetworkCounters,
    /// The pipe to the launcher.
    pub(super) launcher: &'a OwnedFd,
}

impl Init<'_> {
    /// Prepares what does not depend on the program, waits for a request, runs the program and reports.
    pub(super) fn serve(&self, judge: &Channel) -> io::Result<()> {
        let prepared = self.prepare();
        // Control groups have a counter of their own.
        let oom_kills = match self.counters {
            Some(_) => 0,
            None => procfs::oom_kills(),
        };
        let Received::Packet(request, files) = judge.receive_request()? else {
            return Ok(());
        };
        rustix::io::write(self.launcher, &[REQUEST_RECEIVED])?;
        let files = RequestFiles::new(&request, files)?;
        let supervisor = Supervisor {
            init: self,
            request: &request,
            judge,
            filter: self.filters.map(|filters| {
                if request.writable {
                    &filters.build
                } else {
                    &filters.run
                }
            }),
            cores: set_affinity(&self.setup.cores.programs)?,
            oom_kills,
        };
        let ended = match prepared {
            Ok(()) => supervisor.run(files),
            Err(error) => supervisor.fail(&error.to_string()),
        };
        // Cleaning up must not delay the next program.
        let _ = set_affinity(&self.setup.cores.housekeeping);
        let unchanged = NetworkCounters::read() == *self.initial_network;
        let report = if unchanged {
            NETWORK_UNCHANGED
        } else {
            NETWORK_CHANGED
        };
        let _ = rustix::io::write(self.launcher, &[report]);
        ended
    }

    fn prepare(&self) -> io::Result<()> {
        if self.filters.is_none() {
            return set_child_subreaper(Some(rustix::process::getpid())).map_err(io::Error::from);
        }
        mounts::prepare_sandbox()?;
        if self.counters.is_some() {
            namespaces::unshare_cgroup()?;
        }
        drop_bounding_set()?;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
    }
}

/// Pins this process to the given CPUs, if any. Returns how many it may use.
pub(super) fn set_affinity(cores: &[usize]) -> io::Result<u32> {
    if !cores.is_empty() {
        let mut set = CpuSet::new();
        for &core in cores {
            set.set(core);
        }
        sched_setaffinity(None, &set)?;
    }
    Ok(sched_getaffinity(None)?.count())
}

/// The init process of a sandbox, with a request.
struct Supervisor<'a> {
    init: &'a Init<'a>,
    request: &'a Request,
    judge: &'a Channel,
    /// The seccomp filter; `None` without a sandbox.
    filter: Option<&'a Filter>,
    /// The number of CPUs that the program may use.
    cores: u32,
    /// The machine's count of out-of-memory kills before the run.
    oom_kills: u64,
}

/// Drops every capability from the bounding set.
#[expect(
    unsafe_code,
    reason = "rustix does not drop capabilities from the bounding set"
)]
fn drop_bounding_set() -> io::Result<()> {
    for capability in 0..64 {
        // SAFETY: the call takes numbers only.
        let dropped = unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) };
        if dropped != 0 {
            let error = io::Error::last_os_error();
            // The last capability that the kernel knows was dropped before.
            return if error.raw_os_error() == Some(libc::EINVAL) && capability > 0 {
                Ok(())
            } else {
                Err(error)
            };
        }
    }
    Ok(())
}
