//! The lock of a results folder.

use std::fs::File;

use rustix::fs::FlockOperation;

use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::results_dir::LOCK;

/// Locks a results folder until the returned file is closed. Fails if another process holds the lock.
pub fn lock(dir: &Dir) -> Result<File> {
    let file = dir
        .append(LOCK)
        .map_err(|error| Error::path("write", &dir.path().join(LOCK), &error))?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
        let folder = dir.path().display();
        let error = Error::user(format!("{folder} is in use by another run"));
        error.with_help("wait for it to end, or choose another folder with --output")
    })?;
    Ok(file)
}
