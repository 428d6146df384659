//! `judge compare`: compares bundled algorithms and programs over a range of instances.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use puzzles::AnyProblem;

use super::input;
use super::scratch::Scratch;
use super::signals::{self, STOPPED};
use crate::cli::Compare;
use crate::compare::{Experiment, Programs, Solver, Summary, add_programs, page, report, runner};
use crate::dir::Dir;
use crate::engine::physical_cores;
use crate::error::{Diagnostic, Error, Result};
use crate::problems;
use crate::progress::Bar;
use crate::results;
use crate::sandbox;
use crate::terminal::{self, say};

pub(super) fn compare(arguments: &Compare) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    let problem = problems::named(&arguments.problem)?;
    let experiment = experiment(problem, arguments)?;
    let wanted = arguments.isolation.wanted();
    if experiment
        .solvers
        .iter()
        .any(|solver| solver.program.is_some())
    {
        sandbox::prepare(wanted)?;
    }
    let folder = arguments
        .output
        .clone()
        .unwrap_or_else(|| default_folder(problem, arguments, &experiment));
    let dir =
        Dir::create(&folder).map_err(|error| Error::path("make the folder", &folder, &error))?;
    let _lock = results::lock(&dir)?;
    if arguments.fresh {
        runner::discard(&dir)?;
    }
    let mut cores = physical_cores();
    if let Some(jobs) = arguments.jobs.map(usize::from) {
        if jobs > cores.len() {
            let error = format!(
                "{jobs} jobs would share cores: this machine gives {}",
                cores.len()
            );
            return Err(Error::user(error).with_help(
                "runs that share a core disturb each other's times; choose fewer --jobs",
            ));
        }
        cores.truncate(jobs);
    }
    let interrupt = signals::watch()?;
    let scratch = Scratch::new()?;
    let builds = Dir::open(scratch.path())
        .map_err(|error| Error::path("open the folder", scratch.path(), &error))?;
    let programs = Programs::build(&experiment, &builds, wanted, &interrupt)?;
    let bar = Bar::new(experiment.runs(), "runs");
    let measured = runner::run(&experiment, &programs, &dir, &cores, &|name| bar.step(name));
    bar.finish();
    if interrupt.load(Ordering::Relaxed) {
        measured?;
        say("interrupted: the same command continues where it stopped");
        return Ok(STOPPED);
    }
    let summary = Summary::new(&experiment, &measured?);
    let write = |name: &str, text: String| {
        dir.replace(name, text.as_bytes())
            .map_err(|error| Error::path("write", &folder.join(name), &error))
    };
    write("compare.csv", report::csv(&experiment, &summary)?)?;
    write("compare.html", page::page(&experiment, &summary)?)?;
    terminal::print(&report::text(&experiment, &summary, arguments.format)?)?;
    say(&format!(
        "plots are in {}",
        folder.join("compare.html").display()
    ));
    Ok(0)
}

fn experiment(problem: &'static dyn AnyProblem, arguments: &Compare) -> Result<Experiment> {
    let preset = arguments
        .preset
        .as_deref()
        .map(|name| preset(problem, name))
        .transpose()?;
    let vary = arguments
        .vary
        .as_deref()
        .or(preset.map(|preset| preset.vary));
    let vary = vary.ok_or_else(|| Error::user("nothing varies: give --vary or --preset"))?;
    let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let varying: Vec<String> = key(vary).split(',').map(str::to_owned).collect();
    // The user's keys override the preset's.
    let given: Vec<String> = arguments.recipe.iter().map(|pair| key(pair)).collect();
    let kept = preset.map_or(&[][..], |preset| preset.recipe).iter();
    let kept = kept.filter(|pair| !given.contains(&key(pair)) && !varying.contains(&key(pair)));
    let mut fixed: Vec<String> = kept.map(|&pair| pair.to_owned()).collect();
    fixed.extend(arguments.recipe.iter().cloned());
    let chosen: Vec<&str> = match preset {
        Some(preset) if arguments.solvers.is_empty() => preset.solvers.to_vec(),
        _ => arguments.solvers.iter().map(String::as_str).collect(),
    };
    let mut bundled: Vec<&'static str> = Vec::new();
    if chosen.is_empty() || chosen.contains(&"all") {
        bundled.extend(problem.solvers().iter().map(|solver| solver.name));
    }
    for name in chosen.into_iter().filter(|&name| name != "all") {
        let solver = input::solver(problem, name)?;
        if !bundled.contains(&solver) {
            bundled.push(solver);
        }
    }
    let mut solvers: Vec<Solver> = Vec::new();
    for name in bundled {
        solvers.push(Solver::of(problem, name, solvers.len()));
    }
    add_programs(&mut solvers, &arguments.programs)?;
    let seeds = arguments.seeds.0.clone();
    Experiment::new(problem, fixed, vary, solvers, seeds, arguments.time)
}

fn preset(problem: &dyn AnyProblem, name: &str) -> Result<&'static puzzles::Experiment> {
    let presets = problem.experiments();
    presets
        .iter()
        .find(|preset| preset.name == name)
        .ok_or_else(|| {
            let known: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
            let message = format!("{} has no preset `{name}`", problem.name());
            let list = presets
                .iter()
                .map(|preset| format!("{} ({})", preset.name, preset.about));
            let list = list.collect::<Vec<_>>().join(", ");
            Diagnostic::new(message)
                .suggest(name, &known)
                .with_help(format!("presets: {list}"))
                .into()
        })
}

fn default_folder(
    problem: &dyn AnyProblem,
    arguments: &Compare,
    experiment: &Experiment,
) -> PathBuf {
    let what = arguments
        .preset
        .clone()
        .unwrap_or_else(|| experiment.keys.replace(',', "-"));
    Path::new("results").join(format!("compare-{}-{what}", problem.name()))
}
