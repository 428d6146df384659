//! The entrants of a contest: the teams of the submissions folder, and bundled solvers as baselines.

mod build;
mod language;
pub mod project;
mod requirements;
mod tool;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::FileType;
use sha2::{Digest, Sha256};

pub use self::build::{Build, Builder, MYSELF, Ready, builds_folder, environment};
use crate::bundle;
use crate::contest::Contest;
use crate::digest::hex;
use crate::dir::{self, Dir, Entry};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::ids::EntrantId;
use crate::terminal::{csv_field, is_invisible};
use language::Language;
use unicode_security::confusable_detection::skeleton;

/// The folder of answer files within a team's folder.
pub const ANSWERS: &str = "answers";

/// The folder of earlier tries within a program's folder. It is not part of a submission.
pub const HISTORY: &str = ".judge";

/// The reason why a team has no program, before what would help.
const NOTHING: &str = "nothing to run";

/// The list of teams that `judge collect` writes into the submissions folder.
pub const ROSTER: &str = "roster.csv";

/// The longest team name, in bytes: it becomes part of file names, which may have 255.
const LONGEST_NAME: usize = 200;

/// The largest `submission.toml` that is read.
const LARGEST_MANIFEST: u64 = 1 << 20;

/// A team or a baseline.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// A team is named after its folder.
    pub id: EntrantId,
    pub handed_in: HandedIn,
    pub program: Program,
    /// A digest of the program.
    pub digest: String,
}

impl Entrant {
    /// Returns the versions of the compiler and interpreter, if they are tools of this machine.
    pub fn tools(&self) -> Vec<String> {
        let names: BTreeSet<&str> = match &self.program {
            Program::Source { language, .. } => language.tools().collect(),
            Program::Manifest { build, run } => {
                let first = [build.first(), run.first()];
                first.into_iter().flatten().map(String::as_str).collect()
            }
            Program::Bundled { .. } | Program::Executable | Program::Nothing(_) => BTreeSet::new(),
        };
        let tools = names.into_iter().filter(|name| !name.contains('/'));
        tools.filter_map(tool::version).collect()
    }
}

impl Entrant {
    /// Returns whether the team submitted a folder of answer files.
    pub fn has_answers(&self) -> bool {
        match &self.handed_in {
            HandedIn::Folder(folder) => folder.kind(ANSWERS) == Some(FileType::Directory),
            HandedIn::Nothing | HandedIn::File { .. } => false,
        }
    }
}

/// What a team submitted.
#[derive(Clone, Debug)]
pub enum HandedIn {
    /// A baseline submits nothing.
    Nothing,
    Folder(Arc<Dir>),
    /// A single file of a folder, and its name in the build.
    File {
        folder: Arc<Dir>,
        name: OsString,
        built_as: String,
    },
}

impl HandedIn {
    /// Writes the program as a bundle, without answer files and earlier tries.
    fn pack(&self, out: &mut dyn Write) -> std::result::Result<(), String> {
        match self {
            Self::Nothing => Ok(()),
            Self::Folder(folder) => bundle::pack(folder, &[ANSWERS, HISTORY], out),
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
    fn digest(&self) -> std::result::Result<String, String> {
        let mut hash = Hashing::new(io::sink());
        self.pack(&mut hash)?;
        Ok(hash.digest())
    }
}

/// A writer that hashes what passes through it.
struct Hashing<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> Hashing<W> {
    fn new(out: W) -> Self {
        let hash = Sha256::new();
        Self { out, hash }
    }

    fn digest(self) -> String {
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

/// The kind of a submitted program.
#[derive(Clone, Debug)]
pub enum Program {
    /// A bundled solver.
    Bundled {
        problem: &'static str,
        solver: String,
    },
    /// An executable file `solver`.
    Executable,
    Source {
        language: &'static Language,
        file: String,
    },
    /// Built and run as its `submission.toml` says.
    Manifest {
        build: Vec<String>,
        run: Vec<String>,
    },
    /// There is no program; the reason.
    Nothing(String),
}

/// The entrants of a contest, and remarks on other files in the submissions folder.
#[derive(Debug)]
pub struct Field {
    pub entrants: Vec<Entrant>,
    pub remarks: Vec<String>,
}

/// Reads the submissions folder of a contest. Unusable entries become remarks, not errors.
pub fn gather(contest: &Contest) -> Result<Field> {
    let help = "create it, or correct `submissions` in the contest file";
    let field = teams(&contest.submissions, &contest.baselines);
    let mut field = field.map_err(|error| error.with_help(help))?;
    field.entrants.extend(baselines(contest));
    Ok(field)
}

/// Reads a folder of submissions: its teams, none of which may have the name of a baseline.
pub fn teams(path: &Path, baselines: &[String]) -> Result<Field> {
    let submissions = Dir::open(path).map_err(|error| {
        let shown = path.display();
        Error::user(match error.kind() {
            io::ErrorKind::NotFound => format!("there is no folder of submissions at {shown}"),
            _ => format!("the folder of submissions {shown} cannot be read: {error}"),
        })
    })?;
    let submissions = Arc::new(submissions);
    let entries = submissions.entries();
    let entries = entries.map_err(|error| Error::path("read", path, &error))?;
    let mut field = Field {
        entrants: Vec::new(),
        remarks: Vec::new(),
    };
    for entry in entries {
        field.add(&submissions, &entry, baselines);
    }
    Ok(field)
}

/// Returns the baselines of a contest.
pub fn baselines(contest: &Contest) -> impl Iterator<Item = Entrant> {
    contest.baselines.iter().map(|solver| Entrant {
        id: EntrantId::baseline(solver.as_str()),
        handed_in: HandedIn::Nothing,
        program: Program::Bundled {
            problem: contest.problem.name(),
            solver: solver.clone(),
        },
        digest: format!("bundled {solver}"),
    })
}

/// Returns a single program as an entrant: a folder like a team's, an executable, or a source file.
pub fn lone(path: &Path) -> Result<Entrant> {
    let failed = |error: &io::Error| Error::path("read", path, error);
    let found = path.canonicalize().map_err(|error| failed(&error))?;
    let (handed_in, program) = if found.is_dir() {
        let folder = Dir::open(&found).map_err(|error| failed(&error))?;
        let program = program_in(&folder);
        (HandedIn::Folder(Arc::new(folder)), program)
    } else {
        lone_file(&found).map_err(|error| failed(&error))?
    };
    let program = match handed_in.digest() {
        Ok(_) => program,
        Err(reason) => Program::Nothing(reason),
    };
    Ok(Entrant {
        id: EntrantId::team(lone_name(&found)),
        digest: handed_in.digest().unwrap_or_default(),
        handed_in,
        program,
    })
}

/// Returns the team `name` whose submission is this folder.
pub fn team(name: &str, folder: Dir) -> Entrant {
    let program = program_in(&folder);
    let handed_in = HandedIn::Folder(Arc::new(folder));
    let (program, digest) = match handed_in.digest() {
        Ok(digest) => (program, digest),
        Err(reason) => (Program::Nothing(reason.clone()), reason),
    };
    Entrant {
        id: EntrantId::team(name),
        handed_in,
        program,
        digest,
    }
}

/// Returns the name of a single program: that of its folder, or of its file without the extension.
fn lone_name(path: &Path) -> String {
    let name = if path.is_dir() {
        path.file_name()
    } else {
        path.file_stem()
    };
    let name = shown(name.unwrap_or_default());
    let usable = name.len() <= LONGEST_NAME && dir::component(&name).is_ok();
    if usable { name } else { "program".to_owned() }
}

fn lone_file(path: &Path) -> io::Result<(HandedIn, Program)> {
    let folder = Arc::new(Dir::open(path.parent().unwrap_or(path))?);
    let name = path.file_name().unwrap_or_default().to_owned();
    let extension = path.extension().unwrap_or_default();
    let mut languages = language::ALL.iter();
    let language = languages.find(|language| extension == language.extension);
    let (built_as, program) = match language {
        Some(language) => {
            let file = format!("solver.{}", language.extension);
            (file.clone(), Program::Source { language, file })
        }
        None if is_executable(&folder.file(&name)?) => ("solver".to_owned(), Program::Executable),
        None => {
            let reason = "neither executable nor a source file that the judge knows".to_owned();
            ("solver".to_owned(), Program::Nothing(reason))
        }
    };
    let handed_in = HandedIn::File {
        folder,
        name,
        built_as,
    };
    Ok((handed_in, program))
}

impl Field {
    fn add(&mut self, submissions: &Arc<Dir>, entry: &Entry, baselines: &[String]) {
        let file_name = shown(&entry.name);
        if file_name.starts_with('.') || file_name == ROSTER {
            return;
        }
        let plain = entry
            .name
            .to_str()
            .is_some_and(|name| !name.contains(char::is_control));
        let remarks = &mut self.remarks;
        let mut leave_out = |reason: &str| {
            remarks.push(format!("{file_name}: {reason}, left out"));
        };
        if !plain {
            return leave_out("the name is not plain text but holds control characters: rename it");
        }
        let found = match entry.kind {
            FileType::Symlink => {
                return leave_out("a link: put the folder itself here");
            }
            FileType::Directory => submissions
                .dir(&entry.name)
                .map(|folder| HandedIn::Folder(Arc::new(folder))),
            FileType::RegularFile => submissions.file(&entry.name).and_then(|file| {
                // On some file systems every file is executable, also tables and archives.
                if !is_executable(&file) || project::is_data(&file_name) {
                    let reason = "neither a folder nor an executable file";
                    return Err(io::Error::other(reason));
                }
                Ok(HandedIn::File {
                    folder: Arc::clone(submissions),
                    name: entry.name.clone(),
                    built_as: "solver".to_owned(),
                })
            }),
            _ => return leave_out("neither a folder nor an executable file"),
        };
        let handed_in = match found {
            Ok(handed_in) => handed_in,
            Err(error) => return leave_out(&error.to_string()),
        };
        let taken = |name: &str| {
            self.entrants
                .iter()
                .find(|entrant| *entrant.id.name == *name)
        };
        let stem = shown(Path::new(&entry.name).file_stem().unwrap_or_default());
        let is_folder = matches!(handed_in, HandedIn::Folder(_));
        let name = if is_folder || taken(&stem).is_some() {
            file_name.clone()
        } else {
            stem
        };
        if taken(&name).is_some() || baselines.contains(&name) {
            return leave_out("another team or a baseline has this name: rename it");
        }
        let others = self.entrants.iter().map(|entrant| &*entrant.id.name);
        let others = others.chain(baselines.iter().map(String::as_str));
        if let Some(reason) = unusable_name(&name, others) {
            return leave_out(&reason);
        }
        let found = match &handed_in {
            HandedIn::Folder(folder) => program_in(folder),
            _ => Program::Executable,
        };
        let (program, digest) = match handed_in.digest() {
            Ok(digest) => (found, digest),
            Err(reason) => (Program::Nothing(reason.clone()), reason),
        };
        if let Program::Nothing(reason) = &program {
            self.remarks.push(format!("{name}: {reason}"));
        }
        self.entrants.push(Entrant {
            id: EntrantId::team(name),
            handed_in,
            program,
            digest,
        });
    }
}

/// Returns the folder outside the system's that an interpreter of a supported language needs.
pub fn tool_home(path: &Path) -> Option<std::path::PathBuf> {
    let found = tool::find(path.file_name()?.to_str()?)?;
    found.home.filter(|_| found.path == path)
}

/// Returns why a name cannot be used beside the names of `others`, if it cannot.
pub fn unusable_name<'n>(name: &str, mut others: impl Iterator<Item = &'n str>) -> Option<String> {
    if name.len() > LONGEST_NAME {
        return Some("the name is too long: rename it".to_owned());
    }
    if let Err(error) = dir::component(name) {
        return Some(format!("{error}: rename it"));
    }
    if name.chars().any(is_invisible) {
        return Some("the name holds invisible characters: rename it".to_owned());
    }
    if name.chars().any(|c| c.is_whitespace() && c != ' ') {
        return Some("the name holds blanks other than the ordinary one: rename it".to_owned());
    }
    if name.trim() != name || name.contains("  ") {
        return Some("the name has blanks that cannot be seen: rename it".to_owned());
    }
    if csv_field(name) != name {
        return Some("a spreadsheet would take the name for a formula: rename it".to_owned());
    }
    let looks = |name: &str| -> String {
        let letters = skeleton(name).filter(|c| !c.is_whitespace());
        letters.collect()
    };
    let own = looks(name);
    let alike = others.find(|other| looks(other) == own);
    alike.map(|other| format!("the name looks like {other}: rename it"))
}

/// Returns a file name as text that is safe in tables and on terminals.
fn shown(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    name.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

/// Returns answer files that match no instance, most likely because they are misnamed.
pub fn stray_answers(entrant: &Entrant, instances: &[&str]) -> Vec<String> {
    let HandedIn::Folder(folder) = &entrant.handed_in else {
        return Vec::new();
    };
    let files = folder.dir(ANSWERS).and_then(|answers| answers.entries());
    let strays = files.unwrap_or_default().into_iter().filter(|file| {
        let stem = shown(Path::new(&file.name).file_stem().unwrap_or_default());
        !stem.starts_with('.') && !instances.contains(&stem.as_str())
    });
    strays.map(|file| shown(&file.name)).collect()
}

/// Finds the program in a team's folder.
fn program_in(folder: &Dir) -> Program {
    let is_link = |name: &str| folder.kind(name) == Some(FileType::Symlink);
    if folder.exists("submission.toml") {
        return read_manifest(folder).unwrap_or_else(|error| {
            Program::Nothing(format!("unusable submission.toml: {error}"))
        });
    }
    let source = |language: &Language| format!("solver.{}", language.extension);
    let mut candidates = language::ALL
        .iter()
        .map(source)
        .chain(["solver".to_owned()]);
    if let Some(link) = candidates.find(|name| is_link(name)) {
        return Program::Nothing(format!("{link} is a link: hand in the file itself"));
    }
    if let Ok(file) = folder.file("solver") {
        return if is_executable(&file) {
            Program::Executable
        } else {
            Program::Nothing("`solver` is not executable: chmod +x solver".to_owned())
        };
    }
    let sources = language::ALL
        .iter()
        .map(|language| (language, source(language)));
    let mut sources = sources.filter(|(_, file)| folder.is_file(file));
    match (sources.next(), sources.next()) {
        (None, _) if folder.kind(ANSWERS) == Some(FileType::Directory) => {
            Program::Nothing("answers only, no program".to_owned())
        }
        (None, _) => Program::Nothing(nothing_to_run(folder)),
        (Some((language, file)), None) => Program::Source { language, file },
        (Some((_, one)), Some((_, other))) => Program::Nothing(format!(
            "both {one} and {other}: keep one, or write a submission.toml"
        )),
    }
}

/// Says why there is nothing to run, and what would help.
fn nothing_to_run(folder: &Dir) -> String {
    let listing = project::list(folder).ok();
    let advice = listing.and_then(|listing| project::plan(&listing.files).advice());
    if let Some(advice) = advice {
        return format!("{NOTHING}: {advice}");
    }
    let extensions = language::ALL.iter().map(|language| language.extension);
    format!(
        "{NOTHING}: neither `solver`, nor solver.{}, nor submission.toml",
        extensions.collect::<Vec<_>>().join("/.")
    )
}

fn read_manifest(folder: &Dir) -> Result<Program> {
    let name = "submission.toml";
    let text = folder.read_to_string(name, LARGEST_MANIFEST);
    let document = Document {
        path: name.into(),
        text: text.map_err(|error| Error::user(error.to_string()))?,
    };
    document.parse(|root| {
        // For people and reports; the team is still named after its folder.
        root.text("name")?;
        root.texts("members")?;
        let build = root.command("build")?.unwrap_or_default();
        let run = root.command("run")?.unwrap_or_default();
        if run.is_empty() {
            let error = root.missing("run", "the submission does not say how to `run` it");
            return Err(error
                .with_help("add for example `run = [\"python3\", \"main.py\"]`")
                .into());
        }
        Ok(Program::Manifest { build, run })
    })
}

fn is_executable(file: &File) -> bool {
    let metadata = file.metadata();
    metadata.is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_deceive_are_refused() {
        let others = ["Team One", "naive"];
        let refused = |name: &str| unusable_name(name, others.into_iter());
        for name in ["Team Two", "équipe 1", "日本", "a-b", "1+1"] {
            assert_eq!(refused(name), None, "{name}");
        }
        for name in [
            " lead",
            "trail ",
            "two  blanks",
            "thin\u{2009}blank",
            "Team\u{a0}Two",
            "braille\u{2800}",
            "soft\u{ad}hyphen",
            "null\u{1d159}",
            "egypt\u{13430}",
            "TeamOne",
            "Te am One",
            "T\u{435}am One",
            "＝1",
            "＋1",
            "－1",
            "＠1",
            "=1",
        ] {
            assert!(refused(name).is_some(), "{name:?}");
        }
    }
}
