//! Reads `problem.toml`.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use puzzles::Goal;

use super::checker::Checker;
use super::description::{Description, GOALS, Scores, SuggestedLimits, goal_names};
use super::folder::{Programs, Tools};
use super::programs::Tool;
use crate::dir::Dir;
use crate::document::{Document, Section};
use crate::entrants;
use crate::error::{Error, Result};
use crate::limits::{Limits, default_wall};

/// The name of the file.
pub(crate) const FILE: &str = "problem.toml";

/// The limits of the programs that a problem does not set itself.
const CHECK_TIME: Duration = Duration::from_secs(10);
const OTHER_TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 1 << 30;
const MOST_MEMORY: u64 = 4 << 40;
/// What the checker prints is not used; a generator prints an instance.
const OUTPUT: u64 = 256 << 20;

/// The largest view, in bytes.
const LARGEST_VIEW: u64 = 1 << 20;

/// Reads the problem of a folder.
pub(super) fn read(path: &Path, folder: &Arc<Dir>) -> Result<Tools> {
    let document = Document::read(&path.join(FILE))?;
    document.parse(|root| problem(&document, root, path, folder))
}

fn problem(
    document: &Document,
    root: &mut Section,
    path: &Path,
    folder: &Arc<Dir>,
) -> Result<Tools> {
    let stem = path.file_name().unwrap_or_default().to_string_lossy();
    let name = root.text("name")?;
    if let Some(name) = &name {
        check_name(&name.value).map_err(|reason| document.error(name.span.clone(), reason))?;
    }
    let name = name.map_or_else(|| stem.into_owned(), |name| name.value);
    let about = root.text("about")?.map(|about| about.value);
    let goal = goal(document, root)?.ok_or_else(|| {
        let missing = root.missing("goal", "the problem has no `goal`");
        missing.with_help("add `goal = \"minimise\"`, `\"maximise\"` or `\"solve\"`")
    })?;
    let unit = root.text("unit")?.map(|unit| unit.value);
    let decimals = root.integer("decimals", 0..=9)?;
    let build = root.command("build")?.unwrap_or_default();
    let limits = root.section("limits", limits)?.unwrap_or_default();
    let (view_file, view) = view(document, root, folder)?.unzip();
    let tool = |role: &'static str, name: &str, command: &[String], limits: Limits| {
        entrants::of_command(name, folder, view_file.as_deref(), &build, command)
            .map(|entrant| Tool::new(role, entrant, limits))
    };
    let mut optional = |key: &'static str, role: &'static str, time: Duration| {
        let Some(command) = root.command(key)? else {
            return Ok(None);
        };
        let limits = limits.of(time);
        let tool = tool(role, role, &command, limits).map_err(|reason| {
            let error = Error::user(format!("{}: `{key}`: {reason}", document.path.display()));
            error.with_help(format!(
                "correct `{key}`, or put the program into the folder"
            ))
        })?;
        Ok::<_, Error>(Some(tool))
    };
    let checker = optional("checker", "checker", limits.check)?;
    let generator = optional("generator", "generator", limits.generate)?;
    let bound = optional("bound", "bound program", limits.bound)?;
    let checker = checker.ok_or_else(|| {
        let missing = root.missing("checker", "the problem has no `checker`");
        missing.with_help("add for example `checker = [\"python3\", \"check.py\"]`")
    })?;
    let mut baselines = Vec::new();
    root.section("baselines", |section| {
        for (name, command) in section.commands()? {
            check_component(&name.value)
                .map_err(|reason| document.error(name.span.clone(), reason))?;
            let limits = limits.of(limits.generate);
            let baseline = tool("baseline", &name.value, &command, limits)
                .map_err(|reason| document.error(name.span, reason))?;
            baselines.push((name.value, baseline));
        }
        Ok(())
    })?;
    let description = Description {
        about: about.unwrap_or_else(|| name.clone()),
        name,
        goal,
        unit: unit.unwrap_or_else(|| default_unit(goal).to_owned()),
        scores: Scores {
            decimals: decimals.map_or(0, |decimals| decimals.value as u32),
            rounded: false,
        },
        baselines: baselines.iter().map(|(name, _)| name.clone()).collect(),
        limits: SuggestedLimits::default(),
        view,
        digest: String::new(),
    };
    Ok(Tools {
        description,
        programs: Programs {
            checker: Checker::Program(Box::new(checker)),
            generator,
            bound,
            baselines,
        },
        package: None,
    })
}

/// Returns the path of the view below the folder, and its text.
fn view(
    document: &Document,
    root: &mut Section,
    folder: &Dir,
) -> Result<Option<(PathBuf, String)>> {
    let Some(file) = root.text("view")? else {
        return Ok(None);
    };
    let path = Path::new(&file.value).components();
    let path: PathBuf = path.filter(|part| *part != Component::CurDir).collect();
    let text = folder.read_to_string(&path, LARGEST_VIEW);
    let text = text.map_err(|error| {
        let message = format!("the view `{}` cannot be read: {error}", file.value);
        document.error(file.span, message)
    })?;
    Ok(Some((path, text)))
}

/// The unit of values if a problem names none.
pub(super) fn default_unit(goal: Goal) -> &'static str {
    match goal {
        Goal::Solve => "solved",
        Goal::Minimise | Goal::Maximise => "points",
    }
}

/// Takes the key `goal`.
pub fn goal(document: &Document, section: &mut Section) -> Result<Option<Goal>> {
    let Some(name) = section.text("goal")? else {
        return Ok(None);
    };
    let known = goal_names();
    let found = GOALS.iter().find(|(goal, _)| *goal == name.value);
    let (_, goal) = found.ok_or_else(|| {
        let message = format!("unknown goal `{}`", name.value);
        let error = document.diagnostic(name.span.clone(), message);
        let error = error.suggest(&name.value, &known);
        Error::from(error.with_help(format!("goals: {}", known.join(", "))))
    })?;
    Ok(Some(*goal))
}

/// Fails unless a problem can have this name.
pub fn check_name(name: &str) -> std::result::Result<(), String> {
    if puzzles::problem(name).is_some() {
        return Err(format!(
            "`{name}` cannot be used as a name: a bundled problem has this name"
        ));
    }
    check_component(name)
}

/// Fails unless a name can be part of file names and stand in tables.
fn check_component(name: &str) -> std::result::Result<(), String> {
    match entrants::unusable_name(name, std::iter::empty()) {
        Some(reason) => Err(format!(
            "`{name}` cannot be used as a name: {reason}: rename it"
        )),
        None if name.starts_with('-') => Err(format!("`{name}` looks like an option")),
        None => Ok(()),
    }
}

/// The limits of a problem's own programs.
#[derive(Clone, Copy)]
struct ToolLimits {
    check: Duration,
    generate: Duration,
    bound: Duration,
    memory: u64,
}

impl Default for ToolLimits {
    fn default() -> Self {
        Self {
            check: CHECK_TIME,
            generate: OTHER_TIME,
            bound: OTHER_TIME,
            memory: MEMORY,
        }
    }
}

impl ToolLimits {
    fn of(self, time: Duration) -> Limits {
        Limits {
            time,
            wall: default_wall(time),
            memory: self.memory,
            output: OUTPUT,
            ..Limits::default()
        }
    }
}

fn limits(section: &mut Section) -> Result<ToolLimits> {
    let standard = ToolLimits::default();
    Ok(ToolLimits {
        check: section.duration("check")?.unwrap_or(standard.check),
        generate: section.duration("generate")?.unwrap_or(standard.generate),
        bound: section.duration("bound")?.unwrap_or(standard.bound),
        memory: section
            .size("memory", MOST_MEMORY)?
            .unwrap_or(standard.memory),
    })
}
