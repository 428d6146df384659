//! The instances of a contest: loaded from files, or made from recipes and a secret seed.

mod files;
mod generated;
mod secret;

use std::path::PathBuf;

use puzzles::{AnyProblem, Case};
use sha2::{Digest, Sha256};

use crate::contest::{Contest, Mode, Round, Source};
use crate::digest::hex;
use crate::error::{Diagnostic, Error, Result};
use crate::results_dir::instance_file;

pub use self::files::read_file;
pub use self::secret::{Weakness, weaknesses};

/// One instance, ready to be played.
pub struct Instance {
    pub round: String,
    pub mode: Mode,
    pub public: bool,
    /// Unique within its round; also the stem of its file. Of a hidden round's generated instances it is only a number.
    pub name: String,
    /// The recipe's label and the seed of a generated instance; `None` of one that came from a file.
    pub origin: Option<String>,
    pub case: Box<dyn Case>,
    /// The canonical text, which programs read.
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
            public: round.public,
            name: made.name,
            origin: made.origin,
            case: made.case,
            digest: digest(&text),
            text,
        }
    }

    /// Where the text lies in a results folder.
    pub fn file(&self) -> PathBuf {
        instance_file(&self.round, &self.name)
    }
}

/// An instance before it is known which round it belongs to.
struct Made {
    name: String,
    case: Box<dyn Case>,
    origin: Option<String>,
}

/// The name of an instance's file in a results folder.
fn file_name(name: &str) -> String {
    format!("{name}.txt")
}

/// All instances of a contest, round by round; those that only break ties are left out. Within a round they are sorted
/// by the bytes of their file names in the results folder, which is the order of `LC_ALL=C ls`.
pub fn prepare(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, |round| !round.tie_break)
}

/// The instances that break ties.
pub fn prepare_tie_break(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, |round| round.tie_break)
}

/// The instances that students may see. Needs no secret: hidden rounds are not generated.
pub fn prepare_public(contest: &Contest) -> Result<Vec<Instance>> {
    prepare_rounds(contest, |round| round.public && !round.tie_break)
}

fn prepare_rounds(contest: &Contest, wanted: impl Fn(&Round) -> bool) -> Result<Vec<Instance>> {
    let mut instances = Vec::new();
    for round in contest.rounds.iter().filter(|round| wanted(round)) {
        let mut made = match &round.source {
            Source::Files(path) => files::load(contest, path)?,
            Source::Generated { seed, portions } if round.public => {
                generated::public(contest, seed, portions)?
            }
            Source::Generated { seed, portions } => {
                generated::hidden(contest, &round.name, seed, portions)?
            }
        };
        // With the extension, `a-b.txt` comes before `a.txt`, as for everybody who lists the folder.
        made.sort_by_cached_key(|made| file_name(&made.name));
        instances.extend(made.into_iter().map(|made| Instance::new(round, made)));
    }
    Ok(instances)
}

/// The digest to publish before a contest: SHA-256 over the texts of the hidden instances one after the other,
/// rounds in the order of the contest, instances in that of [`prepare`]. A contest that hides nothing is digested whole.
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
