//! What a team submitted, which files of it are its program, and their digest.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{ANSWERS, HISTORY};
use crate::bundle;
use crate::digest::hex;
use crate::dir::Dir;

/// What a team submitted.
#[derive(Clone, Debug)]
pub enum HandedIn {
    /// A baseline submits nothing.
    Nothing,
    Folder(Arc<Dir>),
    /// The programs of a problem folder, without what they must not see: instances and submissions, and the view, so that
    /// its changes do not concern them.
    Problem {
        folder: Arc<Dir>,
        view: Option<PathBuf>,
    },
    /// A single file of a folder, and its name in the build.
    File {
        folder: Arc<Dir>,
        name: OsString,
        built_as: String,
    },
}

/// Returns whether an entry of a problem folder is not for its programs, nor for students.
pub fn is_private(name: &OsStr) -> bool {
    const PRIVATE: [&str; 7] = [
        "contest.toml",
        "data",
        "instances",
        "results",
        "site",
        "submissions",
        "teams",
    ];
    let name = name.to_string_lossy();
    name.starts_with('.') || name.ends_with(".secret") || PRIVATE.contains(&&*name)
}

/// Returns whether an entry of a problem folder is not for students. Programs see the folder `private`, which has for
/// example the baselines that students are to beat.
pub fn is_for_staff(name: &OsStr) -> bool {
    is_private(name) || name == "private"
}

/// Returns whether a folder holds results or the data of a site, under whatever name: it tells what is hidden, and the
/// judge itself writes to it.
pub fn is_output(folder: &Dir) -> bool {
    folder.exists("run.toml") || folder.exists("site.sqlite")
}

impl HandedIn {
    /// Writes the program as a bundle, without answer files and earlier tries.
    pub(super) fn pack(&self, out: &mut dyn Write) -> std::result::Result<(), String> {
        match self {
            Self::Nothing => Ok(()),
            Self::Folder(folder) => {
                let others = [ANSWERS, HISTORY].map(Path::new);
                bundle::pack(folder, |path| others.contains(&path), out)
            }
            Self::Problem { folder, view } => {
                let is_excluded = |path: &Path| {
                    let name = path.as_os_str();
                    let is_top = path.components().count() == 1;
                    let is_output = || folder.dir(name).is_ok_and(|inner| is_output(&inner));
                    view.as_deref() == Some(path) || is_top && (is_private(name) || is_output())
                };
                bundle::pack(folder, is_excluded, out)
            }
            Self::File {
                folder,
                name,
                built_as,
            } => {
                let file = folder.file(name).map_err(|error| error.to_string())?;
                bundle::pack_file(file, built_as, out)
            }
        }
    }

    /// Returns the digest of the bundle.
    pub(super) fn digest(&self) -> std::result::Result<String, String> {
        let mut hash = Hashing::new(io::sink());
        self.pack(&mut hash)?;
        Ok(hash.digest())
    }
}

/// A writer that hashes what passes through it.
pub(super) struct Hashing<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> Hashing<W> {
    pub(super) fn new(out: W) -> Self {
        let hash = Sha256::new();
        Self { out, hash }
    }

    pub(super) fn digest(self) -> String {
        hex(&self.hash.finalize())
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
