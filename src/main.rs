//! Parses the command line, does the command, turns errors into exit codes.

use std::process::ExitCode;

use clap::Parser;
use judge::cli::Arguments;
use judge::error::Error;
use judge::terminal::say;
use judge::{commands, sandbox};

fn main() -> ExitCode {
    // A launcher is no command of the user's and must stay small, so it never gets to the parser.
    if std::env::args().nth(1).as_deref() == Some(sandbox::LAUNCHER) {
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
