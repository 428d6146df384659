//! Finds the output validator of a package.

use std::path::{Path, PathBuf};

use super::files::{Entry, Root};
use super::program::{Program, in_folder, visible};
use super::settings::{FILE, Format, Settings};
use crate::error::{Error, Result};

/// The extensions of files that are a program on their own.
const SOURCES: &[&str] = &[
    "c", "cc", "cpp", "cxx", "c++", "C", "cs", "d", "erl", "f90", "go", "hs", "java", "jar", "js",
    "kt", "lisp", "ml", "php", "pl", "py", "py2", "py3", "rb", "rs", "scala", "sh", "swift", "ts",
];

/// How answers are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validator {
    /// [`super::Comparison`].
    Default,
    Program(Program),
}

/// Finds the output validator. The legacy format names it with `validation: custom`; later ones use it if it exists.
pub(super) fn find(root: &Root, settings: &Settings) -> Result<Validator> {
    let is_custom = settings
        .validation
        .first()
        .is_some_and(|word| word == "custom");
    if settings.format == Format::Legacy && !is_custom {
        return Ok(Validator::Default);
    }
    let (single, several) = (
        Path::new("output_validator"),
        Path::new("output_validators"),
    );
    let found = if settings.format == Format::Legacy {
        or_else(one_of_folder(root, several)?, || itself(root, single))?
    } else {
        or_else(itself(root, single)?, || one_of_folder(root, several))?
    };
    match found {
        Some(program) => Ok(Validator::Program(program)),
        None if is_custom => {
            let file = root.shown(Path::new(FILE));
            let message = format!(
                "{file}: the package has a custom output validator according to `validation`, but there is none"
            );
            let help = "add it to the folder output_validators, or write `validation: default`";
            Err(Error::user(message).with_help(help))
        }
        None => Ok(Validator::Default),
    }
}

fn or_else(
    found: Option<Program>,
    other: impl FnOnce() -> Result<Option<Program>>,
) -> Result<Option<Program>> {
    if found.is_some() { Ok(found) } else { other() }
}

/// Returns the program that `folder` is. A folder with nothing but another folder is that folder.
fn itself(root: &Root, folder: &Path) -> Result<Option<Program>> {
    if root.is_file(folder) {
        return Ok(Some(Program {
            folder: PathBuf::new(),
            files: vec![folder.to_owned()],
        }));
    }
    let entries = visible(root, folder)?;
    match entries.as_slice() {
        [] => Ok(None),
        [only] if only.folder => in_folder(root, &folder.join(&only.name)).map(Some),
        _ => in_folder(root, folder).map(Some),
    }
}

/// Returns the only program in `folder`: a folder or a source file. Files beside a source file, such as headers, belong
/// to it.
fn one_of_folder(root: &Root, folder: &Path) -> Result<Option<Program>> {
    let entries = visible(root, folder)?;
    let is_script = |entry: &Entry| !entry.folder && matches!(entry.name.as_str(), "build" | "run");
    if entries.iter().any(is_script) {
        return in_folder(root, folder).map(Some);
    }
    let is_program = |entry: &&Entry| entry.folder || is_source(&entry.name);
    let mut programs: Vec<&Entry> = entries.iter().filter(is_program).collect();
    // A single file is a program whatever its name is.
    if programs.is_empty() && entries.len() == 1 {
        programs = entries.iter().collect();
    }
    match programs.as_slice() {
        [] if entries.is_empty() => Ok(None),
        [] => {
            let message = format!("{}: no file is a program", root.shown(folder));
            let help = "give the source file the extension of its language, or add a script `run`";
            Err(Error::user(message).with_help(help))
        }
        [only] if only.folder => in_folder(root, &folder.join(&only.name)).map(Some),
        [_] => in_folder(root, folder).map(Some),
        [first, second, ..] => {
            let (folder, first, second) = (root.shown(folder), &first.name, &second.name);
            let message = format!(
                "{folder}: several output validators (`{first}`, `{second}`) are not supported"
            );
            let help = "keep one; move the files of one program into a folder of their own";
            Err(Error::user(message).with_help(help))
        }
    }
}

fn is_source(name: &str) -> bool {
    let extension = Path::new(name)
        .extension()
        .and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| SOURCES.contains(&extension))
}
