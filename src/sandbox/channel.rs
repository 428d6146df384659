//! A Unix socket that carries JSON packets with open files attached.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::protocol::Request;

/// One end of a `SOCK_SEQPACKET` socket pair.
#[derive(Debug)]
pub(super) struct Channel(OwnedFd);

/// The result of receiving from a channel.
#[derive(Debug)]
pub(super) enum Received<M> {
    Packet(M, Vec<OwnedFd>),
    /// No packet arrived in time.
    Nothing,
    /// The other end is closed.
    Closed,
}

/// The largest packet, in bytes. A request is larger: it holds a command line and paths.
const MAX_PACKET: usize = 16 << 10;
const MAX_REQUEST: usize = 128 << 10;

/// The largest number of open files attached to a packet.
pub(super) const MAX_FILES: usize = 8;

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

    /// Sends a packet with open files attached.
    pub(super) fn send_with(
        &self,
        message: &impl Serialize,
        files: &[BorrowedFd],
    ) -> io::Result<()> {
        let packet = serde_json::to_vec(message)?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FILES))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        if !files.is_empty() {
            control.push(SendAncillaryMessage::ScmRights(files));
        }
        let packet = [IoSlice::new(&packet)];
        sendmsg(&self.0, &packet, &mut control, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Waits for the next packet.
    pub(super) fn receive<M: DeserializeOwned>(&self) -> io::Result<Received<M>> {
        self.receive_with(RecvFlags::empty(), MAX_PACKET)
    }

    /// Waits for the next request.
    pub(super) fn receive_request(&self) -> io::Result<Received<Request>> {
        self.receive_with(RecvFlags::empty(), MAX_REQUEST)
    }

    /// Returns the next packet, if there is one.
    pub(super) fn try_receive<M: DeserializeOwned>(&self) -> io::Result<Received<M>> {
        self.receive_with(RecvFlags::DONTWAIT, MAX_PACKET)
    }

    /// Waits at most `time` for the next packet.
    pub(super) fn receive_within<M: DeserializeOwned>(
        &self,
        time: Duration,
    ) -> io::Result<Received<M>> {
        let timeout = Timespec::try_from(time).ok();
        let mut watched = [PollFd::new(&self.0, PollFlags::IN)];
        match poll(&mut watched, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => self.try_receive(),
            Err(error) => Err(error.into()),
        }
    }

    fn receive_with<M: DeserializeOwned>(
        &self,
        flags: RecvFlags,
        largest: usize,
    ) -> io::Result<Received<M>> {
        let mut packet = vec![0; largest];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_FILES))];
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

    /// Closes the sending direction.
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
    use crate::sandbox::protocol::InitMessage;

    #[test]
    fn packets_stay_apart_and_bring_files() {
        let (one, other) = Channel::pair().unwrap();
        assert!(matches!(
            other.try_receive::<InitMessage>(),
            Ok(Received::Nothing)
        ));
        one.send(&InitMessage::Started).unwrap();
        let file = tempfile::tempfile().unwrap();
        one.send_with(&InitMessage::LimitReached, &[file.as_fd()])
            .unwrap();
        let first = other.receive::<InitMessage>().unwrap();
        assert!(matches!(first, Received::Packet(InitMessage::Started, files) if files.is_empty()));
        let second = other.receive::<InitMessage>().unwrap();
        assert!(
            matches!(second, Received::Packet(InitMessage::LimitReached, files) if files.len() == 1)
        );
        drop(one);
        assert!(matches!(
            other.receive::<InitMessage>(),
            Ok(Received::Closed)
        ));
    }
}
