//! The launcher: a small process that makes a sandbox for each program the judge wants to run.
//!
//! It is started early and stays small and single-threaded, so that making a sandbox from it is cheap. What all
//! sandboxes share is prepared once. What could carry something from one program to the next is made afresh for each,
//! in advance: while one program runs, the next sandbox is made and waits.

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
use super::init::{Init, pin};
use super::mounts;
use super::namespaces::{self, NetworkCounters};
use super::procfs;
use super::protocol::{End, Message, Offer, Report, Setup};
use super::seccomp::Filter;

/// The whole life of a launcher; its standard input is the socket to the judge.
pub fn launch() -> io::Result<()> {
    keep_files_from_programs()?;
    let judge = Channel::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Received::Packet(setup, _) = judge.receive::<Setup>()? else {
        return Err(io::Error::other("there is no setup"));
    };
    let mut launcher = match Launcher::new(setup) {
        Ok(launcher) => launcher,
        Err(error) => return judge.send(&Offer::Fault(error.to_string())),
    };
    let ready = Offer::Ready(launcher.accounting(), launcher.identity.other_user());
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
    /// The counters of a network namespace that nobody has used.
    fresh_network: NetworkCounters,
    filters: Option<Filters>,
    identity: Identity,
    /// A sandbox that nobody knows of yet, the one that the judge has, and those whose program has ended.
    next: Option<Sandbox>,
    offered: Option<Sandbox>,
    ending: Vec<Sandbox>,
    /// Groups that could not be removed yet.
    old_groups: Vec<Group>,
}

/// The filters of system calls. Made once: they are the same for all runs, and for all builds.
pub(super) struct Filters {
    pub(super) run: Filter,
    pub(super) build: Filter,
}

/// What the first process of a sandbox tells the launcher, in one byte: that it has got a program, and, when all of it is
/// dead, whether it left no trace in the network namespace.
pub(super) const TAKEN: u8 = b't';
pub(super) const ENDED_CLEAN: u8 = b'c';
pub(super) const ENDED_WITH_TRACES: u8 = b'd';

/// A sandbox, with a program or waiting for one.
struct Sandbox {
    pid: Pid,
    pidfd: OwnedFd,
    /// To its first process, until the judge has it.
    channel: Option<Channel>,
    /// What its first process tells the launcher.
    progress: OwnedFd,
    is_taken: bool,
    started: Instant,
    /// Removed after the last process.
    group: Option<Group>,
}

impl Launcher {
    fn new(setup: Setup) -> io::Result<Self> {
        pin(&setup.cores.housekeeping)?;
        let mut groups = None;
        let mut filters = None;
        if setup.sandboxed {
            // Before the sandbox covers the files that control groups are made of.
            groups = if setup.cgroups { Groups::find() } else { None };
            namespaces::leave_host().map_err(doing("leave the host's namespaces"))?;
            namespaces::hide_host_name().map_err(doing("hide the host's name"))?;
            if groups.is_none() {
                // Sandboxes have no groups of their own that could be hidden when each is made.
                let _ = namespaces::hide_control_group();
            }
            // While files about the whole machine can be seen.
            procfs::remember_machine();
            mounts::prepare().map_err(doing("prepare the view of files"))?;
            filters = Some(Filters {
                run: Filter::new(false),
                build: Filter::new(true),
            });
        }
        Ok(Self {
            setup,
            groups,
            fresh_network: NetworkCounters::read(),
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

    /// Makes sandboxes and offers them, until the judge hangs up.
    fn serve(&mut self, judge: &Channel) -> io::Result<()> {
        loop {
            let wanted = self.offered.as_ref().is_none_or(|offered| offered.is_taken);
            if wanted && self.next.is_none() {
                match self.make_sandbox() {
                    Ok(next) => self.next = Some(next),
                    Err(error) => return judge.send(&Offer::Fault(error.to_string())),
                }
            }
            if self.offered.is_none()
                && let Some(mut next) = self.next.take()
            {
                let channel: Option<OwnedFd> = next.channel.take().map(OwnedFd::from);
                let files: Vec<_> = channel.iter().map(AsFd::as_fd).collect();
                judge.send_with(&Offer::Sandbox, &files)?;
                self.offered = Some(next);
            }
            if self.wait(judge)? {
                break;
            }
            self.look_after_offered(judge)?;
            self.reap();
        }
        Ok(())
    }

    /// All sandboxes notice that the judge is gone. Control groups can only be removed after their last process.
    fn wait_for_sandboxes(&mut self) {
        let left = self.next.take().into_iter().chain(self.offered.take());
        left.chain(self.ending.drain(..))
            .for_each(Sandbox::wait_for_end);
    }

    /// Waits until something happens; tells whether the judge has hung up.
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

    /// Makes a sandbox, which then waits.
    fn make_sandbox(&mut self) -> io::Result<Sandbox> {
        let group = match &mut self.groups {
            Some(groups) => Some(groups.create()?),
            None => None,
        };
        let (channel, own_channel) = Channel::pair()?;
        let (named, name) = pipe_with(PipeFlags::CLOEXEC)?;
        let (progress, tell) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        let target = group.as_ref().and_then(Group::target);
        let Some(pid) = namespaces::fork(self.setup.sandboxed, target)? else {
            drop((name, channel, progress));
            let init = Init {
                setup: &self.setup,
                counters: group.as_ref().map(|group| &group.counters),
                filters: self.filters.as_ref(),
                identity: self.identity,
                fresh_network: &self.fresh_network,
                launcher: &tell,
            };
            // The launcher says when it has told the kernel who we are.
            let named = rustix::io::read(&named, &mut [0]).is_ok_and(|length| length == 1);
            let ended = if named {
                init.serve(&own_channel)
            } else {
                Ok(())
            };
            // Without clearing up, which is the launcher's.
            std::process::exit(if ended.is_ok() { 0 } else { 3 });
        };
        if let Some(groups) = &mut self.groups {
            // Where the kernel runs out of memory in the group, this process must not be there.
            groups.leave();
        }
        if self.setup.sandboxed {
            self.identity.give_to(pid)?;
        }
        rustix::io::write(&name, b".")?;
        Ok(Sandbox {
            pid,
            pidfd: pidfd_open(pid, PidfdFlags::empty())?,
            channel: Some(channel),
            progress,
            is_taken: false,
            started: Instant::now(),
            group,
        })
    }

    /// Notices when the sandbox that the judge has gets a program, and when that has ended.
    fn look_after_offered(&mut self, judge: &Channel) -> io::Result<()> {
        let Some(offered) = &mut self.offered else {
            return Ok(());
        };
        let mut told = [0];
        match rustix::io::read(&offered.progress, &mut told) {
            Err(rustix::io::Errno::AGAIN) => return Ok(()),
            Ok(1) if told[0] == TAKEN => {
                offered.is_taken = true;
                offered.started = Instant::now();
                return Ok(());
            }
            _ => {}
        }
        let Some(mut ended) = self.offered.take() else {
            return Ok(());
        };
        if told[0] == ENDED_CLEAN || told[0] == ENDED_WITH_TRACES {
            self.ending.push(ended);
        } else {
            // Killed before it could report: by the kernel, where the memory of the sandbox ran out, or by something
            // that the program found. The judge must hear of it before it is offered another sandbox.
            let _ = waitpid(Some(ended.pid), WaitOptions::empty());
            judge.send(&Offer::PostMortem(ended.post_mortem()))?;
            self.old_groups.extend(ended.group.take());
        }
        if self.setup.sandboxed && told[0] != ENDED_CLEAN {
            self.renew_network()?;
        }
        Ok(())
    }

    /// Leaves a network namespace in which something was counted, which would carry a message to the next program. It
    /// takes the kernel half a millisecond to make another one, so one without a trace is used again.
    fn renew_network(&mut self) -> io::Result<()> {
        if let Some(next) = self.next.take() {
            next.wait_for_end();
        }
        namespaces::renew_network()
    }

    /// Reaps first processes that have ended.
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

impl Sandbox {
    /// Waits until a sandbox has ended that nobody has a use for.
    fn wait_for_end(mut self) {
        self.channel = None;
        let _ = waitpid(Some(self.pid), WaitOptions::empty());
    }

    /// What can be told of a sandbox whose first process was killed.
    fn post_mortem(&self) -> Message {
        let Some(group) = &self.group else {
            return Message::Fault("the first process of the sandbox was killed".to_owned());
        };
        group.kill();
        let counted = group.counters.read();
        if !group.counters.over_limit() {
            return Message::Fault("the first process of the sandbox was killed".to_owned());
        }
        Message::Report(Report {
            end: End::Memory,
            cpu_us: counted.cpu.unwrap_or_default().as_micros() as u64,
            wall_us: self.started.elapsed().as_micros() as u64,
            waited_us: 0,
            memory_kib: counted.peak_bytes / 1024,
        })
    }
}

/// Whoever started the judge may have left it files open, a secret among them perhaps; no program inherits any.
#[expect(unsafe_code, reason = "no crate at hand offers close_range")]
fn keep_files_from_programs() -> io::Result<()> {
    const FIRST_BEYOND_THE_STANDARD: libc::c_uint = 3;
    // SAFETY: with this flag nothing is closed before a program is started.
    let done = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            FIRST_BEYOND_THE_STANDARD,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    };
    match done {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn doing(what: &str) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("failed to {what}: {error}"))
}
