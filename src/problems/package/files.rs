//! Reads files below the folder of a package, with limits on size, and without following links out of the folder.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::dir::Dir;
use crate::error::{Error, Result};

/// The most entries of a folder that are listed.
const MOST_ENTRIES: usize = 100_000;

/// The folder of a package.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The path that the user gave, for messages.
    pub(super) path: PathBuf,
    /// The same folder without symbolic links.
    pub(super) real: PathBuf,
}

/// An entry of a folder. A link counts as what it leads to.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) folder: bool,
}

impl Root {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let real = path.canonicalize();
        let real = real.map_err(|error| Error::path("read", path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            real,
        })
    }

    /// Returns the path of a file of the package, for messages.
    pub(super) fn shown(&self, relative: &Path) -> String {
        self.path.join(relative).display().to_string()
    }

    /// Returns where `relative` leads to, relative to the package; `None` if there is no such file.
    fn resolve(&self, relative: &Path) -> Result<Option<PathBuf>> {
        let found = match self.real.join(relative).canonicalize() {
            Ok(found) => found,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(Error::path("read", &self.path.join(relative), &error)),
        };
        if let Ok(inside) = found.strip_prefix(&self.real) {
            return Ok(Some(inside.to_owned()));
        }
        let shown = self.shown(relative);
        let error = Error::user(format!("{shown} is a link that leads out of the package"));
        Err(error.with_help("replace the link by a copy of the file"))
    }

    /// Fails if `relative` is a link that leads out of the package.
    pub(super) fn check_inside(&self, relative: &Path) -> Result<()> {
        self.resolve(relative).map(|_| ())
    }

    /// Reads a file of at most `limit` bytes; `None` if it does not exist.
    pub(super) fn read(&self, relative: &Path, limit: u64) -> Result<Option<Vec<u8>>> {
        let Some(found) = self.resolve(relative)? else {
            return Ok(None);
        };
        let read = Dir::open(&self.real).and_then(|dir| dir.read(&found, limit));
        match read {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) => Err(Error::path("read", &self.path.join(relative), &error)),
        }
    }

    /// Reads a text file of at most `limit` bytes without its byte-order mark; `None` if it does not exist.
    pub(super) fn text(&self, relative: &Path, limit: u64) -> Result<Option<String>> {
        let Some(bytes) = self.read(relative, limit)? else {
            return Ok(None);
        };
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = memchr::memchr_iter(b'\n', good).count() + 1;
            let shown = self.shown(relative);
            let error = Error::user(format!("{shown}:{line}: the file is not UTF-8 text"));
            error.with_help("save it as UTF-8")
        })?;
        Ok(Some(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }))
    }

    pub(super) fn is_folder(&self, relative: &Path) -> bool {
        let found = self.resolve(relative).ok().flatten();
        found.is_some_and(|found| self.real.join(found).is_dir())
    }

    pub(super) fn is_file(&self, relative: &Path) -> bool {
        let found = self.resolve(relative).ok().flatten();
        found.is_some_and(|found| self.real.join(found).is_file())
    }

    /// Lists the files and folders of a folder, sorted by name, without hidden ones; none if it does not exist.
    pub(super) fn list(&self, relative: &Path) -> Result<Vec<Entry>> {
        let Some(found) = self.resolve(relative)? else {
            return Ok(Vec::new());
        };
        let refused = |error: &io::Error| Error::path("list", &self.path.join(relative), error);
        let mut entries = Vec::new();
        let listed = std::fs::read_dir(self.real.join(found)).map_err(|error| refused(&error))?;
        for entry in listed {
            let entry = entry.map_err(|error| refused(&error))?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                let shown = self.shown(&relative.join(&name));
                return Err(Error::user(format!("the name of {shown} is not UTF-8")));
            };
            if name.starts_with('.') {
                continue;
            }
            // A link without a target is no entry; one that leads out fails when it is read.
            let Ok(target) = entry.path().metadata() else {
                continue;
            };
            if target.is_dir() || target.is_file() {
                entries.push(Entry {
                    name: name.to_owned(),
                    folder: target.is_dir(),
                });
            }
            if entries.len() > MOST_ENTRIES {
                let shown = self.shown(relative);
                let message = format!("{shown} has more than {MOST_ENTRIES} entries");
                return Err(Error::user(message).with_help("split it into folders"));
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Returns `path` relative to the package, if it is inside.
    pub(super) fn relative(&self, path: &Path) -> Option<PathBuf> {
        let plain = |path: &Path| {
            let parts = path.components();
            parts
                .into_iter()
                .all(|part| matches!(part, std::path::Component::Normal(_)))
                .then(|| path.to_owned())
        };
        // By name first: arguments of a linked test case are those of the group that it is linked into.
        if let Ok(inside) = path.strip_prefix(&self.path)
            && let Some(inside) = plain(inside)
        {
            return Some(inside);
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let real = folder.canonicalize().ok()?.join(path.file_name()?);
        plain(real.strip_prefix(&self.real).ok()?)
    }
}

/// Reads a regular file that the user named, of at most `limit` bytes; `None` if it does not exist.
pub(super) fn read_outside(path: &Path, limit: u64) -> Result<Option<Vec<u8>>> {
    let refused = |error: &io::Error| Error::path("read", path, error);
    match path.metadata() {
        Ok(found) if found.is_file() => {}
        Ok(_) => {
            let message = format!("{} is not a regular file", path.display());
            return Err(Error::user(message).with_help("replace it by a file"));
        }
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(refused(&error)),
    }
    let file = File::open(path).map_err(|error| refused(&error))?;
    let mut bytes = Vec::new();
    let read = file.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| refused(&error))?;
    if bytes.len() as u64 > limit {
        let message = format!("{} is larger than {limit} bytes", path.display());
        return Err(Error::user(message).with_help("make it smaller"));
    }
    Ok(Some(bytes))
}

/// Returns whether the name of a file ends with a dot and `extension`.
pub(super) fn has_extension(name: impl AsRef<Path>, extension: &str) -> bool {
    name.as_ref()
        .extension()
        .is_some_and(|found| found == extension)
}

fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}
