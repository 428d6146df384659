//! Finds control groups and the group of this process, and removes the groups of killed launchers.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, open, openat, unlinkat};

use super::PREFIX;

/// The group that the judge itself moves to, since version 2 allows no processes beside groups with limits.
const JUDGE_GROUP: &str = "judge-main";

/// Moves the judge to a leaf group below its own, if it is alone there, as in a systemd scope: version 2 allows no
/// processes beside groups with limits.
pub(in crate::sandbox) fn enter_leaf_group() {
    let Some((_, own)) = own_group("cgroup2", |line| line.strip_prefix("0::")) else {
        return;
    };
    let Some(folder) = open_folder(&own) else {
        return;
    };
    let alone = fs::read_to_string(own.join("cgroup.procs"))
        .is_ok_and(|list| list.trim() == std::process::id().to_string());
    if !alone || mkdirat(&folder, JUDGE_GROUP, Mode::from_raw_mode(0o755)).is_err() {
        return;
    }
    let moved = openat(&folder, JUDGE_GROUP, FOLDER, Mode::empty())
        .map_err(io::Error::from)
        .and_then(|leaf| write(&leaf, "cgroup.procs", "0"));
    if moved.is_err() || enable(&folder).is_err() {
        // Undo: a leaf group without limited groups beside it is useless.
        let _ = write(&folder, "cgroup.procs", "0");
        let _ = unlinkat(&folder, JUDGE_GROUP, AtFlags::REMOVEDIR);
    }
}

/// Removes the folders of killed launchers, which are not locked.
pub(super) fn remove_abandoned(parent: &OwnedFd) {
    let Ok(entries) = rustix::fs::Dir::read_from(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !name.to_bytes().starts_with(PREFIX.as_bytes())
            || name.to_bytes() == JUDGE_GROUP.as_bytes()
        {
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
            // The names of groups are numbers; all other entries are the kernel's files.
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

/// Enables the memory and pids controllers for the groups of a folder.
pub(super) fn enable(folder: &OwnedFd) -> io::Result<()> {
    write(folder, "cgroup.subtree_control", "+memory")?;
    // `RLIMIT_NPROC` limits processes as well.
    let _ = write(folder, "cgroup.subtree_control", "+pids");
    Ok(())
}

/// Returns the mount point of a control group file system, and the folder of the group of this process.
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

/// Returns the mount point of a line of `mountinfo`, and the place of a group below it. In a container the mount may
/// show only a part of all groups.
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
    fn the_groups_folder_is_found_below_its_mount() {
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
