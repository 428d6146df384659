//! What an accepted test case is worth in a scoring package.
//!
//! One test case is one instance of a contest, so this is about single test cases: how groups are aggregated (`sum`,
//! `min`, graders) is not taken over. Legacy packages say it with `accept_score`. Later formats give every group a
//! maximum, 100 in all by default, and divide it evenly among its test cases; a group that counts only as a whole
//! (`pass-fail`) is divided in the same way. In a group with `min`, every test case is worth the maximum of the group.

mod fraction;
mod total;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use self::fraction::Fraction;
pub use self::total::Graded;
use super::Package;
use super::files::has_extension;
use super::instances::{MOST_FOLDERS, too_many_folders};
use super::settings::Format;
use super::validator::Validator;
use super::yaml::{Item, Yaml};
use crate::error::{Error, Result};
use crate::parallel::lock;

/// The deepest nesting of groups.
const DEEPEST: usize = 8;

/// What an accepted test case is worth; see [`super::Companion`].
#[derive(Clone, Debug)]
pub(super) struct Worth {
    pub(super) score: Option<String>,
    pub(super) multiplier: bool,
}

/// What the test cases of a group are worth, for the groups asked for so far: a group is listed once, not once per test
/// case.
pub(super) type Known = Arc<Mutex<BTreeMap<PathBuf, Worth>>>;

/// How the score of a group follows from those of its test cases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aggregation {
    PassFail,
    Sum,
    Min,
}

/// What the settings of a group say about its maximum.
#[derive(Clone, Copy)]
enum Maximum {
    Unset,
    Unbounded,
    Bounded(Fraction),
}

/// The settings of a group that concern scores.
struct Group {
    maximum: Maximum,
    aggregation: Aggregation,
    static_score: Fraction,
}

/// Returns a score as a number of at least 0.
pub(super) fn number(item: Item) -> Result<f64> {
    // A plain decimal number can always be read again.
    decimal(item).map(|text| text.parse().unwrap_or_default())
}

/// Returns a score as a plain decimal number.
pub(super) fn decimal(item: Item) -> Result<String> {
    fraction(item).map(Fraction::to_decimal)
}

fn fraction(item: Item) -> Result<Fraction> {
    let text = item.text()?;
    Fraction::from_decimal(text).ok_or_else(|| {
        let error = item.diagnostic(format!("the score `{text}` is not a number of at least 0"));
        error.with_help("write for example 10 or 0.5").into()
    })
}

impl Package {
    /// Returns what a test case is worth. `settings` are those that apply to it, the nearest first.
    pub(super) fn worth(&self, case: Option<&Path>, settings: &[Yaml]) -> Result<Worth> {
        if !self.scoring {
            return Ok(Worth {
                score: None,
                multiplier: false,
            });
        }
        let accept_score = self.accept_score(settings)?;
        if self.format == Format::Legacy || accept_score.is_some() {
            return Ok(Worth {
                score: accept_score.or_else(|| Some("1".to_owned())),
                multiplier: false,
            });
        }
        let secret = case.filter(|case| case.starts_with(secret()));
        let Some(group) = secret.and_then(|case| self.group_of(case)) else {
            // The format gives samples, and what is not part of the package, no score.
            return Ok(Worth {
                score: Some("1".to_owned()),
                multiplier: self.validator != Validator::Default,
            });
        };
        if let Some(known) = lock(&self.known_worth).get(&group) {
            return Ok(known.clone());
        }
        let worth = self.worth_in(&group)?;
        lock(&self.known_worth).insert(group, worth.clone());
        Ok(worth)
    }

    /// Returns what each test case of a group is worth.
    fn worth_in(&self, group: &Path) -> Result<Worth> {
        let is_custom = self.validator != Validator::Default;
        let maximum = self.maximum(group, 0)?;
        let bounded = maximum.is_some();
        let score = match maximum {
            Some(maximum) => Some(self.share(group, maximum)?.to_decimal()),
            // The default validator writes no scores.
            None => (!is_custom).then(|| "1".to_owned()),
        };
        let aggregation = self.scores(group)?.aggregation;
        Ok(Worth {
            score,
            multiplier: is_custom && bounded && aggregation != Aggregation::PassFail,
        })
    }

    /// Returns `accept_score`, which packages of later formats have as well if their test data is older.
    fn accept_score(&self, settings: &[Yaml]) -> Result<Option<String>> {
        if let Some(score) = &self.accept_score {
            return Ok(Some(score.clone()));
        }
        for yaml in settings {
            if let Some(score) = yaml.map()?.get("accept_score")? {
                return decimal(score).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns the group of a test case below `data/secret`. In the format of 2025 only the folders in `secret` are
    /// groups; deeper ones belong to them.
    fn group_of(&self, case: &Path) -> Option<PathBuf> {
        let folder = case.parent()?;
        let depth = match self.format {
            Format::Version2025 => 3,
            Format::Legacy | Format::Draft2023 => DEEPEST,
        };
        Some(folder.components().take(depth).collect())
    }

    fn scores(&self, group: &Path) -> Result<Group> {
        let is_secret = group == secret();
        let mut found = Group {
            maximum: if is_secret {
                Maximum::Bounded(Fraction::whole(100))
            } else {
                Maximum::Unset
            },
            aggregation: if is_secret {
                Aggregation::Sum
            } else {
                Aggregation::PassFail
            },
            static_score: Fraction::whole(0),
        };
        let Some(yaml) = self.group(group)? else {
            return Ok(found);
        };
        let map = yaml.map()?;
        // The draft of 2023 has a map `scoring`, in which the keys have shorter names.
        let scoring = map.get("scoring")?.filter(Item::is_map);
        let scoring = scoring.map(|item| item.map()).transpose()?;
        let get = |long, short| match map.get(long)? {
            Some(item) => Ok::<_, Error>(Some(item)),
            None => scoring.map_or(Ok(None), |scoring| scoring.get(short)),
        };
        if let Some(item) = get("max_score", "score")? {
            found.maximum = match item.text()? {
                "unbounded" => Maximum::Unbounded,
                _ => Maximum::Bounded(fraction(item)?),
            };
        }
        if let Some(item) = get("score_aggregation", "aggregation")? {
            found.aggregation = match item.text()? {
                "pass-fail" => Aggregation::PassFail,
                "sum" => Aggregation::Sum,
                "min" => Aggregation::Min,
                other => {
                    let error = item.diagnostic(format!("unknown aggregation `{other}`"));
                    return Err(error.with_help("known are: pass-fail, sum, min").into());
                }
            };
        }
        let static_score = map.get("static_validation_score")?;
        if let Some(item) = static_score.filter(|item| item.text().ok() != Some("pass-fail")) {
            found.static_score = fraction(item)?;
        }
        Ok(found)
    }

    /// Returns the maximum of a group; `None` if it is unbounded.
    fn maximum(&self, group: &Path, depth: usize) -> Result<Option<Fraction>> {
        match self.scores(group)?.maximum {
            Maximum::Unset => {}
            Maximum::Unbounded => return Ok(None),
            Maximum::Bounded(maximum) => return Ok(Some(maximum)),
        }
        let parent = group.parent().filter(|_| depth < DEEPEST);
        let Some(parent) = parent.filter(|parent| parent.starts_with(secret())) else {
            return Ok(None);
        };
        match self.maximum(parent, depth + 1)? {
            None => Ok(None),
            Some(maximum) => self.share(parent, maximum).map(Some),
        }
    }

    /// Returns what each test case of a group, and each group in it without a maximum, is worth.
    fn share(&self, group: &Path, maximum: Fraction) -> Result<Fraction> {
        let scores = self.scores(group)?;
        if scores.aggregation == Aggregation::Min {
            return Ok(maximum);
        }
        let has_groups = self.format != Format::Version2025 || group == secret();
        let (mut parts, mut taken) = (0, scores.static_score);
        let mut folders = MOST_FOLDERS;
        for entry in self.root.list(group)? {
            let path = group.join(&entry.name);
            if !entry.folder {
                parts += u64::from(has_extension(&entry.name, "in"));
            } else if !has_extension(&entry.name, "files") {
                let cases = self.count(&path, 0, &mut folders)?;
                if !has_groups {
                    parts += cases;
                } else if cases > 0 {
                    match self.scores(&path)?.maximum {
                        Maximum::Unset => parts += 1,
                        Maximum::Unbounded => {}
                        Maximum::Bounded(maximum) => taken = taken + maximum,
                    }
                }
            }
        }
        let rest = maximum.minus(taken).ok_or_else(|| {
            let shown = self.root.shown(group);
            let error = Error::user(format!(
                "{shown}: the scores of its parts exceed its maximum"
            ));
            error.with_help("raise its `max_score`, or lower those of the groups in it")
        })?;
        Ok(rest.divided_by(parts.max(1)))
    }

    /// Counts the test cases below a folder, in at most `left` folders.
    fn count(&self, folder: &Path, depth: usize, left: &mut usize) -> Result<u64> {
        let less = left.checked_sub(1);
        *left = less.ok_or_else(|| too_many_folders(&self.root.path.join(secret())))?;
        let mut cases = 0;
        for entry in self.root.list(folder)? {
            if !entry.folder {
                cases += u64::from(has_extension(&entry.name, "in"));
            } else if depth < DEEPEST && !has_extension(&entry.name, "files") {
                cases += self.count(&folder.join(&entry.name), depth + 1, left)?;
            }
        }
        Ok(cases)
    }
}

fn secret() -> &'static Path {
    Path::new("data/secret")
}
