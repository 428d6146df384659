//! Commands that read a results folder.

use std::path::PathBuf;

use clap::Args;

use super::{Format, IsolationOptions, OutputFile, TextOrJson};
use crate::digest::Sha;
use crate::grades::Scale;
use crate::locale::Language;
use crate::units;

/// Print the standings of a contest from its results folder.
///
/// Runs nothing. The contest may be unfinished: it is then ranked on the instances that all entrants have finished.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge leaderboard results/spring
  judge leaderboard results/spring --scoring rank --anonymous --top 3
  judge leaderboard results/spring --team first-steps
  judge leaderboard results/spring --instances
  judge leaderboard results/spring --runs --format csv > runs-with-bounds.csv
  judge leaderboard results/spring --format csv > standings.csv")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent flag of the command line"
)]
pub struct Leaderboard {
    /// The results folder.
    pub results: PathBuf,
    /// Rank by this rule instead of the contest's: reference, best, rank, total, par2, integral or
    /// points.
    #[arg(long, value_name = "RULE")]
    pub scoring: Option<String>,
    /// Rank by this round only; may be repeated.
    #[arg(long, value_name = "ROUND")]
    pub round: Vec<String>,
    /// Replace the teams' names by pseudonyms, which stay the same for these results.
    #[arg(long)]
    pub anonymous: bool,
    /// Print only which team each pseudonym stands for, as CSV.
    #[arg(long, requires = "anonymous", conflicts_with_all = ["top", "runs", "instances"])]
    pub key: bool,
    /// Show only the first N teams.
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// Show the runs of one team, instance by instance.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["anonymous", "top"])]
    pub team: Option<String>,
    /// List every run with its bound; as CSV and JSON with raw numbers.
    #[arg(long, conflicts_with_all = ["team", "top"])]
    pub runs: bool,
    /// Compare the instances: who is best where, which tell teams apart, how hard they were.
    #[arg(long, conflicts_with_all = ["team", "top", "runs"])]
    pub instances: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Compare two results folders run by run.
///
/// Pairs the runs on equal instances. Shows on how many each team became better or worse, the probability that the
/// change is a gain (paired bootstrap over instances), and the changed runs: verdicts first, then values, then times.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge diff results/spring results/spring-again
  judge diff results/spring results/spring-again --team first-steps
  judge diff results/spring results/spring-again --format csv > changes.csv
  judge diff results/spring results/spring-again -o changes.html")]
pub struct Diff {
    /// The results folder before the change.
    pub before: PathBuf,
    /// The results folder after the change.
    pub after: PathBuf,
    /// Compare only this team, and list all of its changed runs.
    #[arg(long, value_name = "NAME")]
    pub team: Option<String>,
    /// Write to this file: a web page, or what --format says.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format [default: table].
    #[arg(long, value_enum)]
    pub format: Option<Format>,
}

/// Print marks for a gradebook, or write them into one.
///
/// One line per person if a roster names the people of the teams (columns team and people), else one per team. Scales:
/// `linear 0..20` is proportional to the score, and the first team gets 20; `rank 8..20` gives equal steps from rank to
/// rank; `thresholds 50:10 75:15` gives the mark of the largest score that is reached.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge grades results/spring
  judge grades results/spring --scale 'thresholds 50:8 75:12 100:20' --format csv > marks.csv
  judge grades results/spring --roster submissions/roster.csv --fill gradebook.csv
  judge grades results/spring --feedback feedback
  judge grades results/spring --roster submissions/roster.csv --feedback feedback.zip")]
pub struct Grades {
    /// The results folder.
    pub results: PathBuf,
    /// How scores become marks.
    #[arg(long, default_value = "linear 0..20", value_parser = |text: &str| text.parse::<Scale>())]
    pub scale: Scale,
    /// Rank by this rule instead of the contest's: reference, best, rank, total, par2, integral or
    /// points.
    #[arg(long, value_name = "RULE")]
    pub scoring: Option<String>,
    /// A CSV file with the columns team and people, as `judge collect` writes it; `;` separates people, each written as `Name <e-mail> (ID)`, where
    /// e-mail and ID may be missing.
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// Write the marks into this sheet, exported from a gradebook as CSV. People are found by ID, e-mail or full name;
    /// nothing else in the sheet changes.
    #[arg(long, value_name = "SHEET", conflicts_with = "format")]
    pub fill: Option<PathBuf>,
    /// The column of the sheet for the marks, if it cannot be recognised.
    #[arg(long, value_name = "TITLE", requires = "fill")]
    pub column: Option<String>,
    /// Write the marks to this file instead of standard output; with --fill, the filled sheet [default: NAME.filled.csv
    /// for NAME.csv].
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the feedback page of every team to this folder. If the name ends in .zip, write an archive that Moodle takes
    /// as feedback files, by the roster of `judge collect`.
    #[arg(long, value_name = "DIR")]
    pub feedback: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// Write the web page of a contest: standings, every run, charts and replays.
///
/// The page is one file that works without a network. `judge run` writes it too. Without --public or --team it is
/// for the instructor: it shows every run, including those on hidden instances.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge report results/spring
  judge report results/spring -o spring.html --public
  judge report results/spring -o first-steps.html --team first-steps")]
pub struct Report {
    /// The results folder.
    pub results: PathBuf,
    /// The file to write [default: report.html in the results folder].
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Of hidden instances, show only the scores.
    #[arg(long)]
    pub public: bool,
    /// Replace the teams' names by pseudonyms, which stay the same for these results.
    #[arg(long)]
    pub anonymous: bool,
    /// Print only which team each pseudonym stands for, as CSV; write no page.
    #[arg(long, requires = "anonymous")]
    pub key: bool,
    /// Rank by this rule instead of the contest's: reference, best, rank, total, par2, integral or
    /// points.
    #[arg(long, value_name = "RULE")]
    pub scoring: Option<String>,
    /// Write the feedback page of one team: its own runs and its rank. Other teams appear in the standings only, under
    /// pseudonyms unless --public is given too.
    #[arg(long, value_name = "NAME")]
    pub team: Option<String>,
    /// The maximum size of the page. Replays are left out first, then runs.
    #[arg(long, default_value = "20MB", value_parser = units::size)]
    pub size: u64,
    /// The language of the page [default: that of the contest].
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
}

/// Check a results folder for consistency.
///
/// Checks the chain of seals, replays every answer, checks the proofs of bounds, and recomputes instances, bounds,
/// standings and the page. Prints one line per mismatch. Exit code 1 if there is any.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge verify results/spring
  judge verify results/spring --proofs-only      do not prove the bounds again
  judge verify results/spring --rerun my-team    run its program again and compare
  judge verify results/spring --format json")]
pub struct Verify {
    /// The results folder.
    pub results: PathBuf,
    /// The last seal as it was published: 64 hexadecimal digits.
    #[arg(long, value_name = "HEX", value_parser = |text: &str| text.parse::<Sha>())]
    pub seal: Option<Sha>,
    /// Check bounds by their proofs only, which is faster; searches are not repeated.
    #[arg(long)]
    pub proofs_only: bool,
    /// Run the programs of one team, or of all, again and compare verdicts and values.
    #[arg(long, value_name = "TEAM", num_args = 0..=1)]
    pub rerun: Option<Option<String>>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub isolation: IsolationOptions,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Show the progress of a contest, and its workers on a cluster.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge status results/spring
  judge status results/spring --format json")]
pub struct Status {
    /// The results folder.
    pub results: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Cancel a contest that runs on a cluster.
///
/// Finished runs are kept; the same `judge run` command continues.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge cancel results/spring")]
pub struct Cancel {
    /// The results folder.
    pub results: PathBuf,
}
