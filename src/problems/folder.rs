//! A problem folder as a problem: what its files say, and the programs in it.
//!
//! A process opens few problems and uses them until it ends, so that they are never freed.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use puzzles::{
    AnyProblem, Case, Companion, Experiment, FieldError, Fields, Goal, Layout, Recipe, SolverInfo,
    Starter, TextError,
};

use super::case::FolderCase;
use super::checker::{Checker, Valuation};
use super::description::Description;
use super::generator::FolderRecipe;
use super::package::Package;
use super::programs::Tool;
use super::{manifest, packaged};
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::parallel::lock;

/// What the contest file says beside the folder, for packages that do not say it themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    pub goal: Option<Goal>,
    pub unit: Option<String>,
    pub decimals: Option<u32>,
}

/// What a folder holds.
#[derive(Debug)]
pub(super) struct Tools {
    pub(super) description: Description,
    pub(super) programs: Programs,
    pub(super) package: Option<Package>,
}

/// The programs of a problem.
#[derive(Debug)]
pub(super) struct Programs {
    pub(super) checker: Checker,
    pub(super) generator: Option<Tool>,
    pub(super) bound: Option<Tool>,
    pub(super) baselines: Vec<(String, Tool)>,
}

impl Programs {
    pub(super) fn baseline(&self, name: &str) -> Option<&Tool> {
        let mut baselines = self.baselines.iter();
        baselines.find(|(own, _)| own == name).map(|(_, tool)| tool)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Tool> {
        let checker = match &self.checker {
            Checker::Program(tool) => Some(&**tool),
            Checker::Comparison => None,
        };
        let others = self.generator.iter().chain(&self.bound);
        let baselines = self.baselines.iter().map(|(_, tool)| tool);
        checker.into_iter().chain(others).chain(baselines)
    }
}

/// A problem that is not bundled.
#[derive(Debug)]
pub struct ProblemFolder {
    description: Description,
    /// The folder and what it holds; `None` if the problem is known from a results folder only.
    opened: Option<Opened>,
    solvers: Vec<SolverInfo>,
    starters: Vec<Starter>,
    /// Itself, for instances and recipes.
    own: OnceLock<&'static Self>,
}

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    tools: Tools,
}

/// All problems that this process has opened.
static OPENED: Mutex<Vec<&'static ProblemFolder>> = Mutex::new(Vec::new());

/// The largest instance, in bytes.
pub(super) const LARGEST_INSTANCE: usize = 256 << 20;

/// Opens a folder with a `problem.toml` or a package, for a contest.
pub fn open(path: &Path, declared: &Declared) -> Result<&'static ProblemFolder> {
    open_with(path, declared, None)
}

/// Opens a folder outside of a contest. Nothing is ranked there, so that the goal of a package that does not say it is
/// the one that the package format has by default.
pub fn open_alone(path: &Path) -> Result<&'static ProblemFolder> {
    open_with(path, &Declared::default(), Some(Goal::Maximise))
}

fn open_with(
    path: &Path,
    declared: &Declared,
    default_goal: Option<Goal>,
) -> Result<&'static ProblemFolder> {
    let failed = |error: std::io::Error| Error::path("open", path, &error);
    let path = path.canonicalize().map_err(failed)?;
    let folder = Arc::new(Dir::open(&path).map_err(failed)?);
    let mut tools = if path.join(manifest::FILE).is_file() {
        let tools = manifest::read(&path, &folder)?;
        if *declared != Declared::default() {
            let error = Error::user(format!(
                "`goal`, `unit` and `decimals` are in {}",
                path.join(manifest::FILE).display()
            ));
            return Err(error.with_help("remove them from the contest file"));
        }
        tools
    } else if super::package::is_package(&path) {
        packaged::read(&path, declared, default_goal)?
    } else {
        let error = format!("{} is not a problem folder", path.display());
        let help = "it needs a problem.toml, or a problem.yaml of a package; \
                    `judge new problem NAME` makes one";
        return Err(Error::user(error).with_help(help));
    };
    manifest::check_name(&tools.description.name).map_err(|reason| {
        let help = "set another `name` in problem.toml, or rename the folder of the package";
        Error::user(reason).with_help(help)
    })?;
    tools.description.digest = digest(&tools);
    let starters = starters(&folder)?;
    Ok(ProblemFolder::keep(
        tools.description.clone(),
        Some(Opened { path, tools }),
        starters,
    ))
}

/// Returns a problem of which only the description is known. It can rank and show results, and check nothing.
pub fn recorded(description: &Description) -> &'static ProblemFolder {
    ProblemFolder::keep(description.clone(), None, Vec::new())
}

/// Returns the digest of everything that can change a verdict.
fn digest(tools: &Tools) -> String {
    // The view changes no verdict, and the programs do not see it.
    let description = Description {
        view: None,
        ..tools.description.clone()
    };
    let mut text = format!("{description:?}\n");
    for tool in tools.programs.all() {
        let Tool {
            role,
            entrant,
            limits,
            ..
        } = tool;
        let commands = entrant.commands();
        let digest = &entrant.digest;
        let _ = writeln!(text, "{role}\n{digest}\n{commands:?}\n{limits}");
    }
    Sha::of(text.as_bytes()).to_string()
}

/// Reads the starter programs: `starters/solver.<extension>`.
fn starters(folder: &Dir) -> Result<Vec<Starter>> {
    const FOLDER: &str = "starters";
    const LARGEST: u64 = 1 << 20;
    let Ok(folder) = folder.dir(FOLDER) else {
        return Ok(Vec::new());
    };
    let failed = |error: std::io::Error| Error::path("read", folder.path(), &error);
    let mut starters = Vec::new();
    for (language, file) in crate::entrants::starter_files() {
        if folder.is_file(&file) {
            let text = folder.read_to_string(&file, LARGEST).map_err(failed)?;
            starters.push(Starter {
                language,
                file: leaked(file),
                text: leaked(text),
                comments: &[],
            });
        }
    }
    Ok(starters)
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

impl ProblemFolder {
    /// Returns an equal problem that was opened before, or keeps this one.
    fn keep(
        description: Description,
        opened: Option<Opened>,
        starters: Vec<Starter>,
    ) -> &'static Self {
        let mut known = lock(&OPENED);
        let path = |opened: &Option<Opened>| opened.as_ref().map(|opened| opened.path.clone());
        let same = known
            .iter()
            .find(|other| other.description == description && path(&other.opened) == path(&opened));
        if let Some(same) = same {
            return same;
        }
        let solver = |name: &String| SolverInfo {
            name: leaked(name.clone()),
            about: "a program of the problem folder",
            guarantee: "none",
            source: "the problem folder",
        };
        let solvers = description.baselines.iter().map(solver).collect();
        let own: &'static Self = Box::leak(Box::new(Self {
            description,
            opened,
            solvers,
            starters,
            own: OnceLock::new(),
        }));
        let _ = own.own.set(own);
        known.push(own);
        own
    }

    pub fn description(&self) -> &Description {
        &self.description
    }

    pub(super) fn valuation(&self) -> Valuation {
        Valuation {
            goal: self.description.goal,
            scores: self.description.scores,
        }
    }

    /// Returns the programs, or why there are none.
    pub(super) fn programs(&self) -> std::result::Result<&Programs, String> {
        let opened = self.opened.as_ref();
        opened.map(|opened| &opened.tools.programs).ok_or_else(|| {
            format!(
                "the folder of the problem {} is not available",
                self.description.name
            )
        })
    }

    /// Returns the package that the folder is, if it is one.
    pub fn package(&self) -> Option<&Package> {
        self.opened.as_ref()?.tools.package.as_ref()
    }

    /// Returns whether its folder is available.
    pub fn is_open(&self) -> bool {
        self.opened.is_some()
    }

    fn own(&self) -> &'static Self {
        // Set before anybody gets a reference.
        self.own.get().expect("a kept problem knows itself")
    }

    fn name_text(&self) -> &'static str {
        &self.own().description.name
    }
}

/// Returns the folder behind a problem, or `None` for a bundled one.
pub fn of(problem: &dyn AnyProblem) -> Option<&'static ProblemFolder> {
    let known = lock(&OPENED);
    let address = std::ptr::from_ref(problem).cast::<()>();
    known
        .iter()
        .copied()
        .find(|own| std::ptr::from_ref(*own).cast::<()>() == address)
}

impl AnyProblem for ProblemFolder {
    fn name(&self) -> &'static str {
        self.name_text()
    }

    fn about(&self) -> &'static str {
        &self.own().description.about
    }

    fn goal(&self) -> Goal {
        self.description.goal
    }

    fn unit(&self) -> &'static str {
        &self.own().description.unit
    }

    fn read(&self, text: &[u8]) -> std::result::Result<Box<dyn Case>, TextError> {
        self.read_with(text, Companion::default())
    }

    fn read_with(
        &self,
        text: &[u8],
        companion: Companion,
    ) -> std::result::Result<Box<dyn Case>, TextError> {
        // A package may have a problem without input.
        let opened = self.opened.as_ref();
        let needs_text = opened.is_some_and(|opened| opened.tools.package.is_none());
        if text.is_empty() && needs_text {
            return Err(TextError::before(&[], 1, 1, "an instance"));
        }
        if text.len() > LARGEST_INSTANCE {
            return Err(TextError::before(text, 1, 1, "at most 256 MiB"));
        }
        let text = std::str::from_utf8(text).map_err(|error| {
            let (good, bad) = text.split_at(error.valid_up_to());
            let line = good.split(|&byte| byte == b'\n').count();
            let column = good.rsplit(|&byte| byte == b'\n').next();
            TextError::before(bad, line, 1 + column.map_or(0, <[u8]>::len), "UTF-8 text")
        })?;
        Ok(Box::new(FolderCase {
            problem: self.own(),
            text: text.to_owned(),
            companion,
        }))
    }

    fn instance_named_by(
        &self,
        _answer: &[u8],
    ) -> Option<std::result::Result<Box<dyn Case>, TextError>> {
        None
    }

    fn recipe(&self, fields: Fields) -> std::result::Result<Box<dyn Recipe>, FieldError> {
        let has_generator = self.programs().map(|programs| programs.generator.is_some());
        if has_generator == Ok(false) {
            let message = format!("{} has no generator", self.description.name);
            return Err(FieldError::new("", message));
        }
        Ok(Box::new(FolderRecipe::new(self.own(), fields)?))
    }

    fn layouts(&self) -> &'static [Layout] {
        &[]
    }

    fn sample_recipes(&self) -> &'static [&'static str] {
        &[]
    }

    fn solvers(&self) -> Vec<SolverInfo> {
        self.solvers.clone()
    }

    fn experiments(&self) -> &'static [Experiment] {
        &[]
    }

    fn starters(&self) -> &'static [Starter] {
        &self.own().starters
    }

    fn folder(&self) -> Option<&'static Path> {
        let opened = self.own().opened.as_ref()?;
        Some(&opened.path)
    }

    fn view(&self) -> Option<&'static str> {
        self.own().description.view.as_deref()
    }
}
