//! The sources of a program of a package: of its output validator, or of an example submission.

use std::path::{Path, PathBuf};

use super::Package;
use super::files::{Entry, Root};
use crate::error::{Error, Result};

/// The most files and the deepest folders of a program.
const MOST_FILES: usize = 1000;
const DEEPEST: usize = 8;

/// The source of a program of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The folder that holds it, relative to the package.
    pub folder: PathBuf,
    /// Its files relative to `folder`, sorted, without hidden ones. None is a link that leads out of the package. A file
    /// `build` at the top makes `run`; a file `run` at the top runs it.
    pub files: Vec<PathBuf>,
}

impl Package {
    /// Returns the program that a file or a folder of the package is.
    pub fn program(&self, path: &Path) -> Result<Program> {
        if self.root.is_folder(path) {
            return in_folder(&self.root, path);
        }
        self.root.check_inside(path)?;
        Ok(Program {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            files: path.file_name().map(PathBuf::from).into_iter().collect(),
        })
    }
}

/// Returns the program that consists of all files below `folder`.
pub(super) fn in_folder(root: &Root, folder: &Path) -> Result<Program> {
    let mut files = Vec::new();
    collect(root, folder, Path::new(""), 0, &mut files)?;
    if files.is_empty() {
        let message = format!("{}: the program has no files", root.shown(folder));
        return Err(Error::user(message).with_help("add its source"));
    }
    files.sort();
    Ok(Program {
        folder: folder.to_owned(),
        files,
    })
}

/// Lists a folder without what interpreters leave behind.
pub(super) fn visible(root: &Root, folder: &Path) -> Result<Vec<Entry>> {
    let mut entries = root.list(folder)?;
    entries.retain(|entry| entry.name != "__pycache__");
    Ok(entries)
}

fn collect(
    root: &Root,
    folder: &Path,
    inside: &Path,
    depth: usize,
    files: &mut Vec<PathBuf>,
) -> Result<()> {
    for entry in visible(root, &folder.join(inside))? {
        let path = inside.join(&entry.name);
        if entry.folder && depth < DEEPEST {
            collect(root, folder, &path, depth + 1, files)?;
        } else if entry.folder || files.len() >= MOST_FILES {
            let message = format!(
                "{}: a program has at most {MOST_FILES} files in folders {DEEPEST} levels deep",
                root.shown(folder)
            );
            return Err(Error::user(message).with_help("remove files that are not part of it"));
        } else {
            root.check_inside(&folder.join(&path))?;
            files.push(path);
        }
    }
    Ok(())
}
