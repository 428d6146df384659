//! Removes folders of any depth and with any permissions.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, RawDir};
use rustix::io::Errno;

use super::resolve::open_component;

/// Removes a folder or a file that the user named, if it exists.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    match rustix::fs::openat(CWD, parent, flags, Mode::empty()) {
        Ok(parent) => remove_entry(parent.as_fd(), name),
        Err(Errno::NOENT) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Removes an entry of a folder, if it exists. Folders within it are first moved to its top, so that neither the
/// depth of the tree nor the length of its paths matters.
pub(super) fn remove_entry(at: BorrowedFd, name: &OsStr) -> io::Result<()> {
    match rustix::fs::unlinkat(at, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        // The error for unlinking a folder.
        Err(Errno::ISDIR) => {}
        Err(error) => return Err(error.into()),
    }
    let root = open_folder(at, name)?;
    let mut pending: Vec<OsString> = Vec::new();
    let mut number = 0_u64;
    loop {
        move_up(&root, root.as_fd(), &mut number, &mut pending)?;
        while let Some(folder) = pending.pop() {
            let inside = open_folder(root.as_fd(), &folder)?;
            move_up(&root, inside.as_fd(), &mut number, &mut pending)?;
            rustix::fs::unlinkat(&root, &folder, AtFlags::REMOVEDIR)?;
        }
        // A folder that is moved while the top is read may be listed again, so the top may not be empty yet.
        match rustix::fs::unlinkat(at, name, AtFlags::REMOVEDIR) {
            Err(Errno::NOTEMPTY) => {}
            other => return Ok(other?),
        }
    }
}

/// Removes the files of a folder and moves its subfolders to the root.
fn move_up(
    root: &OwnedFd,
    folder: BorrowedFd,
    number: &mut u64,
    pending: &mut Vec<OsString>,
) -> io::Result<()> {
    let mut buffer = Vec::with_capacity(16 << 10);
    let own = open_component(
        folder,
        OsStr::new("."),
        OFlags::RDONLY | OFlags::DIRECTORY,
        Mode::empty(),
    )?;
    let mut entries = RawDir::new(own, buffer.spare_capacity_mut());
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name == "." || name == ".." {
            continue;
        }
        let is_folder = match entry.file_type() {
            FileType::Directory => true,
            FileType::Unknown => {
                let found = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
                FileType::from_raw_mode(found.st_mode).is_dir()
            }
            _ => false,
        };
        if !is_folder {
            rustix::fs::unlinkat(folder, name, AtFlags::empty())?;
            continue;
        }
        // Moving a folder requires write permission on it.
        drop(open_folder(folder, name)?);
        let moved = loop {
            *number += 1;
            let moved = OsString::from(format!(".removed-{number}"));
            if rustix::fs::statat(root, &moved, AtFlags::SYMLINK_NOFOLLOW).is_err() {
                break moved;
            }
        };
        rustix::fs::renameat(folder, name, root, &moved)?;
        pending.push(moved);
    }
    Ok(())
}

/// Opens a folder after granting its owner all permissions.
fn open_folder(at: BorrowedFd, name: &OsStr) -> io::Result<OwnedFd> {
    let handle = open_component(at, name, OFlags::PATH | OFlags::DIRECTORY, Mode::empty())?;
    // Fails for folders of other users, whose permissions then have to suffice.
    let _ = rustix::fs::chmod(
        format!("/proc/self/fd/{}", handle.as_raw_fd()),
        Mode::from_raw_mode(0o700),
    );
    Ok(open_component(
        handle.as_fd(),
        OsStr::new("."),
        OFlags::RDONLY | OFlags::DIRECTORY,
        Mode::empty(),
    )?)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn deep_and_forbidden_folders_are_removed() {
        let world = tempfile::tempdir().unwrap();
        let root = world.path().join("root");
        fs::create_dir_all(root.join("forbidden/inside")).unwrap();
        fs::write(root.join("forbidden/file"), "x").unwrap();
        fs::create_dir_all(world.path().join("kept")).unwrap();
        std::os::unix::fs::symlink("../kept", root.join("link")).unwrap();
        fs::set_permissions(root.join("forbidden"), Permissions::from_mode(0o000)).unwrap();
        // Deeper than any path can express: built from the inside out.
        fs::create_dir(root.join("deep")).unwrap();
        for _ in 0..3000 {
            fs::create_dir(root.join("outer")).unwrap();
            fs::rename(root.join("deep"), root.join("outer/d")).unwrap();
            fs::rename(root.join("outer"), root.join("deep")).unwrap();
        }
        remove_tree(&root).unwrap();
        assert!(!root.exists() && world.path().join("kept").exists());
        remove_tree(&root).unwrap();
        std::os::unix::fs::symlink("kept", world.path().join("link")).unwrap();
        remove_tree(&world.path().join("link")).unwrap();
        assert!(world.path().join("kept").exists());
    }
}
