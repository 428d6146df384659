//! `judge new`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::Help;
use super::contest::tolerance;
use crate::locale::Language;

#[derive(Debug, Subcommand)]
pub enum New {
    Contest(NewContest),
    Submission(NewSubmission),
    Problem(NewProblem),
    Ci(NewCi),
    /// Print the help of these commands.
    #[command(after_long_help = "Example:
  judge new help contest")]
    Help(Help),
}

/// Create a contest file that works as it is, with a first team and a secret seed.
///
/// For NAME.toml, also creates the folder NAME-submissions with the team `example`, and NAME.secret with 128 random bits that the
/// hidden instances are generated from. Existing files are not overwritten.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge new contest autumn.toml && judge run autumn.toml
  judge new contest autumn.toml --problem picross --language cpp,java")]
pub struct NewContest {
    /// The contest file to write.
    pub file: PathBuf,
    /// The problem of the contest.
    #[arg(long, value_name = "P", default_value = "sorting-robot")]
    pub problem: String,
    /// The language of the first team's program: python, c, cpp, rust, java, go or javascript; several, separated by
    /// commas, make a team each.
    #[arg(long, value_delimiter = ',', default_value = "python")]
    pub language: Vec<String>,
    /// The language of pages and handouts, which the file sets, and of the comments in the program.
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub lang: Language,
}

/// Create a team's folder with a small working program.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge new submission my-team
  judge new submission submissions/swap-puzzle/my-team --problem swap-puzzle --language cpp
  judge new submission my-problem/teams/my-team --problem my-problem")]
pub struct NewSubmission {
    /// The folder to create; its name is the team's name.
    pub folder: PathBuf,
    /// The problem that the program solves, or a problem folder with starters.
    #[arg(long, value_name = "P", default_value = "sorting-robot")]
    pub problem: String,
    /// The language of the program: python, c, cpp, rust, java, go or javascript.
    #[arg(long, default_value = "python")]
    pub language: String,
    /// The language of the comments in the program, if the problem is a bundled one.
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub lang: Language,
}

/// Create a problem of your own that works as it is.
///
/// The folder has a checker, a generator, two baselines, a view, public instances, example submissions with their expected
/// verdicts, and a contest with a first team and a secret seed of 128 random bits. All programs are short and in Python;
/// replace them by yours, in any language. `judge lint` tests them. Existing files are not overwritten.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge new problem my-problem && judge lint my-problem/contest.toml
  judge new problem problems/knapsack && judge run problems/knapsack/contest.toml")]
pub struct NewProblem {
    /// The folder to create; its name is the problem's name.
    #[arg(value_name = "NAME")]
    pub folder: PathBuf,
}

/// Create a workflow that refuses versions of a program with a lower score.
///
/// It runs `judge try` on every push, and fails if the program is not built, if an answer is not accepted, or if the score
/// is below that of the last version that passed. `judge help ci` describes it.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge new ci my-team --contest contests/spring.toml
  judge new ci my-team --contest contests/spring.toml --host gitlab
  judge new ci my-team --contest contests/spring.toml --host git -o pre-receive")]
pub struct NewCi {
    /// The program or the team's folder, as seen from the top folder of the repository.
    pub program: PathBuf,
    /// The contest file, as seen from the top folder of the repository; for a hook, on this machine.
    #[arg(long, value_name = "FILE")]
    pub contest: PathBuf,
    /// Where the repository is.
    #[arg(long, value_enum, default_value_t = Host::Github)]
    pub host: Host,
    /// By how much the score may fall: for programs whose answers depend on time or chance.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, value_parser = tolerance)]
    pub tolerance: f64,
    /// The file to write [default: .github/workflows/judge.yml, .gitlab-ci.yml or pre-receive].
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Host {
    /// GitHub Actions.
    Github,
    /// GitLab CI.
    Gitlab,
    /// A pre-receive hook of a bare repository.
    Git,
}
