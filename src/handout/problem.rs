//! The public part of a problem folder, as `problem/` in a handout.

use std::ffi::OsStr;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use puzzles::AnyProblem;
use rustix::fs::FileType;

use super::HandoutFile;
use crate::contest::{Contest, Seed, Source};
use crate::dir::Dir;
use crate::entrants;
use crate::error::{Error, Result};
use crate::instances::matching_files;
use crate::problems::{self, ProblemFolder};
use crate::units::show_size;

/// The folder in the handout.
pub(super) const FOLDER: &str = "problem";

/// The file that describes a problem that is not a package.
const MANIFEST: &str = "problem.toml";

/// The limits of what is copied: the total size in bytes, and the depth of folders.
const MOST_BYTES: u64 = 256 << 20;
const DEEPEST: usize = 20;

/// What students get of a package: the rest may tell what is hidden.
const OF_PACKAGE: [&str; 9] = [
    "attachments",
    "domjudge-problem.ini",
    "include",
    "output_validator",
    "output_validators",
    "problem.yaml",
    "problem_statement",
    "statement",
    "starters",
];

/// The public part of a problem folder.
#[derive(Debug, Default)]
pub(super) struct PublicPart {
    pub(super) files: Vec<HandoutFile>,
    /// The baselines whose programs are private.
    pub(super) left_out: Vec<String>,
}

/// Copies the public part of a problem folder, without test cases.
pub(super) fn copy(contest: &Contest, folder: &ProblemFolder) -> Result<PublicPart> {
    let Some(path) = AnyProblem::folder(folder) else {
        return Ok(PublicPart::default());
    };
    let opened = Dir::open(path).map_err(|error| Error::path("open", path, &error))?;
    let is_package = folder.package().is_some();
    let mut copy = Copy {
        path,
        name: AnyProblem::name(folder),
        kept_back: kept_back(contest),
        size: 0,
        part: PublicPart::default(),
    };
    let entries = opened.entries();
    for entry in entries.map_err(|error| Error::path("read", path, &error))? {
        let is_wanted = if is_package {
            OF_PACKAGE.iter().any(|name| entry.name == *name)
        } else {
            !entrants::is_for_staff(&entry.name)
        };
        if is_wanted {
            copy.entry(&opened, &entry.name, entry.kind, Path::new(&entry.name))?;
        }
    }
    Ok(copy.part)
}

/// Returns the files and folders that the contest keeps back, wherever they are: its own file, its secrets, the teams,
/// and all instances, of which the handout has the public ones elsewhere.
fn kept_back(contest: &Contest) -> Vec<PathBuf> {
    let mut paths = vec![contest.document.path.clone(), contest.submissions.clone()];
    for round in &contest.rounds {
        match &round.source {
            Source::Files(path) => {
                let found = problems::instance_files(contest.problem, &path.value);
                let found = found.ok().flatten().unwrap_or_default();
                let found = found.into_iter().map(|(_, file)| file);
                for file in found.chain(matching_files(&path.value)) {
                    paths.push(file.with_extension("ans"));
                    paths.push(file);
                }
                paths.push(path.value.clone());
            }
            Source::Generated {
                seed: Seed::File(file),
                ..
            } => paths.push(file.value.clone()),
            Source::Generated { .. } => {}
        }
    }
    let real = paths.iter().filter_map(|path| path.canonicalize().ok());
    let own = contest.problem.folder();
    // An instance folder that is the problem folder itself keeps its instances back, and nothing else.
    real.filter(|path| Some(path.as_path()) != own).collect()
}

struct Copy<'a> {
    path: &'a Path,
    /// The name of the problem.
    name: &'static str,
    kept_back: Vec<PathBuf>,
    size: u64,
    part: PublicPart,
}

impl Copy<'_> {
    fn entry(&mut self, from: &Dir, name: &OsStr, kind: FileType, inside: &Path) -> Result<()> {
        let failed = |error: io::Error| Error::path("read", &self.path.join(inside), &error);
        if is_never_copied(name) || self.kept_back.contains(&self.path.join(inside)) {
            return Ok(());
        }
        match kind {
            FileType::Directory if inside.components().count() < DEEPEST => {
                let inner = from.dir(name).map_err(failed)?;
                if entrants::is_output(&inner) {
                    return Ok(());
                }
                for entry in inner.entries().map_err(failed)? {
                    let inside = inside.join(&entry.name);
                    self.entry(&inner, &entry.name, entry.kind, &inside)?;
                }
            }
            FileType::RegularFile => {
                let file = from.file(name).map_err(failed)?;
                let mode = file.metadata().map_err(failed)?.permissions().mode();
                let left = MOST_BYTES.saturating_sub(self.size);
                let content = from.read(name, left).map_err(|_| too_large(self.path))?;
                self.size += content.len() as u64;
                self.add(inside, content, mode & 0o111 != 0)?;
            }
            FileType::Symlink => self.link(inside)?,
            // Nothing else can be copied.
            _ => {}
        }
        Ok(())
    }

    /// Copies what a link leads to, if it is a file of the folder that is not private.
    fn link(&mut self, inside: &Path) -> Result<()> {
        let link = self.path.join(inside);
        let Ok(target) = link.canonicalize() else {
            return Ok(());
        };
        let Ok(below) = target.strip_prefix(self.path) else {
            return Ok(());
        };
        let top = below.components().next();
        let is_private = top.is_none_or(|top| entrants::is_for_staff(top.as_os_str()));
        let mut names = below.iter();
        let is_left_out = is_private || names.any(is_never_copied);
        if is_left_out || self.kept_back.iter().any(|kept| target.starts_with(kept)) {
            return Ok(());
        }
        let folder = self.path.join(below.parent().unwrap_or(Path::new("")));
        let failed = |error: io::Error| Error::path("read", &link, &error);
        let folder = Dir::open(&folder).map_err(failed)?;
        let name = target.file_name().unwrap_or_default();
        match folder.kind(name) {
            Some(FileType::RegularFile) => self.entry(&folder, name, FileType::RegularFile, inside),
            _ => Ok(()),
        }
    }

    fn add(&mut self, inside: &Path, mut content: Vec<u8>, executable: bool) -> Result<()> {
        if inside == Path::new(MANIFEST) {
            content = self.manifest(content)?;
        } else if inside.extension().is_some_and(|end| end == "toml") && is_contest(&content) {
            // Another contest with the problem, which may have a seed in it.
            return Ok(());
        }
        self.part.files.push(HandoutFile {
            path: Path::new(FOLDER).join(inside),
            content,
            executable,
        });
        Ok(())
    }

    /// Removes what is in the folder `private` from a `problem.toml`.
    fn manifest(&mut self, content: Vec<u8>) -> Result<Vec<u8>> {
        let fault = |error: &dyn std::fmt::Display| Error::fault("write problem.toml", error);
        let text = String::from_utf8_lossy(&content);
        let mut table: toml::Table = toml::from_str(&text).map_err(|error| fault(&error))?;
        if table.get("checker").is_some_and(is_in_private) {
            let error = Error::user("the checker is in the folder `private` of the problem");
            let help = "move it out: students cannot try their programs without it";
            return Err(error.with_help(help));
        }
        let before = table.clone();
        for key in ["generator", "bound", "view"] {
            if table.get(key).is_some_and(is_in_private) {
                table.remove(key);
            }
        }
        let baselines = table.get_mut("baselines");
        if let Some(baselines) = baselines.and_then(toml::Value::as_table_mut) {
            let left_out = &mut self.part.left_out;
            baselines.retain(|name, command| {
                if is_in_private(command) {
                    left_out.push(name.to_owned());
                }
                !is_in_private(command)
            });
        }
        // Without a name, the problem is named after its folder, which has another name in the handout.
        table.entry("name").or_insert_with(|| self.name.into());
        if table == before {
            // As it is, with its comments.
            return Ok(content);
        }
        let text = toml::to_string(&table).map_err(|error| fault(&error))?;
        Ok(text.into_bytes())
    }
}

/// Returns whether a file is left out wherever it is.
fn is_never_copied(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') || name.ends_with(".secret") || name == "__pycache__"
}

/// Returns whether a word of a command is a file in the folder `private`.
fn is_in_private(command: &toml::Value) -> bool {
    let is_private = |word: &str| {
        let word = word.strip_prefix("./").unwrap_or(word);
        word.starts_with("private/")
    };
    match command {
        toml::Value::String(text) => text.split_whitespace().any(is_private),
        toml::Value::Array(words) => words.iter().filter_map(toml::Value::as_str).any(is_private),
        _ => false,
    }
}

fn is_contest(content: &[u8]) -> bool {
    let table: Option<toml::Table> = toml::from_str(&String::from_utf8_lossy(content)).ok();
    table.is_some_and(|table| table.contains_key("problem") && table.contains_key("round"))
}

fn too_large(path: &Path) -> Error {
    let error = Error::user(format!(
        "the public part of {} cannot be read, or is larger than {}",
        path.display(),
        show_size(MOST_BYTES)
    ));
    error.with_help("move what students do not need to the folder `private`")
}
