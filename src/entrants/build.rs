//! Builds an entrant once, in a sandbox like those of its runs.

mod java;

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::language::{Language, public_class};
use super::tool::{self, Tool};
use super::{Entrant, HandedIn, Hashing, Program, project};
use crate::bundle;
use crate::dir::{self, Dir};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::results_dir::BUILDS;
use crate::sandbox::{DiskExcess, Ending, Job, Limit, MAX_BUILD_DISK, Sandbox};
use crate::units::{show_duration, show_size, signal_name};

/// The result of building an entrant.
#[derive(Clone, Debug)]
pub enum Build {
    Ready(Ready),
    /// The program cannot be built; the reason.
    Failed(String),
    /// The judge or the machine failed; the reason and the fix.
    Fault(String),
    /// There is no program.
    Nothing(String),
}

/// A program that can be started.
#[derive(Clone, Debug)]
pub struct Ready {
    pub command: Vec<String>,
    /// The folder of the build; `None` for bundled solvers, which are this executable.
    pub folder: Option<Arc<Dir>>,
    /// Paths that it may read beyond the system's folders and its own.
    pub paths: Vec<PathBuf>,
}

/// Where and how to build.
pub struct Builder<'a> {
    pub sandbox: &'a mut Sandbox,
    /// The folder that holds one folder per entrant.
    pub builds: &'a Dir,
    /// Paths that all programs of the contest may read.
    pub paths: &'a [PathBuf],
    /// Records the compiler's output, outside of folders that the program can write to.
    pub log: &'a dyn Fn(&str) -> Result<()>,
    /// Set to stop early.
    pub interrupt: &'a AtomicBool,
}

/// This executable, even if its file has been replaced meanwhile.
pub const MYSELF: &str = "/proc/self/exe";

/// The largest Java source in which the public class is searched, in bytes.
const LARGEST_SOURCE: u64 = 16 << 20;

/// Returns the environment of builds and runs. Nothing is inherited from the judge.
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

/// Returns the environment of a build: tools find those of their own folder, as cargo does rustc.
fn build_environment(command: &[String]) -> Vec<(String, String)> {
    let mut environment = environment();
    let program = command.first().map(Path::new);
    let folder = program
        .filter(|program| program.is_absolute())
        .and_then(Path::parent);
    if let (Some(folder), Some((_, path))) = (folder, environment.first_mut()) {
        path.push(':');
        path.push_str(&folder.to_string_lossy());
    }
    environment
}

/// The limits of a build.
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

/// The temporary space and the largest file of a build, in bytes.
const BUILD_SPACE: u64 = 1 << 30;

impl Builder<'_> {
    pub fn build(&mut self, entrant: &Entrant) -> Result<Build> {
        match &entrant.program {
            Program::Nothing(reason) => Ok(Build::Nothing(reason.clone())),
            Program::Bundled { problem, solver } => {
                let solve = ["./judge", "solve", "-", "--stream", "--problem", problem];
                let command = solve.into_iter().chain(["--with", solver]);
                Ok(Build::Ready(Ready {
                    command: command.map(str::to_owned).collect(),
                    folder: None,
                    paths: self.paths.to_vec(),
                }))
            }
            Program::Executable => self.build_with(entrant, None, &[], &words(&["./solver"])),
            Program::Source { language, file } => self.build_source(entrant, language, file),
            Program::Manifest { build, run } => self.build_with(entrant, None, build, run),
        }
    }

    fn build_source(
        &mut self,
        entrant: &Entrant,
        language: &Language,
        file: &str,
    ) -> Result<Build> {
        let Language { tool, package, .. } = language;
        if let Some(missing) = language.missing_tool() {
            // A missing compiler is not the team's failure.
            let reason =
                format!("{file} needs `{missing}`, which is not installed here: install {package}");
            return Ok(Build::Fault(reason));
        }
        let mut command = Vec::new();
        if !language.build.is_empty() {
            command.push((*tool).to_owned());
            command.extend(words(language.build));
        }
        if language.name != "java" {
            return self.build_with(entrant, None, &command, &words(language.run));
        }
        // javac requires that a file is named after its public class.
        let text = source_text(&entrant.handed_in, file);
        let class = public_class(&text).unwrap_or("solver");
        let source = format!("{class}.java");
        if let HandedIn::Folder(folder) = &entrant.handed_in {
            command.extend(java::options(folder, file, project::java_package(&text)));
        }
        command.push(source.clone());
        let built = self.build_with(entrant, Some((file, &source)), &command, &words(&["java"]))?;
        let Build::Ready(mut ready) = built else {
            return Ok(built);
        };
        let wanted = java::qualified(project::java_package(&text), class);
        let main = ready.folder.as_ref();
        let main = main.and_then(|folder| java::main_class(folder, &wanted));
        let mut run = words(language.run);
        run.push(main.unwrap_or_else(|| "solver".to_owned()));
        // Keep the interpreter that was found.
        ready.command.extend(run.into_iter().skip(1));
        Ok(Build::Ready(ready))
    }

    /// Unpacks the submission to a new folder, runs the build command there, if there is one, and finds the program to
    /// run.
    fn build_with(
        &mut self,
        entrant: &Entrant,
        renamed: Option<(&str, &str)>,
        command: &[String],
        run: &[String],
    ) -> Result<Build> {
        let bundle = match self.bundle(entrant, renamed)? {
            Ok(bundle) => bundle,
            Err(reason) => return Ok(Build::Failed(reason)),
        };
        let folder = Arc::new(self.fresh_folder(&entrant.id.name)?);
        let unpack = self.ready(&words(&["/bin/true"]), &folder, None);
        match self.run(&unpack, &folder, Some(&bundle))? {
            Ran::Well(_) => {}
            Ran::Badly { failure, .. } => {
                self.discard(&entrant.id.name)?;
                return Ok(Build::Failed(format!("unpacking failed: {failure}")));
            }
            Ran::Disturbed { reason, .. } => {
                self.discard(&entrant.id.name)?;
                return Ok(Build::Fault(reason));
            }
        }
        if !command.is_empty() {
            let ready = match self.resolve(command, &folder) {
                Ok(ready) => ready,
                Err(reason) => return Ok(Build::Failed(reason)),
            };
            let ran = self.run(&ready, &folder, None)?;
            if !matches!(ran, Ran::Well(_)) {
                self.discard(&entrant.id.name)?;
            }
            let log = format!("$ {}\n{}", command.join(" "), ran.output());
            (self.log)(&log)?;
            match ran {
                Ran::Well(_) => {}
                Ran::Badly { failure, .. } => {
                    return Ok(Build::Failed(with_complaint(&failure, &log)));
                }
                Ran::Disturbed { reason, .. } => return Ok(Build::Fault(reason)),
            }
        }
        Ok(self
            .resolve(run, &folder)
            .map_or_else(Build::Failed, Build::Ready))
    }

    /// Packs the program into an unnamed file. Fails if it changed since the contest began, which is not the team's failure.
    /// The digest is computed from the bytes that are built, because the submission may change at any
    /// moment.
    fn bundle(
        &self,
        entrant: &Entrant,
        renamed: Option<(&str, &str)>,
    ) -> Result<std::result::Result<File, String>> {
        let failed = |error: std::io::Error| Error::fault("pack a submission", &error);
        let mut file = self.unnamed_file().map_err(failed)?;
        let mut own_failure = None;
        let mut out = Hashing::new(BufWriter::new(Noting {
            out: &mut file,
            failure: &mut own_failure,
        }));
        let packed = entrant.handed_in.pack(&mut out);
        let flushed = out.flush();
        let digest = out.digest();
        if let Some(error) = own_failure {
            return Err(failed(error));
        }
        flushed.map_err(failed)?;
        if packed.is_err() || digest != entrant.digest {
            let reason = "the submission changed after the contest had begun: run it again";
            return Err(Error::Fault(reason.to_owned()));
        }
        file.rewind().map_err(failed)?;
        let Some((from, to)) = renamed.filter(|(from, to)| from != to) else {
            return Ok(Ok(file));
        };
        let mut with_new_name = self.unnamed_file().map_err(failed)?;
        let copied = bundle::rename(file, from, to, &mut BufWriter::new(&mut with_new_name));
        if !copied.map_err(failed)? {
            let reason = format!("{from} has to be built as {to}, but there is a {to} already");
            return Ok(Err(reason));
        }
        with_new_name.rewind().map_err(failed)?;
        Ok(Ok(with_new_name))
    }

    fn unnamed_file(&self) -> std::io::Result<File> {
        let name = format!(".bundle-{:016x}", dir::random());
        let file = self.builds.create_new_readable(&name, 0o600)?;
        self.builds.remove_file(&name)?;
        Ok(file)
    }

    /// Creates the folder of an entrant's build, closed to other users: a set-user-ID program made by a build would give
    /// them the rights of the judge's user.
    fn fresh_folder(&self, name: &str) -> Result<Dir> {
        let failed = |error| Error::fault(&format!("prepare the build of {name}"), &error);
        self.builds.remove_tree(name).map_err(failed)?;
        self.builds.create_new_dir(name, 0o755).map_err(failed)
    }

    /// Resolves the program of a command: a file of the submission, or a tool of this machine. An absolute path is left to
    /// the sandbox, so that a team cannot learn which files exist on this machine.
    fn resolve(&self, command: &[String], folder: &Arc<Dir>) -> std::result::Result<Ready, String> {
        let Some((program, arguments)) = command.split_first() else {
            return Err("there is no command".to_owned());
        };
        let path = Path::new(program);
        let own = || {
            let plain = path
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            let relative: PathBuf = path
                .components()
                .filter(|part| matches!(part, Component::Normal(_)))
                .collect();
            (plain && folder.exists(&relative)).then(|| Path::new(".").join(relative))
        };
        let (path, home) = if path.is_absolute() {
            (path.to_owned(), None)
        } else if let Some(own) = own() {
            (own, None)
        } else {
            let tool = Some(program).filter(|program| !program.contains('/'));
            let Some(Tool { path, home }) = tool.and_then(|name| tool::find(name)) else {
                return Err(format!(
                    "`{program}` is neither in the submission nor installed here"
                ));
            };
            (path, home)
        };
        let mut command = vec![path.to_string_lossy().into_owned()];
        command.extend_from_slice(arguments);
        Ok(self.ready(&command, folder, home))
    }

    fn ready(&self, command: &[String], folder: &Arc<Dir>, home: Option<PathBuf>) -> Ready {
        Ready {
            command: command.to_vec(),
            folder: Some(Arc::clone(folder)),
            paths: self.paths.iter().cloned().chain(home).collect(),
        }
    }

    /// Removes what a failed build left: it may fill the disk on which its log and all results are written.
    fn discard(&self, name: &str) -> Result<()> {
        let failed = |error| Error::fault(&format!("remove the failed build of {name}"), &error);
        self.builds.remove_tree(name).map_err(failed)
    }

    /// Runs a command that may write to the folder.
    fn run(&mut self, ready: &Ready, folder: &Dir, bundle: Option<&File>) -> Result<Ran> {
        let free_before = free_space(folder);
        let limits = build_limits();
        let job = Job {
            command: &ready.command,
            folder: Some(folder),
            writable: true,
            bundle,
            paths: &ready.paths,
            environment: build_environment(&ready.command),
            input: b"",
            limits: &limits,
            temporary: BUILD_SPACE,
            exchange: None,
        };
        let outcome = self.sandbox.run(&job, self.interrupt);
        let outcome = outcome.map_err(|fault| Error::Fault(fault.reason))?;
        let output = String::from_utf8_lossy(outcome.output()).into_owned() + &outcome.errors;
        if let Ending::Exited(0) = outcome.ending {
            return Ok(Ran::Well(output));
        }
        if let Some(reason) = disturbance(&outcome.ending, &output, free_before, folder) {
            return Ok(Ran::Disturbed { reason, output });
        }
        let failure = match outcome.ending {
            Ending::Exited(code) => format!("the build ended with exit code {code}"),
            Ending::Signalled(signal) => format!("the build was killed by {}", signal_name(signal)),
            Ending::Stopped(Limit::Cpu(limit) | Limit::Wall(limit)) => {
                format!("the build took longer than {}", show_duration(limit))
            }
            Ending::Stopped(_) => "the build used too much memory or wrote too much".to_owned(),
            Ending::NotStarted(reason) => format!("the build did not start: {reason}"),
            Ending::Unsupervised(reason) => format!("the build could not be watched: {reason}"),
            Ending::Interrupted => "the build was interrupted".to_owned(),
        };
        Ok(Ran::Badly { failure, output })
    }
}

/// How a build command ended, and its output.
enum Ran {
    Well(String),
    Badly {
        failure: String,
        output: String,
    },
    /// A cause outside of the build made it fail.
    Disturbed {
        reason: String,
        output: String,
    },
}

impl Ran {
    fn output(&self) -> &str {
        match self {
            Self::Well(output) | Self::Badly { output, .. } | Self::Disturbed { output, .. } => {
                output
            }
        }
    }
}

/// Adds the compiler's reason to a failure: the first line that mentions an error.
fn with_complaint(failure: &str, log: &str) -> String {
    match log.lines().find(|line| line.contains("error")) {
        Some(complaint) => format!("{failure}: {}", complaint.trim_end_matches([':', ' '])),
        None => failure.to_owned(),
    }
}

/// Returns a cause outside of the build that may have made it fail, and the fix.
fn disturbance(
    ending: &Ending,
    output: &str,
    free_before: Option<u64>,
    folder: &Dir,
) -> Option<String> {
    /// The exit code of a shell whose command was killed by SIGKILL.
    const SHELL_KILLED: i32 = 128 + libc::SIGKILL;
    /// The message of gcc if one of its processes was killed.
    const COMPILER_KILLED: &str = "Killed signal terminated program";
    /// With less free space the build may have failed for lack of it. Compilers remove unfinished files.
    const NEARLY_NOTHING: u64 = 64 << 20;
    let killed = match ending {
        Ending::Signalled(signal) => *signal == libc::SIGKILL,
        Ending::Exited(code) => *code == SHELL_KILLED || output.contains(COMPILER_KILLED),
        Ending::Interrupted => return Some("the build was interrupted: run it again".to_owned()),
        Ending::Stopped(Limit::Disk(DiskExcess::Scarcity)) => {
            let (path, free) = (folder.path().display(), show_size(free_before?));
            return Some(format!(
                "the disk of {path} had only {free} left for the build: make room and run it again"
            ));
        }
        // These limits apply to the build itself.
        Ending::Stopped(_) | Ending::NotStarted(_) | Ending::Unsupervised(_) => return None,
    };
    if killed {
        // The judge kills only at limits, which are other endings.
        let reason = "the build was killed by something outside of the judge, such as a machine that is out of \
                      memory: run it again with more memory free";
        return Some(reason.to_owned());
    }
    let (before, after) = (free_before?, free_space(folder)?);
    // If the disk had as much as a build may use, the build itself filled it.
    if before < MAX_BUILD_DISK && after < NEARLY_NOTHING {
        let (path, left) = (folder.path().display(), show_size(after));
        return Some(format!(
            "the disk of {path} has only {left} left: make room and run it again"
        ));
    }
    None
}

/// Returns the free space of a folder's file system, in bytes; 0 if no more files can be created.
fn free_space(folder: &Dir) -> Option<u64> {
    let space = rustix::fs::fstatvfs(folder).ok()?;
    if space.f_files > 0 && space.f_favail == 0 {
        return Some(0);
    }
    Some(space.f_bavail * space.f_frsize)
}

/// A writer that remembers why writing failed.
struct Noting<'n, W> {
    out: W,
    failure: &'n mut Option<std::io::Error>,
}

impl<W: Write> Write for Noting<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.out.write(bytes).map_err(|error| {
            let kind = error.kind();
            *self.failure = Some(error);
            kind.into()
        })
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

/// Creates the folder of builds within a results folder. Only its owner can enter it.
pub fn builds_folder(results: &Dir) -> std::io::Result<Dir> {
    let builds = results.create_dir(BUILDS)?;
    rustix::fs::fchmod(&builds, rustix::fs::Mode::from_raw_mode(0o700))?;
    Ok(builds)
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Reads a submitted source file.
fn source_text(handed_in: &HandedIn, file: &str) -> String {
    let bytes = match handed_in {
        HandedIn::Nothing => return String::new(),
        HandedIn::Folder(folder) | HandedIn::Problem { folder, .. } => {
            folder.read(file, LARGEST_SOURCE)
        }
        HandedIn::File { folder, name, .. } => folder.read(name, LARGEST_SOURCE),
    };
    String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
}

impl std::fmt::Debug for Builder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Builder").finish_non_exhaustive()
    }
}
