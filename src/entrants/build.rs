//! Makes an entrant ready to run: copies and builds it once, under limits of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use walkdir::WalkDir;

use super::language::{Language, find_tool, public_class};
use super::{ANSWERS, Entrant, Program};
use crate::contest::Limits;
use crate::error::{Error, Result};
use crate::sandbox::{self, Ending, Job, Limit};
use crate::units::show_duration;

/// What came of building an entrant.
#[derive(Clone, Debug)]
pub enum Build {
    Ready(Ready),
    /// The program cannot be built here, and why.
    Failed(String),
    /// There is no program.
    Nothing(String),
}

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Ready {
    pub command: Vec<String>,
    pub folder: String,
}

/// Compilers need more than solvers.
fn build_limits() -> Limits {
    let time = Duration::from_secs(120);
    Limits {
        time,
        wall: time,
        memory: 4 << 30,
        output: 4 << 20,
        processes: 256,
        ..Limits::default()
    }
}

/// The environment of builds and runs: nothing of the judge's own except where tools are.
pub fn environment() -> Vec<(String, String)> {
    let kept = [
        "PATH",
        "HOME",
        "RUSTUP_HOME",
        "CARGO_HOME",
        "RUSTUP_TOOLCHAIN",
        "JAVA_HOME",
        "GOROOT",
    ];
    let mut environment: Vec<_> = kept
        .iter()
        .filter_map(|&name| Some((name.to_owned(), std::env::var(name).ok()?)))
        .collect();
    environment.push(("LANG".to_owned(), "C.UTF-8".to_owned()));
    environment
}

/// Builds one entrant in `place`, a folder of its own. `interrupt` ends it early.
pub fn build(entrant: &Entrant, place: &Path, interrupt: &AtomicBool) -> Result<Build> {
    match &entrant.program {
        Program::Nothing(reason) => Ok(Build::Nothing(reason.clone())),
        Program::Bundled(solver) => bundled(solver),
        Program::Executable(path) => {
            let path = absolute(path)?;
            Ok(Build::Ready(Ready {
                command: vec![path],
                folder: absolute(&entrant.folder)?,
            }))
        }
        Program::Source { language, file } => source(language, file, entrant, place, interrupt),
        Program::Manifest { build, run } if build.is_empty() => {
            let folder = absolute(&entrant.folder)?;
            Ok(found(run.clone(), folder))
        }
        Program::Manifest { build, run } => {
            let folder = copy(&entrant.folder, place)?;
            if let Some(failure) = run_build(build, &folder, place, interrupt)? {
                return Ok(Build::Failed(failure));
            }
            Ok(found(run.clone(), folder))
        }
    }
}

/// Bundled solvers run as ordinary programs: `judge solve`, streaming, on standard input.
fn bundled(solver: &str) -> Result<Build> {
    let judge =
        std::env::current_exe().map_err(|error| Error::fault("find this executable", &error))?;
    let words = [
        &absolute(&judge)?,
        "solve",
        "-",
        "--with",
        solver,
        "--stream",
    ];
    let command = words.iter().map(|&word| word.to_owned()).collect();
    Ok(Build::Ready(Ready {
        command,
        folder: "/".to_owned(),
    }))
}

fn source(
    language: &Language,
    file: &str,
    entrant: &Entrant,
    place: &Path,
    interrupt: &AtomicBool,
) -> Result<Build> {
    if find_tool(language.tool).is_none() {
        let Language { tool, package, .. } = language;
        return Ok(Build::Failed(format!(
            "{file} needs `{tool}`, which is not installed here: install {package}"
        )));
    }
    if language.build.is_empty() {
        let run = language.run.iter().map(|&word| word.to_owned()).collect();
        return Ok(found(run, absolute(&entrant.folder)?));
    }
    let folder = copy(&entrant.folder, place)?;
    let text = fs::read_to_string(place.join(file)).unwrap_or_default();
    let java = format!("{}.java", public_class(&text).unwrap_or("solver"));
    if language.name == "java" && java != file {
        fs::copy(place.join(file), place.join(&java))
            .map_err(|error| Error::fault("copy a Java source", &error))?;
    }
    let words = language.build.iter().map(|&word| {
        if word == "{java}" {
            java.clone()
        } else {
            word.to_owned()
        }
    });
    let command: Vec<String> = std::iter::once(language.tool.to_owned())
        .chain(words)
        .collect();
    if let Some(failure) = run_build(&command, &folder, place, interrupt)? {
        return Ok(Build::Failed(failure));
    }
    let main = if language.name == "java" {
        main_class(&place.join("classes"))
    } else {
        None
    };
    let run = language.run.iter().map(|&word| match word {
        "{main}" => main.clone().unwrap_or_else(|| "solver".to_owned()),
        word => word.to_owned(),
    });
    Ok(found(run.collect(), folder))
}

/// A command whose program is a file of the folder or a tool of the system.
fn found(mut command: Vec<String>, folder: String) -> Build {
    let program = &command[0];
    let own = Path::new(&folder).join(program);
    let resolved = if program.contains('/') {
        Some(own)
    } else {
        find_tool(program).or(Some(own))
    };
    match resolved.filter(|path| path.is_file()) {
        Some(path) => {
            command[0] = path.to_string_lossy().into_owned();
            Build::Ready(Ready { command, folder })
        }
        None => Build::Failed(format!(
            "`{program}` is neither in the submission nor installed here"
        )),
    }
}

/// Runs a build command; gives the reason where it fails. The compiler's words go to `build.log`.
fn run_build(
    command: &[String],
    folder: &str,
    place: &Path,
    interrupt: &AtomicBool,
) -> Result<Option<String>> {
    let Build::Ready(Ready { command, .. }) = found(command.to_vec(), folder.to_owned()) else {
        return Ok(Some(format!("`{}` is not installed here", command[0])));
    };
    let limits = build_limits();
    let job = Job {
        command: &command,
        folder,
        environment: environment(),
        input: b"",
        limits: &limits,
    };
    let outcome = sandbox::run(&job, interrupt)?;
    let output = String::from_utf8_lossy(outcome.output());
    let log = format!("$ {}\n{}{}", command.join(" "), output, outcome.errors);
    fs::write(place.join("build.log"), &log)
        .map_err(|error| Error::fault("write a build log", &error))?;
    let what = match outcome.ending {
        Ending::Exited(0) => return Ok(None),
        Ending::Exited(code) => format!("the build ended with exit code {code}"),
        Ending::Signalled(signal) => format!(
            "the build was killed by {}",
            crate::verdict::signal_name(signal)
        ),
        Ending::Stopped(Limit::Cpu(limit) | Limit::Wall(limit)) => {
            format!("the build took longer than {}", show_duration(limit))
        }
        Ending::Stopped(_) => "the build used too much memory or wrote too much".to_owned(),
        Ending::NotStarted(reason) => format!("the build did not start: {reason}"),
        Ending::Interrupted => "the build was interrupted".to_owned(),
    };
    // Compilers put what matters first: the first line that speaks of an error.
    let complaint = log
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or_default();
    Ok(Some(format!("{what}: {complaint}")))
}

/// A fresh copy of a team's folder, without its answers; links stay links.
fn copy(from: &Path, to: &Path) -> Result<String> {
    let doing =
        |error: &dyn std::fmt::Display| Error::fault(&format!("copy {}", from.display()), error);
    if to.exists() {
        fs::remove_dir_all(to).map_err(|error| doing(&error))?;
    }
    let answers = from.join(ANSWERS);
    for entry in WalkDir::new(from)
        .into_iter()
        .filter_entry(|entry| entry.path() != answers)
    {
        let entry = entry.map_err(|error| doing(&error))?;
        let target = to.join(
            entry
                .path()
                .strip_prefix(from)
                .map_err(|error| doing(&error))?,
        );
        let done = if entry.file_type().is_dir() {
            fs::create_dir_all(&target)
        } else if entry.file_type().is_symlink() {
            fs::read_link(entry.path()).and_then(|link| std::os::unix::fs::symlink(link, &target))
        } else if entry.file_type().is_file() {
            fs::copy(entry.path(), &target).map(drop)
        } else {
            Ok(()) // Sockets, pipes and devices are nothing to build from.
        };
        done.map_err(|error| doing(&error))?;
    }
    absolute(to)
}

/// The compiled class that has a `main`, by the names in its constant pool.
fn main_class(classes: &Path) -> Option<String> {
    let holds = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
    let files = WalkDir::new(classes)
        .sort_by_file_name()
        .into_iter()
        .flatten();
    let mut files = files.filter(|file| file.path().extension().is_some_and(|ext| ext == "class"));
    let main = files.find(|file| {
        let bytes = fs::read(file.path()).unwrap_or_default();
        holds(&bytes, b"\x01\x00\x04main") && holds(&bytes, b"([Ljava/lang/String;)V")
    })?;
    let path = main.path().strip_prefix(classes).ok()?.with_extension("");
    Some(path.to_string_lossy().replace('/', "."))
}

fn absolute(path: &Path) -> Result<String> {
    let path: PathBuf = std::path::absolute(path)
        .map_err(|error| Error::fault("find the current folder", &error))?;
    path.into_os_string().into_string().map_err(|path| {
        Error::user(format!(
            "the path {} is not UTF-8 text",
            Path::new(&path).display()
        ))
    })
}
