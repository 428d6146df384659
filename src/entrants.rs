//! Who takes part: the teams of the submissions folder, and bundled solvers as baselines.

mod build;
mod language;
mod tool;

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

pub use self::build::{Build, MYSELF, Ready, Workshop, environment};
use crate::contest::Contest;
use crate::document::Document;
use crate::error::{Error, Result};
use crate::instances::hex;
use crate::units::show_size;
use language::Language;

/// Where a team's answer files lie, within its folder.
pub const ANSWERS: &str = "answers";

/// A team's name becomes the name of files, which have a little more to them.
const LONGEST_NAME: usize = 200;

/// A team or a baseline.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The folder's name, which is the team's name everywhere.
    pub name: String,
    pub baseline: bool,
    /// Where it was handed in; nowhere for a baseline.
    pub folder: PathBuf,
    pub program: Program,
    /// Changes whenever the program does.
    pub digest: String,
}

/// What a team handed in to be run.
#[derive(Clone, Debug)]
pub enum Program {
    /// A solver of ours.
    Bundled {
        problem: &'static str,
        solver: String,
    },
    Executable(PathBuf),
    Source {
        language: &'static Language,
        file: String,
    },
    /// As its `submission.toml` says.
    Manifest {
        build: Vec<String>,
        run: Vec<String>,
    },
    /// Nothing that could be run, and why.
    Nothing(String),
}

/// The entrants of a contest, and remarks on what else lies in the folder.
#[derive(Debug)]
pub struct Field {
    pub entrants: Vec<Entrant>,
    pub remarks: Vec<String>,
}

/// Reads the submissions folder; nothing in it is ever fatal.
pub fn gather(contest: &Contest) -> Result<Field> {
    let folder = &contest.submissions;
    if !folder.is_dir() {
        let error = Error::user(format!(
            "there is no folder of submissions at {}",
            folder.display()
        ));
        return Err(error.with_help("make it, or mend `submissions` in the contest file"));
    }
    let mut field = Field {
        entrants: Vec::new(),
        remarks: Vec::new(),
    };
    for entry in WalkDir::new(folder)
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name()
    {
        match entry {
            Ok(entry) => field.add(entry.path(), &contest.baselines),
            Err(error) => field.remarks.push(error.to_string()),
        }
    }
    field.entrants.extend(baselines(contest));
    Ok(field)
}

/// The bundled solvers of a contest.
pub fn baselines(contest: &Contest) -> impl Iterator<Item = Entrant> {
    contest.baselines.iter().map(|solver| Entrant {
        name: solver.clone(),
        baseline: true,
        folder: PathBuf::new(),
        program: Program::Bundled {
            problem: contest.problem.name(),
            solver: solver.clone(),
        },
        digest: format!("bundled {solver}"),
    })
}

/// A program that is no team's: a folder like a team's, an executable, or a source file, which is copied to `place`.
pub fn lone(path: &Path, place: &Path) -> Result<Entrant> {
    let failed = |error: &std::io::Error| Error::path("read", path, error);
    let metadata = fs::metadata(path).map_err(|error| failed(&error))?;
    let extension = path.extension().unwrap_or_default();
    let is_source = language::ALL
        .iter()
        .any(|language| extension == language.extension);
    let (folder, program) = if metadata.is_dir() {
        (path.to_owned(), program_in(path))
    } else if is_source {
        fs::create_dir_all(place).map_err(|error| Error::path("make the folder", place, &error))?;
        let copy = place.join("solver").with_extension(extension);
        fs::copy(path, copy).map_err(|error| failed(&error))?;
        (place.to_owned(), program_in(place))
    } else if is_executable(path) {
        (PathBuf::new(), Program::Executable(path.to_owned()))
    } else {
        let reason = "neither executable nor a source file that the judge knows".to_owned();
        (PathBuf::new(), Program::Nothing(reason))
    };
    Ok(Entrant {
        name: shown(path.file_stem()),
        baseline: false,
        folder,
        program,
        digest: String::new(),
    })
}

impl Field {
    fn add(&mut self, path: &Path, baselines: &[String]) {
        let file_name = shown(path.file_name());
        if file_name.starts_with('.') {
            return;
        }
        let Ok(metadata) = fs::metadata(path) else {
            self.remarks
                .push(format!("{file_name}: a broken link, left out"));
            return;
        };
        if !metadata.is_dir() && !is_executable(path) {
            let remark = format!("{file_name}: neither a folder nor an executable file, left out");
            self.remarks.push(remark);
            return;
        }
        let taken = |name: &str| self.entrants.iter().any(|entrant| entrant.name == name);
        let stem = shown(path.file_stem());
        let name = if metadata.is_dir() || taken(&stem) {
            file_name
        } else {
            stem
        };
        if taken(&name) || baselines.contains(&name) {
            let remark =
                format!("{name}: another team or a baseline has this name, left out: rename it");
            self.remarks.push(remark);
            return;
        }
        if name.len() > LONGEST_NAME {
            self.remarks
                .push(format!("{name}: the name is too long, left out: rename it"));
            return;
        }
        let (folder, found) = if metadata.is_dir() {
            (path.to_owned(), program_in(path))
        } else {
            (PathBuf::new(), Program::Executable(path.to_owned()))
        };
        let (program, digest) = match digest_of(path) {
            Ok(digest) => (found, digest),
            Err(reason) => (Program::Nothing(reason.clone()), reason),
        };
        if let Program::Nothing(reason) = &program {
            self.remarks.push(format!("{name}: {reason}"));
        }
        self.entrants.push(Entrant {
            name,
            baseline: false,
            folder,
            program,
            digest,
        });
    }
}

/// A file's name as text that does no harm in tables and on terminals.
fn shown(name: Option<&OsStr>) -> String {
    let name = name.unwrap_or_default().to_string_lossy();
    name.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// Answer files that belong to no instance of the contest, most likely because they are misnamed.
pub fn stray_answers(entrant: &Entrant, instances: &[&str]) -> Vec<String> {
    if entrant.baseline || entrant.folder.as_os_str().is_empty() {
        return Vec::new();
    }
    let files = WalkDir::new(entrant.folder.join(ANSWERS))
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    let strays = files.into_iter().flatten().filter(|file| {
        let stem = shown(file.path().file_stem());
        !stem.starts_with('.') && !instances.contains(&stem.as_str())
    });
    strays.map(|file| shown(Some(file.file_name()))).collect()
}

/// What there is to run in a team's folder.
fn program_in(folder: &Path) -> Program {
    let manifest = folder.join("submission.toml");
    // What cannot be read as a manifest is quoted: no file of another's must be.
    if manifest.is_symlink() {
        return Program::Nothing("submission.toml is a link".to_owned());
    }
    if is_plain(&manifest) {
        return read_manifest(&manifest).unwrap_or_else(|error| {
            Program::Nothing(format!("unusable submission.toml: {error}"))
        });
    }
    let executable = folder.join("solver");
    let candidates = language::ALL
        .iter()
        .map(|language| format!("solver.{}", language.extension));
    let mut candidates = candidates.chain(["solver".to_owned()]);
    if let Some(link) = candidates.find(|name| folder.join(name).is_symlink()) {
        return Program::Nothing(format!("{link} is a link: hand in the file itself"));
    }
    if is_plain(&executable) {
        return if is_executable(&executable) {
            Program::Executable(executable)
        } else {
            Program::Nothing("`solver` is not executable: chmod +x solver".to_owned())
        };
    }
    let sources = language::ALL
        .iter()
        .map(|language| (language, format!("solver.{}", language.extension)));
    let mut sources = sources.filter(|(_, file)| is_plain(&folder.join(file)));
    match (sources.next(), sources.next()) {
        (None, _) if folder.join(ANSWERS).is_dir() => {
            Program::Nothing("answers only, no program".to_owned())
        }
        (None, _) => Program::Nothing(format!(
            "nothing to run: neither `solver`, nor solver.{}, nor submission.toml",
            language::ALL
                .iter()
                .map(|language| language.extension)
                .collect::<Vec<_>>()
                .join("/.")
        )),
        (Some((language, file)), None) => Program::Source { language, file },
        (Some((_, one)), Some((_, other))) => Program::Nothing(format!(
            "both {one} and {other}: keep one, or write a submission.toml"
        )),
    }
}

fn read_manifest(path: &Path) -> Result<Program> {
    const LARGEST: u64 = 1 << 20;
    if fs::metadata(path).is_ok_and(|found| found.len() > LARGEST) {
        return Err(Error::user("it is larger than 1 MiB"));
    }
    let document = Document::read(path)?;
    document.parse(|root| {
        // For people and reports; the folder's name stays the team's name.
        root.text("name")?;
        root.texts("members")?;
        let words = |list: Option<Vec<crate::document::Located<String>>>| {
            list.unwrap_or_default()
                .into_iter()
                .map(|word| word.value)
                .collect::<Vec<_>>()
        };
        let build = words(root.texts("build")?);
        let run = words(root.texts("run")?);
        if run.is_empty() {
            let error = root.missing("run", "the submission does not say how to `run` it");
            return Err(error
                .with_help("add for example `run = [\"python3\", \"main.py\"]`")
                .into());
        }
        Ok(Program::Manifest { build, run })
    })
}

/// A file, and no link: links would be followed out here, where they lead to everything.
fn is_plain(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// SHA-256 over names and contents of everything that belongs to the program; answer files do not.
fn digest_of(path: &Path) -> std::result::Result<String, String> {
    /// No sensible submission is larger.
    const LARGEST: u64 = 1 << 30;
    let mut hash = Sha256::new();
    let mut size = 0;
    let entries = WalkDir::new(path).sort_by_file_name().into_iter();
    let answers = path.join(ANSWERS);
    for entry in entries.filter_entry(|entry| entry.path() != answers) {
        let entry = entry.map_err(|error| format!("unreadable: {error}"))?;
        let name = entry.path().strip_prefix(path).unwrap_or(entry.path());
        let failed = |error: std::io::Error| format!("unreadable file {}: {error}", name.display());
        if entry.file_type().is_file() {
            let metadata = fs::metadata(entry.path()).map_err(failed)?;
            size += metadata.len();
            if size > LARGEST {
                return Err(format!("larger than {}", show_size(LARGEST)));
            }
            let mode = metadata.permissions().mode();
            hash.update(format!(
                "file {} {mode} {}\n",
                name.display(),
                metadata.len()
            ));
            let mut file = fs::File::open(entry.path()).map_err(failed)?;
            let mut piece = vec![0; 1 << 16];
            loop {
                match file.read(&mut piece).map_err(failed)? {
                    0 => break,
                    length => hash.update(&piece[..length]),
                }
            }
        } else if entry.file_type().is_symlink() {
            let target = fs::read_link(entry.path()).map_err(failed)?;
            hash.update(format!("link {} {}\n", name.display(), target.display()));
        }
    }
    Ok(hex(&hash.finalize()))
}
