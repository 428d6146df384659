//! What judge, launcher and sandboxes say to each other: packets of JSON over sockets, and open files along with them.
//!
//! The launcher makes sandboxes and offers each to the judge as a socket to its first process. The judge sends a request
//! there, and hears from there how the program fares.

use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Accounting, Cores};

/// The first thing a launcher is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// Whether programs run in sandboxes.
    pub(super) sandboxed: bool,
    /// Whether to use control groups where there are any.
    pub(super) cgroups: bool,
    pub(super) cores: Cores,
}

/// What a launcher says to the judge.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Offer {
    /// It is set up: who counts what programs use, and the user that they are, if not the judge's own.
    Ready(Accounting, Option<u32>),
    /// A sandbox, whose socket comes along.
    Sandbox,
    /// The first process of the last sandbox was killed before it could report: what can be told of it.
    PostMortem(Message),
    /// The judge failed.
    Fault(String),
}

/// A program to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) command: Vec<String>,
    /// The program's own folder, if it has one; its handle comes along.
    pub(super) folder: Option<PathBuf>,
    /// Whether a bundle comes along, to be unpacked there.
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
}

/// The open files that come with a request.
#[derive(Debug)]
pub(super) struct RequestFiles {
    pub(super) input: OwnedFd,
    pub(super) output: OwnedFd,
    pub(super) errors: OwnedFd,
    pub(super) folder: Option<OwnedFd>,
    pub(super) bundle: Option<OwnedFd>,
}

impl RequestFiles {
    /// In the order in which they were sent.
    pub(super) fn new(request: &Request, files: Vec<OwnedFd>) -> io::Result<Self> {
        let mut files = files.into_iter();
        let mut next = || {
            let file = files.next();
            file.ok_or_else(|| io::Error::other("the request came without its files"))
        };
        Ok(Self {
            input: next()?,
            output: next()?,
            errors: next()?,
            folder: request.folder.is_some().then(&mut next).transpose()?,
            bundle: request.has_bundle.then(&mut next).transpose()?,
        })
    }
}

/// What the first process of a sandbox says to the judge.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The program was executed.
    Started,
    /// The wall-clock limit is reached and the program is stopped: read what is there, then say how late that was. The
    /// program may go on afterwards.
    WallReached,
    /// The time is over and the program is stopped: read what is there, then acknowledge.
    LimitReached,
    Report(Report),
    /// The judge failed.
    Fault(String),
}

/// What the judge says while a program runs: that it has read all there was at the time limit.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Acknowledged {
    /// How long it has kept the program from writing since the start.
    pub(super) late_us: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) end: End,
    pub(super) cpu_us: u64,
    pub(super) wall_us: u64,
    /// How long the run waited through no fault of its own.
    pub(super) waited_us: u64,
    pub(super) memory_kib: u64,
}

impl Report {
    /// Of a program that could not be started.
    pub(super) fn not_started(reason: String) -> Self {
        Self {
            end: End::NotStarted(reason),
            cpu_us: 0,
            wall_us: 0,
            waited_us: 0,
            memory_kib: 0,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum End {
    Exited(i32),
    Signalled(i32),
    Cpu,
    Wall,
    /// It waited for a busy machine for so long that nothing can be said about it.
    Starved,
    Memory,
    /// A build filled the disk.
    Disk,
    NotStarted(String),
    /// The first process could not go on with its work, and why, after the program had started.
    Unsupervised(String),
    /// The kernel killed it because memory ran out, through no fault of its own.
    KilledOutside,
    /// The judge closed the socket.
    Aborted,
}
