//! `judge completions` and `judge man`.

use std::path::PathBuf;

use clap::Args;

use super::OutputFile;
use crate::completion::Shell;

/// Print a script that completes `judge` commands in a shell.
///
/// Completes commands and options, contest files, results folders, and names of teams, rounds, problems, solvers and keys
/// of recipes. The names come from the files on the command line; no program is run.
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge completions bash -o ~/.local/share/bash-completion/completions/judge
  judge completions zsh -o ~/.zfunc/_judge       with `fpath+=~/.zfunc` before `compinit` in .zshrc
  judge completions fish -o ~/.config/fish/completions/judge.fish")]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
    #[command(flatten)]
    pub output: OutputFile,
}

/// Print what can follow on a command line. The scripts of `judge completions` call this.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge complete bash 'judge leaderboard results/spring --team '")]
pub struct Complete {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
    /// The command line up to the cursor.
    #[arg(allow_hyphen_values = true)]
    pub line: std::ffi::OsString,
    /// The characters at which the shell starts another word.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    pub breaks: String,
}

/// Print a manual page, or write all of them.
///
/// There is a page for every command in section 1, such as judge-run(1), and one for every topic of `judge help` in section
/// 7, such as judge-scoring(7).
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge man run > judge-run.1
  judge man -o ~/.local/share/man            then `man judge-run` works")]
pub struct Man {
    /// A command and its subcommands, or a topic [default: judge itself].
    #[arg(value_name = "COMMAND|TOPIC", conflicts_with = "output")]
    pub words: Vec<String>,
    /// Write all pages to the folders man1 and man7 below this one.
    #[arg(short, long, alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,
}
