//! Reads the top level of a contest file, its limits and its scoring.

use std::path::{Path, PathBuf};

use puzzles::AnyProblem;

use super::{Contest, Failure, Round, Scoring, ScoringRule, round, site};
use crate::document::{Document, Located, Section};
use crate::error::Result;
use crate::limits::{Limits, default_wall};
use crate::locale::Language;
use crate::problems::{self, Declared, Description};

/// The largest memory limit: more than any machine has.
const MOST_MEMORY: u64 = 4 << 40;

/// The largest output limit: the judge keeps output in memory, some of it twice.
const MOST_OUTPUT: u64 = 2 << 30;

/// Where a contest comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'a> {
    /// A contest file of the user.
    File,
    /// A results folder, which may come from anybody: a problem folder is not opened. The description of it.
    Results(Option<&'a Description>),
}

/// Reads a contest.
pub(super) fn contest(document: &Document, root: &mut Section, origin: Origin) -> Result<Contest> {
    let base = document.path.parent().unwrap_or(Path::new(""));
    let stem = document.path.file_stem().unwrap_or_default();
    let name = root.text("name")?.map(|name| name.value);
    let language = language(document, root)?;
    let problem = root.text("problem")?.ok_or_else(|| {
        let names = problems::bundled_names().join(", ");
        let missing = root.missing("problem", "the contest has no `problem`");
        missing.with_help(format!(
            "add a line `problem = \"…\"` with one of: {names}, or with a problem folder"
        ))
    })?;
    let declared = declared(document, root)?;
    let problem = find_problem(document, &problem, base, &declared, origin)?;
    let submissions = root.text("submissions")?.ok_or_else(|| {
        let missing = root.missing("submissions", "the contest has no `submissions`");
        missing.with_help("add a line `submissions = \"…\"` with the folder of the teams")
    })?;
    let baselines = root.texts("baselines")?.unwrap_or_default();
    let baselines = known_solvers(document, problem, baselines)?;
    let limits = root
        .section("limits", |section| limits(document, section, base, problem))?
        .unwrap_or_else(|| problems::suggested_limits(problem).limits());
    let mut rounds: Vec<Round> = Vec::new();
    let wanted = "a list of tables, each written [[round]]";
    root.sections("round", wanted, |section| {
        rounds.push(round::round(document, section, problem, base, &rounds)?);
        Ok(())
    })?;
    if rounds.iter().all(|round| round.tie_break) {
        let missing = root.missing("round", "the contest has no round");
        let help = "add a `[[round]]` with `instances` or `generate`";
        return Err(missing.with_help(help).into());
    }
    if rounds
        .iter()
        .all(|round| round.tie_break || round.weight == 0.0)
    {
        let message = "no round counts: every `weight` is 0";
        return Err(root
            .missing("round", message)
            .with_help("give a round a weight, such as 1")
            .into());
    }
    let scoring = root.section("scoring", |section| scoring(document, section, &baselines))?;
    let scoring = scoring.unwrap_or(Scoring {
        rule: ScoringRule::ALL[0],
        failure: Failure::Zero,
    });
    if scoring.rule.needs_baselines() && baselines.is_empty() {
        let rule = scoring.rule.name();
        let message = format!("scoring rule `{rule}` needs baselines and the contest has none");
        let names: Vec<_> = problem.solvers().iter().map(|s| s.name).collect();
        let missing = root.missing("baselines", message);
        let help = match names.first() {
            Some(first) => {
                let all = names.join(", ");
                format!("add a line `baselines = [\"{first}\"]`; there are: {all}")
            }
            None => "choose a rule that needs none: [scoring] rule = \"best\"".to_owned(),
        };
        return Err(missing.with_help(help).into());
    }
    let site = root.section("site", |section| site::site(document, section))?;
    Ok(Contest {
        document: document.clone(),
        name: name.unwrap_or_else(|| stem.to_string_lossy().into_owned()),
        language,
        problem,
        submissions: base.join(submissions.value),
        baselines,
        limits,
        rounds,
        scoring,
        site: site.unwrap_or_default(),
    })
}

/// Reads the language of the pages.
fn language(document: &Document, root: &mut Section) -> Result<Language> {
    let Some(code) = root.text("language")? else {
        return Ok(Language::default());
    };
    Language::of_code(&code.value).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code);
        let message = format!("unknown language `{}`", code.value);
        let unknown = document.diagnostic(code.span, message);
        let known = Language::ALL.map(|known| format!("\"{known}\" ({})", known.name()));
        let help = format!("write one of: {}", known.join(", "));
        unknown.suggest(&code.value, &codes).with_help(help).into()
    })
}

/// Takes what a contest says about a problem folder that does not say it itself.
fn declared(document: &Document, root: &mut Section) -> Result<Declared> {
    let goal = problems::goal(document, root)?;
    let unit = root.text("unit")?.map(|unit| unit.value);
    let decimals = root.integer("decimals", 0..=9)?;
    Ok(Declared {
        goal,
        unit,
        decimals: decimals.map(|decimals| decimals.value as u32),
    })
}

/// Returns the bundled problem of that name, or the problem of that folder.
fn find_problem(
    document: &Document,
    name: &Located<String>,
    base: &Path,
    declared: &Declared,
    origin: Origin,
) -> Result<&'static dyn AnyProblem> {
    let at_name = |message: String| document.diagnostic(name.span.clone(), message);
    if let Some(bundled) = puzzles::problem(&name.value) {
        if *declared != Declared::default() {
            let message = format!("`goal`, `unit` and `decimals` of {} are fixed", name.value);
            return Err(at_name(message).with_help("remove them").into());
        }
        return Ok(bundled);
    }
    let path = base.join(&name.value);
    match origin {
        Origin::Results(Some(description)) => return Ok(problems::recorded(description)),
        Origin::File if path.is_dir() => return Ok(problems::open(&path, declared)?),
        Origin::Results(None) | Origin::File => {}
    }
    let names = problems::bundled_names();
    let unknown = at_name(format!("unknown problem `{}`", name.value)).suggest(&name.value, &names);
    let unknown = unknown.with_help(format!("known problems: {}", names.join(", ")));
    let help = format!(
        "a problem of your own is a folder, and there is none at {}",
        path.display()
    );
    Err(unknown.with_help(help).into())
}

fn known_solvers(
    document: &Document,
    problem: &dyn AnyProblem,
    names: Vec<Located<String>>,
) -> Result<Vec<String>> {
    let known: Vec<_> = problem.solvers().iter().map(|solver| solver.name).collect();
    let mut baselines = Vec::new();
    for name in names {
        if !known.contains(&name.value.as_str()) {
            let message = format!("{} has no solver `{}`", problem.name(), name.value);
            let unknown = document
                .diagnostic(name.span, message)
                .suggest(&name.value, &known);
            return Err(unknown
                .with_help(format!("its solvers: {}", known.join(", ")))
                .into());
        }
        if !baselines.contains(&name.value) {
            baselines.push(name.value);
        }
    }
    Ok(baselines)
}

fn limits(
    document: &Document,
    section: &mut Section,
    base: &Path,
    problem: &dyn AnyProblem,
) -> Result<Limits> {
    let standard = problems::suggested_limits(problem).limits();
    let time = section.duration("time")?.unwrap_or(standard.time);
    let count =
        |found: Option<Located<i64>>, otherwise: u64| found.map_or(otherwise, |n| n.value as u64);
    Ok(Limits {
        time,
        wall: section.duration("wall")?.unwrap_or(default_wall(time)),
        memory: section
            .size("memory", MOST_MEMORY)?
            .unwrap_or(standard.memory),
        output: section
            .size("output", MOST_OUTPUT)?
            .unwrap_or(standard.output),
        processes: count(
            section.integer("processes", 1..=100_000)?,
            standard.processes,
        ),
        cores: count(section.integer("cores", 1..=1024)?, standard.cores as u64) as usize,
        anytime: section.boolean("anytime")?.unwrap_or(standard.anytime),
        grace: section.duration("grace")?.unwrap_or(standard.grace),
        paths: paths(document, section.texts("paths")?.unwrap_or_default(), base)?,
    })
}

/// Resolves additional paths that programs may read. Fails if one does not exist or is a system folder as a whole.
fn paths(document: &Document, named: Vec<Located<String>>, base: &Path) -> Result<Vec<PathBuf>> {
    let find = |path: Located<String>| {
        let refuse = |reason: &str| {
            let message = format!("`{}` cannot be shown to programs: {reason}", path.value);
            document.error(path.span.clone(), message)
        };
        let found = base.join(&path.value).canonicalize();
        let found = found.map_err(|_| refuse("there is no such file or folder"))?;
        let taken = ["/proc", "/sys", "/dev", "/tmp", "/submission"];
        if found == Path::new("/") || taken.iter().any(|&taken| found == Path::new(taken)) {
            return Err(refuse("choose something inside it"));
        }
        Ok(found)
    };
    named.into_iter().map(find).collect()
}

fn scoring(document: &Document, section: &mut Section, baselines: &[String]) -> Result<Scoring> {
    let rule = match section.text("rule")? {
        None => ScoringRule::ALL[0],
        Some(rule) => ScoringRule::from_name(&rule.value).ok_or_else(|| {
            let names = ScoringRule::names();
            let message = format!("unknown scoring rule `{}`", rule.value);
            let unknown = document
                .diagnostic(rule.span, message)
                .suggest(&rule.value, &names);
            unknown.with_help(format!("known rules: {}", names.join(", ")))
        })?,
    };
    let failure = match section.text("failure")? {
        None => Failure::Zero,
        Some(failure) if failure.value == "zero" => Failure::Zero,
        Some(failure) if baselines.contains(&failure.value) => Failure::Baseline(failure.value),
        Some(failure) => {
            let message = format!(
                "`failure` must be \"zero\" or one of this contest's baselines, not \"{}\"",
                failure.value
            );
            return Err(document
                .diagnostic(failure.span, message)
                .suggest(&failure.value, baselines)
                .into());
        }
    };
    Ok(Scoring { rule, failure })
}
