//! The messages between the judge, its launchers and the init processes of sandboxes.
//!
//! A launcher creates sandboxes and offers each to the judge as a channel to its init process. The judge sends a
//! request on that channel and receives the progress of the run on it.

use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Accounting, Cores, DiskExcess};

/// The configuration of a launcher: the first message to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// Whether programs run in sandboxes.
    pub(super) sandboxed: bool,
    /// Whether to use control groups where available.
    pub(super) cgroups: bool,
    pub(super) cores: Cores,
    /// The path of the exchange folder, as programs see it.
    pub(super) exchange_folder: String,
}

/// A message from a launcher to the judge.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum LauncherMessage {
    /// The launcher is ready: what counts resources, and the user ID that programs run as, if it is not the judge's
    /// own.
    Ready(Accounting, Option<u32>),
    /// A new sandbox; the channel to its init process is attached.
    Sandbox,
    /// The init process of the last sandbox was killed before it could report; this replaces its report.
    PostMortem(InitMessage),
    /// The judge failed.
    Fault(String),
}

/// A program to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) command: Vec<String>,
    /// The working directory, if there is one; its handle is attached.
    pub(super) folder: Option<PathBuf>,
    /// Whether a bundle is attached, to be unpacked in `folder`.
    pub(super) has_bundle: bool,
    pub(super) writable: bool,
    pub(super) paths: Vec<PathBuf>,
    pub(super) environment: Vec<(String, String)>,
    pub(super) time_us: u64,
    pub(super) wall_us: u64,
    pub(super) grace_us: u64,
    pub(super) memory: u64,
    pub(super) temporary: u64,
    pub(super) processes: u64,
    /// Files to exchange with the program, if any; their contents are attached.
    pub(super) exchange: Option<ExchangeRequest>,
}

/// Files to exchange with a program.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExchangeRequest {
    /// Name and length of each file that the program finds. The contents follow one another in the attached file.
    pub(super) files: Vec<(String, u64)>,
    /// The names of the files to collect.
    pub(super) collected: Vec<String>,
}

/// The open files attached to a request.
#[derive(Debug)]
pub(super) struct RequestFiles {
    pub(super) input: OwnedFd,
    pub(super) output: OwnedFd,
    pub(super) errors: OwnedFd,
    pub(super) folder: Option<OwnedFd>,
    pub(super) bundle: Option<OwnedFd>,
    pub(super) exchange: Option<OwnedFd>,
}

impl RequestFiles {
    /// Assigns attached files in the order in which the judge sends them.
    pub(super) fn new(request: &Request, files: Vec<OwnedFd>) -> io::Result<Self> {
        let mut files = files.into_iter();
        let mut next = || {
            let file = files.next();
            file.ok_or_else(|| io::Error::other("a file is missing from the request"))
        };
        Ok(Self {
            input: next()?,
            output: next()?,
            errors: next()?,
            folder: request.folder.is_some().then(&mut next).transpose()?,
            bundle: request.has_bundle.then(&mut next).transpose()?,
            exchange: request.exchange.is_some().then(&mut next).transpose()?,
        })
    }
}

/// A message from an init process to the judge.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum InitMessage {
    /// The program was started.
    Started,
    /// The wall-clock limit is reached and the program is stopped: the judge reads the available output and replies
    /// with its own lateness. The program may continue afterwards.
    WallReached,
    /// The time limit is final and the program is stopped: the judge reads the available output and replies.
    LimitReached,
    Report(Report),
    /// The judge failed.
    Fault(String),
}

/// The judge's reply at a time limit: it has read all available output.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Acknowledgement {
    /// How long the judge has kept the program from writing since the start, in microseconds.
    pub(super) late_us: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) end: End,
    pub(super) cpu_us: u64,
    pub(super) wall_us: u64,
    /// How long the run was starved or the judge was late, in microseconds.
    pub(super) waited_us: u64,
    pub(super) memory_kib: u64,
    /// What was found under each name to collect, in the order of the request. The files are attached.
    pub(super) collected: Vec<Found>,
}

/// What a program has left under the name of a file to collect.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Found {
    Missing,
    /// Something else than a regular file of the program.
    Unreadable,
    File,
}

impl Report {
    /// The report of a program that could not be started.
    pub(super) fn not_started(reason: String) -> Self {
        Self {
            end: End::NotStarted(reason),
            cpu_us: 0,
            wall_us: 0,
            waited_us: 0,
            memory_kib: 0,
            collected: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum End {
    Exited(i32),
    Signalled(i32),
    Cpu,
    Wall,
    /// The run was starved for so long that its result means nothing.
    Starved,
    Memory,
    /// A build exceeded its disk space.
    Disk(DiskExcess),
    NotStarted(String),
    /// The init process failed after the program had started, with the reason.
    Unsupervised(String),
    /// The kernel killed a process because memory ran out elsewhere on the machine.
    GlobalOom,
    /// The judge closed the channel.
    Aborted,
}
