//! The command line: types only.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::digest::Sha;
pub use crate::report::Format;
use crate::sandbox::Wanted;
use crate::units;

/// Run optimisation contests on grid puzzles: any language, safe limits, replayed answers, ranked tables.
#[derive(Debug, Parser)]
#[command(
    name = "judge",
    version,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(
    after_help = "Exit codes: 0 done; 1 the answer is rejected or the instance has no solution; \
2 something in the command, a file or a contest is wrong; 3 the judge itself failed; 130 stopped by Ctrl-C."
)]
#[command(after_long_help = "Examples:
  judge run contests/spring.toml            run a contest and print its leaderboard
  judge check grid.txt answer.txt           validate one answer
  judge solve grid.txt --with graph-cuts    let a bundled algorithm play
  judge new submission my-team              start a team

Exit codes: 0 done; 1 the answer is rejected or the instance has no solution; \
2 something in the command, a file or a contest is wrong; 3 the judge itself failed; 130 stopped by Ctrl-C.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(Run),
    Check(Check),
    Try(Try),
    Leaderboard(Leaderboard),
    Report(Report),
    Verify(Verify),
    Status(Status),
    Cancel(Cancel),
    #[command(hide = true)]
    Worker(Worker),
    Solve(Solve),
    Solvers(Solvers),
    Generate(Generate),
    Bound(Bound),
    Show(Show),
    Play(Play),
    Compare(Compare),
    #[command(hide = true)]
    Measure(Measure),
    Commit(Commit),
    Doctor(Doctor),
    /// Write a commented, working starter.
    #[command(subcommand)]
    #[command(after_long_help = "Examples:
  judge new contest autumn.toml
  judge new submission my-team --language cpp")]
    New(New),
}

/// How to print a result that is not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    #[value(alias = "table")]
    Text,
    Json,
}

/// Run a contest and print its leaderboard.
///
/// Makes or loads the instances, builds and runs every entrant, replays and scores the answers. Results go to a folder
/// as soon as they are there; the same command goes on where an earlier one was stopped.
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
    /// The results folder [default: results/<name of the contest file>].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How many programs to run at a time [default: cores of the machine / cores of a run].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Run only this team, and the baselines; may be given several times.
    #[arg(long, value_name = "TEAM")]
    pub only: Vec<String>,
    /// Run this team anew and leave the results of all others alone; may be given several times.
    #[arg(long, value_name = "TEAM")]
    pub again: Vec<String>,
    /// Discard existing results and start over.
    #[arg(long)]
    pub fresh: bool,
    /// Where to execute runs.
    #[arg(long, value_enum, default_value_t = Engine::Local)]
    pub engine: Engine,
    /// How many workers to start on the cluster [default: 10]; 0: they are started by hand, as `judge worker DIR`.
    #[arg(long, value_name = "W")]
    pub workers: Option<u16>,
    /// The part of the cluster to run on.
    #[arg(long, value_name = "NAME")]
    pub partition: Option<String>,
    /// Something more to tell Slurm, such as --sbatch-arg=--account=course; may be given several times.
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub sbatch_arg: Vec<String>,
    /// Do not wait for the workers; the same command without it waits, and shows the standings.
    #[arg(long)]
    pub detach: bool,
    /// How long a worker may be silent before others do its work.
    #[arg(long, hide = true, default_value = "60s", value_parser = units::duration)]
    pub patience: Duration,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

/// How programs are isolated.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub struct IsolationOptions {
    /// Run programs without isolation; only for programs that you trust.
    #[arg(long)]
    pub unsandboxed: bool,
    /// Do not use control groups: sample CPU time and memory instead.
    #[arg(long)]
    pub no_cgroups: bool,
    /// Do not start again in a systemd scope to get control groups.
    #[arg(long)]
    pub no_scope: bool,
}

impl IsolationOptions {
    pub fn wanted(self) -> Wanted {
        Wanted {
            unsandboxed: self.unsandboxed,
            no_cgroups: self.no_cgroups,
            no_scope: self.no_scope,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// This machine.
    Local,
    /// Workers on a cluster, which share the results folder.
    Slurm,
}

/// Validate one answer file: value, bound, gap.
///
/// Exit code 0: accepted; 1: rejected, with the rule and the action; 2: a file cannot be read.
#[derive(Debug, Args)]
#[command(override_usage = "judge check [OPTIONS] [INSTANCE] <ANSWER>")]
#[command(after_long_help = "Examples:
  judge check grid.txt answer.txt
  ./my-solver < grid.txt | judge check grid.txt -
  judge check Naif_Robot_10_10_100_0.sol     a course solution names its own instance")]
pub struct Check {
    /// The instance, unless the answer names its own, and the answer; `-` is standard input.
    #[arg(required = true, num_args = 1..=2, value_names = ["INSTANCE", "ANSWER"])]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub problem: ProblemChoice,
    /// Do not compute a bound.
    #[arg(long)]
    pub no_bound: bool,
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// Try a program on a contest's public instances, as the contest would run it.
///
/// Same limits, same walls, and the baselines beside it. Nothing is kept.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge try solver.py --contest contests/spring.toml
  judge try my-team --contest contests/spring.toml")]
pub struct Try {
    /// A source file, an executable, or a team's folder.
    pub program: PathBuf,
    /// The contest file.
    #[arg(long)]
    pub contest: PathBuf,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

#[derive(Debug, Args)]
pub struct ProblemChoice {
    /// The problem, where the file does not tell.
    #[arg(long, value_name = "P")]
    pub problem: Option<String>,
}

/// Print the standings of a run again, finished or not.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge leaderboard results/spring
  judge leaderboard results/spring --scoring rank --anonymous --top 3
  judge leaderboard results/spring --team first-steps
  judge leaderboard results/spring --format csv > standings.csv")]
pub struct Leaderboard {
    /// The folder that `judge run` wrote.
    pub results: PathBuf,
    /// Rank by another rule than the contest's: reference, best, rank, total, par2 or points.
    #[arg(long, value_name = "RULE")]
    pub scoring: Option<String>,
    /// Show pseudonyms instead of the teams' names, the same ones every time.
    #[arg(long)]
    pub anonymous: bool,
    /// Show only the first N teams.
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// Show one team, instance by instance.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["anonymous", "top"])]
    pub team: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// Write the web page of a run: standings, every run, charts and replays.
///
/// One file that needs nothing else: it opens from disk and can be mailed. `judge run` writes it too. Without --public or
/// --team the page is for the instructor: it shows every run, hidden instances included.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge report results/spring
  judge report results/spring -o spring.html --public
  judge report results/spring -o first-steps.html --team first-steps")]
pub struct Report {
    /// The folder that `judge run` wrote.
    pub results: PathBuf,
    /// The file to write [default: report.html in the results folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leave out everything about hidden instances but the scores.
    #[arg(long)]
    pub public: bool,
    /// Show pseudonyms instead of the teams' names, the same ones every time.
    #[arg(long)]
    pub anonymous: bool,
    /// Rank by another rule than the contest's: reference, best, rank, total, par2 or points.
    #[arg(long, value_name = "RULE")]
    pub scoring: Option<String>,
    /// Write the feedback page of one team: of all teams only its own runs are shown, and the others have pseudonyms
    /// unless --public is given too.
    #[arg(long, value_name = "NAME")]
    pub team: Option<String>,
    /// Leave out replays, then runs, so that the page is no larger than this.
    #[arg(long, default_value = "20MB", value_parser = units::size)]
    pub size: u64,
}

/// Hold a results folder against itself, the rules and the proofs.
///
/// For everybody who wants to check a contest afterwards: the chain of seals, every answer by replay, the instances, the
/// bounds by proving them again, the standings and the page. Each mismatch is one line. Exit code 1 if there is any.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge verify results/spring
  judge verify results/spring --seal 5d41…       the seal that was written down
  judge verify results/spring --rerun my-team    run its program again and compare")]
pub struct Verify {
    /// The folder that `judge run` wrote.
    pub results: PathBuf,
    /// The last seal as it was written down, 64 hexadecimal digits.
    #[arg(long, value_name = "HEX", value_parser = |text: &str| text.parse::<Sha>())]
    pub seal: Option<Sha>,
    /// Run programs again and compare verdicts and values: those of one team, or all.
    #[arg(long, value_name = "TEAM", num_args = 0..=1)]
    pub rerun: Option<Option<String>>,
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

/// Tell how far a run is, and who is at work on it on a cluster.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge status results/spring
  judge status results/spring --format json")]
pub struct Status {
    /// The folder that `judge run` writes.
    pub results: PathBuf,
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// Stop a run on a cluster.
///
/// What is finished is kept; running the same command again goes on.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge cancel results/spring")]
pub struct Cancel {
    /// The folder that `judge run` writes.
    pub results: PathBuf,
}

/// Do a share of the work of a run on a cluster.
///
/// Slurm starts these; others may be started by hand, on any machine that sees the folder under the same name.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge worker results/spring")]
pub struct Worker {
    /// The folder that `judge run` writes.
    pub results: PathBuf,
    /// Let programs see this path of the machine; may be given several times.
    #[arg(long, value_name = "PATH")]
    pub show: Vec<PathBuf>,
    /// Refuse a contest whose memory limit is higher [default: the machine's memory].
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub most_memory: Option<u64>,
    /// Refuse a contest whose output limit is higher [default: 256 MiB].
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    pub most_output: Option<u64>,
    /// Refuse a contest whose time limits are higher [default: 24h].
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub most_time: Option<Duration>,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

/// Run a bundled algorithm on an instance and print its answer.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge solve grid.txt --with graph-cuts > answer.txt
  judge generate sorting-robot rows=9 columns=9 colours=4 | judge solve - --with by-colour")]
pub struct Solve {
    /// The instance; `-` is standard input.
    pub instance: PathBuf,
    /// The algorithm; `judge solvers` lists them.
    #[arg(long, value_name = "SOLVER")]
    pub with: String,
    /// How long it may go on improving [default: 10s; in a contest four fifths of the limit].
    #[arg(long, value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Stop after so many rounds: the same seed and rounds give the same answer everywhere, time permitting.
    #[arg(long, value_name = "N")]
    pub iterations: Option<u64>,
    /// Seed of its random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print every improvement as it comes, with an empty line behind it.
    #[arg(long)]
    pub stream: bool,
    #[command(flatten)]
    pub problem: ProblemChoice,
}

/// List the bundled algorithms.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge solvers
  judge solvers --problem sorting-robot --format json")]
pub struct Solvers {
    #[command(flatten)]
    pub problem: ProblemChoice,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// Make one instance.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge generate sorting-robot layout=course rows=10 columns=10 colours=10 --seed 0
  judge generate sorting-robot layout=sparse rows=8 columns=12 colours=5 holes=0.3 -o grid.txt")]
pub struct Generate {
    /// The problem to make an instance of.
    pub problem: String,
    /// What to make: layout, sizes and so on, as in a contest's recipes.
    #[arg(value_name = "KEY=VALUE")]
    pub recipe: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Prove how good an answer can be at best.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge bound grid.txt
  judge bound grid.txt --time 30s --format json")]
pub struct Bound {
    /// The instance; `-` is standard input.
    pub instance: PathBuf,
    /// How long to look for a better proof.
    #[arg(long, default_value = "5s", value_parser = units::duration)]
    pub time: Duration,
    /// Where several solutions fit a puzzle, print another one than `best` gives.
    #[arg(long)]
    pub second: bool,
    #[command(flatten)]
    pub problem: ProblemChoice,
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// Draw a grid in the terminal; with an answer, what it makes of the grid.
///
/// Colours where the terminal has them; the text says the same without.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge show grid.txt
  judge show grid.txt answer.txt             the end state
  judge show grid.txt answer.txt --step 12   after twelve actions
  judge solve grid.txt --with greedy | judge show grid.txt -")]
pub struct Show {
    /// The instance; `-` is standard input.
    pub instance: PathBuf,
    /// An answer; `-` is standard input.
    pub answer: Option<PathBuf>,
    /// Stop after so many actions of the answer.
    #[arg(long, value_name = "K", requires = "answer")]
    pub step: Option<u64>,
    #[command(flatten)]
    pub problem: ProblemChoice,
}

/// Write a web page to play by hand, and open it.
///
/// Without an instance the page offers grids of every puzzle in several sizes. It shows the best known value and the
/// proven bound, plays a bundled solution on request, and saves answers that `judge check` reads.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge play
  judge play grid.txt -o game.html --no-open")]
pub struct Play {
    /// The instance; `-` is standard input.
    pub instance: Option<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE", default_value = "play.html")]
    pub output: PathBuf,
    /// Do not open the page in a browser.
    #[arg(long)]
    pub no_open: bool,
    /// Seed of the grids that are offered.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with = "instance"
    )]
    pub seed: u64,
    /// How long the bundled solver may take for an instance.
    #[arg(long, default_value = "3s", value_parser = units::duration)]
    pub time: Duration,
    #[command(flatten)]
    pub problem: ProblemChoice,
}

/// Compare bundled algorithms over a range of sizes, colours or whatever a recipe has.
///
/// Makes the instances, measures every algorithm on each in a process of its own, and prints means of value, gap and
/// CPU time. Writes compare.csv and compare.html, a page with plots. Stopped half-way, the same command goes on.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge compare sorting-robot --preset size
  judge compare sorting-robot --vary rows,columns=5..40:5 layout=scatter colours=4
  judge compare sorting-robot --vary colours=2..256:x2 rows=30 columns=30 --solvers naive,by-colour")]
pub struct Compare {
    /// The problem whose algorithms are compared.
    pub problem: String,
    /// What stays the same: layout, sizes and so on, as in a contest's recipes.
    #[arg(value_name = "KEY=VALUE")]
    pub recipe: Vec<String>,
    /// A ready experiment; other options change parts of it.
    #[arg(long, value_name = "NAME", required_unless_present = "vary")]
    pub preset: Option<String>,
    /// What varies: KEY=FROM..TO, both included, in steps of one, of STEP, or by a FACTOR; keys with commas between
    /// them vary together.
    #[arg(long, value_name = "KEY=FROM..TO[:STEP|:xFACTOR]")]
    pub vary: Option<String>,
    /// The algorithms, with commas between them, or all [default: those of the preset, or all].
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub solvers: Vec<String>,
    /// Seeds of the instances at every point, both included.
    #[arg(long, value_name = "A..B", default_value = "0..9", value_parser = units::seeds)]
    pub seeds: units::Seeds,
    /// How long an algorithm may take, or go on improving, on one instance.
    #[arg(long, default_value = "2s", value_parser = units::duration)]
    pub time: Duration,
    /// How many algorithms to measure at a time, each on a core of its own [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Where to write [default: results/compare-<problem>-<preset or key>].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Forget earlier measurements.
    #[arg(long)]
    pub fresh: bool,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// Measures one algorithm on the instance on standard input, or the bound, for `judge compare`.
#[derive(Debug, Args)]
pub struct Measure {
    #[arg(long)]
    pub problem: String,
    /// The algorithm; without one the bound is computed.
    #[arg(long)]
    pub solver: Option<String>,
    /// The value of an answer, which is enough for a bound to meet.
    #[arg(long, allow_hyphen_values = true)]
    pub known: Option<i64>,
    #[arg(long, value_parser = units::duration)]
    pub time: Duration,
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The only core to use.
    #[arg(long)]
    pub core: Option<usize>,
}

/// Print the digest of a contest's hidden instances.
///
/// Publish it before the contest: afterwards everybody can see that the instances were not changed. It is the SHA-256
/// of the hidden instances' texts one after the other, as the results folder keeps them below instances/.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge commit contests/spring.toml")]
pub struct Commit {
    /// The contest file.
    pub contest: PathBuf,
}

/// Say which isolation layers and limits this machine gives, and what is missing.
///
/// Exit code 0 where programs can be isolated, 2 where they cannot.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge doctor")]
pub struct Doctor {
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

#[derive(Debug, Subcommand)]
pub enum New {
    Contest(NewContest),
    Submission(NewSubmission),
}

/// Write a contest file to start from, and a first team beside it.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge new contest autumn.toml && judge run autumn.toml")]
pub struct NewContest {
    /// The contest file to write.
    pub file: PathBuf,
    #[arg(long, value_name = "P", default_value = "sorting-robot")]
    pub problem: String,
}

/// Write a team's folder with a small working program.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge new submission submissions/sorting-robot/my-team --language cpp")]
pub struct NewSubmission {
    /// The team's folder to make; its name is the team's.
    pub folder: PathBuf,
    #[arg(long, value_name = "P", default_value = "sorting-robot")]
    pub problem: String,
    /// The language to start in.
    #[arg(long, default_value = "python")]
    pub language: String,
}
