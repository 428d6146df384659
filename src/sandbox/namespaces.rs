//! Namespaces: a world of its own for the launcher, and another in it for each cell.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

use rustix::process::{Gid, Pid, Uid, getgid, getuid};
use rustix::thread::{
    UnshareFlags, set_thread_groups, set_thread_res_gid, set_thread_res_uid, unshare_unsafe,
};

/// Takes more bits than the constant at hand has.
const INTO_CGROUP: u64 = 0x2_0000_0000;

/// Who a program is inside its cell.
const INSIDE: u32 = 1000;

/// Who programs are outside when the judge was started as root: nobody, where there is such a user.
pub fn nobody() -> Option<u32> {
    const NOBODY: u32 = 65534;
    let known = |map: &str| {
        let map = fs::read_to_string(map).unwrap_or_default();
        map.lines().any(|line| {
            let mut numbers = line
                .split_whitespace()
                .map(|number| number.parse().unwrap_or(0_u64));
            let (first, _, count) = (numbers.next(), numbers.next(), numbers.next());
            let first = first.unwrap_or(0);
            (first..first + count.unwrap_or(0)).contains(&NOBODY.into())
        })
    };
    // Root of a container may be the only user that it has.
    let there = getuid().is_root() && known("/proc/self/uid_map") && known("/proc/self/gid_map");
    there.then_some(NOBODY)
}

/// Leaves the host's mounts, network, hostname and message queues behind. An ordinary user needs a user namespace to
/// be allowed to.
#[expect(unsafe_code, reason = "rustix calls every unshare unsafe")]
pub(super) fn leave_host() -> io::Result<()> {
    let parts =
        UnshareFlags::NEWNS | UnshareFlags::NEWNET | UnshareFlags::NEWUTS | UnshareFlags::NEWIPC;
    let (user, group) = (getuid(), getgid());
    // SAFETY: no file descriptors are unshared, and the launcher has a single thread.
    if user.is_root() && unsafe { unshare_unsafe(parts) }.is_ok() {
        return Ok(());
    }
    // An ordinary user, or a root without power, as in some containers.
    // SAFETY: as above.
    unsafe { unshare_unsafe(parts | UnshareFlags::NEWUSER) }?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{0} {0} 1", user.as_raw()))?;
    fs::write("/proc/self/gid_map", format!("{0} {0} 1", group.as_raw()))
}

/// The name of the machine is nobody's business.
pub(super) fn forget_name() -> io::Result<()> {
    Ok(rustix::system::sethostname(b"judge")?)
}

/// A child that is the first process of fresh user, mount, process and message namespaces, or of none, and in the
/// control group whose folder is given. Like fork: gives the child's number in the parent and `None` in the child.
#[expect(
    unsafe_code,
    reason = "no crate at hand offers fork into new namespaces"
)]
pub(super) fn fork(apart: bool, group: Option<BorrowedFd>) -> io::Result<Option<Pid>> {
    let spaces = libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
    let spaces = if apart { spaces as u64 } else { 0 };
    let into_group = if group.is_some() { INTO_CGROUP } else { 0 };
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

/// Who programs are outside: the judge's own user and group, or nobody where that is root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    user: u32,
    group: u32,
}

impl Identity {
    pub(super) fn of_programs() -> Self {
        let nobody = nobody();
        Self {
            user: nobody.unwrap_or(getuid().as_raw()),
            group: nobody.unwrap_or(getgid().as_raw()),
        }
    }

    /// Tells the kernel that this is who the child is.
    pub(super) fn give_to(self, child: Pid) -> io::Result<()> {
        let file = |name: &str| format!("/proc/{}/{name}", child.as_raw_nonzero());
        fs::write(file("uid_map"), format!("{INSIDE} {} 1", self.user))?;
        fs::write(file("gid_map"), format!("{INSIDE} {} 1", self.group))
    }
}

/// Becomes that user. Capabilities over the cell stay until a program is started.
pub(super) fn take_identity() -> io::Result<()> {
    // Not allowed in an ordinary user's namespaces, where it is not needed either.
    let _ = set_thread_groups(&[]);
    let (user, group) = (Uid::from_raw(INSIDE), Gid::from_raw(INSIDE));
    set_thread_res_gid(group, group, group)?;
    Ok(set_thread_res_uid(user, user, user)?)
}
