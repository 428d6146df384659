//! Replaces files atomically: readers see either the old content or the new content.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{AtFlags, RenameFlags};
use rustix::io::Errno;

use super::resolve::single;
use super::{Dir, random};

/// The prefix of files that are being written.
const TEMPORARY: &str = ".new-";

impl Dir {
    /// Writes a file atomically: readers see either the old content or the new content, even after a power failure.
    /// Creates missing folders.
    pub fn replace(&self, name: impl AsRef<Path>, content: &[u8]) -> io::Result<()> {
        self.replace_with_mode(name.as_ref(), content, 0o666)
    }

    /// Like [`Dir::replace`], with permission bits for the new file.
    pub fn replace_with_mode(&self, name: &Path, content: &[u8], mode: u32) -> io::Result<()> {
        let (folder, file_name) = self.parent(name)?;
        let temporary = format!("{TEMPORARY}{:016x}", random());
        let write = || {
            let mut file = folder.create_new(&temporary, mode)?;
            file.write_all(content)?;
            file.sync_data()?;
            rustix::fs::renameat(&folder.handle, &temporary, &folder.handle, file_name)?;
            Ok(())
        };
        let written = write();
        if written.is_err() {
            let _ = rustix::fs::unlinkat(&folder.handle, &temporary, AtFlags::empty());
        } else {
            folder.sync()?;
        }
        written
    }

    /// Moves an entry of this folder into another one on the same file system. Fails if the name `to` exists there.
    pub fn move_into(&self, from: &str, target: &Dir, to: &str) -> io::Result<()> {
        let (from, to) = (single(from)?, single(to)?);
        let flags = RenameFlags::NOREPLACE;
        match rustix::fs::renameat_with(&self.handle, from, &target.handle, to, flags) {
            // Some file systems cannot do both at once.
            Err(Errno::INVAL | Errno::NOSYS) if target.exists(to) => Err(Errno::EXIST.into()),
            Err(Errno::INVAL | Errno::NOSYS) => Ok(rustix::fs::renameat(
                &self.handle,
                from,
                &target.handle,
                to,
            )?),
            other => Ok(other?),
        }
    }

    /// Removes files of this folder that an interrupted [`Dir::replace`] left behind, if they are older than `age`.
    pub fn remove_leftovers(&self, age: Duration) {
        for entry in self.entries().unwrap_or_default() {
            let is_leftover = entry.name.as_bytes().starts_with(TEMPORARY.as_bytes());
            let modified = || self.modified(&entry.name);
            if is_leftover
                && modified().is_ok_and(|time| time.elapsed().is_ok_and(|since| since >= age))
            {
                let _ = self.remove_file(&entry.name);
            }
        }
    }

    /// Returns the last component of `name`, and its folder, which is created if it is missing.
    fn parent<'n>(&self, name: &'n Path) -> io::Result<(Self, &'n OsStr)> {
        self.split(name, |folder| self.create_dir(folder))
    }
}

/// Writes a file that the user named atomically: readers see either the old content or the new content.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // A device or a pipe of the user's shell is written to directly. Elsewhere a link is replaced, and nothing else than a
    // file: somebody else may have put it there.
    if path.starts_with("/dev") || path.starts_with("/proc/self/fd") {
        return std::fs::write(path, content);
    }
    if let Ok(found) = std::fs::symlink_metadata(path)
        && !found.is_file()
        && !found.is_symlink()
    {
        return Err(io::Error::other("it exists and is not a file"));
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Dir::open(folder)?.replace(name, content)
}
