//! The launcher: a small process that creates a sandbox for each program.
//!
//! It is started early and stays small and single-threaded, so that forking it is cheap. What all sandboxes share is
//! prepared once. Everything that could carry information from one program to the next is created anew for each, in
//! advance: while one program runs, the next sandbox is created.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, WaitOptions, pidfd_open, waitpid};

use super::Accounting;
use super::cgroup::{Group, Groups};
use super::channel::{Channel, Received};
use super::identity::Identity;
use super::init::{Init, set_affinity};
use super::mounts;
use super::namespaces::{self, NetworkCounters};
use super::procfs;
use super::protocol::{End, InitMessage, LauncherMessage, Report, Setup};
use super::seccomp::Filter;

/// Runs a launcher until the judge closes the channel, which is standard input.
pub fn launch() -> io::Result<()> {
    set_close_on_exec()?;
    let judge = Channel::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Received::Packet(setup, _) = judge.receive::<Setup>()? else {
        return Err(io::Error::other("the judge sent no setup"));
    };
    let mut launcher = match Launcher::new(setup) {
        Ok(launcher) => launcher,
        Err(error) => return judge.send(&LauncherMessage::Fault(error.to_string())),
    };
    let ready = LauncherMessage::Ready(launcher.accounting(), launcher.identity.other_user());
    judge.send(&ready)?;
    match launcher.serve(&judge) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => other?,
    }
    launcher.wait_for_sandboxes();
    Ok(())
}

struct Launcher {
    setup: Setup,
    groups: Option<Groups>,
    /// The counters of an unused network namespace.
    initial_network: NetworkCounters,
    filters: Option<Filters>,
    identity: Identity,
    /// The sandbox created in advance, the one that the judge has, and those whose program has ended.
    next: Option<SandboxProcess>,
    offered: Option<SandboxProcess>,
    ending: Vec<SandboxProcess>,
    /// Control groups that could not be removed yet.
    old_groups: Vec<Group>,
}

/// The seccomp filters, which are the same for all runs and for all builds.
pub(super) struct Filters {
    pub(super) run: Filter,
    pub(super) build: Filter,
}

/// What an init process reports to the launcher, in one byte: that it has received a request and, after the run,
/// whether the counters of the network namespace are unchanged.
pub(super) const REQUEST_RECEIVED: u8 = b't';
pub(super) const NETWORK_UNCHANGED: u8 = b'c';
pub(super) const NETWORK_CHANGED: u8 = b'd';

/// The init process of a sandbox.
struct SandboxProcess {
    pid: Pid,
    pidfd: OwnedFd,
    /// The channel to the init process, until the judge has it.
    channel: Option<Channel>,
    /// The reports of the init process to the launcher.
    progress: OwnedFd,
    has_request: bool,
    started: Instant,
    /// The control group, removed after the last process.
    group: Option<Group>,
}

impl Launcher {
    fn new(setup: Setup) -> io::Result<Self> {
        set_affinity(&setup.cores.housekeeping)?;
        let mut groups = None;
        let mut filters = None;
        if setup.sandboxed {
            // Before the mounts hide the control group file system.
            groups = if setup.cgroups { Groups::find() } else { None };
            namespaces::leave_host().map_err(failed_to("leave the host's namespaces"))?;
            namespaces::set_hostname().map_err(failed_to("set the hostname"))?;
            if groups.is_none() {
                // Without a control group per sandbox, all share this namespace.
                let _ = namespaces::unshare_cgroup();
            }
            // While the files about the whole machine are visible.
            procfs::read_machine();
            mounts::prepare().map_err(failed_to("prepare the root file system"))?;
            filters = Some(Filters {
                run: Filter::new(false),
                build: Filter::new(true),
            });
        }
        Ok(Self {
            setup,
            groups,
            initial_network: NetworkCounters::read(),
            filters,
            identity: Identity::of_programs(),
            next: None,
            offered: None,
            ending: Vec::new(),
            old_groups: Vec::new(),
        })
    }

    fn accounting(&self) -> Accounting {
        self.groups
            .as_ref()
            .map_or(Accounting::Sampled, Groups::accounting)
    }

    /// Creates and offers sandboxes until the judge closes the channel.
    fn serve(&mut self, judge: &Channel) -> io::Result<()> {
        loop {
            let wanted = self
                .offered
                .as_ref()
                .is_none_or(|offered| offered.has_request);
            if wanted && self.next.is_none() {
                match self.create_sandbox() {
                    Ok(next) => self.next = Some(next),
                    Err(error) => return judge.send(&LauncherMessage::Fault(error.to_string())),
                }
            }
            if self.offered.is_none()
                && let Some(mut next) = self.next.take()
            {
                let channel: Option<OwnedFd> = next.channel.take().map(OwnedFd::from);
                let files: Vec<_> = channel.iter().map(AsFd::as_fd).collect();
                judge.send_with(&LauncherMessage::Sandbox, &files)?;
                self.offered = Some(next);
            }
            if self.wait(judge)? {
                break;
            }
            self.handle_report(judge)?;
            self.reap();
        }
        Ok(())
    }

    /// Waits for all sandboxes, which exit without the judge. Control groups can only be removed after their last
    /// process.
    fn wait_for_sandboxes(&mut self) {
        let left = self.next.take().into_iter().chain(self.offered.take());
        left.chain(self.ending.drain(..))
            .for_each(SandboxProcess::close_and_wait);
    }

    /// Waits for an event. Returns whether the judge has closed the channel.
    fn wait(&self, judge: &Channel) -> io::Result<bool> {
        let mut watched = vec![PollFd::new(judge, PollFlags::IN)];
        let offered = self.offered.iter();
        watched.extend(offered.map(|sandbox| PollFd::new(&sandbox.progress, PollFlags::IN)));
        let ending = self.ending.iter();
        watched.extend(ending.map(|sandbox| PollFd::new(&sandbox.pidfd, PollFlags::IN)));
        match poll(&mut watched, None) {
            Ok(_) => Ok(!watched[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Creates a sandbox whose init process waits for a request.
    fn create_sandbox(&mut self) -> io::Result<SandboxProcess> {
        let group = match &mut self.groups {
            Some(groups) => Some(groups.create()?),
            None => None,
        };
        let (channel, own_channel) = Channel::pair()?;
        let (mapped, mapping_done) = pipe_with(PipeFlags::CLOEXEC)?;
        let (progress, progress_writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let target = group.as_ref().and_then(Group::target);
        let Some(pid) = namespaces::fork(self.setup.sandboxed, target)? else {
            drop((mapping_done, channel, progress));
            let init = Init {
                setup: &self.setup,
                counters: group.as_ref().map(|group| &group.counters),
                filters: self.filters.as_ref(),
                identity: self.identity,
                initial_network: &self.initial_network,
                launcher: &progress_writer,
            };
            // The launcher writes one byte once the user mapping is set.
            let mapped = rustix::io::read(&mapped, &mut [0]).is_ok_and(|length| length == 1);
            let ended = if mapped {
                init.serve(&own_channel)
            } else {
                Ok(())
            };
            // `exit` runs no destructors: the resources belong to the launcher.
            std::process::exit(if ended.is_ok() { 0 } else { 3 });
        };
        if let Some(groups) = &mut self.groups {
            // An out-of-memory kill in the group must not hit the launcher.
            groups.leave();
        }
        if self.setup.sandboxed {
            self.identity.map_into(pid)?;
        }
        rustix::io::write(&mapping_done, b".")?;
        Ok(SandboxProcess {
            pid,
            pidfd: pidfd_open(pid, PidfdFlags::empty())?,
            channel: Some(channel),
            progress,
            has_request: false,
            started: Instant::now(),
            group,
        })
    }

    /// Handles a report of the sandbox that the judge has.
    fn handle_report(&mut self, judge: &Channel) -> io::Result<()> {
        let Some(offered) = &mut self.offered else {
            return Ok(());
        };
        let mut report = [0];
        match rustix::io::read(&offered.progress, &mut report) {
            Err(rustix::io::Errno::AGAIN) => return Ok(()),
            Ok(1) if report[0] == REQUEST_RECEIVED => {
                offered.has_request = true;
                offered.started = Instant::now();
                return Ok(());
            }
            _ => {}
        }
        let Some(mut ended) = self.offered.take() else {
            return Ok(());
        };
        if report[0] == NETWORK_UNCHANGED || report[0] == NETWORK_CHANGED {
            self.ending.push(ended);
        } else {
            // Killed before it could report: by the kernel because the sandbox was out of memory, or by a bug that
            // the program exploited. The judge must learn of it before it is offered another sandbox.
            let _ = waitpid(Some(ended.pid), WaitOptions::empty());
            judge.send(&LauncherMessage::PostMortem(ended.post_mortem()))?;
            self.old_groups.extend(ended.group.take());
        }
        if self.setup.sandboxed && report[0] != NETWORK_UNCHANGED {
            self.renew_network()?;
        }
        Ok(())
    }

    /// Replaces the network namespace after its counters have changed, since they would carry information to the next
    /// program. Creating one takes the kernel half a millisecond, so an unchanged one is reused.
    fn renew_network(&mut self) -> io::Result<()> {
        if let Some(next) = self.next.take() {
            next.close_and_wait();
        }
        namespaces::unshare_network()
    }

    /// Reaps init processes that have exited.
    fn reap(&mut self) {
        let old_groups = &mut self.old_groups;
        self.ending.retain_mut(|sandbox| {
            let ended = waitpid(Some(sandbox.pid), WaitOptions::NOHANG);
            if !matches!(ended, Ok(Some(_))) {
                return true;
            }
            old_groups.extend(sandbox.group.take());
            false
        });
        old_groups.retain(|group| !group.remove());
    }
}

impl SandboxProcess {
    /// Closes the channel and waits for the init process to exit.
    fn close_and_wait(mut self) {
        self.channel = None;
        let _ = waitpid(Some(self.pid), WaitOptions::empty());
    }

    /// Returns the report on behalf of an init process that was killed.
    fn post_mortem(&self) -> InitMessage {
        let Some(group) = &self.group else {
            return InitMessage::Fault("the init process of the sandbox was killed".to_owned());
        };
        group.kill();
        let counted = group.counters.read();
        if !group.counters.over_limit() {
            return InitMessage::Fault("the init process of the sandbox was killed".to_owned());
        }
        InitMessage::Report(Report {
            end: End::Memory,
            cpu_us: counted.cpu.unwrap_or_default().as_micros() as u64,
            wall_us: self.started.elapsed().as_micros() as u64,
            waited_us: 0,
            memory_kib: counted.peak_bytes / 1024,
            collected: Vec::new(),
        })
    }
}

/// Sets close-on-exec on all inherited files, so that no program inherits one.
#[expect(unsafe_code, reason = "rustix does not offer close_range")]
fn set_close_on_exec() -> io::Result<()> {
    const FIRST_NON_STANDARD: libc::c_uint = 3;
    // SAFETY: with this flag no file is closed before `exec`.
    let done = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            FIRST_NON_STANDARD,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    };
    match done {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn failed_to(what: &str) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("failed to {what}: {error}"))
}
