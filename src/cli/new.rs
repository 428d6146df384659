//! `judge new`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Help;

#[derive(Debug, Subcommand)]
pub enum New {
    Contest(NewContest),
    Submission(NewSubmission),
    /// Print the help of these commands.
    #[command(after_long_help = "Example:
  judge new help contest")]
    Help(Help),
}

/// Create a contest file that works as it is, with a first team and a secret seed.
///
/// For NAME.toml, also creates the folder NAME-submissions with one team, and NAME.secret with 128 random bits that the
/// hidden instances are generated from. Existing files are not overwritten.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge new contest autumn.toml && judge run autumn.toml
  judge new contest autumn.toml --problem picross")]
pub struct NewContest {
    /// The contest file to write.
    pub file: PathBuf,
    /// The problem of the contest.
    #[arg(long, value_name = "P", default_value = "sorting-robot")]
    pub problem: String,
}

/// Create a team's folder with a small working program.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge new submission my-team
  judge new submission submissions/swap-puzzle/my-team --problem swap-puzzle --language cpp")]
pub struct NewSubmission {
    /// The folder to create; its name is the team's name.
    pub folder: PathBuf,
    /// The problem that the program solves.
    #[arg(long, value_name = "P", default_value = "sorting-robot")]
    pub problem: String,
    /// The language of the program: python, c, cpp, rust, java, go or javascript.
    #[arg(long, default_value = "python")]
    pub language: String,
}
