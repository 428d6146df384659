//! The command line: types only. One file per group of commands, as `judge --help` lists them.

mod contest;
mod course;
mod discovery;
mod groups;
mod instance;
mod isolation;
mod new;
mod results;
mod schema;
mod site;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

pub use self::contest::{Commit, Engine, Handout, Run, Try, Worker};
pub use self::course::{Collect, Lint, Similar};
pub use self::discovery::{Complete, Completions, Man};
pub use self::instance::{
    Bound, Check, CheckProof, Compare, Generate, Measure, Play, ProblemChoice, Show, Solve, Solvers,
};
pub use self::isolation::{Doctor, IsolationOptions};
pub use self::new::{Host, New, NewCi, NewContest, NewProblem, NewSubmission};
pub use self::results::{Cancel, Diff, Grades, Leaderboard, Report, Status, Verify};
pub use self::schema::Schema;
pub use self::site::{
    HandIn, Serve, SiteData, SiteWeb, Teams, TeamsAdd, TeamsImport, TeamsLink, TeamsList,
    TeamsOptions, TeamsRemove,
};
use crate::help;
pub use crate::report::Format;
use crate::terminal::{self, Colour, Verbosity};

/// Run optimisation contests on grid puzzles: any language, safe limits, replayed answers, ranked tables.
#[derive(Debug, Parser)]
#[command(
    name = "judge",
    version,
    long_version = LONG_VERSION,
    max_term_width = usize::from(groups::WIDEST),
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = EXIT_CODES,
    after_long_help = after_long_help()
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub console: ConsoleOptions,
}

/// What is printed, for all commands.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Messages")]
pub struct ConsoleOptions {
    /// Print results, warnings and errors only.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Also print every step, such as each finished run.
    #[arg(short, long, global = true)]
    verbose: bool,
    /// When to use colours. Without it, the variables `NO_COLOR` and `CLICOLOR_FORCE` decide.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_default_value = true
    )]
    color: Colour,
}

impl ConsoleOptions {
    /// Makes the options those of this process.
    pub fn apply(self) {
        let verbosity = match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        terminal::configure(verbosity, self.color);
    }
}

/// The version with its origin: the commit and its date, and the target.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("JUDGE_ORIGIN"),
    ") ",
    env!("JUDGE_TARGET")
);

/// Returns the definition of the command line, in the colours that it asks for itself.
pub fn definition() -> clap::Command {
    groups::with_groups(Arguments::command()).color(help_colour(std::env::args_os()))
}

/// Parses the command line. Prints help, the version or a usage error, and exits.
pub fn parse() -> Arguments {
    let matches = definition().get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Returns the colours of the help, which is printed before the command line has been parsed.
fn help_colour(mut arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    // What clap uses takes every value of CLICOLOR_FORCE for a yes.
    let mut colour = if terminal::is_terminal() || terminal::colours() {
        ColorChoice::Auto
    } else {
        ColorChoice::Never
    };
    while let Some(argument) = arguments.next() {
        let value = match argument.to_str() {
            Some("--") => break,
            Some("--color") => arguments.next(),
            Some(text) => text.strip_prefix("--color=").map(OsString::from),
            None => None,
        };
        match value.as_ref().and_then(|value| value.to_str()) {
            Some("always") => colour = ColorChoice::Always,
            Some("never") => colour = ColorChoice::Never,
            _ => {}
        }
    }
    colour
}

const EXIT_CODES: &str = "Exit codes: 0 success; 1 an answer is rejected, a proof is refused, the instance has no solution, a \
program is not built or a results folder does not verify; 2 an error in the command, a file or a contest; 3 an internal error of the judge; 130 \
interrupted by Ctrl-C.";

const EXAMPLES: &str = "Examples:
  judge run contests/spring.toml            run a contest and print its leaderboard
  judge check grid.txt answer.txt           validate one answer
  judge solve grid.txt --with graph-cuts    run a bundled algorithm
  judge new submission my-team              create a team's folder with a working program";

fn after_long_help() -> String {
    let topics = help::topic_list();
    format!("Help topics (judge help TOPIC):\n{topics}\n{EXAMPLES}\n\n{EXIT_CODES}")
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(Run),
    Check(Check),
    CheckProof(CheckProof),
    Try(Try),
    Leaderboard(Leaderboard),
    Report(Report),
    Verify(Verify),
    Diff(Diff),
    Grades(Grades),
    Handout(Handout),
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
    Collect(Collect),
    Lint(Lint),
    Similar(Similar),
    Serve(Serve),
    #[command(subcommand)]
    #[command(after_long_help = "Examples:
  judge teams add owls foxes
  judge teams link --staff")]
    Teams(Teams),
    HandIn(HandIn),
    #[command(hide = true)]
    SiteWeb(SiteWeb),
    Doctor(Doctor),
    Completions(Completions),
    #[command(hide = true)]
    Complete(Complete),
    Man(Man),
    Schema(Schema),
    /// Create a contest, a submission, a problem or a workflow to start from.
    #[command(subcommand)]
    #[command(after_long_help = "Examples:
  judge new contest autumn.toml
  judge new submission my-team --language cpp
  judge new problem my-problem
  judge new ci my-team --contest contests/spring.toml")]
    New(New),
    Help(Help),
}

impl Command {
    /// Returns the file for the result, of commands that print it otherwise and do nothing else with it.
    pub fn output_file(&self) -> Option<&OutputFile> {
        match self {
            Self::Check(Check { output, .. })
            | Self::CheckProof(CheckProof { output, .. })
            | Self::Try(Try { output, .. })
            | Self::Leaderboard(Leaderboard { output, .. })
            | Self::Verify(Verify { output, .. })
            | Self::Status(Status { output, .. })
            | Self::Solve(Solve { output, .. })
            | Self::Solvers(Solvers { output, .. })
            | Self::Generate(Generate { output, .. })
            | Self::Bound(Bound { output, .. })
            | Self::Show(Show { output, .. })
            | Self::Commit(Commit { output, .. })
            | Self::Lint(Lint { output, .. })
            | Self::HandIn(HandIn { output, .. })
            | Self::Completions(Completions { output, .. })
            | Self::Schema(Schema { output, .. })
            | Self::Doctor(Doctor { output, .. }) => Some(output),
            Self::Teams(teams) => teams.options().map(|options| &options.output),
            _ => None,
        }
    }
}

/// Print the help of a command, or a topic of the manual.
///
/// Without an argument, lists all commands and topics.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge help
  judge help contest-file
  judge help run
  judge help new contest")]
pub struct Help {
    /// A topic, or a command and its subcommands.
    #[arg(value_name = "TOPIC|COMMAND")]
    pub words: Vec<String>,
}

/// A file for the result of a command that prints it otherwise.
#[derive(Clone, Debug, Default, Args)]
pub struct OutputFile {
    /// Write to this file instead of standard output.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl OutputFile {
    /// Sends what is printed from now on to the file.
    pub fn apply(&self) {
        if let Some(path) = &self.output {
            terminal::redirect(path);
        }
    }
}

/// How to print a result that is not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    #[value(alias = "table")]
    Text,
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    /// The command lines among the examples of a command and its subcommands, without the remarks beside them.
    fn examples(command: &clap::Command) -> Vec<String> {
        let help = command.get_after_long_help();
        let help = help.map(ToString::to_string).unwrap_or_default();
        let lines = help.lines().filter_map(|line| line.strip_prefix("  "));
        let lines =
            lines.flat_map(|line| line.split(['|', '&']).map(str::trim).collect::<Vec<_>>());
        let lines = lines.filter(|line| line.starts_with("judge "));
        let mut found: Vec<String> = lines
            .map(|line| line.split("  ").next().unwrap_or_default().to_owned())
            .collect();
        found.extend(command.get_subcommands().flat_map(examples));
        found
    }

    /// Splits a command line into words; single quotation marks hold words together.
    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (number, part) in line.split('\'').enumerate() {
            if number % 2 == 1 {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        words
    }

    #[test]
    fn the_examples_are_valid() {
        let examples = examples(&Arguments::command());
        assert!(examples.len() > 40, "{examples:#?}");
        for example in examples {
            let words = words(&example).into_iter();
            let words = words.take_while(|word| word != ">" && word != "<");
            let parsed = Arguments::try_parse_from(words);
            assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
        }
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands() {
            let name = command.get_name();
            let help = command.get_after_long_help().map(ToString::to_string);
            let shown = help.is_some_and(|help| help.contains(&format!("judge {name}")));
            assert!(shown, "`judge {name}` has no example");
        }
    }
}
