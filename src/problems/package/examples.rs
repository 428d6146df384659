//! Finds the example submissions of a package and what is expected of each.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Package;
use super::expectation::{MessageRule, Outcome, Rule, ScoreRule, Violation};
use super::files::{Entry, Root};
use super::pattern;
use super::settings::Format;
use super::worth;
use super::yaml::{Item, MOST_YAML, Map, Yaml};
use crate::error::Result;

const FOLDER: &str = "submissions";

/// The largest source that is searched for annotations, in bytes.
const MOST_SOURCE: u64 = 1 << 20;

/// Extensions of files that are no submissions.
const NO_SOURCES: [&str; 9] = [
    "md", "txt", "yaml", "yml", "json", "class", "o", "pyc", "exe",
];

/// An example submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The file or folder, relative to the package.
    pub path: PathBuf,
    /// The outcomes that are expected; all rules hold.
    pub rules: Vec<Rule>,
    pub scores: Vec<ScoreRule>,
    pub messages: Vec<MessageRule>,
}

impl Example {
    /// Describes how results contradict the expectations; none if they do not. A result is the name of a test case (see
    /// [`Package::case_name`]) and its outcome.
    pub fn violations(&self, results: &[(String, Outcome)]) -> Vec<Violation> {
        let rules = self.rules.iter();
        rules.filter_map(|rule| rule.violation(results)).collect()
    }

    /// Returns whether the submission is expected to be accepted on every test case.
    pub fn is_accepted(&self) -> bool {
        let only = BTreeSet::from([Outcome::Accepted]);
        self.rules
            .iter()
            .any(|rule| rule.cases.is_none() && rule.permitted == only)
    }

    /// Returns whether the submission may fail to build.
    pub fn may_fail_to_build(&self) -> bool {
        let mut rules = self.rules.iter();
        rules.all(|rule| rule.permitted.contains(&Outcome::CompilerError))
    }
}

impl Package {
    /// Returns the example submissions, sorted by path.
    pub fn examples(&self) -> Result<Vec<Example>> {
        let reader = Reader {
            root: &self.root,
            format: self.format,
        };
        reader.examples()
    }
}

/// Returns the example submissions of a folder that is not a package, by the rules of the newest format.
pub fn examples_of(folder: &Path) -> Result<Vec<Example>> {
    let reader = Reader {
        root: &Root::open(folder)?,
        format: Format::Version2025,
    };
    reader.examples()
}

/// Reads the example submissions of a folder.
struct Reader<'r> {
    root: &'r Root,
    format: Format,
}

impl Reader<'_> {
    fn examples(&self) -> Result<Vec<Example>> {
        let file = Path::new(FOLDER).join("submissions.yaml");
        let yaml = match self.root.text(&file, MOST_YAML)? {
            Some(text) => Some(Yaml::parse(self.root.shown(&file), text)?),
            None => None,
        };
        let patterns = match &yaml {
            Some(yaml) => yaml.map()?.entries()?,
            None => Vec::new(),
        };
        let mut examples = Vec::new();
        for folder in self.root.list(Path::new(FOLDER))? {
            if !folder.folder {
                continue;
            }
            let path = Path::new(FOLDER).join(&folder.name);
            for entry in self
                .root
                .list(&path)?
                .iter()
                .filter(|entry| is_program(entry))
            {
                examples.push(self.example(&folder.name, entry, &patterns)?);
            }
        }
        Ok(examples)
    }

    fn example(&self, folder: &str, entry: &Entry, patterns: &[(&str, Item)]) -> Result<Example> {
        let name = format!("{folder}/{}", entry.name);
        let path = Path::new(FOLDER).join(&name);
        let mut general = Rule::of_folder(folder, self.format);
        let annotated = self.annotated(&path, entry.folder)?;
        if !annotated.is_empty() {
            general = Rule::of_verdicts(&annotated);
        }
        let mut example = Example {
            path,
            rules: vec![general],
            scores: Vec::new(),
            messages: Vec::new(),
        };
        for (pattern, item) in patterns {
            if item.is_null() || !pattern::covers(pattern, &name) {
                continue;
            }
            let map = item.map()?;
            if pattern.trim_matches('/') == folder {
                // The name of a folder replaces the rule of the folder; all other patterns add to it.
                let rule = &mut example.rules[0];
                read_outcomes(map, rule)?;
            } else {
                let mut rule = Rule::anything();
                if read_outcomes(map, &mut rule)? {
                    example.rules.push(rule);
                }
            }
            read_grading(map, None, &mut example)?;
            for (cases, item) in map.entries()?.into_iter().filter(|(_, item)| item.is_map()) {
                // The only keys of a submission whose values may be maps.
                if matches!(cases, "authors" | "author") {
                    continue;
                }
                let mut rule = Rule::anything();
                if read_outcomes(item.map()?, &mut rule)? {
                    rule.cases = Some(cases.to_owned());
                    example.rules.push(rule);
                }
                read_grading(item.map()?, Some(cases), &mut example)?;
            }
        }
        Ok(example)
    }

    /// Returns the verdicts that sources say about themselves.
    fn annotated(&self, path: &Path, is_folder: bool) -> Result<BTreeSet<Outcome>> {
        let files = if is_folder {
            let files = self
                .root
                .list(path)?
                .into_iter()
                .filter(|entry| !entry.folder);
            files.map(|entry| path.join(entry.name)).collect()
        } else {
            vec![path.to_owned()]
        };
        let mut verdicts = BTreeSet::new();
        for file in files {
            // A file that cannot be read, or is too large for a source, has no annotation.
            if let Ok(Some(source)) = self.root.read(&file, MOST_SOURCE) {
                verdicts.extend(annotation(&String::from_utf8_lossy(&source)));
            }
        }
        Ok(verdicts)
    }
}

fn is_program(entry: &Entry) -> bool {
    let path = Path::new(&entry.name);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_other = extension.is_some_and(|extension| NO_SOURCES.contains(&extension))
        || entry.name.starts_with("README");
    entry.name != "__pycache__" && (entry.folder || !is_other)
}

/// Reads `permitted` and `required`. Returns whether any of them is there.
fn read_outcomes(map: Map, rule: &mut Rule) -> Result<bool> {
    let read = |key| -> Result<Option<BTreeSet<Outcome>>> {
        let Some(item) = map.get(key)? else {
            return Ok(None);
        };
        let outcome = |item: &Item| {
            let word = item.text()?;
            Outcome::from_word(word).ok_or_else(|| {
                let error = item.diagnostic(format!("unknown verdict `{word}`"));
                error.with_help("known are: AC, WA, TLE, RTE").into()
            })
        };
        item.list()
            .iter()
            .map(outcome)
            .collect::<Result<_>>()
            .map(Some)
    };
    let (permitted, required) = (read("permitted")?, read("required")?);
    let any = permitted.is_some() || required.is_some();
    if let Some(permitted) = permitted {
        rule.permitted = permitted;
    }
    if let Some(required) = required {
        rule.required = required;
    }
    Ok(any)
}

/// Reads `score` and `message`, for all test cases or for some.
fn read_grading(map: Map, cases: Option<&str>, example: &mut Example) -> Result<()> {
    if let Some(item) = map.get("score")? {
        let numbers: Vec<f64> = item
            .list()
            .into_iter()
            .map(worth::number)
            .collect::<Result<_>>()?;
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else {
            return Ok(());
        };
        example.scores.push(ScoreRule {
            group: cases.unwrap_or("secret").to_owned(),
            least,
            most,
        });
    }
    if let Some(item) = map.get("message")? {
        example.messages.push(MessageRule {
            cases: cases.map(str::to_owned),
            text: item.text()?.to_owned(),
        });
    }
    Ok(())
}

/// Returns the verdicts that a source says about itself: `@EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT`. Both tags are in
/// use for verdicts and for scores.
fn annotation(source: &str) -> BTreeSet<Outcome> {
    let mut verdicts = BTreeSet::new();
    for line in source.lines() {
        let upper = line.to_ascii_uppercase();
        for tag in ["@EXPECTED_RESULTS@:", "@EXPECTED_SCORE@:"] {
            let Some(start) = upper.find(tag) else {
                continue;
            };
            let words = upper[start + tag.len()..].split([',', ' ', '\t']);
            let words = words.filter(|word| !word.is_empty());
            let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
            let words = words.filter(|word| !is_number(word));
            verdicts.extend(words.map_while(Outcome::from_word));
        }
    }
    verdicts
}
