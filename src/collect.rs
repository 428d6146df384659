//! Makes team folders of hand-ins: a download from Moodle, a folder of archives or folders, a list of Git addresses.
//!
//! Everything that was handed in is hostile. Archives are unpacked below a hidden folder of the submissions folder,
//! through [`Dir`], under limits that are counted while unpacking. What becomes of the files is planned by
//! [`project::plan`], and the finished folder is moved to its place at the end.

mod archive;
mod download;
mod git;
mod hand_in;
mod moodle;
mod names;
mod prepare;
mod roster;
mod single;
mod source;
mod staging;
mod unpack;

use std::path::PathBuf;

use serde::Serialize;

use self::hand_in::HandIn;
use self::names::Names;
use self::prepare::Prepared;
use self::roster::Roster;
use self::staging::Staging;
use crate::dir::Dir;
use crate::entrants::project::{self, Found, Step, quoted};
use crate::error::{Error, Result};

pub use self::hand_in::{Moment, moment};
pub use self::moodle::folder_of;
pub use self::single::place_upload;

/// What is to be collected.
#[derive(Debug)]
pub struct Request {
    pub sources: Vec<PathBuf>,
    /// A table of Git addresses.
    pub git: Option<PathBuf>,
    /// The submissions folder.
    pub submissions: PathBuf,
    pub deadline: Option<Moment>,
    /// Teams whose folders are replaced if they differ.
    pub replace: Vec<String>,
}

/// What became of one hand-in.
#[derive(Debug, Serialize)]
pub struct Outcome {
    pub team: String,
    pub state: State,
    /// What is run.
    pub program: Option<String>,
    /// What was done.
    pub done: Vec<String>,
    /// What a person has to look at, with what to do.
    pub look_at: Vec<String>,
    pub late: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Added,
    Replaced,
    /// The folder holds exactly this hand-in.
    Unchanged,
    /// The folder differs from the hand-in and is left alone.
    Kept,
    /// Nothing could be written.
    Missing,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Replaced => "replaced",
            Self::Unchanged => "unchanged",
            Self::Kept => "kept",
            Self::Missing => "missing",
        }
    }
}

/// Collects all hand-ins. Fails if a source cannot be read or holds nothing; a hand-in that cannot be used is an
/// outcome.
pub fn collect(request: &Request) -> Result<Vec<Outcome>> {
    source::check(request)?;
    let target = Dir::create(&request.submissions);
    let target =
        target.map_err(|error| Error::path("create the folder", &request.submissions, &error))?;
    let staging = Staging::new(&target)?;
    let mut hand_ins = Vec::new();
    for path in &request.sources {
        hand_ins.extend(source::hand_ins(path, &staging)?);
    }
    if let Some(list) = &request.git {
        hand_ins.extend(git::hand_ins(list, &staging)?);
    }
    let mut collector = Collector {
        roster: Roster::read(&target)?,
        names: Names::default(),
        request,
        target: &target,
        staging: &staging,
    };
    collector.names = Names::assign(&mut hand_ins, &collector.roster, &target)?;
    collector.check_replaced(&hand_ins)?;
    let outcomes: Result<Vec<Outcome>> = hand_ins
        .into_iter()
        .map(|hand_in| collector.take(hand_in))
        .collect();
    // Also after a failure: what is there is to be on record.
    collector.roster.write(&target)?;
    outcomes
}

struct Collector<'a> {
    roster: Roster,
    names: Names,
    request: &'a Request,
    target: &'a Dir,
    staging: &'a Staging<'a>,
}

impl Collector<'_> {
    /// Fails if a team to be replaced was not handed in: most likely it is misspelt.
    fn check_replaced(&self, hand_ins: &[HandIn]) -> Result<()> {
        let known: Vec<&str> = hand_ins
            .iter()
            .map(|hand_in| hand_in.team.as_str())
            .collect();
        for team in &self.request.replace {
            if !known.contains(&team.as_str()) {
                let error = crate::error::Diagnostic::new(format!(
                    "--replace {team}: no such team in the sources"
                ));
                return Err(error.suggest(team, &known).into());
            }
        }
        Ok(())
    }

    fn take(&mut self, mut hand_in: HandIn) -> Result<Outcome> {
        let late = match (&self.request.deadline, &hand_in.time) {
            (Some(deadline), Some(time)) => Some(time > deadline),
            _ => None,
        };
        let mut outcome = Outcome {
            team: hand_in.team.clone(),
            state: State::Missing,
            program: None,
            done: Vec::new(),
            look_at: self.names.remarks(&hand_in.team),
            late,
        };
        outcome.look_at.append(&mut hand_in.notes);
        match prepare::prepare(&mut hand_in, self.staging)? {
            Err(reason) => outcome.look_at.push(reason),
            Ok(prepared) => self.put(&prepared, &hand_in, &mut outcome)?,
        }
        // The times of a hand-in that was not taken are not those of the folder.
        if outcome.state != State::Kept {
            self.roster.set(&hand_in, late);
        }
        Ok(outcome)
    }

    /// Moves the finished folder to its place, unless another one is there.
    fn put(&mut self, prepared: &Prepared, hand_in: &HandIn, outcome: &mut Outcome) -> Result<()> {
        let team = &hand_in.team;
        let unreadable = |reason: String| Error::user(format!("{team}: {reason}"));
        let digest = project::digest(&prepared.folder).map_err(unreadable)?;
        outcome.done = prepared.steps.iter().map(Step::done).collect();
        match &prepared.found {
            Found::Nothing(reason) => outcome.look_at.push(reason.clone()),
            found => outcome.program = Some(found.to_string()),
        }
        outcome.look_at.extend(prepared.notes.iter().cloned());
        outcome.state = State::Added;
        if self.target.exists(team) {
            let there = self.target.dir(team).map_err(|error| error.to_string());
            let there = there.and_then(|folder| project::digest(&folder));
            if there.as_ref() == Ok(&digest) {
                outcome.state = State::Unchanged;
                outcome.done.clear();
                self.roster.record(team, &digest);
                return Ok(());
            }
            if !self.request.replace.contains(team) {
                self.keep(there.err(), &digest, outcome);
                return Ok(());
            }
            let removed = self.target.remove_tree(team);
            removed.map_err(|error| {
                Error::path("replace", &self.request.submissions.join(team), &error)
            })?;
            outcome.state = State::Replaced;
        }
        self.staging.publish(&prepared.name, self.target, team)?;
        self.roster.record(team, &digest);
        Ok(())
    }

    /// Leaves the folder of a team alone, which has other content than the hand-in or is not a readable folder.
    fn keep(&self, unreadable: Option<String>, digest: &str, outcome: &mut Outcome) {
        outcome.state = State::Kept;
        outcome.program = None;
        outcome.done.clear();
        let team = quoted(&outcome.team);
        outcome.look_at = match unreadable {
            Some(reason) => vec![format!(
                "what is there cannot be read ({reason}); to take the hand-in: --replace {team}"
            )],
            // The hand-in is the one that was collected before: the folder was improved by hand since.
            None if self.roster.is_recorded(&outcome.team, digest) => Vec::new(),
            None => vec![format!(
                "the folder has other content than this hand-in and was left alone; to take the hand-in: --replace {team}"
            )],
        };
    }
}
