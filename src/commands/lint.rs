//! `judge lint`: checks a contest without running it.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::scratch::Scratch;
use super::signals;
use crate::cli::{Lint, TextOrJson};
use crate::contest::Contest;
use crate::dir::Dir;
use crate::entrants::builds_folder;
use crate::error::{Error, Result};
use crate::lint::{self, Builds, Finding, Level, Report, Team};
use crate::sandbox;
use crate::terminal;

pub(super) fn lint(arguments: &Lint) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    let interrupt = signals::watch()?;
    let report = match Contest::read(&arguments.contest) {
        Ok(contest) => examine(arguments, &contest, &interrupt)?,
        Err(error @ Error::User(_)) if arguments.format == TextOrJson::Json => {
            lint::unreadable(&error)
        }
        Err(error) => return Err(error),
    };
    if interrupt.load(Ordering::Relaxed) {
        // What was interrupted looks like a fault of the problem.
        return Ok(signals::STOPPED);
    }
    match arguments.format {
        TextOrJson::Text => terminal::print(&describe(&report))?,
        TextOrJson::Json => terminal::print_json(&report)?,
    }
    Ok(if report.ok { 0 } else { 2 })
}

fn examine(arguments: &Lint, contest: &Contest, interrupt: &AtomicBool) -> Result<Report> {
    let wanted = arguments.isolation.wanted();
    // The programs of a problem folder are run.
    if arguments.build || contest.problem.folder().is_some() {
        sandbox::prepare(wanted)?;
    }
    if !arguments.build {
        return lint::examine(contest, None);
    }
    let scratch = Scratch::new()?;
    let folder = Dir::open(scratch.path()).and_then(|folder| builds_folder(&folder));
    let folder = folder.map_err(|error| Error::fault("create the folder of builds", &error))?;
    lint::examine(
        contest,
        Some(&Builds {
            folder: &folder,
            wanted,
            interrupt,
        }),
    )
}

fn describe(report: &Report) -> String {
    let mut text = String::new();
    for Team {
        team,
        build,
        run,
        ok,
    } in &report.teams
    {
        if *ok {
            let build = if build.is_empty() {
                String::new()
            } else {
                format!("{}; ", build.join(" "))
            };
            let run = if run.is_empty() {
                "answers only".to_owned()
            } else {
                run.join(" ")
            };
            let _ = writeln!(text, "ok       team {team}: {build}{run}");
        }
    }
    for Finding {
        level,
        place,
        message,
        fix,
    } in &report.findings
    {
        let level = match level {
            Level::Problem => "problem",
            Level::Warning => "warning",
        };
        let _ = writeln!(
            text,
            "{level:7}  {place}: {}",
            message.replace('\n', "\n         ")
        );
        for line in fix.iter().flat_map(|step| step.lines()) {
            let _ = writeln!(text, "           {line}");
        }
    }
    let _ = writeln!(
        text,
        "{}, {}: {}, {}",
        plural(report.instances, "instance"),
        plural(report.teams.len(), "team"),
        plural(report.count(Level::Problem), "problem"),
        plural(report.count(Level::Warning), "warning"),
    );
    text
}

fn plural(count: usize, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{count} {one}s")
    }
}
