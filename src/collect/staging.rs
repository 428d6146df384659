//! A hidden folder of the submissions folder, in which hand-ins are unpacked.

use std::cell::Cell;
use std::io;

use rustix::fs::FlockOperation;

use crate::dir::{self, Dir};
use crate::error::{Error, Result};

/// The prefix of the folder's name. Names that start with a dot are no teams.
const PREFIX: &str = ".collect-";

/// The folder is removed when the value is dropped.
#[derive(Debug)]
pub(super) struct Staging<'t> {
    target: &'t Dir,
    name: String,
    folder: Dir,
    used: Cell<usize>,
}

impl<'t> Staging<'t> {
    /// Creates the folder. Fails if another `judge collect` is working there; removes what an interrupted one left.
    pub(super) fn new(target: &'t Dir) -> Result<Self> {
        let path = target.path();
        rustix::fs::flock(target, FlockOperation::NonBlockingLockExclusive).map_err(|error| {
            let busy = Error::user(format!(
                "another `judge collect` is working in {}",
                path.display()
            ));
            match error {
                rustix::io::Errno::WOULDBLOCK => busy.with_help("wait until it is done"),
                other => Error::path("lock", path, &other.into()),
            }
        })?;
        let failed = |error: io::Error| Error::path("write to", path, &error);
        for entry in target.entries().map_err(failed)? {
            if let Some(name) = entry.name.to_str().filter(|name| name.starts_with(PREFIX)) {
                target.remove_tree(name).map_err(failed)?;
            }
        }
        let name = format!("{PREFIX}{:016x}", dir::random());
        let folder = target.create_new_dir(&name, 0o700).map_err(failed)?;
        Ok(Self {
            target,
            name,
            folder,
            used: Cell::new(0),
        })
    }

    /// Whether a folder is the submissions folder itself, which may lie among the hand-ins.
    pub(super) fn is_target(&self, folder: &Dir) -> bool {
        let identity =
            |folder: &Dir| rustix::fs::fstat(folder).map(|found| (found.st_dev, found.st_ino));
        identity(folder) == identity(self.target)
    }

    /// Creates an empty folder and returns it with its name.
    pub(super) fn fresh(&self) -> Result<(String, Dir)> {
        self.used.set(self.used.get() + 1);
        let name = self.used.get().to_string();
        let created = self.folder.create_new_dir(&name, 0o755);
        let folder =
            created.map_err(|error| Error::path("write to", self.folder.path(), &error))?;
        Ok((name, folder))
    }

    /// Moves a finished folder to its place in the submissions folder.
    pub(super) fn publish(&self, name: &str, target: &Dir, team: &str) -> Result<()> {
        let moved = self.folder.move_into(name, target, team);
        moved.map_err(|error| Error::path("write", &target.path().join(team), &error))
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        let _ = self.target.remove_tree(&self.name);
    }
}
