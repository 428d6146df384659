//! Parses the command line, executes the command, turns errors into exit codes.

use std::process::ExitCode;

use clap::Parser;
use judge::cli::Arguments;
use judge::error::Error;
use judge::terminal::say;
use judge::{commands, sandbox};

fn main() -> ExitCode {
    // The launcher must stay small, so it is recognised before the command line is parsed. Arguments need not be UTF-8.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == sandbox::LAUNCHER)
    {
        return match sandbox::launch() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                say(&format!("judge: the launcher failed: {error}"));
                ExitCode::from(3)
            }
        };
    }
    match commands::execute(Arguments::parse().command) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            say(&format!("error: {error}"));
            ExitCode::from(match error {
                Error::User(_) => 2,
                Error::Fault(_) => 3,
            })
        }
    }
}
