//! The user that programs run as.
//!
//! Inside a sandbox it is always the same one. Outside it is the judge's own user, or, where the judge was started as
//! root, a user that nobody else has: the kernel counts many resources per user (event queues, pipes, signals), so that
//! sandboxes that run at the same time must not share one.

use std::fs;
use std::io;

use rustix::process::{Gid, Pid, Uid, getgid, getuid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

/// User and group inside a sandbox.
const INSIDE: u32 = 1000;

/// The first of the users that sandboxes of root have: above the ranges that systemd gives to users, services and
/// containers.
const FIRST: u32 = 0x7000_0000;

/// Where root has no such range, as in some containers.
const NOBODY: u32 = 65534;

/// Who programs are outside their sandbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    user: u32,
    group: u32,
}

impl Identity {
    /// For programs that this process starts. No two processes that live at the same time give the same one to root's
    /// programs.
    pub(super) fn of_programs() -> Self {
        let other = || {
            let own = FIRST + std::process::id();
            [own, NOBODY].into_iter().find(|&user| is_mapped(user))
        };
        match other().filter(|_| getuid().is_root()) {
            Some(user) => Self { user, group: user },
            None => Self {
                user: getuid().as_raw(),
                group: getgid().as_raw(),
            },
        }
    }

    /// Tells the kernel that the first process of a sandbox is this user.
    pub(super) fn give_to(self, child: Pid) -> io::Result<()> {
        let file = |name: &str| format!("/proc/{}/{name}", child.as_raw_nonzero());
        fs::write(file("uid_map"), format!("{INSIDE} {} 1", self.user))?;
        fs::write(file("gid_map"), format!("{INSIDE} {} 1", self.group))
    }

    /// The user, if it is not the judge's own.
    pub(super) fn other_user(self) -> Option<u32> {
        (!self.is_own()).then_some(self.user)
    }

    /// Whether programs are who the judge is.
    fn is_own(self) -> bool {
        self.user == getuid().as_raw()
    }

    /// Becomes this user for good, without a sandbox. Does nothing for a user that it is already.
    pub(super) fn become_unsandboxed(self) -> io::Result<()> {
        if self.is_own() {
            return Ok(());
        }
        set_thread_groups(&[])?;
        take(self.user, self.group)
    }
}

/// Becomes the user of the sandbox. Capabilities over the sandbox stay until a program is executed.
pub(super) fn enter() -> io::Result<()> {
    // Not allowed in an ordinary user's namespaces, where it is not needed either.
    let _ = set_thread_groups(&[]);
    take(INSIDE, INSIDE)
}

fn take(user: u32, group: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(group));
    set_thread_res_gid(group, group, group)?;
    Ok(set_thread_res_uid(user, user, user)?)
}

/// Whether a user and a group of this number exist in our user namespace.
fn is_mapped(number: u32) -> bool {
    let known = |map: &str| {
        let map = fs::read_to_string(map).unwrap_or_default();
        map.lines().any(|line| {
            let mut numbers = line.split_whitespace().map(str::parse::<u64>);
            let mut next = || numbers.next().and_then(Result::ok).unwrap_or(0);
            let (first, _, count) = (next(), next(), next());
            (first..first + count).contains(&number.into())
        })
    };
    known("/proc/self/uid_map") && known("/proc/self/gid_map")
}
