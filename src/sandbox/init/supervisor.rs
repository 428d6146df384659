//! Runs one program: enters the sandbox, starts the program, and reports how it ended.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, pidfd_open, set_dumpable_behavior,
    set_parent_process_death_signal,
};

use super::Supervisor;
use super::exchange::ExchangeFolder;
use super::processes::{kill_all, prefer_for_oom_kill};
use super::supervise::Running;
use super::usage::{Meter, Usage};
use crate::bundle;
use crate::dir::Dir;
use crate::sandbox::deadline::Deadline;
use crate::sandbox::landlock::Domain;
use crate::sandbox::mounts::{self, Additions};
use crate::sandbox::procfs::Scope;
use crate::sandbox::protocol::{End, InitMessage, Report, Request, RequestFiles};
use crate::sandbox::rlimits::ResourceLimits;
use crate::sandbox::spawn::{Failure, Folder, Restrictions, Start};
use crate::sandbox::{identity, namespaces};

/// This executable.
const OWN_EXECUTABLE: &str = "/proc/self/exe";

/// Open files of a run: enough for every run-time library, few enough to bound the kernel memory that they use.
const OPEN_FILES: u64 = 256;
const BUILD_OPEN_FILES: u64 = 1024;

enum Started {
    Program(Pid),
    /// The program cannot be executed, with the reason.
    Failed(String),
}

impl Supervisor<'_> {
    /// Reports a failure of the judge.
    pub(super) fn fail(&self, reason: &str) -> io::Result<()> {
        self.judge.send(&InitMessage::Fault(reason.to_owned()))
    }

    /// Runs the program and reports.
    pub(super) fn run(&self, files: RequestFiles) -> io::Result<()> {
        match self.execute(files) {
            Ok((mut report, exchange)) => {
                let mut opened = Vec::new();
                if let Some(exchange) = &exchange {
                    (report.collected, opened) = exchange.collect();
                }
                let files: Vec<_> = opened.iter().map(AsFd::as_fd).collect();
                // Fails if the judge is gone, and then there is nobody to report to.
                let _ = self.judge.send_with(&InitMessage::Report(report), &files);
                // Last, since it can take long to remove what a program has left.
                drop(exchange);
                Ok(())
            }
            Err(error) => self.fail(&error.to_string()),
        }
    }

    /// Runs the program. Returns the exchange folder too, if there is one, after all processes have ended.
    fn execute(&self, files: RequestFiles) -> io::Result<(Report, Option<ExchangeFolder<'_>>)> {
        if let Some(counters) = self.init.counters {
            counters.limit(self.request.memory, self.request.processes)?;
        }
        let scope = self.enter_sandbox(&files)?;
        let mut files = files;
        if let Some(bundle) = files.bundle.take() {
            let unpacked = match &files.folder {
                Some(folder) if scope == Scope::Descendants => {
                    self.unpack_unsandboxed(bundle, folder)
                }
                _ => Dir::open(mounts::SUBMISSION.as_ref())
                    .and_then(|folder| bundle::unpack(bundle, &folder)),
            };
            match unpacked {
                Err(error) if bundle::is_content_error(&error) => {
                    return Ok((Report::not_started(error.to_string()), None));
                }
                other => other?,
            }
        }
        let exchange = self.create_exchange(files.exchange.take(), scope)?;
        let disk_before = self.free_disk();
        let before = self.counted();
        let started = Instant::now();
        let mut meter = match self.init.counters {
            Some(_) => Meter::Kernel(before, None),
            None => Meter::Sampled(None),
        };
        let wall = Duration::from_micros(self.request.wall_us);
        let mut deadline = Deadline::new(started, wall);
        let mut end = match self.start(files)? {
            Started::Program(pid) => {
                prefer_for_oom_kill(pid);
                // The program may cause any failure from here on, so a failure must not lead to a rerun.
                let supervised = self.judge.send(&InitMessage::Started).and_then(|()| {
                    let program = Running {
                        pid,
                        pidfd: pidfd_open(pid, PidfdFlags::empty())?,
                        scope,
                        started,
                    };
                    self.supervise(&program, &mut meter, &mut deadline, disk_before)
                });
                supervised.unwrap_or_else(|error| End::Unsupervised(error.to_string()))
            }
            Started::Failed(reason) => End::NotStarted(reason),
        };
        let ended = Instant::now();
        kill_all(scope);
        let usage = self.usage(&meter, ended);
        end = self.final_end(end, &usage);
        if self.request.writable && matches!(end, End::Exited(0)) && scope == Scope::Namespace {
            bundle::make_accessible(mounts::SUBMISSION.as_ref());
        }
        let report = Report {
            end,
            cpu_us: usage.cpu.as_micros() as u64,
            wall_us: ended.duration_since(started).as_micros() as u64,
            waited_us: deadline.waited().as_micros() as u64,
            memory_kib: usage.memory_kib,
            collected: Vec::new(),
        };
        Ok((report, exchange))
    }

    /// Unpacks in a child process that has switched to the identity of programs, so that they own the files.
    fn unpack_unsandboxed(&self, bundle: OwnedFd, folder: &OwnedFd) -> io::Result<()> {
        let Some(child) = namespaces::fork(false, None)? else {
            let path = format!("/proc/self/fd/{}", folder.as_raw_fd());
            let unpacked = self
                .init
                .identity
                .become_unsandboxed()
                .and_then(|()| bundle::unpack(bundle, &Dir::open(path.as_ref())?));
            std::process::exit(i32::from(unpacked.is_err()));
        };
        let ended = rustix::process::waitpid(Some(child), WaitOptions::empty())?;
        match ended {
            Some((_, status)) if status.exit_status() == Some(0) => Ok(()),
            _ => Err(io::Error::other("the submission could not be unpacked")),
        }
    }

    /// Corrects the end of a run by its final usage: it may have exceeded a limit between two readings.
    fn final_end(&self, end: End, usage: &Usage) -> End {
        let ended_itself = matches!(
            end,
            End::Exited(_) | End::Signalled(_) | End::Unsupervised(_)
        );
        let timed_out = matches!(end, End::Cpu | End::Wall);
        if (ended_itself || timed_out) && usage.over_memory {
            return End::Memory;
        }
        let killed = matches!(end, End::Signalled(libc::SIGKILL) | End::Unsupervised(_));
        if killed && usage.global_oom {
            return End::GlobalOom;
        }
        if ended_itself && usage.cpu > self.time() {
            return End::Cpu;
        }
        end
    }

    pub(super) fn time(&self) -> Duration {
        Duration::from_micros(self.request.time_us)
    }

    /// Enters the sandbox, if there is one.
    fn enter_sandbox(&self, files: &RequestFiles) -> io::Result<Scope> {
        if self.filter.is_none() {
            return Ok(Scope::Descendants);
        }
        let folder = match (&self.request.folder, &files.folder) {
            (Some(path), Some(handle)) => Some(mounts::reopen_folder(path, handle)?),
            _ => None,
        };
        let additions = Additions {
            folder: folder.as_ref().map(AsFd::as_fd),
            writable: self.request.writable,
            paths: &self.request.paths,
            temporary: self.request.temporary,
            exchange: self.request.exchange.is_some(),
        };
        mounts::add_paths(&additions)?;
        identity::enter()?;
        mounts::enter_root(&additions)?;
        // Changing the user has reset both settings.
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        Ok(Scope::Namespace)
    }

    fn start(&self, files: RequestFiles) -> io::Result<Started> {
        let Request {
            writable,
            temporary,
            processes,
            ..
        } = *self.request;
        let sandboxed = self.filter.is_some();
        let limits = ResourceLimits {
            processes: sandboxed.then_some(processes),
            file_size: temporary,
            open_files: if writable {
                BUILD_OPEN_FILES
            } else {
                OPEN_FILES
            },
        };
        let restrictions = match self.filter {
            Some(filter) => Restrictions::Sandbox {
                domain: Domain::new(&self.writable_folders())?,
                filter,
            },
            None => Restrictions::None(self.init.identity),
        };
        let folder = match &files.folder {
            Some(folder) if !sandboxed => Folder::Handle(folder.as_fd()),
            _ if sandboxed => Folder::Path(c"/submission"),
            _ => Folder::Path(c"/"),
        };
        let mut command = self.request.command.clone();
        if files.folder.is_none()
            && !sandboxed
            && let Some(program) = command.first_mut()
        {
            // A bundled solver, which has no path without a sandbox.
            OWN_EXECUTABLE.clone_into(program);
        }
        let start = Start {
            command: &command,
            environment: &self.request.environment,
            folder,
            files: [files.input, files.output, files.errors],
            limits,
            restrictions,
        };
        match start.start() {
            Ok(pid) => Ok(Started::Program(pid)),
            Err(Failure::Program(error)) => Ok(Started::Failed(error.to_string())),
            Err(Failure::Sandbox(error)) => Err(error),
        }
    }

    /// Returns the folders that the program may write to besides temporary ones.
    fn writable_folders(&self) -> Vec<&'static str> {
        let submission = self.request.writable.then_some(mounts::SUBMISSION);
        let feedback = self.request.exchange.as_ref().map(|_| mounts::FEEDBACK);
        submission.into_iter().chain(feedback).collect()
    }
}
