//! Runs Git on a repository that somebody else filled: no hooks, no settings, no questions, and with limits.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};

use crate::units::{show_duration, show_size};

/// The transports of addresses, and that of folders which the list names as paths.
pub(super) const NETWORK: &str = "git:http:https:ssh";
pub(super) const LOCAL: &str = "file";

/// What one command of Git may use. The processes that it starts inherit the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) time: Duration,
    /// The largest file that it writes, in bytes. Everything that is fetched becomes one file.
    pub(super) file: u64,
    /// The address space of each process, in bytes: a small pack can describe huge objects.
    pub(super) memory: u64,
}

/// Enough for a repository with its history.
pub(super) const ALLOWANCE: Allowance = Allowance {
    time: Duration::from_secs(300),
    file: 1 << 30,
    memory: 8 << 30,
};

/// A repository on this disk and the transports that Git may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Git<'p> {
    pub(super) folder: &'p Path,
    pub(super) protocols: &'p str,
    pub(super) allowance: Allowance,
}

impl Git<'_> {
    /// Runs a command to its end. Returns the reason and the fix if it cannot be run or exceeds a limit.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<Output, String> {
        let mut command = self.command(arguments);
        let running = self.start(command.stderr(Stdio::piped()))?;
        let output = running.output()?;
        // The process that writes what is fetched is killed when the file is too large; Git does not say why it ended.
        let text = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() && text.contains("index-pack") {
            let most = show_size(self.allowance.file);
            return Err(format!(
                "the repository is larger than {most}, or damaged: ask for one without large files, or for a zip"
            ));
        }
        Ok(output)
    }

    /// Starts a command whose standard input or output is used while it runs.
    pub(super) fn start(&self, command: &mut Command) -> Result<Running, String> {
        let child = command
            .process_group(0)
            .spawn()
            .map_err(|error| format!("git cannot be started ({error}): install it"))?;
        let running = Running::new(child, self.allowance.time);
        for (resource, most) in [
            (Resource::Fsize, self.allowance.file),
            (Resource::As, self.allowance.memory),
        ] {
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most),
            };
            // A process that has ended needs no limit.
            let _ = prlimit(group(&running.child), resource, limit);
        }
        Ok(running)
    }

    /// Returns a command that runs nothing of the repository and reads no settings of this machine.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        let own = std::env::vars_os().map(|(name, _)| name);
        for name in own.filter(|name| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        command
            .current_dir(self.folder)
            .env("GIT_ALLOW_PROTOCOL", self.protocols)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_ATTR_NOSYSTEM", "1")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_ASKPASS", "/bin/false")
            .env("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
            .env("LC_ALL", "C.UTF-8");
        for setting in [
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "safe.directory=*",
        ] {
            command.args(["-c", setting]);
        }
        command.args(arguments);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    }
}

/// A command that is running. It is killed with all its processes when its time is over or the value is dropped.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) child: Child,
    time: Duration,
    is_over: Arc<AtomicBool>,
    /// Ends the watch when it is dropped.
    _watched: Sender<()>,
}

impl Running {
    fn new(child: Child, time: Duration) -> Self {
        let (watched, ended) = mpsc::channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let group = group(&child);
        thread::spawn(move || {
            if ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                over.store(true, Ordering::SeqCst);
                kill(group);
            }
        });
        Self {
            child,
            time,
            is_over,
            _watched: watched,
        }
    }

    /// Waits for the end. Fails if the time is over.
    pub(super) fn wait(&mut self) -> Result<ExitStatus, String> {
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if self.is_over.load(Ordering::SeqCst) {
            let time = show_duration(self.time);
            return Err(format!("git took longer than {time}: check the repository"));
        }
        Ok(status)
    }

    /// Waits for the end and reads what the command wrote.
    fn output(mut self) -> Result<Output, String> {
        let mut output = Output {
            status: self.wait()?,
            stdout: Vec::new(),
            stderr: Vec::new(),
        };
        // A process that it left behind keeps the pipes open.
        kill(group(&self.child));
        let failed = |error: io::Error| error.to_string();
        if let Some(stream) = &mut self.child.stdout {
            stream.read_to_end(&mut output.stdout).map_err(failed)?;
        }
        if let Some(stream) = &mut self.child.stderr {
            stream.read_to_end(&mut output.stderr).map_err(failed)?;
        }
        Ok(output)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        kill(group(&self.child));
        let _ = self.child.wait();
    }
}

/// Returns the process group of a command, which is named after its first process.
fn group(child: &Child) -> Option<Pid> {
    Pid::from_raw(child.id().cast_signed())
}

fn kill(group: Option<Pid>) {
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_takes_too_long_is_killed() {
        let world = tempfile::tempdir().expect("a folder");
        let time = Duration::from_millis(200);
        let git = Git {
            folder: world.path(),
            protocols: LOCAL,
            allowance: Allowance { time, ..ALLOWANCE },
        };
        // Also the processes that it starts, which hold the pipes.
        let refused = git.run(&["-c", "alias.wait=!sleep 1000; true", "wait"]);
        let refused = refused.expect_err("too long");
        let is_missing = refused.contains("install it");
        assert!(
            is_missing || refused.contains("took longer than"),
            "{refused}"
        );
    }

    #[test]
    fn a_repository_that_is_too_large_is_not_cloned() {
        let world = tempfile::tempdir().expect("a folder");
        let source = world.path().join("source");
        let clone = world.path().join("clone");
        std::fs::create_dir_all(&source).expect("a folder");
        std::fs::create_dir_all(&clone).expect("a folder");
        let git = |folder, file| Git {
            folder,
            protocols: LOCAL,
            allowance: Allowance { file, ..ALLOWANCE },
        };
        let Ok(made) = git(&source, 1 << 30).run(&["init", "--quiet"]) else {
            return;
        };
        assert!(made.status.success(), "{made:?}");
        // Bytes that do not shrink.
        let mut state = 1_u64;
        let noise = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 56) as u8
        });
        let noise: Vec<u8> = noise.take(300_000).collect();
        std::fs::write(source.join("noise"), noise).expect("a file");
        for arguments in [
            &["add", "noise"][..],
            &[
                "-c",
                "user.name=x",
                "-c",
                "user.email=x@example.org",
                "commit",
                "-m",
                "x",
            ],
        ] {
            let done = git(&source, 1 << 30).run(arguments).expect("git runs");
            assert!(done.status.success(), "{done:?}");
        }
        let address = source.display().to_string();
        let arguments = ["clone", "--bare", "--no-local", "--", address.as_str(), "."];
        let refused = git(&clone, 100_000).run(&arguments).expect_err("too large");
        assert!(
            refused.contains("the repository is larger than"),
            "{refused}"
        );
        std::fs::remove_dir_all(&clone).expect("removed");
        std::fs::create_dir_all(&clone).expect("a folder");
        let cloned = git(&clone, 1_000_000).run(&arguments).expect("git runs");
        assert!(cloned.status.success(), "{cloned:?}");
    }
}
