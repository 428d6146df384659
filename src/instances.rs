//! The instances of a contest: loaded from files, or made from recipes and a secret seed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reference::{AnyProblem, Case};
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::contest::{Contest, Mode, Portion, Seed, Seeds, Source};
use crate::document::Located;
use crate::error::{Diagnostic, Error, Result};
use crate::store::instance_file;

/// One instance, ready to be played.
pub struct Instance {
    pub round: String,
    pub mode: Mode,
    pub public: bool,
    /// Unique within its round; also the stem of its file.
    pub name: String,
    pub case: Box<dyn Case>,
    /// The canonical text, which programs read.
    pub text: String,
    /// SHA-256 of the canonical text.
    pub digest: String,
}

impl Instance {
    /// Where the text lies in a results folder.
    pub fn file(&self) -> PathBuf {
        instance_file(&self.round, &self.name)
    }
}

/// All instances of a contest, round by round, in the order of their names; those that only break ties are left out.
pub fn prepare(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, false)
}

/// The instances that break ties.
pub fn prepare_tie_break(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, true)
}

fn prepare_rounds(contest: &Contest, tie_break: bool) -> Result<Vec<Instance>> {
    let mut instances = Vec::new();
    for round in contest
        .rounds
        .iter()
        .filter(|round| round.tie_break == tie_break)
    {
        let mut cases = match &round.source {
            Source::Files(path) => load(contest, path)?,
            Source::Generated { seed, portions } => generate(contest, seed, portions)?,
        };
        cases.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (name, case) in cases {
            let text = case.text();
            let digest = digest(&text);
            let (round_name, mode, public) = (round.name.clone(), round.mode, round.public);
            instances.push(Instance {
                round: round_name,
                mode,
                public,
                name,
                case,
                text,
                digest,
            });
        }
    }
    Ok(instances)
}

/// The digest to publish before a contest: SHA-256 over the texts of the hidden instances one after the other,
/// rounds in the order of the contest, names sorted. A contest that hides nothing is digested whole.
pub fn commitment(instances: &[Instance]) -> String {
    let nothing_hidden = instances.iter().all(|instance| instance.public);
    let mut hash = Sha256::new();
    for instance in instances
        .iter()
        .filter(|instance| nothing_hidden || !instance.public)
    {
        hash.update(&instance.text);
    }
    hex(&hash.finalize())
}

/// The digest of an instance's canonical text.
fn digest(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// An instance from a file in a results folder, for programs to be run on it.
pub fn stored(
    text: &[u8],
    problem: &'static dyn AnyProblem,
    round: &str,
    name: &str,
    expected: &str,
) -> Result<Instance> {
    let case = problem.read(text).map_err(|error| {
        let name = format!("instance {round}/{name}");
        Error::from(Diagnostic::at_text(&error, &name, Some(text)))
    })?;
    let text = case.text();
    if digest(&text) != expected {
        let message = format!("{round}/{name} is not the instance that was planned");
        return Err(Error::user(message).with_help("run the contest again"));
    }
    Ok(Instance {
        round: round.to_owned(),
        mode: Mode::Programs,
        public: false,
        name: name.to_owned(),
        case,
        text,
        digest: expected.to_owned(),
    })
}

pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads an instance file of a known problem.
pub fn read_file(problem: &dyn AnyProblem, path: &Path) -> Result<Box<dyn Case>> {
    let bytes = std::fs::read(path).map_err(|error| Error::path("read", path, &error))?;
    problem.read(&bytes).map_err(|error| {
        let place = Diagnostic::at_text(&error, &path.display().to_string(), Some(&bytes));
        place
            .with_help(format!("this is read as an instance of {}", problem.name()))
            .into()
    })
}

fn load(contest: &Contest, path: &Located<PathBuf>) -> Result<Vec<(String, Box<dyn Case>)>> {
    let files = matching_files(&path.value);
    let shown = path.value.display();
    if files.is_empty() {
        let error = contest
            .document
            .diagnostic(path.span.clone(), format!("no instance files at {shown}"));
        return Err(error
            .with_help("name a folder, a file, or a pattern such as known/*.txt")
            .into());
    }
    let mut names = BTreeSet::new();
    let mut cases = Vec::new();
    for file in files {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !names.insert(name.clone()) {
            let message = format!("two instance files at {shown} are called `{name}`");
            let error = contest.document.diagnostic(path.span.clone(), message);
            return Err(error
                .with_help("answers are matched by name without extension: rename one")
                .into());
        }
        cases.push((name, read_file(contest.problem, &file)?));
    }
    Ok(cases)
}

/// The plain files that a folder, a file name or a pattern with `*` and `?` in its last part stands for.
fn matching_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let last = path.file_name().unwrap_or_default().to_string_lossy();
    let (folder, pattern) = match path.parent() {
        Some(parent) if last.contains(['*', '?']) => (parent, last.into_owned()),
        _ => (path, "*".to_owned()),
    };
    let entries = WalkDir::new(folder)
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    let visible = |name: &str| !name.starts_with('.') && matches(&pattern, name);
    let found = entries.into_iter().filter_map(std::result::Result::ok);
    found
        .filter(|entry| entry.path().is_file() && visible(&entry.file_name().to_string_lossy()))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// Whether `name` fits a pattern in which `*` is any run of characters and `?` any one.
fn matches(pattern: &str, name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    // fits[i]: the pattern so far can end just before character i.
    let mut fits = vec![false; name.len() + 1];
    fits[0] = true;
    for symbol in pattern.chars() {
        if symbol == '*' {
            let from = fits.iter().position(|&fit| fit).unwrap_or(fits.len());
            fits[from..].fill(true);
        } else {
            for i in (0..name.len()).rev() {
                fits[i + 1] = fits[i] && (symbol == '?' || symbol == name[i]);
            }
            fits[0] = false;
        }
    }
    fits[name.len()]
}

fn generate(
    contest: &Contest,
    seed: &Seed,
    portions: &[Portion],
) -> Result<Vec<(String, Box<dyn Case>)>> {
    let secret = match seed {
        Seed::Number(number) => number.to_string(),
        Seed::File(file) => read_secret(contest, file)?,
    };
    let mut taken = BTreeSet::new();
    let mut cases = Vec::new();
    for portion in portions {
        let label = portion.recipe.to_string();
        let mut add = |seed: u64| -> Result<bool> {
            let name = format!("{label}-s{seed}");
            if !taken.insert(name.clone()) {
                return Ok(false);
            }
            let case = portion
                .recipe
                .generate(seed)
                .map_err(|error| contest.document.error(portion.span.clone(), error.message))?;
            cases.push((name, case));
            Ok(true)
        };
        match &portion.seeds {
            Seeds::Exact(seeds) => {
                for &seed in seeds {
                    add(seed)?;
                }
            }
            Seeds::Count(count) => {
                // Seeds that are taken, by an equal recipe further up, are passed over.
                let mut drawn = (0..).map(|index| drawn_seed(&secret, &label, index));
                let mut made = 0;
                while made < *count {
                    made += usize::from(add(drawn.next().unwrap_or_default())?);
                }
            }
        }
    }
    Ok(cases)
}

/// A generator seed that depends on the secret, the recipe and the index alone. It has 32 bits because the course's
/// generator takes no more, and because it becomes part of the instance's name.
fn drawn_seed(secret: &str, label: &str, index: u64) -> u64 {
    let hash = Sha256::digest(format!("{secret}\n{label}\n{index}"));
    u64::from(u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]))
}

fn read_secret(contest: &Contest, file: &Located<PathBuf>) -> Result<String> {
    let shown = file.value.display();
    let at = |message: String| contest.document.diagnostic(file.span.clone(), message);
    let text = std::fs::read_to_string(&file.value)
        .map_err(|error| at(format!("failed to read the seed file {shown}: {error}")))?;
    match text.trim() {
        "" => Err(at(format!("the seed file {shown} is empty"))
            .with_help("write any secret number or sentence into it")
            .into()),
        secret => Ok(secret.to_owned()),
    }
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.round, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("*", "a.txt"));
        assert!(matches("*.txt", "a.txt"));
        assert!(matches("a?.*", "ab.txt"));
        assert!(!matches("*.txt", "a.sol"));
        assert!(!matches("?", "ab"));
        assert!(matches("a*b*c", "a--b-bc"));
        assert!(!matches("a*b*c", "a--b-b"));
    }

    #[test]
    fn drawn_seeds_never_change() {
        assert_eq!(drawn_seed("20270321", "scatter-30x30-c6", 0), 3_490_974_117);
    }
}
