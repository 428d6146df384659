//! Commands for a contest as a site.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::os::fd::RawFd;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Engine, Help, IsolationOptions, OutputFile, TextOrJson};

/// The data folder of a site.
#[derive(Clone, Debug, Args)]
pub struct SiteData {
    /// The folder of the site: its database, hand-ins and results.
    #[arg(long, value_name = "DIR", default_value = "site")]
    pub data: PathBuf,
}

/// Serve contests as a site: people hand in on a page, and a board shows the standings as they change.
///
/// Hand-ins are judged as `judge run` judges submissions, and the results folders below DIR/results are like those of
/// `judge run`. Stop it with Ctrl-C or SIGTERM; the same command goes on where it stopped. See `judge help site`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge serve contests/spring.toml --check
  judge serve contests/spring.toml --listen 127.0.0.1:8000 --data site
  judge serve contests/spring.toml --url https://judge.example.org")]
pub struct Serve {
    /// Contest files; with several, each has its own part of the site.
    #[arg(required = true, value_name = "CONTEST")]
    pub contests: Vec<PathBuf>,
    /// Where to listen; with port 0, on a free port. The site itself has no TLS: to be reached by others, put a reverse
    /// proxy before it.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8000")]
    pub listen: SocketAddr,
    #[command(flatten)]
    pub data: SiteData,
    /// The address of the site as people type it; by default the one it listens on.
    #[arg(long)]
    pub url: Option<String>,
    /// Say what would be served, and whether it can be, and end.
    #[arg(long)]
    pub check: bool,
    /// The number of concurrent runs; by default one fewer than the cores, which the site needs itself.
    #[arg(short, long)]
    pub jobs: Option<NonZeroUsize>,
    /// Where to run programs.
    #[arg(long, value_enum, default_value_t = Engine::Local)]
    pub engine: Engine,
    /// The number of cluster workers.
    #[arg(long)]
    pub workers: Option<NonZeroUsize>,
    /// The cluster partition.
    #[arg(long)]
    pub partition: Option<String>,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

/// Add, list and remove the teams of a site, and make their secret links.
#[derive(Debug, Subcommand)]
pub enum Teams {
    /// Add teams and print their secret links.
    #[command(after_long_help = "Examples:
  judge teams add owls foxes
  judge teams add owls --data site --format json")]
    Add(TeamsAdd),
    /// Add the teams of a table with a column `team`, such as the roster of `judge collect`.
    #[command(after_long_help = "Examples:
  judge teams import roster.csv")]
    Import(TeamsImport),
    /// List the teams. Links are stored as digests and cannot be shown again.
    #[command(after_long_help = "Examples:
  judge teams list --format json")]
    List(TeamsList),
    /// Make a new link of a team, or one of the staff. The earlier link of the team stops working.
    #[command(after_long_help = "Examples:
  judge teams link owls
  judge teams link --staff")]
    Link(TeamsLink),
    /// Remove a team: its links stop working, and its hand-ins are kept but do not count.
    #[command(after_long_help = "Examples:
  judge teams remove owls")]
    Remove(TeamsRemove),
    /// Print the help of these commands.
    #[command(after_long_help = "Example:
  judge teams help add")]
    Help(Help),
}

impl Teams {
    pub fn options(&self) -> Option<&TeamsOptions> {
        match self {
            Self::Add(TeamsAdd { options, .. })
            | Self::Import(TeamsImport { options, .. })
            | Self::List(TeamsList { options })
            | Self::Link(TeamsLink { options, .. })
            | Self::Remove(TeamsRemove { options, .. }) => Some(options),
            Self::Help(_) => None,
        }
    }
}

#[derive(Debug, Args)]
pub struct TeamsOptions {
    #[command(flatten)]
    pub data: SiteData,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}

#[derive(Debug, Args)]
pub struct TeamsAdd {
    /// Names of teams.
    #[arg(required = true, value_name = "NAME")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub options: TeamsOptions,
}

#[derive(Debug, Args)]
pub struct TeamsImport {
    /// A CSV file with a column `team`.
    #[arg(value_name = "ROSTER.csv")]
    pub roster: PathBuf,
    #[command(flatten)]
    pub options: TeamsOptions,
}

#[derive(Debug, Args)]
pub struct TeamsList {
    #[command(flatten)]
    pub options: TeamsOptions,
}

#[derive(Debug, Args)]
pub struct TeamsLink {
    /// The team.
    #[arg(required_unless_present = "staff", conflicts_with = "staff")]
    pub team: Option<String>,
    /// A link for the staff; earlier ones keep working unless --revoke is given.
    #[arg(long)]
    pub staff: bool,
    /// Make all earlier links of the staff stop working.
    #[arg(long, requires = "staff")]
    pub revoke: bool,
    #[command(flatten)]
    pub options: TeamsOptions,
}

#[derive(Debug, Args)]
pub struct TeamsRemove {
    /// The team.
    pub team: String,
    #[command(flatten)]
    pub options: TeamsOptions,
}

/// Hand in a program to a site, wait until it is judged, and print the result of each run.
///
/// The token is the last part of the team's secret link; it is taken from the variable `JUDGE_TOKEN` or from a file. Exit
/// code 0 if the program was built and every answer was accepted, 1 if not.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  JUDGE_TOKEN=… judge hand-in my-team --to https://judge.example.org
  judge hand-in solver.py --to http://127.0.0.1:8000 --token-file token.txt --no-wait")]
pub struct HandIn {
    /// The folder, source file or archive to hand in.
    pub program: PathBuf,
    /// The address of the site.
    #[arg(long, value_name = "URL")]
    pub to: String,
    /// The contest, if the site has several.
    #[arg(long)]
    pub contest: Option<String>,
    /// A file with the token, instead of the variable `JUDGE_TOKEN`.
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Do not wait for the judge.
    #[arg(long)]
    pub no_wait: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Talk HTTP for a site. `judge serve` starts this, and passes open files by their numbers.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge site-web --data site --listener 3 --parent 4 --url http://127.0.0.1:8080")]
pub struct SiteWeb {
    /// The data folder.
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// The number of the socket that listens.
    #[arg(long, value_name = "FD")]
    pub listener: RawFd,
    /// The number of a pipe that ends when the judging process is gone.
    #[arg(long, value_name = "FD")]
    pub parent: RawFd,
    /// Browsers reach the site by TLS only.
    #[arg(long)]
    pub secure: bool,
    /// The address of the site in links.
    #[arg(long)]
    pub url: String,
}
