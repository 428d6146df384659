//! Where control groups are mounted, which group this process is in, and what killed launchers have left there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, open, openat, unlinkat};

use super::PREFIX;

/// The group that the judge itself moves to, since version 2 allows no process beside groups that have limits.
const OWN: &str = "judge-main";

/// Makes room for groups with limits below the judge's own group, where that is the judge's alone: in a scope of its
/// own. Version 2 allows no process beside such groups, so the judge moves to a group below.
pub(in crate::sandbox) fn settle() {
    let Some((_, own)) = own_group("cgroup2", |line| line.strip_prefix("0::")) else {
        return;
    };
    let Some(folder) = open_folder(&own) else {
        return;
    };
    let alone = fs::read_to_string(own.join("cgroup.procs"))
        .is_ok_and(|list| list.trim() == std::process::id().to_string());
    if !alone || mkdirat(&folder, OWN, Mode::from_raw_mode(0o755)).is_err() {
        return;
    }
    let moved = openat(&folder, OWN, FOLDER, Mode::empty())
        .map_err(io::Error::from)
        .and_then(|leaf| write(&leaf, "cgroup.procs", "0"));
    if moved.is_err() || enable(&folder).is_err() {
        // Back to where we were: a group of our own without limits is of no use.
        let _ = write(&folder, "cgroup.procs", "0");
        let _ = unlinkat(&folder, OWN, AtFlags::REMOVEDIR);
    }
}

/// Removes what killed launchers have left: folders that nobody holds a lock on.
pub(super) fn remove_abandoned(parent: &OwnedFd) {
    let Ok(entries) = rustix::fs::Dir::read_from(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !name.to_bytes().starts_with(PREFIX.as_bytes()) || name.to_bytes() == OWN.as_bytes() {
            continue;
        }
        let Ok(folder) = openat(parent, name, FOLDER, Mode::empty()) else {
            continue;
        };
        if flock(&folder, FlockOperation::NonBlockingLockExclusive).is_err() {
            continue;
        }
        for group in rustix::fs::Dir::read_from(&folder)
            .into_iter()
            .flatten()
            .flatten()
        {
            // Groups are numbered; everything else in the folder is a file of the kernel's.
            if group.file_name().to_bytes()[0].is_ascii_digit() {
                let _ = unlinkat(&folder, group.file_name(), AtFlags::REMOVEDIR);
            }
        }
        let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
    }
}

pub(super) const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

pub(super) fn open_folder(path: &Path) -> Option<OwnedFd> {
    open(path, FOLDER, Mode::empty()).ok()
}

/// Has the kernel control memory and processes in the groups of a folder.
pub(super) fn enable(folder: &OwnedFd) -> io::Result<()> {
    write(folder, "cgroup.subtree_control", "+memory")?;
    // Processes are limited per user as well.
    let _ = write(folder, "cgroup.subtree_control", "+pids");
    Ok(())
}

/// The mount point of a kind of control groups, and the folder of the group that this process is in.
pub(super) fn own_group(
    kind: &str,
    path_of: impl Fn(&str) -> Option<&str>,
) -> Option<(PathBuf, PathBuf)> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let marked = format!(" - {kind} ");
    let mount = mounts.lines().find(|line| line.contains(&marked))?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    below_mount(mount, groups.lines().find_map(path_of)?)
}

/// The mount point of a line of `mountinfo`, and where a group lies below it. Inside a container the mount may show
/// only a part of all groups.
pub(super) fn below_mount(mount: &str, group: &str) -> Option<(PathBuf, PathBuf)> {
    let mut fields = mount.split(' ').skip(3);
    let (root, place) = (fields.next()?, fields.next()?);
    let below = Path::new(group).strip_prefix(root).ok()?;
    Some((PathBuf::from(place), Path::new(place).join(below)))
}

pub(super) fn write(folder: &OwnedFd, name: &str, text: &str) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CLOEXEC;
    let file = openat(folder, name, flags, Mode::empty())?;
    File::from(file).write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_below_its_mount() {
        let line = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
        let (mount, own) = below_mount(line, "/user.slice/x.scope").unwrap();
        assert_eq!(mount, Path::new("/sys/fs/cgroup"));
        assert_eq!(own, Path::new("/sys/fs/cgroup/user.slice/x.scope"));
        let part = "30 23 0:26 /docker/7 /sys/fs/cgroup rw - cgroup2 cgroup2 rw";
        let (_, own) = below_mount(part, "/docker/7/a").unwrap();
        assert_eq!(own, Path::new("/sys/fs/cgroup/a"));
        assert!(below_mount(part, "/elsewhere").is_none());
    }
}
