//! The first process of a sandbox: starts the program, keeps its deadlines, kills all that it leaves, and reports.
//!
//! It is the first process of its own process namespace: whatever the program leaves behind becomes its child, nothing
//! can escape it, and nothing inside can stop it. It never waits for anything that the program can delay: control
//! groups tell what was used without asking the program, and without them other threads do the asking.

mod disk;
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
use super::launcher::{ENDED_CLEAN, ENDED_WITH_TRACES, Filters, TAKEN};
use super::mounts;
use super::namespaces::{self, NetworkCounters};
use super::procfs;
use super::protocol::{Request, RequestFiles, Setup};
use super::seccomp::Filter;

/// The first process of a sandbox, before it has a program.
pub(super) struct Init<'a> {
    pub(super) setup: &'a Setup,
    /// What the kernel counts, where there are control groups.
    pub(super) counters: Option<&'a Counters>,
    /// The filters of system calls; without them there is no sandbox.
    pub(super) filters: Option<&'a Filters>,
    /// Who programs are without a sandbox.
    pub(super) identity: Identity,
    /// The counters of a network namespace that nobody has used.
    pub(super) fresh_network: &'a NetworkCounters,
    /// To the launcher.
    pub(super) launcher: &'a OwnedFd,
}

impl Init<'_> {
    /// Prepares what does not depend on the program, waits for one, runs it to its end and reports.
    pub(super) fn serve(&self, judge: &Channel) -> io::Result<()> {
        let prepared = self.prepare();
        // Where there are control groups, they tell.
        let oom_kills = match self.counters {
            Some(_) => 0,
            None => procfs::oom_kills(),
        };
        let Received::Packet(request, files) = judge.receive_request()? else {
            return Ok(());
        };
        rustix::io::write(self.launcher, &[TAKEN])?;
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
            cores: pin(&self.setup.cores.programs)?,
            oom_kills,
        };
        let ended = match prepared {
            Ok(()) => supervisor.run(files),
            Err(error) => supervisor.fail(&error.to_string()),
        };
        // Clearing up must not hold up the next program.
        let _ = pin(&self.setup.cores.housekeeping);
        let clean = NetworkCounters::read() == *self.fresh_network;
        let told = if clean {
            ENDED_CLEAN
        } else {
            ENDED_WITH_TRACES
        };
        let _ = rustix::io::write(self.launcher, &[told]);
        ended
    }

    fn prepare(&self) -> io::Result<()> {
        if self.filters.is_none() {
            return set_child_subreaper(Some(rustix::process::getpid())).map_err(io::Error::from);
        }
        mounts::prepare_sandbox()?;
        if self.counters.is_some() {
            namespaces::hide_control_group()?;
        }
        drop_bounding_set()?;
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        Ok(set_parent_process_death_signal(Some(Signal::KILL))?)
    }
}

/// Moves this process to the given processors, if there are any; tells how many it may use.
pub(super) fn pin(cores: &[usize]) -> io::Result<u32> {
    if !cores.is_empty() {
        let mut set = CpuSet::new();
        for &core in cores {
            set.set(core);
        }
        sched_setaffinity(None, &set)?;
    }
    Ok(sched_getaffinity(None)?.count())
}

/// The first process of a sandbox, with its program.
struct Supervisor<'a> {
    init: &'a Init<'a>,
    request: &'a Request,
    judge: &'a Channel,
    /// The filter of system calls; without one there is no sandbox.
    filter: Option<&'a Filter>,
    /// How many processors the program may use.
    cores: u32,
    /// How many processes of this machine the kernel had killed for want of memory before.
    oom_kills: u64,
}

/// Gives up every capability that a program could be given back.
#[expect(unsafe_code, reason = "no crate at hand drops the bounding set")]
fn drop_bounding_set() -> io::Result<()> {
    for capability in 0..64 {
        // SAFETY: the call takes numbers only.
        let dropped = unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) };
        if dropped != 0 {
            let error = io::Error::last_os_error();
            // There are no more.
            return if error.raw_os_error() == Some(libc::EINVAL) && capability > 0 {
                Ok(())
            } else {
                Err(error)
            };
        }
    }
    Ok(())
}
