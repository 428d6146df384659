//! Makes a problem of a package.

use std::path::Path;
use std::time::Duration;

use puzzles::Goal;

use super::checker::Checker;
use super::description::{Description, Scores, SuggestedLimits};
use super::folder::{Declared, Programs, Tools};
use super::manifest::default_unit;
use super::package::{self, Package, Validator};
use super::programs::Tool;
use super::sources;
use crate::entrants;
use crate::error::{Error, Result};
use crate::limits::{Limits, default_wall};

/// The limits of an output validator that the package does not set itself: those of the package format.
const CHECK_TIME: Duration = Duration::from_secs(60);
const MEMORY: u64 = 2 << 30;
const OUTPUT: u64 = 8 << 20;

/// The digits after the point of scores, if the contest does not say.
const DECIMALS: u32 = 6;

pub(super) fn read(path: &Path, declared: &Declared, default_goal: Option<Goal>) -> Result<Tools> {
    let package = package::read(path)?;
    let goal = goal(path, &package, declared.goal, default_goal)?;
    let checker = checker(&package)?;
    let stem = path.file_name().unwrap_or_default().to_string_lossy();
    let milliseconds = |time: Duration| time.as_millis() as u64;
    let description = Description {
        about: package.name.clone(),
        // A title may hold characters that file names cannot.
        name: stem.into_owned(),
        goal,
        unit: declared
            .unit
            .clone()
            .unwrap_or_else(|| default_unit(goal).to_owned()),
        scores: Scores {
            decimals: declared.decimals.unwrap_or(DECIMALS),
            rounded: declared.decimals.is_none(),
        },
        baselines: Vec::new(),
        limits: SuggestedLimits {
            time_ms: package.limits.time.map(milliseconds),
            memory: package.limits.memory.map(bytes),
            output: package.limits.output.map(bytes),
        },
        view: None,
        digest: String::new(),
    };
    Ok(Tools {
        description,
        programs: Programs {
            checker,
            generator: None,
            bound: None,
            baselines: Vec::new(),
        },
        package: Some(package),
    })
}

/// Returns a size that a package gives in MiB.
fn bytes(mebibytes: u64) -> u64 {
    mebibytes.saturating_mul(1 << 20)
}

fn goal(
    path: &Path,
    package: &Package,
    declared: Option<Goal>,
    default: Option<Goal>,
) -> Result<Goal> {
    let own = if package.scoring {
        package.objective
    } else {
        Some(Goal::Solve)
    };
    match (own, declared) {
        (Some(own), Some(other)) if own != other => {
            let error = format!("the package {} has another `goal`", path.display());
            Err(Error::user(error).with_help("remove `goal` from the contest file"))
        }
        (Some(goal), _) | (None, Some(goal)) => Ok(goal),
        (None, None) => default.ok_or_else(|| {
            let error = format!(
                "the package {} does not say whether more or less is better",
                path.display()
            );
            let help = "add `goal = \"maximise\"` or `goal = \"minimise\"` beside `problem` in the contest file";
            Error::user(error).with_help(help)
        }),
    }
}

fn checker(package: &Package) -> Result<Checker> {
    let Validator::Program(program) = &package.validator else {
        return Ok(Checker::Comparison);
    };
    let time = package.limits.validation_time.unwrap_or(CHECK_TIME);
    let limits = Limits {
        time,
        wall: default_wall(time),
        memory: package.limits.validation_memory.map_or(MEMORY, bytes),
        output: package.limits.validation_output.map_or(OUTPUT, bytes),
        ..Limits::default()
    };
    let sources = sources::prepare(package, program);
    let entrant = sources.and_then(|sources| entrants::of_sources("checker", &sources));
    let entrant = entrant.map_err(|reason| {
        let error = Error::user(format!("the output validator cannot be used: {reason}"));
        error.with_help("the package needs one program there, in a language that judge builds")
    })?;
    let tool = Tool::new("checker", entrant, limits);
    Ok(Checker::Program(Box::new(tool)))
}
