//! Runs one program: enters the sandbox, starts the program, and reports how it ended.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, pidfd_open, set_dumpable_behavior,
    set_parent_process_death_signal,
};

use super::Supervisor;
use super::processes::{clear, prefer_for_oom_kill};
use super::supervise::Running;
use super::usage::{Meter, Used};
use crate::bundle;
use crate::dir::Dir;
use crate::sandbox::deadline::Deadline;
use crate::sandbox::landlock::Domain;
use crate::sandbox::mounts::{self, Additions};
use crate::sandbox::procfs::Scope;
use crate::sandbox::protocol::{End, Message, Report, Request, RequestFiles};
use crate::sandbox::rlimits::ResourceLimits;
use crate::sandbox::spawn::{Failure, Folder, Restrictions, Start};
use crate::sandbox::{identity, namespaces};

/// This executable.
const MYSELF: &str = "/proc/self/exe";

/// Open files of runs: enough for every run-time library, few enough to bound what the kernel holds for them.
const OPEN_FILES: u64 = 256;
const OPEN_FILES_OF_BUILDS: u64 = 1024;

enum Started {
    Program(Pid),
    /// It cannot be executed, and why.
    Not(String),
}

impl Supervisor<'_> {
    /// Reports a failure of the judge.
    pub(super) fn fail(&self, reason: &str) -> io::Result<()> {
        self.judge.send(&Message::Fault(reason.to_owned()))
    }

    /// Runs the program to its end and reports.
    pub(super) fn run(&self, files: RequestFiles) -> io::Result<()> {
        match self.report(files) {
            Ok(report) => {
                // Where the judge is gone, there is nobody to tell.
                let _ = self.judge.send(&Message::Report(report));
                Ok(())
            }
            Err(error) => self.fail(&error.to_string()),
        }
    }

    fn report(&self, files: RequestFiles) -> io::Result<Report> {
        if let Some(counters) = self.init.counters {
            counters.limit(self.request.memory, self.request.processes)?;
        }
        let scope = self.enclose(&files)?;
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
                Err(error) if bundle::is_fault_of_content(&error) => {
                    return Ok(Report::not_started(error.to_string()));
                }
                other => other?,
            }
        }
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
                // Whatever fails from now on, the program may have caused: it must not earn it another try.
                let supervised = self.judge.send(&Message::Started).and_then(|()| {
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
            Started::Not(reason) => End::NotStarted(reason),
        };
        let ended = Instant::now();
        clear(scope);
        let used = self.used(&meter, ended);
        end = self.final_end(end, &used);
        if self.request.writable && matches!(end, End::Exited(0)) && scope == Scope::Namespace {
            bundle::publish(mounts::SUBMISSION.as_ref());
        }
        Ok(Report {
            end,
            cpu_us: used.cpu.as_micros() as u64,
            wall_us: ended.duration_since(started).as_micros() as u64,
            waited_us: deadline.waited().as_micros() as u64,
            memory_kib: used.memory_kib,
        })
    }

    /// Unpacks in a process of its own that has become the user that programs are: the files must be theirs.
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

    /// What the end of a run comes to, given all that it used: between two looks it may have exceeded a limit.
    fn final_end(&self, end: End, used: &Used) -> End {
        let by_itself = matches!(
            end,
            End::Exited(_) | End::Signalled(_) | End::Unsupervised(_)
        );
        let timed_out = matches!(end, End::Cpu | End::Wall);
        if (by_itself || timed_out) && used.over_memory {
            return End::Memory;
        }
        let killed = matches!(end, End::Signalled(libc::SIGKILL) | End::Unsupervised(_));
        if killed && used.killed_outside {
            return End::KilledOutside;
        }
        if by_itself && used.cpu > self.time() {
            return End::Cpu;
        }
        end
    }

    pub(super) fn time(&self) -> Duration {
        Duration::from_micros(self.request.time_us)
    }

    /// Enters the sandbox, if there is to be one.
    fn enclose(&self, files: &RequestFiles) -> io::Result<Scope> {
        if self.filter.is_none() {
            return Ok(Scope::Descendants);
        }
        let folder = match (&self.request.folder, &files.folder) {
            (Some(path), Some(handle)) => Some(mounts::same_folder(path, handle)?),
            _ => None,
        };
        let additions = Additions {
            folder: folder.as_ref().map(AsFd::as_fd),
            writable: self.request.writable,
            paths: &self.request.paths,
            temporary: self.request.temporary,
        };
        mounts::add(&additions)?;
        identity::enter()?;
        mounts::enter(&additions)?;
        // Changing the user has reset both.
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
                OPEN_FILES_OF_BUILDS
            } else {
                OPEN_FILES
            },
        };
        let restrictions = match self.filter {
            Some(filter) => Restrictions::Sandbox {
                domain: Domain::new(writable)?,
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
            // A bundled solver, without a view of files in which it has a name.
            MYSELF.clone_into(program);
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
            Err(Failure::Program(error)) => Ok(Started::Not(error.to_string())),
            Err(Failure::Sandbox(error)) => Err(error),
        }
    }
}
