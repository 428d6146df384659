//! Commands that read a contest file or run programs of a contest.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{Format, IsolationOptions, OutputFile, TextOrJson};
use crate::locale::Language;
use crate::units;

/// Run a contest and print its leaderboard.
///
/// Generates or loads the instances, builds and runs every entrant, replays and scores the answers. Every finished run
/// is saved at once; an interrupted contest continues when the same command is given again.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge run contests/spring.toml
  judge run contests/spring.toml --only my-team --jobs 1
  judge run contests/spring.toml --again my-team
  judge run contests/spring.toml --fresh --format markdown > standings.md
  judge run contests/spring.toml --engine slurm --workers 50 --partition short")]
pub struct Run {
    /// The contest file.
    pub contest: PathBuf,
    /// The results folder [default: results/NAME for the contest file NAME.toml].
    #[arg(short, long, alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The number of programs to run at a time [default: cores of the machine / cores per run].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Run only this team and the baselines; can be repeated.
    #[arg(long, value_name = "TEAM")]
    pub only: Vec<String>,
    /// Run this team again and keep the results of all others; can be repeated.
    #[arg(long, value_name = "TEAM")]
    pub again: Vec<String>,
    /// Discard existing results and start over.
    #[arg(long)]
    pub fresh: bool,
    /// Where to execute runs.
    #[arg(long, value_enum, default_value_t = Engine::Local)]
    pub engine: Engine,
    /// The number of workers to start on the cluster [default: 10]; 0 if you start them yourself with `judge worker DIR`.
    #[arg(long, value_name = "W")]
    pub workers: Option<u16>,
    /// The Slurm partition.
    #[arg(long, value_name = "NAME")]
    pub partition: Option<String>,
    /// An additional argument for sbatch, such as --sbatch-arg=--account=course; can be repeated.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub sbatch_arg: Vec<String>,
    /// Submit the workers and exit. The same command without --detach waits for them and prints the standings.
    #[arg(long)]
    pub detach: bool,
    /// The time without a heartbeat after which a worker is considered lost.
    #[arg(long, hide = true, default_value = "60s", value_parser = units::duration)]
    pub patience: Duration,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// This machine.
    Local,
    /// Workers on a Slurm cluster that share the results folder.
    Slurm,
}

/// Run a program on instances that students may see.
///
/// Without --instance and KEY=VALUE, these are the instances of the contest's public rounds, at most 10 per round. Uses
/// the limits and the isolation of the contest, and shows the baselines for comparison; needs no secret. Every try is
/// kept in the hidden folder .judge of the program's folder and compared with the earlier ones.
///
/// Exit code 0 if all answers are accepted; 1 if one is not, if the build fails, or if the score is below that of
/// --against.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge try my-team --contest contests/spring.toml -m 'nearest piece first'
  judge try solver.py --contest contests/spring.toml --watch
  judge try my-team --contest contests/spring.toml --instance hard.txt --stderr
  judge try my-team rows=20 columns=20 colours=5 --seeds 0..9 --contest contests/spring.toml
  judge try my-team --log                    list the earlier tries
  judge diff my-team/.judge/3 my-team/.judge/4")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent flag of the command line"
)]
pub struct Try {
    /// A source file, an executable, or a team's folder.
    pub program: PathBuf,
    /// Generate instances from this recipe, with the same keys as in a contest file.
    #[arg(value_name = "KEY=VALUE")]
    pub recipe: Vec<String>,
    /// The contest file.
    #[arg(long, value_name = "FILE", required_unless_present = "log")]
    pub contest: Option<PathBuf>,
    /// Run on these instance files, or on those of a folder; can be repeated.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub instance: Vec<PathBuf>,
    /// Seeds of the recipe, both ends included [default: 0..4].
    #[arg(long, value_name = "A..B", value_parser = units::seeds, requires = "recipe")]
    pub seeds: Option<units::Seeds>,
    /// Run on all instances of the public rounds, also in addition to others.
    #[arg(long)]
    pub all: bool,
    /// A note for the list of tries.
    #[arg(short = 'm', long, value_name = "TEXT")]
    pub note: Option<String>,
    /// List the earlier tries of the program and run nothing.
    #[arg(long, conflicts_with_all = ["recipe", "instance", "all", "note", "watch", "report", "stderr", "against"])]
    pub log: bool,
    /// Run again whenever a file of the program, an instance file or the contest file changes.
    #[arg(long, conflicts_with = "output")]
    pub watch: bool,
    /// Write a web page with replays of this try.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Print what the program wrote to standard error: the first and the last 8 KiB of each run.
    #[arg(long)]
    pub stderr: bool,
    /// Also run another version of the program, and fail if the score is below that version's.
    #[arg(long, value_name = "PROGRAM")]
    pub against: Option<PathBuf>,
    /// By how much the score may be below that of --against.
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, value_parser = tolerance)]
    pub tolerance: f64,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub isolation: IsolationOptions,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Reads a number of points.
pub(super) fn tolerance(text: &str) -> std::result::Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 0.0);
    let number = number.filter(|number| number.is_finite());
    number.ok_or_else(|| format!("`{text}` is not a number of points such as 0.5"))
}

/// Write what students may have of a contest.
///
/// The folder contains the contest file without hidden rounds, seeds and secrets, the public instances, starters, the
/// rules and the commands to type, and a page to play the public instances by hand. `judge try` works in it.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge handout contests/spring.toml -o handout
  judge handout contests/spring.toml -o handout --language python --language cpp")]
pub struct Handout {
    /// The contest file.
    pub contest: PathBuf,
    /// The folder to create, or a zip archive of it if the name ends in .zip.
    #[arg(short, long, alias = "out", value_name = "DIR")]
    pub output: PathBuf,
    /// The languages of the starters, separated by commas: python, c, cpp, rust, java, go, javascript.
    #[arg(long, value_delimiter = ',', default_value = "python")]
    pub language: Vec<String>,
    /// The language of README, rules, page to play and comments of starters [default: that of the contest].
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
}

/// Execute runs of a contest as a worker on a cluster.
///
/// Slurm starts workers. You can start more by hand on any machine that has the results folder at the same path.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge worker results/spring")]
pub struct Worker {
    /// The results folder.
    pub results: PathBuf,
    /// Make this path of the machine visible to programs, read-only; can be repeated.
    #[arg(long, value_name = "PATH")]
    pub show: Vec<PathBuf>,
    /// Refuse a contest with a higher memory limit [default: the machine's memory].
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub most_memory: Option<u64>,
    /// Refuse a contest with a higher output limit [default: 256 MiB].
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub most_output: Option<u64>,
    /// Refuse a contest with higher time limits [default: 24h].
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub most_time: Option<Duration>,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

/// Print the digest of a contest's hidden instances.
///
/// Publish it before the contest to prove afterwards that the instances were not changed. It is the SHA-256 of the
/// hidden instances' texts, concatenated in the order of their files in the results folder.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge commit contests/spring.toml")]
pub struct Commit {
    /// The contest file.
    pub contest: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}
