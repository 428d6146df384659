//! A control group for the cells of a launcher, where the system hands one down: the kernel then counts CPU time to the
//! last short-lived child, and keeps the memory limit itself if it was given the means.
//!
//! One group serves all cells of a launcher, one after the other: by the time the next begins, the last is empty.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

use rustix::fs::{AtFlags, Mode, OFlags, mkdirat, open, openat, unlinkat};

/// A group of our own below the one that the judge is in.
#[derive(Debug)]
pub(super) struct Group {
    parent: OwnedFd,
    name: String,
    folder: OwnedFd,
    keeps_memory: bool,
}

/// What the kernel has counted so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) cpu: Duration,
    /// How often it ended a process because memory ran out.
    pub(super) out_of_memory: u64,
}

impl Group {
    /// Makes a group, if this user may. It has to be done while the host's files are in view.
    pub(super) fn make() -> Option<Self> {
        let path = own_folder()?;
        let folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let parent = open(path, folder, Mode::empty()).ok()?;
        let name = format!("judge-{}", std::process::id());
        mkdirat(&parent, name.as_str(), Mode::from_raw_mode(0o755)).ok()?;
        // Not allowed where other processes share the parent; CPU time is counted all the same.
        let _ = write(parent.as_fd(), "cgroup.subtree_control", "+memory +pids");
        let folder = openat(&parent, name.as_str(), folder, Mode::empty()).ok()?;
        let keeps_memory = read(folder.as_fd(), "memory.max").is_ok();
        Some(Self {
            parent,
            name,
            folder,
            keeps_memory,
        })
    }

    pub(super) fn folder(&self) -> BorrowedFd<'_> {
        self.folder.as_fd()
    }

    /// Has the kernel keep these limits too, as far as it was given the means.
    pub(super) fn limit(&self, memory: u64, processes: u64) {
        if !self.keeps_memory {
            return;
        }
        let set = |file: &str, value: u64| {
            let _ = write(self.folder(), file, &value.to_string());
        };
        // A little more than the limit, so that the cell sees a program over it before the kernel ends one.
        set("memory.max", memory + memory / 8);
        set("memory.swap.max", 0);
        set("memory.oom.group", 0);
        set("pids.max", processes + 2);
    }

    /// Whether the kernel can keep the memory limit.
    pub(super) fn keeps_memory(&self) -> bool {
        self.keeps_memory
    }

    pub(super) fn counted(&self) -> Counted {
        let number = |file: &str, key: &str| -> u64 {
            let text = read(self.folder(), file).unwrap_or_default();
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
            line.and_then(|number| number.trim().parse().ok())
                .unwrap_or(0)
        };
        Counted {
            cpu: Duration::from_micros(number("cpu.stat", "usage_usec")),
            out_of_memory: if self.keeps_memory {
                number("memory.events", "oom_kill")
            } else {
                0
            },
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let _ = unlinkat(&self.parent, self.name.as_str(), AtFlags::REMOVEDIR);
    }
}

/// The folder of the group that this process is in, by the second version of control groups.
fn own_folder() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?;
    let place = mount.split_whitespace().nth(4)?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(PathBuf::from(place).join(own))
}

fn write(folder: BorrowedFd, name: &str, text: &str) -> io::Result<()> {
    let file = openat(
        folder,
        name,
        OFlags::WRONLY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    File::from(file).write_all(text.as_bytes())
}

fn read(folder: BorrowedFd, name: &str) -> io::Result<String> {
    let file = openat(
        folder,
        name,
        OFlags::RDONLY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    let mut text = String::new();
    File::from(file).read_to_string(&mut text)?;
    Ok(text)
}
