//! Parses the command line, executes the command, turns errors into exit codes.

use std::process::ExitCode;

use judge::cli::{self, Arguments};
use judge::error::Error;
use judge::terminal::{self, warn};
use judge::{commands, problems, sandbox};

fn main() -> ExitCode {
    // The launcher must stay small, so it is recognised before the command line is parsed. Arguments need not be UTF-8.
    if std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == sandbox::LAUNCHER)
    {
        return match sandbox::launch() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                warn(&format!("judge: the launcher failed: {error}"));
                ExitCode::from(3)
            }
        };
    }
    let Arguments { command, console } = cli::parse();
    console.apply();
    let result = commands::execute(command);
    let result = result.and_then(|code| terminal::finish().map(|()| code));
    if let Err(error) = problems::workshop::clean_up() {
        warn(&format!("warning: {error}"));
    }
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            warn(&format!("error: {error}"));
            ExitCode::from(match error {
                Error::User(_) => 2,
                Error::Fault(_) => 3,
            })
        }
    }
}
