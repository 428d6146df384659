//! The entrants of a contest: the teams of the submissions folder, and bundled solvers as baselines.

mod build;
mod handed_in;
mod language;
mod names;
pub mod project;
mod requirements;
mod source;
mod tool;

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::FileType;

pub use self::build::{Build, Builder, MYSELF, Ready, builds_folder, environment};
use self::handed_in::Hashing;
pub use self::handed_in::{HandedIn, is_for_staff, is_output, is_private};
pub use self::names::unusable_name;
use self::names::{LONGEST_NAME, shown};
pub use self::source::{of_command, of_sources};
use crate::dir::{self, Dir, Entry};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::ids::EntrantId;
use language::Language;

/// The folder of answer files within a team's folder.
pub const ANSWERS: &str = "answers";

/// The folder of earlier tries within a program's folder. It is not part of a submission.
pub const HISTORY: &str = ".judge";

/// The reason why a team has no program, before what would help.
const NOTHING: &str = "nothing to run";

/// The list of teams that `judge collect` writes into the submissions folder.
pub const ROSTER: &str = "roster.csv";

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
            HandedIn::Nothing | HandedIn::Problem { .. } | HandedIn::File { .. } => false,
        }
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

/// Reads a folder of submissions: its teams, none of which may have the name of a baseline. Unusable entries become
/// remarks, not errors.
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

/// Returns a bundled solver as a baseline.
pub fn bundled(problem: &'static str, solver: &str) -> Entrant {
    Entrant {
        id: EntrantId::baseline(solver),
        handed_in: HandedIn::Nothing,
        program: Program::Bundled {
            problem,
            solver: solver.to_owned(),
        },
        digest: format!("bundled {solver}"),
    }
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
    let language = language::of_file(&name.to_string_lossy());
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
            return leave_out(&format!("{reason}: rename it"));
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

/// Returns the languages and the names of their single source files.
pub fn starter_files() -> impl Iterator<Item = (&'static str, String)> {
    let languages = language::ALL.iter();
    languages.map(|language| (language.name, format!("solver.{}", language.extension)))
}

/// Returns the folder outside the system's that an interpreter of a supported language needs.
pub fn tool_home(path: &Path) -> Option<std::path::PathBuf> {
    let found = tool::find(path.file_name()?.to_str()?)?;
    found.home.filter(|_| found.path == path)
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
