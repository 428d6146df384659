//! Access to folders whose contents strangers can shape: submissions, builds, results, uploads.
//!
//! Every path below such a folder is resolved relative to a directory handle. Symbolic links are never followed, no
//! path leads out of the folder, and only regular files are read or written, so that a FIFO or a device cannot block
//! the judge. Names that come from data (a row, a manifest, an archive) are checked by [`component`] before they
//! become part of a path.

mod inspect;
mod remove;
mod replace;
mod resolve;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Mode, OFlags, Timespec, Timestamps, UTIME_NOW};
use rustix::io::Errno;

pub use self::inspect::Entry;
pub use self::remove::remove_tree;
pub use self::replace::write_atomically;
use self::resolve::{components, open_component, outside, regular, single};

/// The longest file name that common file systems allow, in bytes.
const MAX_COMPONENT: usize = 255;

/// Fails unless `name` is a single path component that is safe in a path, on a terminal and in a table.
pub fn component(name: &str) -> io::Result<&str> {
    let refused = |why: &str| Err(invalid(format!("`{}` {why}", name.escape_debug())));
    if name.is_empty() || name.starts_with('.') {
        return refused("is empty or starts with a dot");
    }
    if name.contains('/') || name.chars().any(char::is_control) {
        return refused("contains a slash or a control character");
    }
    if name.len() > MAX_COMPONENT {
        return refused("is longer than 255 bytes");
    }
    Ok(name)
}

/// A directory handle. All operations take paths relative to it.
pub struct Dir {
    handle: OwnedFd,
    /// The path at which it was opened, for messages only.
    path: PathBuf,
}

impl Dir {
    /// Opens a folder that the user named. Symbolic links in this path are followed.
    pub fn open(path: &Path) -> io::Result<Self> {
        let handle = rustix::fs::open(
            path,
            OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
            Mode::empty(),
        )?;
        Ok(Self {
            handle,
            path: path.to_owned(),
        })
    }

    /// Opens a folder that the user named; creates it if it is missing.
    pub fn create(path: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(path)?;
        Self::open(path)
    }

    /// Returns the path at which the folder was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the current path of the folder, which may have been renamed since it was opened.
    pub fn current_path(&self) -> io::Result<PathBuf> {
        std::fs::read_link(format!("/proc/self/fd/{}", self.handle.as_raw_fd()))
    }

    /// Opens a folder below this one.
    pub fn dir(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let name = name.as_ref();
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        Ok(Self {
            handle: self.resolve(name, flags, Mode::empty())?,
            path: self.path.join(name),
        })
    }

    /// Opens a folder below this one; creates it and its parents if they are missing.
    pub fn create_dir(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let name = name.as_ref();
        match self.dir(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
        let mut at = self.handle.try_clone()?;
        for part in components(name)? {
            match rustix::fs::mkdirat(&at, part, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            at = open_component(
                at.as_fd(),
                part,
                OFlags::RDONLY | OFlags::DIRECTORY,
                Mode::empty(),
            )?;
        }
        Ok(Self {
            handle: at,
            path: self.path.join(name),
        })
    }

    /// Creates a folder. Fails if it exists.
    pub fn create_new_dir(&self, name: &str, mode: u32) -> io::Result<Self> {
        rustix::fs::mkdirat(&self.handle, single(name)?, Mode::from_raw_mode(mode))?;
        self.dir(name)
    }

    /// Opens a regular file for reading.
    pub fn file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        // Without `NONBLOCK`, opening a FIFO would block until there is a writer.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        regular(self.resolve(name.as_ref(), flags, Mode::empty())?)
    }

    /// Reads a regular file. Fails if it is larger than `limit` bytes.
    pub fn read(&self, name: impl AsRef<Path>, limit: u64) -> io::Result<Vec<u8>> {
        let file = self.file(name)?;
        let size = file.metadata()?.len();
        let too_large = || Err(invalid(format!("the file is larger than {limit} bytes")));
        if size > limit {
            return too_large();
        }
        let mut bytes = Vec::with_capacity(size as usize);
        file.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return too_large();
        }
        Ok(bytes)
    }

    /// Reads a regular file of UTF-8 text. Fails if it is larger than `limit` bytes.
    pub fn read_to_string(&self, name: impl AsRef<Path>, limit: u64) -> io::Result<String> {
        String::from_utf8(self.read(name, limit)?)
            .map_err(|_| invalid("the file is not UTF-8 text".to_owned()))
    }

    /// Opens a regular file for appending; creates it if it is missing.
    pub fn append(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let flags =
            OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE | OFlags::NONBLOCK | OFlags::NOCTTY;
        regular(self.resolve(name.as_ref(), flags, Mode::from_raw_mode(0o666))?)
    }

    /// Creates a file for writing and reading. Fails if it exists.
    pub fn create_new_readable(&self, name: impl AsRef<Path>, mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        let file = self.resolve(name.as_ref(), flags, Mode::from_raw_mode(mode))?;
        Ok(File::from(file))
    }

    /// Creates a file for writing. Fails if it exists.
    pub fn create_new(&self, name: impl AsRef<Path>, mode: u32) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let file = self.resolve(name.as_ref(), flags, Mode::from_raw_mode(mode))?;
        Ok(File::from(file))
    }

    /// Flushes the entries of this folder to disk.
    pub fn sync(&self) -> io::Result<()> {
        match rustix::fs::fsync(&self.handle) {
            // Some network and overlay file systems report that there is nothing to do.
            Err(Errno::INVAL) => Ok(()),
            other => Ok(other?),
        }
    }

    /// Removes a file or a symbolic link, if it exists.
    pub fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let removed = self
            .existing_parent(name.as_ref())
            .and_then(|(folder, name)| {
                Ok(rustix::fs::unlinkat(
                    &folder.handle,
                    name,
                    AtFlags::empty(),
                )?)
            });
        match removed {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Renames an entry of this folder and replaces the target.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        rustix::fs::renameat(&self.handle, single(from)?, &self.handle, single(to)?)?;
        Ok(())
    }

    /// Creates a hard link in this folder. Fails if the name `to` exists.
    pub fn link(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (single(from)?, single(to)?);
        rustix::fs::linkat(&self.handle, from, &self.handle, to, AtFlags::empty())?;
        Ok(())
    }

    /// Creates a symbolic link, which this module never follows.
    pub fn symlink(&self, target: impl AsRef<OsStr>, name: impl AsRef<Path>) -> io::Result<()> {
        let (folder, name) = self.existing_parent(name.as_ref())?;
        Ok(rustix::fs::symlinkat(
            target.as_ref(),
            &folder.handle,
            name,
        )?)
    }

    /// Sets the times of a file to the current time of the file system.
    pub fn touch(&self, name: &str) -> io::Result<()> {
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: UTIME_NOW,
        };
        let times = Timestamps {
            last_access: now,
            last_modification: now,
        };
        let name = single(name)?;
        rustix::fs::utimensat(&self.handle, name, &times, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(())
    }

    /// Removes an entry of this folder with everything in it, if it exists.
    pub fn remove_tree(&self, name: &str) -> io::Result<()> {
        remove::remove_entry(self.handle.as_fd(), single(name)?)
    }

    fn existing_parent<'n>(&self, name: &'n Path) -> io::Result<(Self, &'n OsStr)> {
        self.split(name, |folder| self.dir(folder))
    }

    fn split<'n>(
        &self,
        name: &'n Path,
        open: impl FnOnce(&Path) -> io::Result<Self>,
    ) -> io::Result<(Self, &'n OsStr)> {
        let last = components(name)?.last().ok_or_else(|| outside(name))?;
        let folder = match name.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => open(folder)?,
            _ => Self {
                handle: self.handle.try_clone()?,
                path: self.path.clone(),
            },
        };
        Ok((folder, last))
    }
}

impl AsFd for Dir {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }
}

impl fmt::Debug for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dir({})", self.path.display())
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Returns an unpredictable number, for unique names.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
