//! Control groups: the kernel counts the CPU time and memory of a run and enforces its limits.
//!
//! Every run has a new group. The launcher creates groups below a folder of its own, in one of three places: a parent
//! that was delegated to this user (by `systemd-run --user --scope -p Delegate=yes`, or by an administrator), the
//! nearest ancestor that root may use, or, with version 1, the launcher's own group in each hierarchy. The launcher
//! holds a lock on the folder while it lives, so that the next judge recognises and removes what a killed one left
//! behind.

mod counters;
mod hierarchy;

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::fs::{AtFlags, FlockOperation, Mode, flock, mkdirat, openat, unlinkat};

pub(super) use self::counters::{Counted, Counters, RunCounters};
pub(super) use self::hierarchy::enter_leaf_group;
use self::hierarchy::{
    FOLDER, below_mount, enable, open_folder, own_group, remove_abandoned, write,
};
use super::Accounting;
use crate::dir;

/// The prefix of launcher folders, followed by a random number.
const PREFIX: &str = "judge-";

/// The control groups of a launcher.
#[derive(Debug)]
pub(super) struct Groups {
    accounting: Accounting,
    /// One folder with version 2; with version 1 those of the memory and the CPU accounting hierarchy.
    folders: Vec<Folder>,
    /// The groups that the launcher came from, with version 1.
    origins: Vec<File>,
    next: u64,
}

/// A launcher's folder in a hierarchy.
#[derive(Debug)]
struct Folder {
    parent: OwnedFd,
    name: String,
    handle: OwnedFd,
}

/// The group of one run.
#[derive(Debug)]
pub(super) struct Group {
    accounting: Accounting,
    name: String,
    /// The folders that contain the group, and the group in each.
    places: Vec<(OwnedFd, OwnedFd)>,
    pub(super) counters: Counters,
}

impl Groups {
    /// Finds a place where this user can create groups, and tests it. Must be called while the host's files are
    /// visible.
    pub(super) fn find() -> Option<Self> {
        Self::find_v2().or_else(Self::find_v1)
    }

    fn find_v2() -> Option<Self> {
        let (mount, own) = own_group("cgroup2", |line| line.strip_prefix("0::"))?;
        // This process is in its own group, so only ancestors can have groups with limits.
        let mut at = own.as_path();
        while let Some(parent) = at.parent().filter(|_| at != mount) {
            if parent == mount {
                // Only the root group may contain both processes and limited groups; only root can write there.
                let _ = enable(&open_folder(parent)?);
            }
            if let Some(groups) = Self::at(Accounting::CgroupV2, &[parent.to_owned()]) {
                return Some(groups);
            }
            at = parent;
        }
        // This process is in the root group.
        let _ = enable(&open_folder(&mount)?);
        Self::at(Accounting::CgroupV2, &[mount])
    }

    fn find_v1() -> Option<Self> {
        let own = |controller: &str| {
            let listed = |line: &str| -> bool {
                let mut parts = line.splitn(3, ':').skip(1);
                parts
                    .next()
                    .is_some_and(|list| list.split(',').any(|name| name == controller))
            };
            let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
            let line = groups.lines().find(|line| listed(line))?;
            let path = line.splitn(3, ':').nth(2)?;
            let mounted = |line: &&str| {
                line.contains(" - cgroup ")
                    && line.rsplit(' ').next().is_some_and(|options| {
                        options.split(',').any(|option| option == controller)
                    })
            };
            let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
            below_mount(mounts.lines().find(mounted)?, path).map(|(_, own)| own)
        };
        let memory = own("memory")?;
        // `RLIMIT_NPROC` limits processes, which the kernel counts per user namespace: a third hierarchy would cost
        // every run time and limit nothing more.
        Self::at(Accounting::CgroupV1, &[memory, own("cpuacct")?])
    }

    /// Creates launcher folders below these parents, if groups with a memory limit can be created and entered there.
    fn at(accounting: Accounting, parents: &[PathBuf]) -> Option<Self> {
        let mut folders = Vec::new();
        let mut origins = Vec::new();
        for path in parents {
            let parent = open_folder(path)?;
            remove_abandoned(&parent);
            folders.push(Folder::create(parent).ok()?);
            if accounting == Accounting::CgroupV1 {
                let origin = fs::OpenOptions::new()
                    .write(true)
                    .open(path.join("cgroup.procs"));
                origins.push(origin.ok()?);
            }
        }
        if accounting == Accounting::CgroupV2 {
            enable(&folders.first()?.handle).ok()?;
        }
        let mut groups = Self {
            accounting,
            folders,
            origins,
            next: 0,
        };
        let probe = groups.create().ok()?;
        let limited = probe.counters.limit(1 << 30, 64);
        let entered = probe.enter_by_fork();
        groups.leave();
        drop(probe);
        (limited.is_ok() && entered).then_some(groups)
    }

    pub(super) fn accounting(&self) -> Accounting {
        self.accounting
    }

    /// Creates a group. With version 1 this process enters it, and its children start in it: entering is slow, so it
    /// is done before there is a request.
    pub(super) fn create(&mut self) -> io::Result<Group> {
        self.next += 1;
        let name = self.next.to_string();
        let mut places = Vec::new();
        for folder in &self.folders {
            mkdirat(&folder.handle, name.as_str(), Mode::from_raw_mode(0o755))?;
            let group = openat(&folder.handle, name.as_str(), FOLDER, Mode::empty())?;
            places.push((folder.handle.try_clone()?, group));
        }
        if self.accounting == Accounting::CgroupV2 {
            let (_, group) = &places[0];
            // Missing where swap is not accounted for.
            let _ = write(group, "memory.swap.max", "0");
            // The init process must survive to report.
            let _ = write(group, "memory.oom.group", "0");
        }
        let counters = Counters::open(self.accounting, &places);
        let group = Group {
            accounting: self.accounting,
            name,
            places,
            counters,
        };
        if self.accounting == Accounting::CgroupV1 {
            for (_, folder) in &group.places {
                write(folder, "cgroup.procs", "0")?;
            }
        }
        Ok(group)
    }

    /// Returns this process to its original group, so that the group of the run can be removed.
    pub(super) fn leave(&mut self) {
        for origin in &mut self.origins {
            let _ = origin.write_all(b"0");
        }
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Folder {
    fn create(parent: OwnedFd) -> io::Result<Self> {
        let name = format!("{PREFIX}{:016x}", dir::random());
        mkdirat(&parent, name.as_str(), Mode::from_raw_mode(0o755))?;
        let handle = openat(&parent, name.as_str(), FOLDER, Mode::empty())?;
        // An unlocked folder counts as abandoned.
        flock(&handle, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Self {
            parent,
            name,
            handle,
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = unlinkat(&self.parent, self.name.as_str(), AtFlags::REMOVEDIR);
    }
}

impl Group {
    /// Returns the folder to fork into; `None` if this process has entered the group.
    pub(super) fn target(&self) -> Option<BorrowedFd<'_>> {
        let target = self.accounting == Accounting::CgroupV2;
        target.then(|| self.places[0].1.as_fd())
    }

    /// Kills every process of the group, where the kernel supports that.
    pub(super) fn kill(&self) {
        if self.accounting == Accounting::CgroupV2 {
            let _ = write(&self.places[0].1, "cgroup.kill", "1");
        }
    }

    /// Whether a child can be created in the group.
    fn enter_by_fork(&self) -> bool {
        match super::namespaces::fork(false, self.target()) {
            Err(_) => false,
            Ok(None) => std::process::exit(0),
            Ok(Some(child)) => {
                let ended =
                    rustix::process::waitpid(Some(child), rustix::process::WaitOptions::empty());
                matches!(ended, Ok(Some((_, status))) if status.exit_status() == Some(0))
            }
        }
    }

    /// Removes the group. Returns whether it is gone: the last process may take a moment to leave it even after it
    /// was reaped.
    pub(super) fn remove(&self) -> bool {
        let removed = |folder: &OwnedFd| unlinkat(folder, self.name.as_str(), AtFlags::REMOVEDIR);
        self.places
            .iter()
            .all(|(folder, _)| removed(folder) != Err(rustix::io::Errno::BUSY))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        const ATTEMPTS: u32 = 1000;
        for _ in 0..ATTEMPTS {
            if self.remove() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
