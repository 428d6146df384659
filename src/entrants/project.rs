//! Finds the program among the files that somebody handed in, and what has to change so that the rules of a team's
//! folder fit: an executable `solver`, one source file `solver.<extension>`, or a `submission.toml`.
//!
//! [`plan`] is a pure function from a listing to a plan. `judge collect` carries the plan out; `judge lint` and the
//! messages of `judge run` show it.

mod build_files;
mod compiled;
mod find;
mod java;
mod junk;
mod languages;
mod listing;
mod manifest;
mod step;
#[cfg(test)]
mod tests;

use std::fmt;

pub(super) use self::java::package as java_package;
pub use self::junk::{is_data, junk};
pub use self::listing::{Listing, digest, list};
pub use self::step::{Step, quoted};
use super::language;
use find::Choice;

/// A file that was handed in.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The path below the folder, with slashes.
    pub path: String,
    pub executable: bool,
    /// The whole content of source and build files, the first bytes of others.
    pub head: Vec<u8>,
}

/// A file of the finished team folder.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The path of the file that was handed in.
    pub from: String,
    /// The path in the team's folder.
    pub path: String,
    pub executable: bool,
    /// Whether line ends are changed from CR LF to LF.
    pub repair: bool,
    head: Vec<u8>,
}

/// What becomes of a hand-in.
#[derive(Clone, Debug)]
pub struct Plan {
    pub files: Vec<Placed>,
    /// The text of a `submission.toml` to be written.
    pub manifest: Option<String>,
    /// What is changed, for people.
    pub steps: Vec<Step>,
    pub found: Found,
}

/// The program of a hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// What is run: a file, or the command of a `submission.toml`.
    Program(String),
    /// Answer files only.
    Answers,
    /// A person has to look at it; the reason and the fix.
    Nothing(String),
}

impl Plan {
    /// Returns what would make the folder run, in one line; `None` if nothing is known to help.
    pub fn advice(&self) -> Option<String> {
        if let Found::Nothing(reason) = &self.found {
            return Some(reason.clone()).filter(|_| !self.files.is_empty());
        }
        let useful = |step: &&Step| !matches!(step, Step::LeaveOut(_));
        let steps: Vec<String> = self.steps.iter().filter(useful).map(Step::to_do).collect();
        let line = steps.join("; ").replace('\n', " ");
        (!line.is_empty()).then(|| format!("try: {line}"))
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(what) => f.write_str(what),
            Self::Answers => f.write_str("answers only"),
            Self::Nothing(reason) => f.write_str(reason),
        }
    }
}

/// Plans how the files of a hand-in become a team's folder.
pub fn plan(files: &[Listed]) -> Plan {
    let mut planner = Planner::new(files);
    planner.leave_out_junk();
    planner.lift_single_folders();
    let mut choice = find::find(&planner.files);
    if matches!(choice, Choice::None)
        && let Some(folder) = planner.only_folder_with_a_program()
    {
        planner.lift(&folder);
        choice = find::find(&planner.files);
    }
    planner.follow(choice)
}

/// Returns the commands that build and run the program of a folder whose files may have any names. Returns a message if
/// it is not clear what the program is.
pub fn commands(files: &[Listed]) -> Result<(Vec<String>, Vec<String>), String> {
    let planner = Planner::new(files);
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    // The scripts of a problem package: the first makes the second. Some archives forget that they are executable.
    let [build, run] = ["build", "run"].map(|name| {
        let file = planner.files.iter().find(|file| file.path == name)?;
        Some(if file.executable {
            words(&[&format!("./{name}")])
        } else {
            words(&["sh", name])
        })
    });
    if build.is_some() || run.is_some() {
        let run = run.unwrap_or_else(|| words(&["./run"]));
        return Ok((build.unwrap_or_default(), run));
    }
    match find::find(&planner.files) {
        Choice::Manifest { build, run } => Ok((build, run)),
        Choice::Plain(name) if name == "solver" => Ok((Vec::new(), words(&["./solver"]))),
        Choice::Plain(file) | Choice::Rename { from: file, .. } => {
            let language = language::of_file(&file);
            let language = language.ok_or_else(|| format!("{file} is not a program"))?;
            Ok(language.commands(&file))
        }
        Choice::Unclear(reason) => Err(reason),
        Choice::None => Err(find::nothing(&planner.files)),
    }
}

struct Planner {
    files: Vec<Placed>,
    manifest: Option<String>,
    steps: Vec<Step>,
    lifted: Vec<String>,
}

impl Planner {
    fn new(files: &[Listed]) -> Self {
        let placed = |file: &Listed| Placed {
            from: file.path.clone(),
            path: file.path.clone(),
            // Archives from Windows and some network folders mark every file as executable.
            executable: file.executable && !is_data(&file.path),
            repair: false,
            head: file.head.clone(),
        };
        Self {
            files: files.iter().map(placed).collect(),
            manifest: None,
            steps: Vec::new(),
            lifted: Vec::new(),
        }
    }

    fn leave_out_junk(&mut self) {
        let mut left_out = Vec::new();
        let is_build_output = compiled::build_outputs(&self.files);
        self.files.retain(|file| {
            let found = junk(&file.path).or_else(|| is_build_output(file));
            let Some(name) = found else {
                return true;
            };
            if !left_out.contains(&name) {
                left_out.push(name);
            }
            false
        });
        if !left_out.is_empty() {
            self.steps.push(Step::LeaveOut(left_out));
        }
    }

    /// Enters the only folder, as long as there is nothing beside it.
    fn lift_single_folders(&mut self) {
        while let [folder] = self.folders().as_slice()
            && self.files.iter().all(|file| file.path.contains('/'))
            && folder != super::ANSWERS
        {
            let folder = folder.clone();
            self.lift(&folder);
        }
    }

    /// Returns the folders at the top, each once.
    fn folders(&self) -> Vec<String> {
        let tops = self.files.iter();
        let tops = tops.filter_map(|file| Some(file.path.split_once('/')?.0.to_owned()));
        let mut tops: Vec<String> = tops.collect();
        tops.sort();
        tops.dedup();
        tops
    }

    /// Returns the folder that holds a program, if there is exactly one.
    fn only_folder_with_a_program(&self) -> Option<String> {
        let holds_program = |folder: &String| {
            let mut inner = self.below(folder);
            for file in &mut inner {
                file.path = file.path[folder.len() + 1..].to_owned();
            }
            !matches!(find::find(&inner), Choice::None)
        };
        let folders = self.folders().into_iter();
        let folders = folders.filter(|name| name != super::ANSWERS);
        let mut folders = folders.filter(holds_program);
        folders.next().filter(|_| folders.next().is_none())
    }

    fn below(&self, folder: &str) -> Vec<Placed> {
        let inside = |file: &&Placed| {
            file.path
                .split_once('/')
                .is_some_and(|(top, _)| top == folder)
        };
        self.files.iter().filter(inside).cloned().collect()
    }

    /// Moves the content of a folder up. A file beside the folder that has the name of one within it stays out.
    fn lift(&mut self, folder: &str) {
        let inner: Vec<String> = self
            .below(folder)
            .into_iter()
            .map(|file| file.path)
            .collect();
        let up = |path: &str| path[folder.len() + 1..].to_owned();
        let taken: Vec<String> = inner.iter().map(|path| up(path)).collect();
        self.files
            .retain(|file| inner.contains(&file.path) || !taken.contains(&file.path));
        for file in &mut self.files {
            if inner.contains(&file.path) {
                file.path = up(&file.path);
            }
        }
        self.lifted.push(folder.to_owned());
    }

    fn follow(mut self, choice: Choice) -> Plan {
        if !self.lifted.is_empty() {
            self.steps.push(Step::Lift(self.lifted.join("/")));
        }
        let found = match choice {
            Choice::Plain(name) => Found::Program(name),
            Choice::Rename { from, to } => {
                for file in self.files.iter_mut().filter(|file| file.path == from) {
                    file.path.clone_from(&to);
                }
                let to_shown = to.clone();
                self.steps.push(Step::Rename { from, to });
                Found::Program(to_shown)
            }
            Choice::Manifest { build, run } => {
                let text = manifest::text(&build, &run);
                self.steps.push(Step::Write(text.clone()));
                self.manifest = Some(text);
                Found::Program(run.join(" "))
            }
            Choice::Unclear(reason) => Found::Nothing(reason),
            Choice::None if self.holds_answers() => Found::Answers,
            Choice::None => Found::Nothing(find::nothing(&self.files)),
        };
        self.repair_scripts();
        Plan {
            files: self.files,
            manifest: self.manifest,
            steps: self.steps,
            found,
        }
    }

    fn holds_answers(&self) -> bool {
        !self.below(super::ANSWERS).is_empty()
    }

    /// Repairs what transport through Windows breaks: line ends of scripts and makefiles, and execute permissions.
    fn repair_scripts(&mut self) {
        for file in &mut self.files {
            let is_script = file.head.starts_with(b"#!");
            let breaks = is_script || build_files::is_makefile(&file.path);
            if breaks && first_line_is_crlf(&file.head) {
                file.repair = true;
                self.steps.push(Step::RepairLineEnds(file.path.clone()));
            }
            let runs = file.path == "solver" || is_script;
            if runs && !file.executable && (is_script || compiled::is_elf(&file.head)) {
                file.executable = true;
                // Sources that an interpreter is called with do not need it.
                if file.path == "solver" {
                    self.steps.push(Step::MakeExecutable(file.path.clone()));
                }
            }
        }
    }
}

fn first_line_is_crlf(head: &[u8]) -> bool {
    let end = memchr::memchr(b'\n', head);
    end.is_some_and(|end| end > 0 && head[end - 1] == b'\r')
}

/// Returns the last component of a path.
fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the extension in lower case, empty if there is none.
fn extension(path: &str) -> String {
    let name = name_of(path);
    let end = name.rfind('.').filter(|&dot| dot > 0);
    end.map_or_else(String::new, |dot| name[dot + 1..].to_lowercase())
}

/// Returns the name without extension, in lower case.
fn stem(path: &str) -> String {
    let name = name_of(path);
    let end = name.rfind('.').filter(|&dot| dot > 0);
    name[..end.unwrap_or(name.len())].to_lowercase()
}
