//! A file that only grows, made durable with every append.

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
    /// Device and inode, to notice when another file took its place.
    identity: (u64, u64),
}

impl AppendFile {
    /// Opens the file at `length`, which ends its last whole line; what follows is a torn line and is cut off.
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

    /// Appends lines in one write and returns once they are on the disk. Where that fails, for example because the
    /// disk is full, the file is cut back to what it was.
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

    /// Fails if the file in the folder is no longer this one, or if somebody else wrote to it.
    fn check_unchanged(&self, dir: &Dir) -> io::Result<()> {
        let found = dir.stat(self.name).map_err(|error| {
            let reason = format!("{} is gone from the folder: {error}", self.name);
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
    fn torn_lines_are_cut_and_replaced_files_noticed() {
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
        assert!(error.to_string().contains("is gone"), "{error}");
    }
}
