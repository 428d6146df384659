//! What judge, launcher and sandboxes say to each other: packets of JSON over sockets, and open files along with them.
//!
//! The launcher makes sandboxes and offers each to the judge as a socket to its first process. The judge sends a request
//! there, and hears from there how the program fares.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::de::DeserializeOwned;
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

/// One end of a socket that keeps packets apart.
#[derive(Debug)]
pub(super) struct Channel(OwnedFd);

/// What came out of a channel.
#[derive(Debug)]
pub(super) enum Received<M> {
    Packet(M, Vec<OwnedFd>),
    /// Nothing has come in time.
    Nothing,
    /// The other end is closed.
    Closed,
}

/// The largest packets, in bytes: a request names a command, its arguments and some paths.
const SMALL: usize = 16 << 10;
const LARGE: usize = 128 << 10;

/// The most open files that come with a packet.
const MOST_FILES: usize = 5;

impl Channel {
    pub(super) fn pair() -> io::Result<(Self, Self)> {
        let (one, other) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )?;
        Ok((Self(one), Self(other)))
    }

    pub(super) fn send(&self, message: &impl Serialize) -> io::Result<()> {
        self.send_with(message, &[])
    }

    /// Sends a packet and open files along with it.
    pub(super) fn send_with(
        &self,
        message: &impl Serialize,
        files: &[BorrowedFd],
    ) -> io::Result<()> {
        let packet = serde_json::to_vec(message)?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !files.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(files));
        }
        let packet = [IoSlice::new(&packet)];
        sendmsg(&self.0, &packet, &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// The next packet; waits for it.
    pub(super) fn receive<M: DeserializeOwned>(&self) -> io::Result<Received<M>> {
        self.receive_by(RecvFlags::empty(), SMALL)
    }

    /// The next request; waits for it.
    pub(super) fn receive_request(&self) -> io::Result<Received<Request>> {
        self.receive_by(RecvFlags::empty(), LARGE)
    }

    /// The next packet, if there is one.
    pub(super) fn try_receive<M: DeserializeOwned>(&self) -> io::Result<Received<M>> {
        self.receive_by(RecvFlags::DONTWAIT, SMALL)
    }

    /// The next packet, if it comes in time.
    pub(super) fn receive_within<M: DeserializeOwned>(
        &self,
        time: Duration,
    ) -> io::Result<Received<M>> {
        let timeout = Timespec {
            tv_sec: time.as_secs() as i64,
            tv_nsec: i64::from(time.subsec_nanos()),
        };
        let mut watched = [PollFd::new(&self.0, PollFlags::IN)];
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => self.try_receive(),
            Err(error) => Err(error.into()),
        }
    }

    fn receive_by<M: DeserializeOwned>(
        &self,
        flags: RecvFlags,
        largest: usize,
    ) -> io::Result<Received<M>> {
        let mut packet = vec![0; largest];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let received = loop {
            let mut target = [IoSliceMut::new(&mut packet)];
            let flags = flags | RecvFlags::CMSG_CLOEXEC;
            match recvmsg(&self.0, &mut target, &mut control, flags) {
                Ok(received) => break received,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(Received::Nothing),
                Err(Errno::CONNRESET) => return Ok(Received::Closed),
                Err(error) => return Err(error.into()),
            }
        };
        if received.bytes == 0 {
            return Ok(Received::Closed);
        }
        let message = serde_json::from_slice(&packet[..received.bytes])?;
        let files = control.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(files) => Some(files.collect::<Vec<_>>()),
            _ => None,
        });
        Ok(Received::Packet(message, files.flatten().collect()))
    }

    /// Tells the other end that nothing more will come from here.
    pub(super) fn close(&self) {
        let _ = rustix::net::shutdown(&self.0, rustix::net::Shutdown::Write);
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl From<OwnedFd> for Channel {
    fn from(socket: OwnedFd) -> Self {
        Self(socket)
    }
}

impl From<Channel> for OwnedFd {
    fn from(channel: Channel) -> Self {
        channel.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_stay_apart_and_bring_files() {
        let (one, other) = Channel::pair().unwrap();
        assert!(matches!(
            other.try_receive::<Message>(),
            Ok(Received::Nothing)
        ));
        one.send(&Message::Started).unwrap();
        let file = tempfile::tempfile().unwrap();
        one.send_with(&Message::LimitReached, &[file.as_fd()])
            .unwrap();
        let first = other.receive::<Message>().unwrap();
        assert!(matches!(first, Received::Packet(Message::Started, files) if files.is_empty()));
        let second = other.receive::<Message>().unwrap();
        assert!(
            matches!(second, Received::Packet(Message::LimitReached, files) if files.len() == 1)
        );
        drop(one);
        assert!(matches!(other.receive::<Message>(), Ok(Received::Closed)));
    }
}
