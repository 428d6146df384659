//! The judge's side of a launcher: starts it and sends it programs to run.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Gid, Uid};
use serde::{Deserialize, Serialize};
use wait_timeout::ChildExt;

use super::channel::{Channel, Received};
use super::exchange::Exchange;
use super::isolation::Accounting;
use super::monitor::RunMonitor;
use super::mounts;
use super::outcome::{Ending, Fault, Outcome};
use super::protocol::{End, LauncherMessage, Request, Setup};
use super::sealed::sealed_file;
use super::{LAUNCHER, WATCHDOG_TIMEOUT, Wanted};
use crate::dir::{self, Dir};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::units::show_duration;

/// A program to run.
#[derive(Debug)]
pub struct Job<'a> {
    pub command: &'a [String],
    /// The working directory, mounted under another name. Bundled solvers have none and find this executable as
    /// `judge` in their working directory.
    pub folder: Option<&'a Dir>,
    /// Whether the program may write to `folder`: whether this is a build.
    pub writable: bool,
    /// A bundle that is unpacked into `folder` before the program starts.
    pub bundle: Option<&'a File>,
    /// Further paths of the host that are visible to the program.
    pub paths: &'a [PathBuf],
    pub environment: Vec<(String, String)>,
    /// The content of standard input.
    pub input: &'a [u8],
    pub limits: &'a Limits,
    /// The size of the temporary file systems and of the largest file, in bytes.
    pub temporary: u64,
    /// Files that the program finds and leaves, besides its standard streams.
    pub exchange: Option<Exchange<'a>>,
}

/// The CPUs that a launcher may use; an empty list means all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cores {
    /// The CPUs that programs run on.
    pub programs: Vec<usize>,
    /// The CPUs for creating and removing sandboxes: those of its own programs, and those that no program is pinned
    /// to.
    pub housekeeping: Vec<usize>,
}

/// A running launcher, which executes one program at a time, each in a new sandbox.
#[derive(Debug)]
pub struct Sandbox {
    launcher: Child,
    /// The launcher exits when this is closed.
    channel: Option<Channel>,
    setup: Setup,
    pub(super) accounting: Accounting,
    /// The user ID that programs run as, if it is not the judge's own.
    user: Option<u32>,
}

impl Sandbox {
    /// Starts a launcher. Fails if sandboxes are wanted and this machine does not allow them.
    pub fn start(wanted: Wanted, cores: Cores) -> Result<Self> {
        Self::start_with(Setup {
            sandboxed: !wanted.unsandboxed,
            cgroups: !wanted.no_cgroups,
            cores,
            exchange_folder: exchange_folder(!wanted.unsandboxed),
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
            Received::Packet(LauncherMessage::Ready(accounting, user), _) => {
                sandbox.channel = Some(channel);
                sandbox.accounting = accounting;
                sandbox.user = user;
                Ok(sandbox)
            }
            Received::Packet(LauncherMessage::Fault(reason), _) => Err(Error::Fault(reason)),
            other => Err(Error::Fault(format!(
                "unexpected message from the launcher: {other:?}"
            ))),
        }
    }

    /// Replaces a launcher that failed by a new one.
    pub fn restart(&mut self) -> Result<()> {
        *self = Self::start_with(self.setup.clone())?;
        Ok(())
    }

    /// Returns the path under which programs find the files of [`Job::exchange`], for their command lines. It stays
    /// the same when the launcher is restarted.
    pub fn exchange_folder(&self) -> &str {
        &self.setup.exchange_folder
    }

    /// Runs the program until it ends or is killed. Setting `interrupt` kills it.
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
                reason: format!("starved for {waited} on a busy machine: rerun under a lower load"),
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
        let input = sealed_file([job.input])?;
        let exchange = job.exchange.as_ref();
        let contents = exchange.map(Exchange::contents).transpose()?;
        let (output, program_output) = pipe()?;
        let (errors, program_errors) = pipe()?;
        let launcher = self.channel.as_ref();
        let launcher = launcher.ok_or_else(|| io::Error::other("the launcher is not running"))?;
        let sandbox = receive_sandbox(launcher)?;
        if let (Some(user), Some(folder), true) = (self.user, job.folder, job.writable) {
            // The user that runs the build must own the folder.
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
            memory: job.limits.memory + exchange.map_or(0, Exchange::memory),
            temporary: job.temporary,
            processes: job.limits.processes,
            exchange: exchange.map(Exchange::request),
        };
        let mut files = vec![
            input.as_fd(),
            program_output.as_fd(),
            program_errors.as_fd(),
        ];
        files.extend(job.folder.map(AsFd::as_fd));
        files.extend(job.bundle.map(AsFd::as_fd));
        files.extend(contents.as_ref().map(AsFd::as_fd));
        sandbox.send_with(&request, &files)?;
        drop((input, program_output, program_errors, contents));
        let monitor = RunMonitor {
            sandbox,
            launcher,
            limits: job.limits,
            interrupt,
            exchange: job.exchange,
        };
        monitor.follow(output, errors, started)
    }
}

/// Waits for the launcher to offer a sandbox and returns the channel to its init process.
fn receive_sandbox(launcher: &Channel) -> io::Result<Channel> {
    loop {
        return match launcher.receive::<LauncherMessage>()? {
            Received::Packet(LauncherMessage::Sandbox, files) => {
                let socket = files.into_iter().next();
                socket
                    .map(Channel::from)
                    .ok_or_else(|| io::Error::other("the launcher sent no sandbox"))
            }
            Received::Packet(LauncherMessage::Fault(reason), _) => Err(io::Error::other(reason)),
            // A late message about an earlier sandbox.
            Received::Packet(..) => continue,
            Received::Nothing | Received::Closed => Err(io::Error::other("the launcher exited")),
        };
    }
}

impl Drop for Sandbox {
    /// Closes the channel, on which the launcher exits; kills the launcher if it does not.
    fn drop(&mut self) {
        // This also closes the channels of sandboxes that were offered but never received, so these exit too.
        self.channel = None;
        if !matches!(self.launcher.wait_timeout(WATCHDOG_TIMEOUT), Ok(Some(_))) {
            let _ = self.launcher.kill();
            let _ = self.launcher.wait();
        }
    }
}

/// Returns the path of the exchange folder: in a sandbox always the same, otherwise one that nobody else uses.
fn exchange_folder(sandboxed: bool) -> String {
    if sandboxed {
        return mounts::EXCHANGE.to_owned();
    }
    let temporary = std::env::temp_dir();
    // Command lines are text, and the program has another working directory.
    let temporary = temporary.to_str().filter(|path| path.starts_with('/'));
    let unique = dir::random();
    format!(
        "{}/judge-exchange-{unique:016x}",
        temporary.unwrap_or("/tmp")
    )
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&reader, true)?;
    Ok((reader, writer))
}

/// Starts the launcher in its own process group, so that Ctrl-C reaches only the judge, which then stops everything
/// in order.
fn start_launcher(channel: Channel) -> io::Result<Child> {
    Command::new("/proc/self/exe")
        .arg0("judge")
        .arg(LAUNCHER)
        .stdin(OwnedFd::from(channel))
        .stdout(Stdio::null())
        .process_group(0)
        .spawn()
}
