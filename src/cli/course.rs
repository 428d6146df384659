//! Commands for courses: hand-ins made into team folders, a check before a contest, and a comparison of submissions.

use std::path::PathBuf;

use clap::Args;

use super::{Format, IsolationOptions, OutputFile, TextOrJson};
use crate::collect::{Moment, moment};

/// Make team folders of hand-ins from Moodle, archives or Git repositories.
///
/// Unpacks archives safely, finds each program, renames files or writes a submission.toml where the rules of `judge help
/// submissions` do not fit, and lists the teams in SUBMISSIONS/roster.csv. Folders that are there already are left
/// alone, so the same command can be given again when late hand-ins arrive. What a person has to look at is listed; that
/// is no error.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge collect moodle-download.zip -o submissions
  judge collect hand-ins/ -o submissions --deadline 2027-03-21T20:00
  judge collect --git repositories.csv -o submissions
  judge collect moodle-download.zip -o submissions --replace tidy-magpies")]
pub struct Collect {
    /// A Moodle download (zip or folder), a folder with an archive or a folder per team, or one archive.
    #[arg(value_name = "SOURCE", required_unless_present = "git")]
    pub sources: Vec<PathBuf>,
    /// The submissions folder; created if it is missing.
    #[arg(short, long, alias = "out", value_name = "SUBMISSIONS")]
    pub output: PathBuf,
    /// A table of Git repositories with the columns team, address and, optionally, commit.
    #[arg(long, value_name = "LIST.csv")]
    pub git: Option<PathBuf>,
    /// Mark later hand-ins as late; in the zone of this machine unless the time names one.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    pub deadline: Option<Moment>,
    /// Replace the folder of this team if the hand-in differs; can be repeated.
    #[arg(long, value_name = "TEAM")]
    pub replace: Vec<String>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// Check a contest and every submission before it is run.
///
/// Reads the contest file, the instances and the secret. Says how each submission would be built and run, what is wrong, and what to do. Exit code 0 if nothing is wrong, 2
/// otherwise; warnings do not count.
///
/// Of a contest with a problem folder, also tests the problem: builds its programs, runs its example submissions and
/// baselines, tries its checker with truncated, changed, empty, huge and binary answers, repeats its generator, and compares
/// its bound with the answers found.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge lint contests/spring.toml
  judge lint contests/spring.toml --build --format json
  judge lint my-problem/contest.toml")]
pub struct Lint {
    /// The contest file.
    pub contest: PathBuf,
    /// Build every submission, in the sandbox of builds.
    #[arg(long)]
    pub build: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub isolation: IsolationOptions,
    #[command(flatten)]
    pub output: OutputFile,
}

/// List pairs of teams whose programs or answers look alike, for a person to judge.
///
/// Compares programs by their tokens, so that other names, comments, layout or order do not hide a copy. What is in a
/// starter, in a folder given with --base, or in most programs is left out. With a results folder, also compares the
/// answers to hidden instances. Ranks and explains the pairs, sets no threshold and decides nothing. See `judge help
/// course`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge similar submissions/sorting-robot
  judge similar results/spring --top 50
  judge similar results/spring --base skeleton -o similar.html
  judge similar submissions/sorting-robot --format csv > pairs.csv")]
pub struct Similar {
    /// A folder of submissions, or a results folder.
    #[arg(value_name = "SUBMISSIONS|RESULTS")]
    pub folder: PathBuf,
    /// Leave out what occurs in this folder or file, such as a skeleton given to all teams; can be repeated.
    #[arg(long, value_name = "FOLDER")]
    pub base: Vec<PathBuf>,
    /// The number of pairs to list.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub top: u32,
    /// Write to this file: a web page with the sources side by side, or what --format says.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format [default: table].
    #[arg(long, value_enum)]
    pub format: Option<Format>,
}
