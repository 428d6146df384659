//! `judge hand-in`: hands in a program to a site and waits for its results.

use std::fmt::Write as _;
use std::time::Duration;

use super::signals;
use crate::cli::{HandIn, TextOrJson};
use crate::error::{Error, Result};
use crate::report::grid;
use crate::site::client::{self, Client, HandInStatus};
use crate::terminal::{self, say};

/// How often the site is asked.
const PAUSE: Duration = Duration::from_millis(500);

pub(super) fn hand_in(arguments: &HandIn) -> Result<u8> {
    let token = token(arguments)?;
    let client = Client::new(&arguments.to, &token, arguments.contest.as_deref())?;
    let (name, content) = client::package(&arguments.program)?;
    let id = client.hand_in(&name, &content)?;
    say(&format!("hand-in {id} is on the site"));
    if arguments.no_wait {
        return Ok(0);
    }
    let interrupt = signals::flag()?;
    let mut last = String::new();
    let status = loop {
        let status = client.status(id)?;
        if status.is_settled() {
            break status;
        }
        let state = describe(&status);
        if state != last {
            say(&state);
            last = state;
        }
        if interrupt.load(std::sync::atomic::Ordering::Relaxed) {
            say("the site goes on judging it");
            return Ok(signals::STOPPED);
        }
        std::thread::sleep(PAUSE);
    };
    print(&status, arguments.format)?;
    let is_accepted = status.runs.iter().all(|run| run.verdict == "accepted");
    let is_fine = status.state == "judged" && status.built == Some(true) && is_accepted;
    Ok(u8::from(!is_fine))
}

fn describe(status: &HandInStatus) -> String {
    match status.state.as_str() {
        "running" => format!("running: {} runs are judged", status.runs.len()),
        state => state.to_owned(),
    }
}

fn print(status: &HandInStatus, format: TextOrJson) -> Result<()> {
    if format == TextOrJson::Json {
        return terminal::print_json(status);
    }
    let mut text = String::new();
    if !status.runs.is_empty() {
        let rows = status.runs.iter().map(|run| {
            let value = run.value.map_or(String::new(), |value| value.to_string());
            vec![
                run.round.clone(),
                run.instance.clone(),
                run.verdict.clone(),
                value,
                run.detail.clone(),
            ]
        });
        let header = ["round", "instance", "verdict", "value", "reason"];
        text = grid::table(&header, rows.collect()) + "\n";
    }
    let note = match (status.note.as_str(), status.built) {
        ("", _) => String::new(),
        (note, Some(false)) => format!(": cannot be built: {note}"),
        (note, _) => format!(": {note}"),
    };
    let _ = writeln!(text, "hand-in {}: {}{note}", status.id, status.state);
    terminal::print(&text)
}

fn token(arguments: &HandIn) -> Result<String> {
    let text = match &arguments.token_file {
        Some(path) => {
            std::fs::read_to_string(path).map_err(|error| Error::path("read", path, &error))?
        }
        None => std::env::var("JUDGE_TOKEN").unwrap_or_default(),
    };
    // The whole link is as good as its last part.
    let token = text
        .trim()
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .to_owned();
    let is_token = !token.is_empty() && token.chars().all(|c| c.is_ascii_graphic());
    if !is_token {
        let error = Error::user("there is no token to hand in with");
        return Err(error.with_help(
            "set JUDGE_TOKEN to the last part of your team's link, or give --token-file FILE",
        ));
    }
    Ok(token)
}
