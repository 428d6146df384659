//! A temporary folder for runs whose results are not kept.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::dir::{self, remove_tree};
use crate::error::{Error, Result};

/// A folder that is removed when the value is dropped.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new() -> Result<Self> {
        let secret = dir::random();
        let folder = std::env::temp_dir().join(format!("judge-{secret:016x}"));
        // The name is random, and other users cannot enter the folder.
        DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .map_err(|error| Error::path("make the folder", &folder, &error))?;
        Ok(Self(folder))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = remove_tree(&self.0);
    }
}
