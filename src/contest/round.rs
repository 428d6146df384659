//! Reads the rounds of a contest file and the recipes of their instances.

use std::path::Path;

use puzzles::{AnyProblem, FieldError, FieldFault, FieldValue, Fields};
use toml::de::DeValue;

use super::{Mode, Portion, Round, Scale, Seed, Seeds, Source, site};
use crate::document::{Document, Located, Section, whole_number};
use crate::error::{Error, Result, nearest};
use crate::units;

/// The most instances of one recipe.
pub const MOST_INSTANCES: i64 = 100_000;

/// The largest weight of a round.
pub const MOST_WEIGHT: f64 = 1e6;

/// The most points for a place.
pub const MOST_POINTS: i64 = 1_000_000;

/// The most repetitions of a run.
pub const MOST_REPETITIONS: i64 = 1000;

pub(super) fn round(
    document: &Document,
    section: &mut Section,
    problem: &'static dyn AnyProblem,
    base: &Path,
    earlier: &[Round],
) -> Result<Round> {
    let name = section
        .text("name")?
        .ok_or_else(|| section.missing("name", "the round has no `name`"))?;
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
    let tie_break = section.boolean("tie_break")?.unwrap_or(false);
    let weight = section.number("weight", MOST_WEIGHT)?.unwrap_or(1.0);
    let repeat = section.integer("repeat", 1..=MOST_REPETITIONS)?;
    if let Some(repeat) = repeat.as_ref().filter(|repeat| repeat.value > 1)
        && mode == Mode::Answers
    {
        let message = "`repeat` is for programs: answer files are submitted once";
        return Err(document.error(repeat.span.clone(), message));
    }
    if let Some(repeat) = repeat.as_ref().filter(|repeat| repeat.value > 1)
        && tie_break
    {
        let message = "a tie-break round cannot `repeat` its runs: give it more instances";
        return Err(document.error(repeat.span.clone(), message));
    }
    let standard = Scale::standard(mode);
    let mut points = |key, otherwise| -> Result<f64> {
        let found = section.integer(key, 0..=MOST_POINTS)?;
        Ok(found.map_or(otherwise, |points| points.value as f64))
    };
    let scale = Scale {
        best: points("best", standard.best)?,
        second: points("second", standard.second)?,
        most_bests: points("most_bests", standard.most_bests)?,
        best_mean: points("best_mean", standard.best_mean)?,
    };
    let judged = site::judged(document, section, public, weight)?;
    let source = source(document, section, problem, base, &name.value)?;
    Ok(Round {
        name: name.value,
        mode,
        public,
        tie_break,
        weight,
        repeat: repeat.map_or(1, |repeat| repeat.value as u32),
        scale,
        judged,
        source,
    })
}

/// Reads the source of the instances of the round `name`.
fn source(
    document: &Document,
    section: &mut Section,
    problem: &'static dyn AnyProblem,
    base: &Path,
    name: &str,
) -> Result<Source> {
    let files = section.text("instances")?;
    let seed = section.integer("seed", 0..=i64::MAX)?;
    let seed_file = section.text("seed_file")?;
    let wanted = "a list of recipes such as { count = 5, rows = 10, … }";
    let portions = section.sections("generate", wanted, |recipe| {
        portion(document, recipe, problem)
    })?;
    if portions.as_ref().is_some_and(Vec::is_empty) {
        let message = format!("round `{name}` generates nothing: the list is empty");
        return Err(document.error(section.span(), message));
    }
    Ok(match (files, portions) {
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
                    let message = "the round generates instances but has no `seed`";
                    let help = "add `seed = 1`, or `seed_file = \"secret.txt\"`";
                    return Err(section.missing("seed", message).with_help(help).into());
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
            let message = format!("round `{name}` has no instances");
            let error = section.missing("instances", message);
            return Err(error
                .with_help("add `instances = \"folder\"` or `generate = [{ … }]`")
                .into());
        }
    })
}

fn portion(
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
            let exact = units::seeds(&seeds.value).map_err(|_| {
                let error = document.diagnostic(
                    seeds.span.clone(),
                    format!("`{}` is not a range of seeds", seeds.value),
                );
                error.with_help("write for example seeds = \"0..9\", which are ten")
            })?;
            Seeds::Exact(exact.0)
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

/// Turns a missing key into an unknown one if a similar key was given: most likely it is misspelt.
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
