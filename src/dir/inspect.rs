//! Lists the entries of a directory and reads their attributes.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::time::SystemTime;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, Stat};

use super::Dir;
use super::resolve::open_component;

/// One entry of a directory.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: OsString,
    pub kind: FileType,
}

impl Dir {
    /// Returns the target of a symbolic link.
    pub fn read_link(&self, name: impl AsRef<Path>) -> io::Result<OsString> {
        let (folder, name) = self.existing_parent(name.as_ref())?;
        let target = rustix::fs::readlinkat(&folder.handle, name, Vec::new())?;
        Ok(OsString::from_vec(target.into_bytes()))
    }

    /// Returns the attributes of an entry, without following links.
    pub fn stat(&self, name: impl AsRef<Path>) -> io::Result<Stat> {
        let (folder, name) = self.existing_parent(name.as_ref())?;
        Ok(rustix::fs::statat(
            &folder.handle,
            name,
            AtFlags::SYMLINK_NOFOLLOW,
        )?)
    }

    /// Whether an entry of any kind exists.
    pub fn exists(&self, name: impl AsRef<Path>) -> bool {
        self.stat(name).is_ok()
    }

    /// Whether a regular file exists.
    pub fn is_file(&self, name: impl AsRef<Path>) -> bool {
        self.kind(name) == Some(FileType::RegularFile)
    }

    /// Returns the kind of an entry, if it exists.
    pub fn kind(&self, name: impl AsRef<Path>) -> Option<FileType> {
        let found = self.stat(name).ok()?;
        Some(FileType::from_raw_mode(found.st_mode))
    }

    /// Returns when a file was last written, by the clock of the file system. Opening it makes the client of a
    /// network file system ask the server instead of its cache.
    pub fn modified(&self, name: impl AsRef<Path>) -> io::Result<SystemTime> {
        self.file(name)?.metadata()?.modified()
    }

    /// Returns the entries of this folder, sorted by name.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        let own = open_component(
            self.handle.as_fd(),
            OsStr::new("."),
            OFlags::RDONLY | OFlags::DIRECTORY,
            Mode::empty(),
        )?;
        let mut buffer = Vec::with_capacity(16 << 10);
        let mut raw = RawDir::new(own, buffer.spare_capacity_mut());
        let mut entries = Vec::new();
        while let Some(entry) = raw.next() {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes()).to_owned();
            if name == "." || name == ".." {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not report the kind with the name.
                FileType::Unknown => self.kind(&name).unwrap_or(FileType::Unknown),
                kind => kind,
            };
            entries.push(Entry { name, kind });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }
}
