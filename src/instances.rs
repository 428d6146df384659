//! The instances of a contest: loaded from files, or generated from recipes and a secret seed.

mod files;
mod generated;
mod secret;

use std::path::PathBuf;

use puzzles::{AnyProblem, Case, Companion};
use sha2::{Digest, Sha256};

use crate::contest::{Contest, Mode, Round, Source};
use crate::digest::hex;
use crate::error::{Diagnostic, Error, Result};
use crate::results_dir::{answer_file, instance_file};

pub use self::files::matching_files;
pub use self::generated::shared_secret;
pub use self::secret::{Weakness, weaknesses};

/// One instance of a contest.
pub struct Instance {
    pub round: String,
    pub mode: Mode,
    /// How often each program is run on it.
    pub repeat: u32,
    pub public: bool,
    /// Unique within its round; also the stem of its file. Generated instances of a hidden round are only numbered.
    pub name: String,
    /// The recipe's label and the seed of a generated instance; `None` for an instance from a file.
    pub origin: Option<String>,
    pub case: Box<dyn Case>,
    /// The canonical text, which is the input of programs.
    pub text: String,
    /// SHA-256 of the canonical text.
    pub digest: String,
}

impl Instance {
    fn new(round: &Round, made: Made) -> Self {
        let text = made.case.text();
        Self {
            round: round.name.clone(),
            mode: round.mode,
            repeat: round.repeat,
            public: round.public,
            name: made.name,
            origin: made.origin,
            digest: digest(&text, made.case.companion()),
            case: made.case,
            text,
        }
    }

    /// Returns the path of the text in a results folder.
    pub fn file(&self) -> PathBuf {
        instance_file(&self.round, &self.name)
    }

    /// Returns the files of the instance in a results folder: its text, and its answer file if it has one.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &[u8])> {
        let answer = self.case.companion().map(|companion| &*companion.answer);
        let answer = answer.filter(|answer| !answer.is_empty());
        let answer = answer.map(|answer| (answer_file(&self.round, &self.name), answer));
        [(self.file(), self.text.as_bytes())]
            .into_iter()
            .chain(answer)
    }
}

/// Returns a public instance of programs for a round that is in no contest file.
pub fn public_instance(round: &str, name: String, case: Box<dyn Case>) -> Instance {
    let text = case.text();
    Instance {
        round: round.to_owned(),
        mode: Mode::Programs,
        repeat: 1,
        public: true,
        name,
        origin: None,
        digest: digest(&text, case.companion()),
        case,
        text,
    }
}

/// An instance that is not yet assigned to a round.
struct Made {
    name: String,
    case: Box<dyn Case>,
    origin: Option<String>,
}

/// Returns the name of an instance's file in a results folder.
fn file_name(name: &str) -> String {
    format!("{name}.txt")
}

/// Loads or generates all instances of a contest, round by round, except tie-break rounds. Within a round they are sorted
/// by the bytes of their file names in the results folder, which is the order of `LC_ALL=C ls`.
pub fn prepare(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, |round| !round.tie_break)
}

/// Loads or generates the instances of tie-break rounds.
pub fn prepare_tie_break(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, |round| round.tie_break)
}

/// Loads or generates the instances of public rounds. Needs no secret: hidden rounds are not generated, and public rounds
/// whose seed file cannot be read are left out. Returns the names of those, too.
pub fn prepare_public(contest: &Contest) -> Result<(Vec<Instance>, Vec<&str>)> {
    let is_wanted = |round: &Round| round.public && !round.tie_break;
    let is_locked = |round: &Round| match &round.source {
        Source::Generated { seed, portions } => generated::lacks_secret(seed, portions),
        Source::Files(_) => false,
    };
    let instances = prepare_rounds(contest, |round| is_wanted(round) && !is_locked(round))?;
    let rounds = contest.rounds.iter();
    let locked = rounds.filter(|round| is_wanted(round) && is_locked(round));
    Ok((instances, locked.map(|round| round.name.as_str()).collect()))
}

/// Loads or generates what is possible of all rounds. Also returns every error, with the name of its round.
pub fn examine(contest: &Contest) -> (Vec<Instance>, Vec<(&str, Error)>) {
    let mut instances = Vec::new();
    let mut errors = Vec::new();
    for round in &contest.rounds {
        for made in load(contest, round) {
            match made {
                Ok(made) => instances.push(Instance::new(round, made)),
                Err(error) => errors.push((round.name.as_str(), error)),
            }
        }
    }
    (instances, errors)
}

/// Loads or generates the instances of a round, each or its error.
fn load(contest: &Contest, round: &Round) -> Vec<Result<Made>> {
    let generated = match &round.source {
        Source::Files(path) => return files::load(contest, path),
        Source::Generated { seed, portions } if round.public => {
            generated::public(contest, seed, portions)
        }
        Source::Generated { seed, portions } => {
            generated::hidden(contest, &round.name, seed, portions)
        }
    };
    match generated {
        Ok(made) => made.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    }
}

fn prepare_rounds(contest: &Contest, wanted: impl Fn(&Round) -> bool) -> Result<Vec<Instance>> {
    let mut instances = Vec::new();
    for round in contest.rounds.iter().filter(|round| wanted(round)) {
        let made: Result<Vec<Made>> = load(contest, round).into_iter().collect();
        let mut made = made?;
        // With the extension, `a-b.txt` comes before `a.txt`, as in a listing of the folder.
        made.sort_by_cached_key(|made| file_name(&made.name));
        instances.extend(made.into_iter().map(|made| Instance::new(round, made)));
    }
    Ok(instances)
}

/// Returns the digest to publish before a contest: SHA-256 of the concatenated texts of the hidden instances,
/// rounds in the order of the contest, instances in that of [`prepare`]. If nothing is hidden, covers all instances.
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

/// Returns the digest of an instance: of its canonical text, and of what its checker gets beside it.
pub fn digest(text: impl AsRef<[u8]>, companion: Option<&Companion>) -> String {
    let Some(companion) = companion.filter(|companion| **companion != Companion::default()) else {
        return hex(&Sha256::digest(text.as_ref()));
    };
    let Companion {
        answer,
        arguments,
        accepted,
    } = companion;
    let mut hash = Sha256::new();
    let rest = format!("{arguments:?} {accepted:?}");
    for part in [text.as_ref(), answer, rest.as_bytes()] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize())
}

/// Reads an instance of a results folder, so that programs can be run on it.
pub fn stored(
    text: &[u8],
    companion: Companion,
    problem: &'static dyn AnyProblem,
    round: &str,
    name: &str,
    expected: &str,
) -> Result<Instance> {
    let case = problem.read_with(text, companion).map_err(|error| {
        let name = format!("instance {round}/{name}");
        Error::from(Diagnostic::at_text(&error, &name, Some(text)))
    })?;
    let text = case.text();
    if digest(&text, case.companion()) != expected {
        let message = format!("{round}/{name} is not the instance that was planned");
        return Err(Error::user(message).with_help("run the contest again"));
    }
    Ok(Instance {
        round: round.to_owned(),
        mode: Mode::Programs,
        repeat: 1,
        public: false,
        name: name.to_owned(),
        origin: None,
        case,
        text,
        digest: expected.to_owned(),
    })
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.round, self.name)
    }
}
