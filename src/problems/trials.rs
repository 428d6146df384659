//! What a test of a problem folder needs: builds of all its programs, its test cases and its example submissions.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use puzzles::AnyProblem;

use super::checker::Checker;
use super::folder::ProblemFolder;
use super::package::{self, Example};
use super::programs::Tool;
use super::sources;
use crate::entrants;
use crate::error::Result;
use crate::limits::Limits;
use crate::parallel;
use crate::sandbox::Outcome;

/// The folders of test cases.
const CASES: [&str; 1] = ["instances"];
const PACKAGED_CASES: [&str; 2] = ["data/sample", "data/secret"];

/// An example submission that can be run.
#[derive(Debug)]
pub struct ExampleSubmission {
    pub example: Example,
    tool: std::result::Result<Tool, String>,
}

impl ExampleSubmission {
    /// Returns why the program cannot be used at all, if it cannot.
    pub fn unusable(&self) -> Option<&str> {
        self.tool.as_ref().err().map(String::as_str)
    }

    /// Builds the program.
    pub fn build(&self) -> std::result::Result<(), String> {
        let tool = self.tool.as_ref().map_err(Clone::clone)?;
        tool.build().map(drop)
    }

    /// Runs the program on the text of an instance, under the limits of a contest.
    pub fn run(&self, text: &str, limits: &Limits) -> std::result::Result<Outcome, String> {
        let tool = self.tool.as_ref().map_err(Clone::clone)?;
        tool.compete(text, SEED, limits)
    }
}

/// The seed of all programs, so that a second run gives the same answers.
const SEED: u64 = 1;

impl ProblemFolder {
    /// Builds all programs. Returns the role of each that cannot be built, with the reason.
    pub fn build_failures(&self) -> Vec<(String, String)> {
        let Ok(programs) = self.programs() else {
            return Vec::new();
        };
        let tools: Vec<&Tool> = programs.all().collect();
        let built = parallel::map(tools.len(), |at| tools[at].build().map(drop));
        let failed = |(tool, built): (&Tool, std::result::Result<(), String>)| {
            let reason = built.err()?;
            let own = &tool.entrant.id.name;
            let name = match tool.role {
                "baseline" => format!("baseline {own}"),
                role => role.to_owned(),
            };
            Some((name, reason))
        };
        tools.into_iter().zip(built).filter_map(failed).collect()
    }

    /// Returns whether answers are checked by a program, and not by comparison with answer files.
    pub fn has_checker(&self) -> bool {
        let checker = self.programs().map(|programs| &programs.checker);
        matches!(checker, Ok(Checker::Program(_)))
    }

    pub fn has_generator(&self) -> bool {
        self.programs()
            .is_ok_and(|programs| programs.generator.is_some())
    }

    /// Returns what was ignored when the folder was read.
    pub fn notes(&self) -> &[String] {
        self.package().map_or(&[], |package| &package.notes)
    }

    /// Returns the files of its test cases, with the names that example submissions refer to.
    pub fn test_cases(&self) -> Result<Vec<(String, PathBuf)>> {
        let Some(path) = AnyProblem::folder(self) else {
            return Ok(Vec::new());
        };
        let mut cases = Vec::new();
        let folders: &[&str] = match self.package() {
            Some(_) => &PACKAGED_CASES,
            None => &CASES,
        };
        for folder in folders {
            let found = super::instance_files(self, &path.join(folder))?;
            for (name, file) in found.unwrap_or_default() {
                let known = self.package().and_then(|package| package.case_name(&file));
                cases.push((known.unwrap_or(name), file));
            }
        }
        Ok(cases)
    }

    /// Returns the example submissions.
    pub fn examples(&self) -> Result<Vec<ExampleSubmission>> {
        let Some(path) = AnyProblem::folder(self) else {
            return Ok(Vec::new());
        };
        let examples = match self.package() {
            Some(package) => package.examples()?,
            None => package::examples_of(path)?,
        };
        let submission = |example: Example| {
            let sources = match self.package() {
                Some(package) => package
                    .program(&example.path)
                    .map_err(|error| error.to_string())
                    .and_then(|program| sources::prepare(package, &program)),
                None => Ok(path.join(&example.path)),
            };
            ExampleSubmission {
                tool: sources.and_then(|sources| tool(&sources)),
                example,
            }
        };
        Ok(examples.into_iter().map(submission).collect())
    }

    /// Runs a baseline on the text of an instance, under the limits of a contest.
    pub fn run_baseline(
        &self,
        name: &str,
        text: &str,
        limits: &Limits,
    ) -> std::result::Result<Outcome, String> {
        let tool = self.programs()?.baseline(name);
        let tool = tool.ok_or_else(|| format!("there is no baseline `{name}`"))?;
        tool.compete(text, SEED, limits)
    }
}

fn tool(path: &Path) -> std::result::Result<Tool, String> {
    if is_python_2(path) {
        return Err("it is written for Python 2".to_owned());
    }
    let entrant = entrants::of_sources("example", path)?;
    Ok(Tool::new("program", entrant, Limits::default()))
}

/// Returns whether the first line of a source asks for Python 2, which old packages have programs in.
fn is_python_2(path: &Path) -> bool {
    const LONGEST: u64 = 100;
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut start));
    let line = start.split(|&byte| byte == b'\n').next();
    read.is_ok()
        && line.is_some_and(|line| {
            line.starts_with(b"#!") && memchr::memmem::find(line, b"python2").is_some()
        })
}
