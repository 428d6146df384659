//! Reads problem packages in the format of Kattis: the legacy format, the draft of 2023-07 and the format of 2025-09.
//!
//! A test case of a package is an instance of a contest. The package says how an answer is checked, by the default
//! output validator or by a program, and what an accepted answer is worth. Groups, graders and their aggregation are not
//! taken over: contests have rules of scoring of their own. Reading is lenient, since packages mix the versions of the
//! format: unknown keys are ignored, and names of other versions are accepted where they are unambiguous.

mod arguments;
mod companion;
mod compare;
mod constants;
mod examples;
mod expectation;
mod files;
mod groups;
mod instances;
mod limits;
mod pattern;
mod program;
mod settings;
#[cfg(test)]
mod tests;
mod validator;
mod worth;
mod yaml;

use std::borrow::Cow;
use std::path::Path;

use puzzles::Goal;

pub use self::companion::Companion;
pub use self::compare::{Comparison, Mismatch, compare};
pub use self::examples::{Example, examples_of};
pub use self::expectation::{MessageRule, Outcome, Rule, ScoreRule, Violation};
use self::files::Root;
pub use self::limits::SuggestedLimits;
pub use self::program::Program;
pub use self::settings::Format;
pub use self::validator::Validator;
pub use self::worth::Graded;
use crate::error::Result;

/// A problem package.
#[derive(Clone, Debug)]
pub struct Package {
    root: Root,
    pub format: Format,
    /// The English name, or the first one; that of the folder if there is none.
    pub name: String,
    /// Whether accepted answers have scores. Otherwise they are accepted or not.
    pub scoring: bool,
    /// What the package says about better scores; `None` if it does not say it, or is not scoring.
    pub objective: Option<Goal>,
    pub validator: Validator,
    /// Whether the validator may write `score.txt`.
    pub validator_scores: bool,
    pub limits: SuggestedLimits,
    /// What was ignored, for the instructor.
    pub notes: Vec<String>,
    /// The arguments of the validator where a test case has none of its own.
    arguments: Vec<String>,
    constants: Vec<(String, String)>,
    accept_score: Option<String>,
    known_worth: worth::Known,
}

/// Returns whether a folder is a problem package.
pub fn is_package(folder: &Path) -> bool {
    folder.join(settings::FILE).is_file()
}

/// Reads a package. Test cases and example submissions are read when they are asked for.
pub fn read(folder: &Path) -> Result<Package> {
    let root = Root::open(folder)?;
    let settings = settings::read(&root)?;
    let validator = validator::find(&root, &settings)?;
    let is_custom = validator != Validator::Default;
    let validator_scores = settings.scoring
        && is_custom
        && match settings.format {
            Format::Legacy => settings.validation.iter().any(|word| word == "score"),
            Format::Draft2023 | Format::Version2025 => true,
        };
    let folder_name = root.real.file_name().unwrap_or_default();
    let name = settings.name.clone();
    Ok(Package {
        format: settings.format,
        name: name.unwrap_or_else(|| folder_name.to_string_lossy().into_owned()),
        scoring: settings.scoring,
        objective: settings.objective,
        validator,
        validator_scores,
        limits: settings.limits.clone(),
        notes: notes(&root, &settings),
        arguments: settings.arguments,
        constants: settings.constants,
        accept_score: settings.accept_score,
        known_worth: worth::Known::default(),
        root,
    })
}

fn notes(root: &Root, settings: &settings::Settings) -> Vec<String> {
    let mut notes = Vec::new();
    let mut ignored = |is_there: bool, note: &str| {
        if is_there {
            notes.push(note.to_owned());
        }
    };
    let has = |folder: &str| root.is_folder(Path::new(folder));
    ignored(has("graders"), "the custom grader in `graders` is ignored");
    ignored(
        has("include"),
        "the files in `include` are not added to submissions",
    );
    ignored(has("static_validator"), "the static validator is ignored");
    ignored(
        settings.languages,
        "`languages` is ignored: programs of all languages are permitted",
    );
    notes
}

impl Package {
    /// Returns the folder as the user named it.
    pub fn folder(&self) -> &Path {
        &self.root.path
    }

    /// Replaces the constants of the package, written `{{name}}`, in the source of a validator or of an example
    /// submission.
    pub fn expand_constants<'t>(&self, source: &'t [u8]) -> Cow<'t, [u8]> {
        constants::expand(source, &self.constants)
    }
}
