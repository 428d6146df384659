//! An append-only file that is synced to disk after every append.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;

use crate::dir::Dir;

/// An open file to which whole lines are appended.
#[derive(Debug)]
pub(super) struct AppendFile {
    name: &'static str,
    file: File,
    /// The length up to the last whole append.
    length: u64,
    /// Device and inode, to detect that the file was replaced.
    identity: (u64, u64),
}

impl AppendFile {
    /// Opens the file and truncates it to `length`, the end of its last whole line.
    pub(super) fn open(dir: &Dir, name: &'static str, length: u64) -> io::Result<Self> {
        let file = dir.append(name)?;
        let found = file.metadata()?;
        if found.len() > length {
            file.set_len(length)?;
            file.sync_all()?;
        }
        Ok(Self {
            name,
            file,
            length,
            identity: (found.dev(), found.ino()),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Appends lines in one write and syncs them to disk. If that fails, for example because the disk is full, the file
    /// is truncated to its earlier length.
    pub(super) fn append(&mut self, dir: &Dir, lines: &[u8]) -> io::Result<()> {
        self.check_unchanged(dir)?;
        let written = self.file.write_all(lines);
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            self.file.set_len(self.length)?;
            return Err(error);
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    /// Fails if the file was replaced, or if another process has written to it.
    fn check_unchanged(&self, dir: &Dir) -> io::Result<()> {
        let found = dir.stat(self.name).map_err(|error| {
            let reason = format!("{} was removed during the run: {error}", self.name);
            io::Error::new(error.kind(), reason)
        })?;
        let same = (found.st_dev, found.st_ino) == self.identity;
        if same && found.st_size as u64 == self.length {
            return Ok(());
        }
        let name = self.name;
        let reason = format!("{name} was replaced or changed by another program during the run");
        Err(io::Error::other(reason))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn torn_lines_are_truncated_and_replaced_files_detected() {
        let world = tempfile::tempdir().unwrap();
        let path = world.path().join("rows");
        fs::write(&path, "a\nb\nto").unwrap();
        let dir = Dir::open(world.path()).unwrap();
        let mut file = AppendFile::open(&dir, "rows", 4).unwrap();
        file.append(&dir, b"c\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"a\nb\nc\n");
        fs::write(world.path().join("other"), "a\nb\nc\n").unwrap();
        fs::rename(world.path().join("other"), &path).unwrap();
        let error = file.append(&dir, b"d\n").unwrap_err();
        assert!(error.to_string().contains("was replaced"), "{error}");
        fs::remove_file(&path).unwrap();
        let error = file.append(&dir, b"d\n").unwrap_err();
        assert!(error.to_string().contains("was removed"), "{error}");
    }
}
