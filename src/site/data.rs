//! The data folder of a site.
//!
//! ```text
//! site.sqlite            the database
//! uploads/               uploads that are not complete
//! hand-ins/<digest>      what was handed in
//! projects/<id>/         the program of a hand-in, unpacked
//! pages/<id>.html        the page of a hand-in's runs
//! results/<contest>/     a results folder, as `judge run` writes it
//! ```

use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use crate::dir::Dir;
use crate::error::{Error, Result};

pub const UPLOADS: &str = "uploads";
pub const HAND_INS: &str = "hand-ins";
pub const PROJECTS: &str = "projects";
pub const PAGES: &str = "pages";
pub const RESULTS: &str = "results";

/// Returns the name of the page of a hand-in's runs.
pub fn page_name(hand_in: i64) -> String {
    format!("{hand_in}.html")
}

/// The data folder, held by one judging process.
#[derive(Debug)]
pub struct DataDir {
    dir: Dir,
}

impl DataDir {
    /// Opens the folder and creates what is missing. Fails if another site uses it.
    pub fn open(path: &Path) -> Result<Self> {
        let failed = |error: &std::io::Error| Error::path("make the folder", path, error);
        let dir = Dir::create(path).map_err(|error| failed(&error))?;
        // Hand-ins, tokens and results of hidden rounds are nobody else's business.
        rustix::fs::fchmod(&dir, rustix::fs::Mode::RWXU).map_err(|error| failed(&error.into()))?;
        rustix::fs::flock(&dir, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            Error::user(format!("another site is served from {}", path.display()))
                .with_help("stop it, or choose another folder with --data")
        })?;
        for name in [UPLOADS, HAND_INS, PROJECTS, PAGES, RESULTS] {
            dir.create_dir(name).map_err(|error| failed(&error))?;
        }
        Ok(Self { dir })
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Opens one of the folders.
    pub fn folder(&self, name: &str) -> Result<Dir> {
        let opened = self.dir.dir(name);
        opened.map_err(|error| Error::path("open", &self.path().join(name), &error))
    }

    pub fn results(&self, contest: &str) -> PathBuf {
        self.path().join(RESULTS).join(contest)
    }
}
