//! Namespaces: one set for the launcher, and fresh ones within it for each sandbox.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::process::{Pid, getgid, getuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// `CLONE_INTO_CGROUP`, which has more bits than the constant at hand.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

/// Leaves the host's mounts, network, hostname and message queues behind. An ordinary user needs a user namespace to
/// be allowed to.
pub(super) fn leave_host() -> io::Result<()> {
    let parts =
        UnshareFlags::NEWNS | UnshareFlags::NEWNET | UnshareFlags::NEWUTS | UnshareFlags::NEWIPC;
    let (user, group) = (getuid(), getgid());
    if user.is_root() && unshare(parts).is_ok() {
        return Ok(());
    }
    // An ordinary user, or a root without power, as in some containers.
    unshare(parts | UnshareFlags::NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{0} {0} 1", user.as_raw()))?;
    fs::write("/proc/self/gid_map", format!("{0} {0} 1", group.as_raw()))
}

/// Hides the name of the machine.
pub(super) fn hide_host_name() -> io::Result<()> {
    Ok(rustix::system::sethostname(b"judge")?)
}

/// All that a network namespace counts; no process of a sandbox can change anything else of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NetworkCounters([Vec<u8>; 4]);

impl NetworkCounters {
    /// Those of the namespace that this process is in.
    pub(super) fn read() -> Self {
        let files = ["snmp", "netstat", "snmp6", "dev"];
        Self(files.map(|name| fs::read(format!("/proc/self/net/{name}")).unwrap_or_default()))
    }
}

/// Gives this process, and so the next sandbox, a network namespace of its own.
pub(super) fn renew_network() -> io::Result<()> {
    unshare(UnshareFlags::NEWNET)
}

/// Makes the control group of this process the root of all that it can see.
pub(super) fn hide_control_group() -> io::Result<()> {
    unshare(UnshareFlags::NEWCGROUP)
}

#[expect(unsafe_code, reason = "rustix calls every unshare unsafe")]
fn unshare(parts: UnshareFlags) -> io::Result<()> {
    // SAFETY: no file descriptors are unshared, and the process has a single thread.
    Ok(unsafe { unshare_unsafe(parts) }?)
}

/// A child that is the first process of fresh user, mount, process and message namespaces, or of none, and in the
/// control group whose folder is given. Like fork: gives the child's number in the parent and `None` in the child.
#[expect(
    unsafe_code,
    reason = "no crate at hand offers fork into new namespaces"
)]
pub(super) fn fork(isolated: bool, group: Option<BorrowedFd>) -> io::Result<Option<Pid>> {
    let spaces = libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
    let spaces = if isolated { spaces as u64 } else { 0 };
    let into_group = if group.is_some() {
        CLONE_INTO_CGROUP
    } else {
        0
    };
    // SAFETY: all-zero bytes are a valid value: no stack, no pointers.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = spaces | into_group;
    arguments.exit_signal = libc::SIGCHLD as u64;
    arguments.cgroup = group.map_or(0, |folder| folder.as_raw_fd() as u64);
    // SAFETY: without a stack of its own the child goes on like after fork, and the launcher has a single thread, so
    // that no lock can be held by a thread that the child does not have.
    let child = unsafe {
        libc::syscall(
            libc::SYS_clone3,
            &raw const arguments,
            size_of::<libc::clone_args>(),
        )
    };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        child => Ok(Pid::from_raw(child as i32)),
    }
}
