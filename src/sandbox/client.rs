//! The judge's side of a launcher: starts it and has it run programs.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;

use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Gid, Uid};
use serde::{Deserialize, Serialize};
use wait_timeout::ChildExt;

use super::channel::{Channel, Received};
use super::isolation::Accounting;
use super::monitor::Following;
use super::outcome::{Ending, Fault, Outcome};
use super::protocol::{End, Offer, Request, Setup};
use super::{LAUNCHER, OUTER_NET, Wanted};
use crate::contest::Limits;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::units::show_duration;

/// A program to run.
#[derive(Debug)]
pub struct Job<'a> {
    pub command: &'a [String],
    /// The folder it starts in, which it sees under another name. Without one it is a bundled solver, and finds this
    /// executable as `judge` in its folder.
    pub folder: Option<&'a Dir>,
    /// Whether it may write there: whether it is a build.
    pub writable: bool,
    /// A bundle to unpack into the folder before the program starts.
    pub bundle: Option<&'a File>,
    /// What else of the host it may see.
    pub paths: &'a [PathBuf],
    pub environment: Vec<(String, String)>,
    /// What it reads on standard input.
    pub input: &'a [u8],
    pub limits: &'a Limits,
    /// The size of its temporary space, and of the largest file it may write, in bytes.
    pub temporary: u64,
}

/// Processors that a launcher may use; an empty list means any.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cores {
    /// For programs.
    pub programs: Vec<usize>,
    /// For making and removing sandboxes: those of its own programs, and those that no program is held to.
    pub housekeeping: Vec<usize>,
}

/// A launcher at work.
#[derive(Debug)]
pub struct Sandbox {
    launcher: Child,
    /// Closed to end the launcher.
    channel: Option<Channel>,
    setup: Setup,
    pub(super) accounting: Accounting,
    /// The user that programs are, if not the judge's own.
    user: Option<u32>,
}

impl Sandbox {
    /// Starts a launcher. Fails where this machine does not allow sandboxes and the user wants them.
    pub fn start(wanted: Wanted, cores: Cores) -> Result<Self> {
        Self::start_with(Setup {
            sandboxed: !wanted.unsandboxed,
            cgroups: !wanted.no_cgroups,
            cores,
        })
    }

    fn start_with(setup: Setup) -> Result<Self> {
        let failed = |error: io::Error| Error::fault("start the launcher", &error);
        let (channel, launcher_channel) = Channel::pair().map_err(failed)?;
        let mut sandbox = Self {
            launcher: start_launcher(launcher_channel).map_err(failed)?,
            channel: None,
            setup,
            accounting: Accounting::Sampled,
            user: None,
        };
        channel.send(&sandbox.setup).map_err(failed)?;
        match channel.receive().map_err(failed)? {
            Received::Packet(Offer::Ready(accounting, user), _) => {
                sandbox.channel = Some(channel);
                sandbox.accounting = accounting;
                sandbox.user = user;
                Ok(sandbox)
            }
            Received::Packet(Offer::Fault(reason), _) => Err(Error::Fault(reason)),
            other => Err(Error::Fault(format!("the launcher said {other:?}"))),
        }
    }

    /// Puts a new launcher in the place of one that failed.
    pub fn restart(&mut self) -> Result<()> {
        *self = Self::start_with(self.setup.clone())?;
        Ok(())
    }

    /// Runs the program to its end, one way or the other. `interrupt` ends it early.
    pub fn run(
        &mut self,
        job: &Job,
        interrupt: &AtomicBool,
    ) -> std::result::Result<Outcome, Fault> {
        let mut started = false;
        let run = self.try_run(job, interrupt, &mut started);
        let (outcome, end) = run.map_err(|error| Fault {
            reason: format!("failed to run a program: {error}"),
            started,
            starved: false,
        })?;
        if matches!(end, End::Starved) && outcome.ending == Ending::Interrupted {
            let waited = show_duration(outcome.waited);
            return Err(Fault {
                reason: format!(
                    "waited {waited} for a busy machine: run it again with less going on"
                ),
                started,
                starved: true,
            });
        }
        Ok(outcome)
    }

    fn try_run(
        &mut self,
        job: &Job,
        interrupt: &AtomicBool,
        started: &mut bool,
    ) -> io::Result<(Outcome, End)> {
        let input = sealed_input(job.input)?;
        let (output, program_output) = pipe()?;
        let (errors, program_errors) = pipe()?;
        let launcher = self.channel.as_ref();
        let launcher = launcher.ok_or_else(|| io::Error::other("there is no launcher"))?;
        let sandbox = offered(launcher)?;
        if let (Some(user), Some(folder), true) = (self.user, job.folder, job.writable) {
            // What is built belongs to the user that builds.
            let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
            rustix::fs::fchown(folder, Some(user), Some(group))?;
        }
        let request = Request {
            command: job.command.to_vec(),
            folder: job.folder.map(Dir::current_path).transpose()?,
            has_bundle: job.bundle.is_some(),
            writable: job.writable,
            paths: job.paths.to_vec(),
            environment: job.environment.clone(),
            time_us: job.limits.time.as_micros() as u64,
            wall_us: job.limits.wall.as_micros() as u64,
            grace_us: job.limits.grace.as_micros() as u64,
            memory: job.limits.memory,
            temporary: job.temporary,
            processes: job.limits.processes,
        };
        let mut files = vec![
            input.as_fd(),
            program_output.as_fd(),
            program_errors.as_fd(),
        ];
        files.extend(job.folder.map(AsFd::as_fd));
        files.extend(job.bundle.map(AsFd::as_fd));
        sandbox.send_with(&request, &files)?;
        drop((input, program_output, program_errors));
        let following = Following {
            sandbox,
            launcher,
            limits: job.limits,
            interrupt,
        };
        following.follow(output, errors, started)
    }
}

/// A sandbox that waits for a program.
fn offered(launcher: &Channel) -> io::Result<Channel> {
    loop {
        return match launcher.receive::<Offer>()? {
            Received::Packet(Offer::Sandbox, files) => {
                let socket = files.into_iter().next();
                socket
                    .map(Channel::from)
                    .ok_or_else(|| io::Error::other("the launcher offered nothing"))
            }
            Received::Packet(Offer::Fault(reason), _) => Err(io::Error::other(reason)),
            // Of a sandbox that nobody waits for any more.
            Received::Packet(..) => continue,
            Received::Nothing | Received::Closed => Err(io::Error::other("the launcher has ended")),
        };
    }
}

impl Drop for Sandbox {
    /// A launcher ends by itself once its socket is closed; if not, it is killed.
    fn drop(&mut self) {
        // With what was sent and nobody has received: a sandbox, most likely, which then ends too.
        self.channel = None;
        if !matches!(self.launcher.wait_timeout(OUTER_NET), Ok(Some(_))) {
            let _ = self.launcher.kill();
            let _ = self.launcher.wait();
        }
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader, writer))
}

/// A file in memory that nobody can write to; reading it never blocks and never ends early.
fn sealed_input(bytes: &[u8]) -> io::Result<OwnedFd> {
    let memory =
        rustix::fs::memfd_create("input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    let mut file = std::fs::File::from(memory);
    file.write_all(bytes)?;
    rustix::fs::fcntl_add_seals(
        &file,
        SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL,
    )?;
    let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file));
    Ok(rustix::fs::open(
        path,
        OFlags::RDONLY | OFlags::CLOEXEC,
        Mode::empty(),
    )?)
}

/// In a process group of its own, so that Ctrl-C reaches the judge alone, which then ends everything in order.
fn start_launcher(channel: Channel) -> io::Result<Child> {
    Command::new("/proc/self/exe")
        .arg0("judge")
        .arg(LAUNCHER)
        .stdin(OwnedFd::from(channel))
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
}
