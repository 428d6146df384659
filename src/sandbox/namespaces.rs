//! Namespaces: one set for the launcher, and new ones within it for each sandbox.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::process::{Pid, getgid, getuid};
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// The libc constant is an `i32`, which is too small for this flag.
const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;

/// Leaves the host's mount, network, UTS and IPC namespaces. An ordinary user needs a new user namespace for that.
pub(super) fn leave_host() -> io::Result<()> {
    let flags =
        UnshareFlags::NEWNS | UnshareFlags::NEWNET | UnshareFlags::NEWUTS | UnshareFlags::NEWIPC;
    let (user, group) = (getuid(), getgid());
    if user.is_root() && unshare(flags).is_ok() {
        return Ok(());
    }
    // An ordinary user, or a root user without capabilities, as in some containers.
    unshare(flags | UnshareFlags::NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{0} {0} 1", user.as_raw()))?;
    fs::write("/proc/self/gid_map", format!("{0} {0} 1", group.as_raw()))
}

/// Replaces the hostname.
pub(super) fn set_hostname() -> io::Result<()> {
    Ok(rustix::system::sethostname(b"judge")?)
}

/// All counters of a network namespace; processes of a sandbox cannot change anything else in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NetworkCounters([Vec<u8>; 4]);

impl NetworkCounters {
    /// Reads the counters of the network namespace of this process.
    pub(super) fn read() -> Self {
        let files = ["snmp", "netstat", "snmp6", "dev"];
        Self(files.map(|name| fs::read(format!("/proc/self/net/{name}")).unwrap_or_default()))
    }
}

/// Moves this process, and so the next sandbox, to a new network namespace.
pub(super) fn unshare_network() -> io::Result<()> {
    unshare(UnshareFlags::NEWNET)
}

/// Makes the control group of this process the root of its new control-group namespace.
pub(super) fn unshare_cgroup() -> io::Result<()> {
    unshare(UnshareFlags::NEWCGROUP)
}

#[expect(unsafe_code, reason = "rustix declares every unshare unsafe")]
fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: no file descriptors are unshared, and the process has a single thread.
    Ok(unsafe { unshare_unsafe(flags) }?)
}

/// Forks a child as the init process of new user, mount, PID and IPC namespaces (if `isolated`) and in the given
/// control group. Like `fork`, returns the process ID of the child in the parent and `None` in the child.
#[expect(unsafe_code, reason = "rustix does not offer clone3")]
pub(super) fn fork(isolated: bool, group: Option<BorrowedFd>) -> io::Result<Option<Pid>> {
    let namespaces =
        libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
    let namespaces = if isolated { namespaces as u64 } else { 0 };
    let cgroup_flag = if group.is_some() {
        CLONE_INTO_CGROUP
    } else {
        0
    };
    // SAFETY: all-zero bytes are a valid value: no stack, no pointers.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = namespaces | cgroup_flag;
    arguments.exit_signal = libc::SIGCHLD as u64;
    arguments.cgroup = group.map_or(0, |folder| folder.as_raw_fd() as u64);
    // SAFETY: without a separate stack the child continues as after `fork`; the launcher has a single thread, so no
    // other thread can hold a lock.
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
