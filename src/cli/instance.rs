//! Commands for single instances, and for the bundled algorithms.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Format, IsolationOptions, OutputFile, TextOrJson};
use crate::locale::Language;
use crate::units;

#[derive(Debug, Args)]
pub struct ProblemChoice {
    /// The problem, if the file fits several, or a problem folder.
    #[arg(long, value_name = "P")]
    pub problem: Option<String>,
    /// Run the programs of a problem folder without a sandbox; only if you trust them.
    #[arg(long, hide_short_help = true)]
    pub unsandboxed: bool,
}

/// Validate one answer file and print its value, bound and gap.
///
/// Exit code 0 if the answer is accepted; 1 if it is rejected, with the rule and the action; 2 if a file cannot be
/// read.
#[derive(Debug, Args)]
#[command(allow_missing_positional = true)]
#[command(after_long_help = "Examples:
  judge check grid.txt answer.txt
  ./my-solver < grid.txt | judge check grid.txt -
  judge check Naif_Robot_10_10_100_0.sol     a course solution names its own instance")]
pub struct Check {
    /// The instance, unless the answer names its own; `-` is standard input.
    pub instance: Option<PathBuf>,
    /// The answer; `-` is standard input.
    #[arg(required = true)]
    pub answer: PathBuf,
    #[command(flatten)]
    pub problem: ProblemChoice,
    /// Do not compute a bound.
    #[arg(long)]
    pub no_bound: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
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
    /// How long to keep improving the answer [default: 10s; 80 % of the time limit in a contest].
    #[arg(long, value_parser = units::duration)]
    pub time: Option<Duration>,
    /// Stop after N iterations. The same seed and iterations give the same answer on every machine, unless the time
    /// runs out first.
    #[arg(long, value_name = "N")]
    pub iterations: Option<u64>,
    /// Seed of the random choices [default: 0; in a contest, that of the run].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print every improvement as it is found, each followed by an empty line.
    #[arg(long, conflicts_with = "output")]
    pub stream: bool,
    #[command(flatten)]
    pub problem: ProblemChoice,
    #[command(flatten)]
    pub output: OutputFile,
}

/// List the bundled algorithms.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge solvers
  judge solvers --problem sorting-robot --format json")]
pub struct Solvers {
    #[command(flatten)]
    pub problem: ProblemChoice,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Generate one instance.
///
/// `judge help problems` describes the layouts of each problem and their keys.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge generate sorting-robot layout=course rows=10 columns=10 colours=10 --seed 0
  judge generate sorting-robot layout=sparse rows=8 columns=12 colours=5 holes=0.3 -o grid.txt")]
pub struct Generate {
    /// The problem, or a problem folder.
    pub problem: String,
    /// Run the generator of a problem folder without a sandbox; only if you trust it.
    #[arg(long, hide_short_help = true)]
    pub unsandboxed: bool,
    /// The recipe: layout, size and so on, with the same keys as in a contest file.
    #[arg(value_name = "KEY=VALUE")]
    pub recipe: Vec<String>,
    /// Seed of the generator.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Compute a proven bound on the value of any answer.
///
/// Says how the bound can be checked: `certified` by a proof that another program can check, `recomputed` by a cheap
/// computation, or `searched` by repeating an exhaustive search.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge bound grid.txt
  judge bound grid.txt --time 30s --format json
  judge bound grid.txt --proof grid.proof")]
pub struct Bound {
    /// The instance; `-` is standard input.
    pub instance: PathBuf,
    /// How long to keep improving the bound.
    #[arg(long, default_value = "5s", value_parser = units::duration)]
    pub time: Duration,
    /// Write the proof to this file, for `judge check-proof`.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// If a puzzle has several solutions, print one that differs from the one of `best`.
    #[arg(long)]
    pub second: bool,
    #[command(flatten)]
    pub problem: ProblemChoice,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Check the proof of a bound, or print the Python program that does the same.
///
/// Exit code 0 if the bound is proved; 1 if the proof is refused, with the reason; 2 if a file cannot be read. The
/// programs that --print-checker prints need Python only, and have the same exit codes: `judge help proofs`.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge check-proof grid.txt grid.proof
  judge check-proof grid.txt grid.proof --format json
  judge check-proof --print-checker sorting-robot -o checker.py")]
pub struct CheckProof {
    /// The instance; `-` is standard input.
    #[arg(required_unless_present = "print_checker")]
    pub instance: Option<PathBuf>,
    /// The proof that `judge bound --proof` or a contest has written; `-` is standard input.
    #[arg(required_unless_present = "print_checker")]
    pub proof: Option<PathBuf>,
    /// Print the checker of a problem in Python: `python3 checker.py INSTANCE PROOF`.
    #[arg(
        long,
        value_name = "PROBLEM",
        conflicts_with_all = ["instance", "proof", "problem", "format"]
    )]
    pub print_checker: Option<String>,
    #[command(flatten)]
    pub problem: ProblemChoice,
    /// Output format.
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Draw an instance in the terminal, optionally with an answer applied.
///
/// With --play, replays the answer: arrow keys step, space pauses, q leaves. A rejected answer is played up to the action
/// that breaks a rule.
///
/// Uses colours if the terminal supports them; the text alone carries the same information.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge show grid.txt
  judge show grid.txt answer.txt             the final state
  judge show grid.txt answer.txt --step 12   the state after twelve actions
  judge solve grid.txt --with greedy | judge show grid.txt -
  judge solve grid.txt --with greedy | judge show grid.txt - --play")]
pub struct Show {
    /// The instance; `-` is standard input.
    pub instance: PathBuf,
    /// An answer to apply; `-` is standard input.
    pub answer: Option<PathBuf>,
    /// Apply only the first K actions of the answer.
    #[arg(long, value_name = "K", requires = "answer")]
    pub step: Option<u64>,
    /// Replay the answer action by action.
    #[arg(long, requires = "answer", conflicts_with_all = ["step", "output"])]
    pub play: bool,
    #[command(flatten)]
    pub problem: ProblemChoice,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Write a web page to play puzzles by hand, and open it.
///
/// Without an instance, the page has grids of every puzzle in several sizes. It shows the best known value and the
/// proven bound, gives hints, replays the answers of the bundled algorithms, one or two side by side, and saves answers
/// that `judge check` reads. It also makes random grids, opens files, and lets you draw grids, save them and share them
/// as links. It needs no network.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge play
  judge play grid.txt -o game.html --no-open")]
pub struct Play {
    /// The instance; `-` is standard input.
    pub instance: Option<PathBuf>,
    /// The file to write.
    #[arg(
        short,
        long,
        alias = "out",
        value_name = "FILE",
        default_value = "play.html"
    )]
    pub output: PathBuf,
    /// Do not open the page in a browser.
    #[arg(long)]
    pub no_open: bool,
    /// Seed of the generated grids.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with = "instance"
    )]
    pub seed: u64,
    /// The time limit of the best bundled solver per instance; the others get at most 150 ms each.
    #[arg(long, default_value = "3s", value_parser = units::duration)]
    pub time: Duration,
    /// The language of the page [default: en].
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Option<Language>,
    #[command(flatten)]
    pub problem: ProblemChoice,
}

/// Compare bundled algorithms and your programs over a range of instance parameters.
///
/// Measures every solver on each instance in its own process, and prints means of value, gap and CPU time. Writes
/// compare.csv, and compare.html with plots. An interrupted comparison continues when the same command is given again.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge compare sorting-robot --preset size
  judge compare sorting-robot --vary rows,columns=5..40:5 layout=scatter colours=4
  judge compare sorting-robot --vary colours=2..256:x2 rows=30 columns=30 --solvers naive,by-colour
  judge compare sorting-robot --vary rows,columns=5..20:5 colours=4 --solvers naive --program my-team")]
pub struct Compare {
    /// The problem.
    pub problem: String,
    /// The fixed part of the recipe: layout, size and so on, with the same keys as in a contest file.
    #[arg(value_name = "KEY=VALUE")]
    pub recipe: Vec<String>,
    /// A predefined experiment; other options override parts of it.
    #[arg(long, value_name = "NAME", required_unless_present = "vary")]
    pub preset: Option<String>,
    /// The keys to vary: KEY=FROM..TO, both ends included, in steps of 1, in steps of STEP, or multiplied by FACTOR.
    /// Keys separated by commas get the same value.
    #[arg(long, value_name = "KEY=FROM..TO[:STEP|:xFACTOR]")]
    pub vary: Option<String>,
    /// The algorithms, separated by commas, or `all` [default: those of the preset, or all].
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub solvers: Vec<String>,
    /// A program to compare with: a team's folder, a source file or an executable; can be repeated. It runs in the
    /// sandbox, with the time limit of --time and the other default limits of a contest.
    #[arg(long = "program", value_name = "FOLDER")]
    pub programs: Vec<PathBuf>,
    /// Seeds of the instances at every point, both ends included.
    #[arg(long, value_name = "A..B", default_value = "0..9", value_parser = units::seeds)]
    pub seeds: units::Seeds,
    /// The time limit of a solver per instance.
    #[arg(long, default_value = "2s", value_parser = units::duration)]
    pub time: Duration,
    /// The number of solvers to measure at a time, each on its own core [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The output folder [default: results/compare-PROBLEM-PRESET, or KEY without a preset].
    #[arg(short, long, alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Discard existing measurements and start over.
    #[arg(long)]
    pub fresh: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    #[command(flatten)]
    pub isolation: IsolationOptions,
}

/// Measure one algorithm, or the bound, on the instance on standard input. `judge compare` starts this.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge measure --problem sorting-robot --solver naive --time 2s < grid.txt")]
pub struct Measure {
    /// The problem.
    #[arg(long)]
    pub problem: String,
    /// The algorithm; without it, the bound is computed.
    #[arg(long)]
    pub solver: Option<String>,
    /// The value of a known answer; a bound that meets it is good enough.
    #[arg(long, allow_hyphen_values = true)]
    pub known: Option<puzzles::Value>,
    /// The time limit.
    #[arg(long, value_parser = units::duration)]
    pub time: Duration,
    /// Seed of the random choices.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The core to run on.
    #[arg(long)]
    pub core: Option<usize>,
}
