//! A temporary folder for runs of which nothing is kept.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::dir::{self, remove_tree};
use crate::error::{Error, Result};

/// A folder that goes away with its owner.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new() -> Result<Self> {
        let secret = dir::random();
        let folder = std::env::temp_dir().join(format!("judge-{secret:016x}"));
        // Nobody can have made it before, and nobody else can look into it.
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
