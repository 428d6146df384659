//! The contest file: what is to be played, by whom, under which limits, and how it is scored.

use std::path::{Path, PathBuf};
use std::time::Duration;

use reference::{AnyProblem, FieldError, FieldFault, FieldValue, Fields, Recipe};
use toml::de::DeValue;

use crate::document::{Document, Located, Section, whole_number};
use crate::error::{Error, Result, nearest};
use crate::scoring;

/// A contest file that has been read and found sound.
#[derive(Debug)]
pub struct Contest {
    pub document: Document,
    pub name: String,
    pub problem: &'static dyn AnyProblem,
    /// The folder of the teams.
    pub submissions: PathBuf,
    /// Names of bundled solvers.
    pub baselines: Vec<String>,
    pub limits: Limits,
    pub rounds: Vec<Round>,
    pub scoring: Scoring,
}

/// What a program may use, per instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time of the whole process tree.
    pub time: Duration,
    pub wall: Duration,
    pub memory: u64,
    pub output: u64,
    pub processes: u64,
    pub cores: usize,
    /// Whether the last answer before the time limit counts.
    pub anytime: bool,
    /// Between the polite signal and the last one.
    pub grace: Duration,
}

#[derive(Debug)]
pub struct Round {
    pub name: String,
    pub mode: Mode,
    /// Whether students may see the instances before the contest.
    pub public: bool,
    pub source: Source,
}

/// What teams hand in for a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Answers,
    Programs,
}

/// Where a round's instances come from.
#[derive(Debug)]
pub enum Source {
    /// A folder, a file or a pattern.
    Files(Located<PathBuf>),
    Generated {
        seed: Seed,
        portions: Vec<Portion>,
    },
}

/// The secret that hidden instances are made from.
#[derive(Debug)]
pub enum Seed {
    Number(i64),
    File(Located<PathBuf>),
}

/// Some instances of one recipe.
pub struct Portion {
    pub recipe: Box<dyn Recipe>,
    pub seeds: Seeds,
    pub span: std::ops::Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// This many, with seeds drawn from the round's.
    Count(usize),
    Exact(Vec<u64>),
}

#[derive(Clone, Debug)]
pub struct Scoring {
    pub rule: &'static dyn scoring::Rule,
    pub failure: Failure,
}

/// What a run without an accepted answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Zero,
    /// As much as this baseline's answer.
    Baseline(String),
}

impl Default for Limits {
    fn default() -> Self {
        let time = Duration::from_secs(10);
        Self {
            time,
            wall: default_wall(time),
            memory: 512 << 20,
            output: 64 << 20,
            processes: 64,
            cores: 1,
            anytime: false,
            grace: Duration::from_millis(200),
        }
    }
}

fn default_wall(time: Duration) -> Duration {
    time.mul_f64(1.5) + Duration::from_secs(1)
}

/// The most instances one recipe may ask for.
const MOST_INSTANCES: i64 = 100_000;

impl Contest {
    pub fn read(path: &Path) -> Result<Self> {
        Self::from_document(Document::read(path)?)
    }

    /// Paths in the file are relative to the folder it lies in.
    pub fn from_document(document: Document) -> Result<Self> {
        let base = document.path.parent().unwrap_or(Path::new("")).to_owned();
        let whole = 0..document.text.find('\n').unwrap_or(document.text.len());
        let (name, problem, submissions, baselines, limits, rounds, scoring) =
            document.parse(|root| {
                let name = root.text("name")?.map(|name| name.value);
                let problem = root.text("problem")?.ok_or_else(|| {
                    let names = problem_names().join(", ");
                    let missing =
                        document.diagnostic(whole.clone(), "the contest names no `problem`");
                    missing.with_help(format!("add a line `problem = \"…\"` with one of: {names}"))
                })?;
                let problem = find_problem(&document, &problem)?;
                let submissions = root.text("submissions")?.ok_or_else(|| {
                    let missing =
                        document.diagnostic(whole.clone(), "the contest names no `submissions`");
                    missing
                        .with_help("add a line `submissions = \"…\"` with the folder of the teams")
                })?;
                let baselines = root.texts("baselines")?.unwrap_or_default();
                let baselines = known_solvers(&document, problem, baselines)?;
                let limits = root.section("limits", read_limits)?.unwrap_or_default();
                let mut rounds: Vec<Round> = Vec::new();
                root.sections(
                    "round",
                    "a list of tables, each written [[round]]",
                    |section| {
                        rounds.push(read_round(&document, section, problem, &base, &rounds)?);
                        Ok(())
                    },
                )?;
                let scoring = root.section("scoring", |section| {
                    read_scoring(&document, section, &baselines)
                })?;
                let scoring = match scoring {
                    Some(scoring) => scoring,
                    None => Scoring {
                        rule: scoring::default_rule(),
                        failure: Failure::Zero,
                    },
                };
                if scoring.rule.needs_baselines() && baselines.is_empty() {
                    let rule = scoring.rule.name();
                    let message =
                        format!("scoring rule `{rule}` needs baselines and the contest names none");
                    let names: Vec<_> = problem.solvers().iter().map(|s| s.name).collect();
                    let help = format!(
                        "add `baselines = [\"{}\"]`; there are: {}",
                        names[0],
                        names.join(", ")
                    );
                    return Err(document
                        .diagnostic(whole.clone(), message)
                        .with_help(help)
                        .into());
                }
                Ok((
                    name,
                    problem,
                    base.join(submissions.value),
                    baselines,
                    limits,
                    rounds,
                    scoring,
                ))
            })?;
        if rounds.is_empty() {
            let error = document.diagnostic(whole, "the contest has no round");
            return Err(error
                .with_help("add a `[[round]]` with `instances` or `generate`")
                .into());
        }
        let stem = document
            .path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let name = name.unwrap_or(stem);
        Ok(Self {
            document,
            name,
            problem,
            submissions,
            baselines,
            limits,
            rounds,
            scoring,
        })
    }
}

pub fn problem_names() -> Vec<&'static str> {
    reference::problems()
        .iter()
        .map(|problem| problem.name())
        .collect()
}

fn find_problem(document: &Document, name: &Located<String>) -> Result<&'static dyn AnyProblem> {
    reference::problem(&name.value).ok_or_else(|| {
        let names = problem_names();
        let message = format!("unknown problem `{}`", name.value);
        let unknown = document
            .diagnostic(name.span.clone(), message)
            .suggest(&name.value, &names);
        unknown
            .with_help(format!("known problems: {}", names.join(", ")))
            .into()
    })
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
            let message = format!("{} has no bundled solver `{}`", problem.name(), name.value);
            let unknown = document
                .diagnostic(name.span, message)
                .suggest(&name.value, &known);
            return Err(unknown
                .with_help(format!("bundled solvers: {}", known.join(", ")))
                .into());
        }
        if !baselines.contains(&name.value) {
            baselines.push(name.value);
        }
    }
    Ok(baselines)
}

fn read_limits(section: &mut Section) -> Result<Limits> {
    let standard = Limits::default();
    let time = section.duration("time")?.unwrap_or(standard.time);
    let count =
        |found: Option<Located<i64>>, otherwise: u64| found.map_or(otherwise, |n| n.value as u64);
    Ok(Limits {
        time,
        wall: section.duration("wall")?.unwrap_or(default_wall(time)),
        memory: section.size("memory")?.unwrap_or(standard.memory),
        output: section.size("output")?.unwrap_or(standard.output),
        processes: count(
            section.integer("processes", 1..=100_000)?,
            standard.processes,
        ),
        cores: count(section.integer("cores", 1..=1024)?, standard.cores as u64) as usize,
        anytime: section.boolean("anytime")?.unwrap_or(standard.anytime),
        grace: section.duration("grace")?.unwrap_or(standard.grace),
    })
}

fn read_round(
    document: &Document,
    section: &mut Section,
    problem: &'static dyn AnyProblem,
    base: &Path,
    earlier: &[Round],
) -> Result<Round> {
    let span = section.span();
    let name = section
        .text("name")?
        .ok_or_else(|| document.error(span.clone(), "the round has no `name`"))?;
    let usable = !name.value.is_empty()
        && !name.value.starts_with('.')
        && !name
            .value
            .chars()
            .any(|c| c == '/' || c == '\\' || c.is_control());
    if !usable {
        let message = "a round's name is also a folder's: it must not be empty, begin with a dot or hold a slash";
        return Err(document.error(name.span, message));
    }
    if earlier.iter().any(|round| round.name == name.value) {
        return Err(document.error(
            name.span,
            format!("a second round is called `{}`", name.value),
        ));
    }
    let mode = match section.text("run")? {
        None => Mode::Programs,
        Some(mode) => match mode.value.as_str() {
            "programs" => Mode::Programs,
            "answers" => Mode::Answers,
            other => {
                let message = format!("`run` must be \"programs\" or \"answers\", not \"{other}\"");
                return Err(document
                    .diagnostic(mode.span, message)
                    .suggest(other, &["programs", "answers"])
                    .into());
            }
        },
    };
    let public = section.boolean("public")?.unwrap_or(false);
    let files = section.text("instances")?;
    let seed = section.integer("seed", 0..=i64::MAX)?;
    let seed_file = section.text("seed_file")?;
    let wanted = "a list of recipes such as { count = 5, rows = 10, … }";
    let portions = section.sections("generate", wanted, |recipe| {
        read_portion(document, recipe, problem)
    })?;
    let source = match (files, portions) {
        (Some(files), None) => Source::Files(Located {
            value: base.join(&files.value),
            span: files.span,
        }),
        (None, Some(portions)) => {
            let seed = match (seed, seed_file) {
                (Some(seed), None) => Seed::Number(seed.value),
                (None, Some(file)) => Seed::File(Located {
                    value: base.join(&file.value),
                    span: file.span,
                }),
                (None, None) if portions.iter().all(|portion| portion.seeds.is_exact()) => {
                    Seed::Number(0)
                }
                (None, None) => {
                    let error = document
                        .diagnostic(span, "the round generates instances but has no `seed`");
                    return Err(error
                        .with_help("add `seed = 1`, or `seed_file = \"secret.txt\"`")
                        .into());
                }
                (Some(_), Some(file)) => {
                    return Err(
                        document.error(file.span, "the round has both `seed` and `seed_file`")
                    );
                }
            };
            Source::Generated { seed, portions }
        }
        (Some(files), Some(_)) => {
            return Err(document.error(files.span, "the round has both `instances` and `generate`"));
        }
        (None, None) => {
            let error =
                document.diagnostic(span, format!("round `{}` has no instances", name.value));
            return Err(error
                .with_help("add `instances = \"folder\"` or `generate = [{ … }]`")
                .into());
        }
    };
    Ok(Round {
        name: name.value,
        mode,
        public,
        source,
    })
}

fn read_portion(
    document: &Document,
    section: &mut Section,
    problem: &'static dyn AnyProblem,
) -> Result<Portion> {
    let span = section.span();
    let count = section.integer("count", 1..=MOST_INSTANCES)?;
    let seeds = section.text("seeds")?;
    let seeds = match (count, seeds) {
        (Some(count), None) => Seeds::Count(count.value as usize),
        (None, None) => Seeds::Count(1),
        (None, Some(seeds)) => {
            let exact = parse_seeds(&seeds.value).ok_or_else(|| {
                let error = document.diagnostic(
                    seeds.span.clone(),
                    format!("`{}` is not a range of seeds", seeds.value),
                );
                error.with_help("write for example seeds = \"0..9\", which are ten")
            })?;
            Seeds::Exact(exact)
        }
        (Some(_), Some(seeds)) => {
            return Err(document.error(seeds.span, "the recipe has both `count` and `seeds`"));
        }
    };
    let given = section.remaining();
    let mut fields = Vec::new();
    for (key, value) in &given {
        let found = field_value(value.get_ref()).ok_or_else(|| {
            let message = format!("`{}` must be a number or a text", key.value);
            document.error(value.span(), message)
        })?;
        fields.push((key.value.clone(), found));
    }
    let recipe = problem.recipe(Fields::new(fields)).map_err(|error| {
        let error = intended(error);
        let place = match given.iter().find(|(key, _)| key.value == error.key) {
            None => span.clone(),
            Some((key, _)) if error.fault == FieldFault::UnknownKey => key.span.clone(),
            Some((_, value)) => value.span(),
        };
        let diagnostic = document.diagnostic(place, error.message);
        Error::from(diagnostic.suggest(&error.word, &error.known))
    })?;
    Ok(Portion {
        recipe,
        seeds,
        span,
    })
}

/// A key that is missing while a similar one was given is most likely that one misspelt.
pub fn intended(error: FieldError) -> FieldError {
    match nearest(&error.word, &error.known) {
        Some(misspelt) if error.fault == FieldFault::MissingKey => FieldError {
            fault: FieldFault::UnknownKey,
            key: misspelt.to_owned(),
            message: format!("unknown key `{misspelt}` in a recipe"),
            word: misspelt.to_owned(),
            known: vec![error.key],
        },
        _ => error,
    }
}

fn field_value(value: &DeValue) -> Option<FieldValue> {
    match value {
        DeValue::String(text) => Some(FieldValue::Text(text.to_string())),
        DeValue::Integer(_) => whole_number(value).map(FieldValue::Integer),
        DeValue::Float(number) => number.as_str().parse().ok().map(FieldValue::Number),
        _ => None,
    }
}

/// `"0..9"` (both ends included), `"7"`, or several of these with commas.
fn parse_seeds(text: &str) -> Option<Vec<u64>> {
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let last = last.strip_prefix('=').unwrap_or(last);
        let first: u64 = first.trim().parse().ok()?;
        let last: u64 = last.trim().parse().ok()?;
        if last < first || last - first >= MOST_INSTANCES as u64 {
            return None;
        }
        seeds.extend(first..=last);
    }
    Some(seeds)
}

impl Seeds {
    fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

fn read_scoring(
    document: &Document,
    section: &mut Section,
    baselines: &[String],
) -> Result<Scoring> {
    let rule = match section.text("rule")? {
        None => scoring::default_rule(),
        Some(rule) => scoring::rule(&rule.value).ok_or_else(|| {
            let names = scoring::names();
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

impl std::fmt::Debug for Portion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.recipe, self.seeds)
    }
}
