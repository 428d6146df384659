//! What judge, launcher and cell say to each other: lines of JSON over sockets, and open files along with them.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The first thing a launcher is told.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    /// Whether to put walls around programs.
    pub(super) walls: bool,
    /// The processors that its cells may use; empty for all.
    pub(super) cores: Vec<usize>,
}

/// A program to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) command: Vec<String>,
    pub(super) folder: PathBuf,
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

/// How many open files come with a request: standard input, output and error, and the socket to the judge.
pub(super) const FILES: usize = 4;

/// What a launcher or a cell says to the judge.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The launcher is set up.
    Ready,
    /// The time is over: read what is there, then acknowledge.
    LimitReached,
    Report(Report),
    /// Something of ours went wrong.
    Fault(String),
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) end: End,
    pub(super) cpu_us: u64,
    pub(super) wall_us: u64,
    pub(super) memory_kib: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum End {
    Exited(i32),
    Signalled(i32),
    Cpu,
    Wall,
    Memory,
    NotStarted(String),
    /// The judge closed the socket.
    Aborted,
}

/// Sends one line.
pub(super) fn send(mut socket: &UnixStream, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    socket.write_all(&line)
}

/// Sends a request as one line, and the program's files with its first byte.
pub(super) fn send_request(
    mut socket: &UnixStream,
    request: &Request,
    files: &[BorrowedFd; FILES],
) -> io::Result<()> {
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(files));
    let sent = sendmsg(
        socket,
        &[IoSlice::new(&line)],
        &mut control,
        SendFlags::NOSIGNAL,
    )?;
    socket.write_all(&line[sent..])
}

/// The launcher's side of [`send_request`]; `None` when the judge has hung up.
pub(super) fn receive_request(
    mut socket: &UnixStream,
) -> io::Result<Option<(Request, [OwnedFd; FILES])>> {
    let mut line = vec![0; 1 << 16];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FILES))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = recvmsg(
        socket,
        &mut [IoSliceMut::new(&mut line)],
        &mut control,
        RecvFlags::CMSG_CLOEXEC,
    )?;
    if received.bytes == 0 {
        return Ok(None);
    }
    line.truncate(received.bytes);
    let files = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(files) => Some(files.collect::<Vec<_>>()),
        _ => None,
    });
    let files = files.and_then(|files| files.try_into().ok());
    let files = files.ok_or_else(|| io::Error::other("the request came without files"))?;
    let mut more = [0; 4096];
    while line.last() != Some(&b'\n') {
        match socket.read(&mut more)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => line.extend_from_slice(&more[..length]),
        }
    }
    Ok(Some((serde_json::from_slice(&line)?, files)))
}

/// Lines read from a socket.
#[derive(Debug)]
pub(super) struct Messages<'s> {
    socket: &'s UnixStream,
    unread: Vec<u8>,
}

impl<'s> Messages<'s> {
    pub(super) fn new(socket: &'s UnixStream) -> Self {
        Self {
            socket,
            unread: Vec::new(),
        }
    }

    /// The next message; on a socket that does not block, `None` where none has arrived yet.
    pub(super) fn next<M: DeserializeOwned>(&mut self) -> io::Result<Option<M>> {
        let mut buffer = [0; 4096];
        loop {
            if let Some(end) = memchr::memchr(b'\n', &self.unread) {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Ok(Some(serde_json::from_slice(&line)?));
            }
            match self.socket.read(&mut buffer) {
                Ok(0) => return Err(io::Error::other("the other side ended without a word")),
                Ok(length) => self.unread.extend_from_slice(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Answers [`Message::LimitReached`].
    pub(super) fn acknowledge(&mut self) -> io::Result<()> {
        match self.socket.write(b".") {
            // After an abort our half is shut, and nobody waits for the word.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other.map(drop),
        }
    }
}
