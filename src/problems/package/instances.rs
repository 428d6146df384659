//! Finds the test cases of a package.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::Package;
use super::files::has_extension;
use super::groups::DATA;
use crate::error::{Error, Result};

/// The deepest folders that are searched, and how many. Links can make few folders look like many.
const DEEPEST: usize = 16;
pub(super) const MOST_FOLDERS: usize = 1000;

/// Folders in `data` whose inputs test the validators, not the programs.
const NOT_CASES: [&str; 8] = [
    "invalid_answers",
    "invalid_input",
    "invalid_inputs",
    "invalid_output",
    "invalid_outputs",
    "valid_output",
    "valid_outputs",
    "bad",
];

impl Package {
    /// Returns all `.in` files below a folder with their names, in the order of their paths. The name is the path
    /// relative to `folder` without extension, with `-` between its parts. Links are followed; hidden files are not
    /// test cases. Fails if two files have the same name.
    pub fn instances(&self, folder: &Path) -> Result<Vec<(String, PathBuf)>> {
        let walk = WalkDir::new(folder).follow_links(true).max_depth(DEEPEST);
        let mut walk = walk.into_iter();
        let mut files = Vec::new();
        let mut folders = 0;
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(folder);
                    let is_other = path.is_symlink() && !has_extension(path, "in");
                    match error.io_error() {
                        Some(error) if path == folder || !is_other => {
                            return Err(Error::path("read", path, error));
                        }
                        // A link without a target is not a test case, and a link to a folder around it has no others.
                        _ => continue,
                    }
                }
            };
            if entry.file_type().is_dir() {
                folders += 1;
                if folders > MOST_FOLDERS {
                    return Err(too_many_folders(folder));
                }
                if !self.is_searched(folder, &entry)? {
                    walk.skip_current_dir();
                }
            } else if is_case(&entry) {
                files.push(entry.into_path());
            }
        }
        // By components: `a/1` before `a-b/1`, as in the folders.
        files.sort();
        let mut names = BTreeMap::new();
        let mut instances = Vec::new();
        for file in files {
            let name = instance_name(folder, &file)?;
            if let Some(other) = names.insert(name.clone(), file.clone()) {
                let (other, file) = (other.display(), file.display());
                let message = format!("{other} and {file} both have the name `{name}`");
                return Err(Error::user(message).with_help("rename one of them"));
            }
            instances.push((name, file));
        }
        Ok(instances)
    }

    /// Returns whether a folder may contain test cases. Fails if it is a link out of the package and of `around`, which
    /// could lead to anything.
    fn is_searched(&self, around: &Path, entry: &DirEntry) -> Result<bool> {
        if entry.depth() == 0 {
            return Ok(true);
        }
        let path = entry.path();
        let name = entry.file_name().to_string_lossy();
        let inside = self.root.relative(path);
        let in_data = inside.is_some_and(|inside| inside.parent() == Some(Path::new(DATA)));
        let is_other = name.starts_with('.') || has_extension(path, "files");
        if is_other || in_data && NOT_CASES.contains(&name.as_ref()) {
            return Ok(false);
        }
        if entry.path_is_symlink() {
            let target = path.canonicalize().unwrap_or_default();
            let around = around.canonicalize().unwrap_or_default();
            if !target.starts_with(&self.root.real) && !target.starts_with(around) {
                let message = format!("{} is a link to a folder outside", path.display());
                let help = "replace it by a folder with links to the test cases";
                return Err(Error::user(message).with_help(help));
            }
        }
        Ok(true)
    }
}

pub(super) fn too_many_folders(folder: &Path) -> Error {
    let shown = folder.display();
    let error = Error::user(format!("{shown} has more than {MOST_FOLDERS} folders"));
    error.with_help("remove links from folders of test cases to others")
}

fn is_case(entry: &DirEntry) -> bool {
    let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
    entry.file_type().is_file() && !is_hidden && has_extension(entry.path(), "in")
}

fn instance_name(folder: &Path, file: &Path) -> Result<String> {
    let inside = match file.strip_prefix(folder) {
        Ok(inside) if inside.as_os_str().is_empty() => {
            Path::new(file.file_name().unwrap_or_default())
        }
        Ok(inside) => inside,
        Err(_) => file,
    };
    let inside = inside.with_extension("");
    let parts = inside.iter().map(|part| part.to_str());
    let parts: Option<Vec<&str>> = parts.collect();
    parts.map(|parts| parts.join("-")).ok_or_else(|| {
        let message = format!("the name of {} is not UTF-8", file.display());
        Error::user(message).with_help("rename the file")
    })
}
