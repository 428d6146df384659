//! Checks a contest without running it: the contest file, its instances, its secret, its problem folder and every
//! submission.

mod instances;
mod problem;
mod submissions;

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::contest::Contest;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::field;
use crate::sandbox::Wanted;

/// What was found.
#[derive(Debug, Serialize)]
pub struct Report {
    schema: u32,
    /// The name of the contest; empty if its file cannot be read.
    contest: String,
    pub ok: bool,
    pub findings: Vec<Finding>,
    pub teams: Vec<Team>,
    /// How many instances there are.
    pub instances: usize,
}

/// Something that is wrong or worth a look.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub level: Level,
    /// The contest file, a round, a team or a program of the problem folder.
    pub place: String,
    pub message: String,
    /// What helps, one step after the other; commands are given in the folder of the team.
    pub fix: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The contest would not do what it should.
    Problem,
    /// Worth a look.
    Warning,
}

/// How a team's program would be built and run.
#[derive(Debug, Serialize)]
pub struct Team {
    pub team: String,
    pub build: Vec<String>,
    pub run: Vec<String>,
    pub ok: bool,
}

/// Where and how programs are built.
#[derive(Debug)]
pub struct Builds<'a> {
    /// A folder for the builds, which nobody else can enter.
    pub folder: &'a Dir,
    pub wanted: Wanted,
    pub interrupt: &'a AtomicBool,
}

/// Checks a contest; also builds every submission if `builds` is given.
pub fn examine(contest: &Contest, builds: Option<&Builds>) -> Result<Report> {
    let mut report = Report {
        contest: contest.name.clone(),
        ..Report::new()
    };
    let instances = instances::examine(contest, &mut report);
    problem::examine(contest, &instances, &mut report);
    match field::gather(contest) {
        Ok(field) => submissions::examine(contest, &field, &instances, builds, &mut report)?,
        Err(error) => report.add(
            Level::Problem,
            "submissions",
            &error.to_string(),
            Vec::new(),
        ),
    }
    Ok(report)
}

/// Returns the report on a contest file that cannot be read.
pub fn unreadable(error: &Error) -> Report {
    let mut report = Report::new();
    report.add(
        Level::Problem,
        "contest file",
        &error.to_string(),
        Vec::new(),
    );
    report
}

impl Report {
    fn new() -> Self {
        Self {
            schema: 1,
            contest: String::new(),
            ok: true,
            findings: Vec::new(),
            teams: Vec::new(),
            instances: 0,
        }
    }

    fn add(&mut self, level: Level, place: &str, message: &str, fix: Vec<String>) {
        self.ok &= level == Level::Warning;
        self.findings.push(Finding {
            level,
            place: place.to_owned(),
            message: message.to_owned(),
            fix,
        });
    }

    /// Returns how many findings are of a level.
    pub fn count(&self, level: Level) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.level == level)
            .count()
    }
}
