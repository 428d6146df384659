//! What judge and launcher say to each other over their socket: one request with the program's files, then messages.

use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use serde::{Deserialize, Serialize};

use super::Job;

/// A program to start, in words that fit through a socket.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) command: Vec<String>,
    pub(super) folder: String,
    pub(super) environment: Vec<(String, String)>,
    pub(super) time_us: u64,
    pub(super) wall_us: u64,
    pub(super) grace_us: u64,
    pub(super) memory: u64,
}

impl Request {
    pub(super) fn new(job: &Job) -> Self {
        Self {
            command: job.command.to_vec(),
            folder: job.folder.to_owned(),
            environment: job.environment.clone(),
            time_us: job.limits.time.as_micros() as u64,
            wall_us: job.limits.wall.as_micros() as u64,
            grace_us: job.limits.grace.as_micros() as u64,
            memory: job.limits.memory,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The time is over: read what is there, then acknowledge.
    LimitReached,
    Report(Report),
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

/// Sends the request as one line, and the program's three standard files with its first byte.
pub(super) fn send_request(
    socket: &UnixStream,
    request: &Request,
    files: &[BorrowedFd; 3],
) -> io::Result<()> {
    let mut line = serde_json::to_vec(request)?;
    line.push(b'\n');
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(files));
    let sent = sendmsg(
        socket,
        &[IoSlice::new(&line)],
        &mut control,
        SendFlags::NOSIGNAL,
    )?;
    let mut socket = socket;
    socket.write_all(&line[sent..])
}

/// The launcher's side of [`send_request`].
pub(super) fn receive_request(socket: &UnixStream) -> io::Result<(Request, [OwnedFd; 3])> {
    let mut line = vec![0; 1 << 16];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = recvmsg(
        socket,
        &mut [IoSliceMut::new(&mut line)],
        &mut control,
        RecvFlags::CMSG_CLOEXEC,
    )?;
    line.truncate(received.bytes);
    let files = control.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(files) => Some(files.collect::<Vec<_>>()),
        _ => None,
    });
    let files = files.and_then(|files| files.try_into().ok());
    let files = files.ok_or_else(|| io::Error::other("the request came without files"))?;
    let mut socket = socket;
    let mut more = [0; 4096];
    while line.last() != Some(&b'\n') {
        match socket.read(&mut more)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            length => line.extend_from_slice(&more[..length]),
        }
    }
    Ok((serde_json::from_slice(&line)?, files))
}

pub(super) fn send(mut socket: &UnixStream, message: &Message) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    socket.write_all(&line)
}

/// The judge's end of the socket, read line by line without waiting.
pub(super) struct Messages<'s> {
    socket: &'s UnixStream,
    unread: Vec<u8>,
}

impl<'s> Messages<'s> {
    pub(super) fn new(socket: &'s UnixStream) -> io::Result<Self> {
        socket.set_nonblocking(true)?;
        Ok(Self {
            socket,
            unread: Vec::new(),
        })
    }

    /// The next message, if one has arrived.
    pub(super) fn next(&mut self) -> io::Result<Option<Message>> {
        let mut buffer = [0; 4096];
        loop {
            if let Some(end) = self.unread.iter().position(|&b| b == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return Ok(Some(serde_json::from_slice(&line)?));
            }
            match self.socket.read(&mut buffer) {
                Ok(0) => return Err(io::Error::other("the launcher ended without a report")),
                Ok(length) => self.unread.extend_from_slice(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn acknowledge(&mut self) -> io::Result<()> {
        match self.socket.write(b".") {
            // After an abort our half is shut, and nobody waits for the word.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other.map(drop),
        }
    }
}
