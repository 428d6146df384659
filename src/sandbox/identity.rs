//! The user that programs run as.
//!
//! Inside a sandbox it is always the same one. Outside it is the judge's own user or, if the judge runs as root, an
//! otherwise unused one: the kernel limits many resources per user (event queues, pipes, signals), so concurrent
//! sandboxes must not share a user.

use std::fs;
use std::io;

use rustix::process::{Gid, Pid, Uid, getgid, getuid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

/// User ID and group ID inside a sandbox.
const SANDBOX_ID: u32 = 1000;

/// The first user ID for sandboxes of root: above the ranges that systemd assigns to users, services and containers.
const FIRST_ID: u32 = 0x7000_0000;

/// The fallback where those IDs are not mapped, as in some containers.
const NOBODY: u32 = 65534;

/// The user and group of programs outside their sandbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identity {
    user: u32,
    group: u32,
}

impl Identity {
    /// Returns the identity for programs that this process starts. If this process is root, no other live process
    /// gets the same one.
    pub(super) fn of_programs() -> Self {
        let other = || {
            let own = FIRST_ID + std::process::id();
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

    /// Maps the sandbox user of an init process to this identity.
    pub(super) fn map_into(self, child: Pid) -> io::Result<()> {
        let file = |name: &str| format!("/proc/{}/{name}", child.as_raw_nonzero());
        fs::write(file("uid_map"), format!("{SANDBOX_ID} {} 1", self.user))?;
        fs::write(file("gid_map"), format!("{SANDBOX_ID} {} 1", self.group))
    }

    /// Returns the user ID, if it is not the judge's own.
    pub(super) fn other_user(self) -> Option<u32> {
        (!self.is_own()).then_some(self.user)
    }

    /// Whether programs run as the judge's own user.
    fn is_own(self) -> bool {
        self.user == getuid().as_raw()
    }

    /// Switches to this identity irrevocably, without a sandbox.
    pub(super) fn become_unsandboxed(self) -> io::Result<()> {
        if self.is_own() {
            return Ok(());
        }
        set_thread_groups(&[])?;
        set_ids(self.user, self.group)
    }
}

/// Switches to the sandbox user. Capabilities over the sandbox remain until a program is executed.
pub(super) fn enter() -> io::Result<()> {
    // Not permitted in the namespaces of an ordinary user, where it is not needed.
    let _ = set_thread_groups(&[]);
    set_ids(SANDBOX_ID, SANDBOX_ID)
}

fn set_ids(user: u32, group: u32) -> io::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(group));
    set_thread_res_gid(group, group, group)?;
    Ok(set_thread_res_uid(user, user, user)?)
}

/// Whether this user ID and group ID are mapped in the user namespace of this process.
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
