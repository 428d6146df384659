//! Writes and digests the files of runs.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::row::Row;
use super::seal::FileDigests;
use crate::digest::Sha;
use crate::dir::Dir;
use crate::results_dir::{KINDS, LARGEST_ANSWER, RunNames};

/// Files that were written and may not be on disk yet.
#[derive(Default)]
pub(super) struct PendingFiles {
    files: Vec<File>,
    folders: BTreeSet<PathBuf>,
}

impl PendingFiles {
    /// Writes a file of a run; an empty file is removed instead. An existing file is replaced atomically, so that
    /// readers never see a part of it.
    pub(super) fn write(
        &mut self,
        dir: &Dir,
        name: &Path,
        content: &[u8],
        replaces: bool,
    ) -> io::Result<()> {
        if content.is_empty() {
            if replaces {
                dir.remove_file(name)?;
            }
            return Ok(());
        }
        let created = if replaces {
            Err(io::ErrorKind::AlreadyExists.into())
        } else {
            create_below(dir, name)
        };
        let mut file = match created {
            // A judge that is killed after writing a file and before appending its row leaves a file without a row.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if let Some(folder) = name.parent() {
                    dir.create_dir(folder)?.remove_leftovers(Duration::ZERO);
                }
                return dir.replace(name, content);
            }
            created => created?,
        };
        file.write_all(content)?;
        self.files.push(file);
        // A new folder is durable only once its parent is synced.
        let folders = name.ancestors().skip(1);
        let folders = folders.filter(|folder| !folder.as_os_str().is_empty());
        self.folders.extend(folders.map(Path::to_owned));
        Ok(())
    }

    /// Syncs all files and their folders to disk.
    pub(super) fn sync(self, dir: &Dir) -> io::Result<()> {
        for file in &self.files {
            file.sync_data()?;
        }
        for folder in &self.folders {
            dir.dir(folder)?.sync()?;
        }
        if self.folders.is_empty() {
            return Ok(());
        }
        dir.sync()
    }
}

/// Creates a new file and the missing folders above it.
fn create_below(dir: &Dir, name: &Path) -> io::Result<File> {
    match dir.create_new(name, 0o666) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            dir.create_dir(name.parent().unwrap_or(name))?;
            dir.create_new(name, 0o666)
        }
        created => created,
    }
}

/// Returns the digests of the files of a run as they are on disk.
pub fn file_digests(dir: &Dir, names: &RunNames, row: &Row) -> io::Result<FileDigests> {
    let mut digests = [Sha::of(b""); 3];
    for (digest, kind) in digests.iter_mut().zip(KINDS) {
        match dir.read(names.file(kind, &row.id()), LARGEST_ANSWER) {
            Ok(content) => *digest = Sha::of(&content),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(digests)
}
