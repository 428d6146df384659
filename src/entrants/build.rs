//! Makes an entrant ready to run: a copy of what was handed in, built once, behind the same walls as its runs.

use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use walkdir::WalkDir;

use super::language::{Language, public_class};
use super::tool::{self, Tool};
use super::{ANSWERS, Entrant, Program};
use crate::contest::Limits;
use crate::error::{Error, Result};
use crate::remove::remove_tree;
use crate::sandbox::{Ending, Job, Limit, Sandbox, nobody};
use crate::units::show_duration;
use crate::verdict::signal_name;

/// What came of building an entrant.
#[derive(Clone, Debug)]
pub enum Build {
    Ready(Ready),
    /// The program cannot be built here, and why.
    Failed(String),
    /// The judge failed.
    Fault(String),
    /// There is no program.
    Nothing(String),
}

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Ready {
    pub command: Vec<String>,
    pub folder: PathBuf,
    /// What it needs to see beyond the system's own folders and its own.
    pub paths: Vec<PathBuf>,
}

/// Where and how to build.
pub struct Workshop<'a> {
    pub sandbox: &'a mut Sandbox,
    /// A folder of the entrant's own, which is emptied first.
    pub place: &'a Path,
    /// What all programs of the contest may see.
    pub paths: &'a [PathBuf],
    /// Keeps what a compiler says; never in a folder that the program can write to.
    pub log: &'a dyn Fn(&str) -> Result<()>,
    /// Ends the work early.
    pub interrupt: &'a AtomicBool,
}

/// This very program, also when its file has been replaced by a newer version meanwhile.
pub const MYSELF: &str = "/proc/self/exe";

/// The environment of builds and runs: nothing of the judge's own.
pub fn environment() -> Vec<(String, String)> {
    let fixed = [
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("HOME", "/tmp"),
        ("TMPDIR", "/tmp"),
        ("LANG", "C.UTF-8"),
        ("GOCACHE", "/tmp/go-cache"),
    ];
    fixed
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
}

/// Compilers need more than solvers.
fn build_limits() -> Limits {
    let time = Duration::from_secs(60);
    Limits {
        time,
        wall: 2 * time,
        memory: 2 << 30,
        output: 4 << 20,
        processes: 256,
        ..Limits::default()
    }
}

/// The temporary space of a build, and its largest file.
const BUILD_SPACE: u64 = 1 << 30;

impl Workshop<'_> {
    pub fn build(&mut self, entrant: &Entrant) -> Result<Build> {
        if let Program::Nothing(reason) = &entrant.program {
            return Ok(Build::Nothing(reason.clone()));
        }
        self.clear()?;
        match &entrant.program {
            Program::Nothing(_) => {}
            Program::Bundled { .. } => {
                self.copy_file(Path::new(MYSELF), "judge")?;
            }
            Program::Executable(path) if path.parent() != Some(&entrant.folder) => {
                self.copy_file(path, "solver")?;
            }
            _ => {
                if let Err(reason) = self.copy_folder(&entrant.folder) {
                    return Ok(Build::Failed(format!("it cannot be copied: {reason}")));
                }
            }
        }
        self.hand_over()?;
        match &entrant.program {
            Program::Nothing(reason) => Ok(Build::Nothing(reason.clone())),
            Program::Bundled { problem, solver } => {
                // Bundled solvers run as ordinary programs.
                let solve = ["./judge", "solve", "-", "--stream", "--problem", problem];
                let command = solve.into_iter().chain(["--with", solver]);
                Ok(self.ready(&words(&command.collect::<Vec<_>>())))
            }
            Program::Executable(_) => Ok(self.ready(&words(&["./solver"]))),
            Program::Source { language, file } => self.build_source(language, file),
            Program::Manifest { build, run } => {
                if !build.is_empty()
                    && let Some(failure) = self.run_build(build)?
                {
                    return Ok(Build::Failed(failure));
                }
                Ok(self.ready(run))
            }
        }
    }

    fn build_source(&mut self, language: &Language, file: &str) -> Result<Build> {
        let Language { tool, package, .. } = language;
        // It may lead to another team's source, which the judge can read and the team cannot.
        if self.place.join(file).is_symlink() {
            return Ok(Build::Failed(format!("{file} is a link")));
        }
        if tool::find(tool).is_none() {
            let reason =
                format!("{file} needs `{tool}`, which is not installed here: install {package}");
            return Ok(Build::Failed(reason));
        }
        if language.build.is_empty() {
            return Ok(self.ready(&words(language.run)));
        }
        let mut command = vec![language.tool.to_owned()];
        command.extend(words(language.build));
        if language.name == "java" {
            let text = fs::read_to_string(self.place.join(file)).unwrap_or_default();
            let source = format!("{}.java", public_class(&text).unwrap_or("solver"));
            if source != file {
                self.copy_file(&self.place.join(file), &source)?;
                self.hand_over()?;
            }
            command.push(source);
        }
        if let Some(failure) = self.run_build(&command)? {
            return Ok(Build::Failed(failure));
        }
        let mut run = words(language.run);
        if language.name == "java" {
            run.push(
                main_class(&self.place.join("classes")).unwrap_or_else(|| "solver".to_owned()),
            );
        }
        Ok(self.ready(&run))
    }

    /// The command with its program found: a file of the submission, or a tool of this machine.
    fn resolve(&self, command: &[String]) -> std::result::Result<Ready, String> {
        let Some((program, arguments)) = command.split_first() else {
            return Err("there is no command".to_owned());
        };
        let own = self.place.join(program);
        let tool = if program.contains('/') || own.is_file() {
            let shown = if program.contains('/') {
                PathBuf::from(program)
            } else {
                Path::new(".").join(program)
            };
            // Nor may it lead to another team's program, which the judge can see and the team cannot.
            let inside = !shown.components().any(|part| part == Component::ParentDir);
            (inside && own.is_file()).then_some(Tool {
                path: shown,
                home: None,
            })
        } else {
            tool::find(program)
        };
        let Some(Tool { path, home }) = tool else {
            return Err(format!(
                "`{program}` is neither in the submission nor installed here"
            ));
        };
        let mut command = vec![path.to_string_lossy().into_owned()];
        command.extend_from_slice(arguments);
        let paths = self.paths.iter().cloned().chain(home).collect();
        Ok(Ready {
            command,
            folder: self.place.to_owned(),
            paths,
        })
    }

    fn ready(&self, command: &[String]) -> Build {
        self.resolve(command)
            .map_or_else(Build::Failed, Build::Ready)
    }

    /// Runs a build command; gives the reason where it fails.
    fn run_build(&mut self, command: &[String]) -> Result<Option<String>> {
        let ready = match self.resolve(command) {
            Ok(ready) => ready,
            Err(reason) => return Ok(Some(reason)),
        };
        let limits = build_limits();
        let job = Job {
            command: &ready.command,
            folder: self.place,
            writable: true,
            paths: &ready.paths,
            environment: environment(),
            input: b"",
            limits: &limits,
            temporary: BUILD_SPACE,
        };
        let outcome = self.sandbox.run(&job, self.interrupt)?;
        let output = String::from_utf8_lossy(outcome.output());
        let log = format!("$ {}\n{output}{}", command.join(" "), outcome.errors);
        (self.log)(&log)?;
        let what = match outcome.ending {
            Ending::Exited(0) => return Ok(None),
            Ending::Exited(code) => format!("the build ended with exit code {code}"),
            Ending::Signalled(signal) => format!("the build was killed by {}", signal_name(signal)),
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
        Ok(Some(
            format!("{what}: {complaint}")
                .trim_end_matches([':', ' '])
                .to_owned(),
        ))
    }

    fn clear(&self) -> Result<()> {
        let failed = |error| Error::fault(&format!("clear {}", self.place.display()), &error);
        remove_tree(self.place).map_err(failed)?;
        // Other users of this machine have no business in what strangers build: a program that runs with its owner's
        // rights, made by a build, would give them to whoever starts it.
        if let Some(yard) = self.place.parent() {
            fs::create_dir_all(yard).map_err(failed)?;
            fs::set_permissions(yard, Permissions::from_mode(0o700)).map_err(failed)?;
        }
        fs::create_dir_all(self.place).map_err(failed)
    }

    fn copy_file(&self, from: &Path, name: &str) -> Result<()> {
        let copied = fs::copy(from, self.place.join(name));
        copied
            .map(drop)
            .map_err(|error| Error::fault(&format!("copy {}", from.display()), &error))
    }

    /// A copy of a team's folder, without its answers; links stay links, so that they lead nowhere behind the walls.
    fn copy_folder(&self, from: &Path) -> std::result::Result<(), String> {
        let answers = from.join(ANSWERS);
        let entries = WalkDir::new(from).min_depth(1).into_iter();
        for entry in entries.filter_entry(|entry| entry.path() != answers) {
            let entry = entry.map_err(|error| error.to_string())?;
            let name = entry.path().strip_prefix(from).unwrap_or(entry.path());
            let target = self.place.join(name);
            let kind = entry.file_type();
            let done = if kind.is_dir() {
                fs::create_dir(&target)
            } else if kind.is_symlink() {
                let link = fs::read_link(entry.path());
                link.and_then(|link| std::os::unix::fs::symlink(link, &target))
            } else if kind.is_file() {
                fs::copy(entry.path(), &target).map(drop)
            } else {
                Ok(()) // Sockets, pipes and devices are nothing to build from.
            };
            done.map_err(|error| format!("{}: {error}", name.display()))?;
        }
        Ok(())
    }

    /// Programs of a judge that was started as root run as nobody, who needs to own what he builds.
    fn hand_over(&self) -> Result<()> {
        let Some(nobody) = nobody() else {
            return Ok(());
        };
        for entry in WalkDir::new(self.place).into_iter().flatten() {
            if !entry.path_is_symlink() {
                chown(entry.path(), Some(nobody), Some(nobody))
                    .map_err(|error| Error::fault("hand a submission over", &error))?;
            }
        }
        Ok(())
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// The compiled class that has a `main`, by the names in its constant pool. A build may leave anything there, so links
/// are not followed and no more is read than a class can hold.
fn main_class(classes: &Path) -> Option<String> {
    const LARGEST: u64 = 16 << 20;
    let holds = |bytes: &[u8], word: &[u8]| memchr::memmem::find(bytes, word).is_some();
    if !fs::symlink_metadata(classes).is_ok_and(|found| found.is_dir()) {
        return None;
    }
    let files = WalkDir::new(classes)
        .max_depth(20)
        .sort_by_file_name()
        .into_iter()
        .flatten();
    let mut files = files.filter(|file| {
        file.file_type().is_file() && file.path().extension().is_some_and(|e| e == "class")
    });
    let main = files.find(|file| {
        let mut bytes = Vec::new();
        let read =
            fs::File::open(file.path()).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
        read.is_ok()
            && holds(&bytes, b"\x01\x00\x04main")
            && holds(&bytes, b"([Ljava/lang/String;)V")
    })?;
    let path = main.path().strip_prefix(classes).ok()?.with_extension("");
    Some(path.to_string_lossy().replace('/', "."))
}

impl std::fmt::Debug for Workshop<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workshop")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}
