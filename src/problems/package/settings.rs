//! Reads problem.yaml.

use std::path::Path;

use puzzles::Goal;

use super::arguments;
use super::compare::Comparison;
use super::files::Root;
use super::limits::{self, SuggestedLimits};
use super::worth;
use super::yaml::{Item, MOST_YAML, Map, Yaml};
use crate::error::{Diagnostic, Error, Result};

/// The file that makes a folder a package.
pub(super) const FILE: &str = "problem.yaml";

/// The version of the package format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `legacy`, its subset `legacy-icpc`, or no version.
    Legacy,
    /// `2023-07`, which stayed a draft.
    Draft2023,
    /// `2025-09`.
    Version2025,
}

/// What problem.yaml says.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) format: Format,
    pub(super) name: Option<String>,
    pub(super) scoring: bool,
    pub(super) objective: Option<Goal>,
    pub(super) limits: SuggestedLimits,
    /// The words of `validation`.
    pub(super) validation: Vec<String>,
    pub(super) arguments: Vec<String>,
    pub(super) constants: Vec<(String, String)>,
    /// `accept_score` for all test cases, which packages older than the legacy format have here.
    pub(super) accept_score: Option<String>,
    pub(super) languages: bool,
}

pub(super) fn read(root: &Root) -> Result<Settings> {
    let file = Path::new(FILE);
    let text = root.text(file, MOST_YAML)?.ok_or_else(|| {
        let folder = root.path.display();
        let error = Error::user(format!(
            "{folder} is not a problem package: it has no {FILE}"
        ));
        error.with_help(format!("name the folder that contains {FILE}"))
    })?;
    let yaml = Yaml::parse(root.shown(file), text)?;
    let map = yaml.map()?;
    let format = format(map)?;
    let scoring = is_scoring(map)?;
    let validation = validation(map)?;
    let grading = map.get("grading")?.filter(Item::is_map);
    let accept_score = match grading {
        Some(grading) => grading.map()?.get("accept_score")?,
        None => None,
    };
    let languages = map.get("languages")?;
    let is_default = validation.first().is_none_or(|first| first == "default");
    Ok(Settings {
        format,
        name: name(map)?,
        scoring,
        objective: if scoring {
            objective(map, format)?
        } else {
            None
        },
        limits: limits::read(root, map)?,
        arguments: match map.get("validator_flags")? {
            Some(flags) => validator_arguments(flags, is_default && format == Format::Legacy)?,
            None => Vec::new(),
        },
        validation,
        constants: constants(map)?,
        accept_score: accept_score.map(worth::decimal).transpose()?,
        languages: languages.is_some_and(|item| item.text().ok() != Some("all")),
    })
}

fn format(map: Map) -> Result<Format> {
    let Some(version) = map.get("problem_format_version")? else {
        return Ok(Format::Legacy);
    };
    match version.text()? {
        "legacy" | "legacy-icpc" | "icpc" => Ok(Format::Legacy),
        "2023-07" | "2023-07-draft" => Ok(Format::Draft2023),
        "2025-09" | "2025-09-draft" | "draft" => Ok(Format::Version2025),
        other => {
            let message = format!("unknown version `{other}` of the package format");
            let error = version.diagnostic(message);
            let help = "versions that can be read: legacy, legacy-icpc, 2023-07-draft, 2025-09";
            Err(error.with_help(help).into())
        }
    }
}

/// Returns the name; of names in several languages the English one, or else the first.
fn name(map: Map) -> Result<Option<String>> {
    let Some(name) = map.get("name")? else {
        return Ok(None);
    };
    let chosen = if name.is_map() {
        let names = name.map()?.entries()?;
        let english = |tag: &str| tag == "en" || tag.starts_with("en-");
        let chosen = names.iter().find(|(language, _)| english(language));
        chosen.or(names.first()).map(|(_, name)| *name)
    } else {
        Some(name)
    };
    let text = chosen.map(|name| name.text()).transpose()?;
    Ok(text
        .filter(|text| !text.trim().is_empty())
        .map(str::to_owned))
}

fn unsupported(item: Item, kind: &str) -> Diagnostic {
    let error = item.diagnostic(format!("{kind} problems are not supported"));
    error.with_help("a program reads one input and writes one answer: choose another problem")
}

/// Reads `type`: one word, several words or a list of words.
fn is_scoring(map: Map) -> Result<bool> {
    const KNOWN: [&str; 5] = [
        "pass-fail",
        "scoring",
        "submit-answer",
        "interactive",
        "multi-pass",
    ];
    let Some(kinds) = map.get("type")? else {
        return Ok(false);
    };
    let mut found = [false; 2];
    for item in kinds.list() {
        for word in item.text()?.split_whitespace() {
            match word {
                "pass-fail" => found[0] = true,
                "scoring" => found[1] = true,
                "submit-answer" => {}
                "interactive" | "multi-pass" => return Err(unsupported(item, word).into()),
                other => {
                    let error = item.diagnostic(format!("unknown problem type `{other}`"));
                    let error = error.suggest(other, &KNOWN);
                    return Err(error
                        .with_help(format!("known types: {}", KNOWN.join(", ")))
                        .into());
                }
            }
        }
    }
    if found == [true, true] {
        let error = kinds.diagnostic("a problem cannot be both pass-fail and scoring");
        return Err(error.with_help("remove one of the two types").into());
    }
    Ok(found[1])
}

/// Reads `validation` of the legacy format, which drafts of later formats had too.
fn validation(map: Map) -> Result<Vec<String>> {
    const KNOWN: [&str; 5] = ["default", "custom", "score", "interactive", "multi-pass"];
    let Some(item) = map.get("validation")? else {
        return Ok(Vec::new());
    };
    let words: Vec<String> = item.text()?.split_whitespace().map(str::to_owned).collect();
    for (index, word) in words.iter().enumerate() {
        match (index, word.as_str()) {
            (1.., "interactive" | "multi-pass") => return Err(unsupported(item, word).into()),
            (0, "default" | "custom") | (1.., "score") => {}
            _ => {
                let error = item.diagnostic(format!("unknown word `{word}` in `validation`"));
                let help = "write `default`, `custom` or `custom score`";
                return Err(error.suggest(word, &KNOWN).with_help(help).into());
            }
        }
    }
    Ok(words)
}

/// Reads the objective of a scoring problem. In formats after the legacy one a larger score is always better; drafts
/// of 2023 had a key for it.
fn objective(map: Map, format: Format) -> Result<Option<Goal>> {
    for section in ["grading", "scoring"] {
        let Some(section) = map.get(section)?.filter(Item::is_map) else {
            continue;
        };
        let Some(objective) = section.map()?.get("objective")? else {
            continue;
        };
        return match objective.text()? {
            "max" | "maximize" | "maximise" => Ok(Some(Goal::Maximise)),
            "min" | "minimize" | "minimise" => Ok(Some(Goal::Minimise)),
            other => {
                let message = format!("`objective` must be min or max, not `{other}`");
                let error = objective.diagnostic(message);
                Err(error
                    .with_help("write min if smaller scores are better")
                    .into())
            }
        };
    }
    Ok((format != Format::Legacy).then_some(Goal::Maximise))
}

/// Reads arguments of the output validator: a list of texts, a line of words, or the legacy map of `name` and `flags`.
/// Those of the default validator are checked.
pub(super) fn validator_arguments(item: Item, is_default: bool) -> Result<Vec<String>> {
    let words = if item.is_list() {
        item.texts()?.into_iter().map(str::to_owned).collect()
    } else if item.is_map() {
        match item.map()?.get("flags")? {
            Some(flags) => return validator_arguments(flags, is_default),
            None => Vec::new(),
        }
    } else {
        arguments::split(item.text()?).map_err(|reason| {
            let error = item.diagnostic(format!("the arguments contain {reason}"));
            error.with_help("words are split as in a shell; quote or remove it")
        })?
    };
    if is_default {
        Comparison::parse(&words)
            .map_err(|refusal| item.diagnostic(refusal.message).with_help(refusal.help))?;
    }
    Ok(words)
}

/// Reads the constants. One with variants is a map: its `value` goes by the name of the constant, a variant by
/// `name.variant`.
fn constants(map: Map) -> Result<Vec<(String, String)>> {
    let Some(constants) = map.get("constants")? else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (name, item) in constants.map()?.entries()? {
        if !item.is_map() {
            found.push((name.to_owned(), item.text()?.to_owned()));
            continue;
        }
        for (variant, item) in item.map()?.entries()? {
            let name = match variant {
                "value" => name.to_owned(),
                _ => format!("{name}.{variant}"),
            };
            found.push((name, item.text()?.to_owned()));
        }
    }
    Ok(found)
}
