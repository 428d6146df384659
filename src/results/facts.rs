//! `run.toml`: everything that is needed to rank the rows again and to decide whether they are still valid.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;

use puzzles::{Companion, Value};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::provenance::{Conditions, Provenance};
use super::row::Row;
use crate::contest::{Contest, MOST_REPETITIONS, Mode};
use crate::digest::Sha;
use crate::dir::{self, Dir};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::ids::EntrantId;
use crate::instances::Instance;
use crate::problems::Description;
use crate::results_dir::FACTS;
use crate::timestamp::Timestamp;

/// The largest `run.toml` that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The content of `run.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The digest of the hidden instances, as `judge commit` prints it.
    pub digest: String,
    pub machine: String,
    /// Random, so that pseudonyms can only be resolved with this file.
    pub salt: String,
    /// The path of the contest file.
    pub contest_file: PathBuf,
    /// The text of the contest file.
    pub contest: String,
    /// The problem, if it is not bundled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Description>,
    /// The end of the journal when the last complete run ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<JournalEnd>,
    #[serde(default)]
    pub instance: Vec<InstanceFacts>,
    /// Per entrant, the conditions under which its rows are valid.
    #[serde(default)]
    pub team: Vec<Conditions>,
    #[serde(default)]
    pub provenance: Vec<Provenance>,
}

/// The length of the journal at some moment, and the seal of its last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEnd {
    pub rows: usize,
    pub seal: Sha,
}

/// One `[[instance]]` entry of `run.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceFacts {
    pub round: String,
    pub name: String,
    pub digest: String,
    /// Whether it belongs to a tie-break: only teams that share a rank are run on it.
    #[serde(default)]
    pub tie_break: bool,
    /// Whether teams submit answer files instead of programs.
    #[serde(default)]
    pub by_hand: bool,
    /// How often each program is run on it.
    #[serde(default = "once")]
    pub repeat: u32,
    /// The recipe and the seed of a generated instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Further arguments of the checker of a problem folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// The value of an accepted answer to which the checker gives no score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Value>,
}

/// The number of repetitions if `run.toml` names none.
fn once() -> u32 {
    1
}

impl InstanceFacts {
    pub fn new(instance: &Instance, tie_break: bool) -> Self {
        let companion = instance.case.companion().cloned().unwrap_or_default();
        Self {
            round: instance.round.clone(),
            name: instance.name.clone(),
            digest: instance.digest.clone(),
            tie_break,
            by_hand: instance.mode == Mode::Answers,
            repeat: instance.repeat,
            origin: instance.origin.clone(),
            arguments: companion.arguments,
            accepted: companion.accepted,
        }
    }

    /// Returns what a checker gets beside the instance.
    pub fn companion(&self, answer: Vec<u8>) -> Companion {
        Companion {
            answer,
            arguments: self.arguments.clone(),
            accepted: self.accepted,
        }
    }

    /// Returns the name of a repetition: that of the instance, with a number if there are several.
    pub fn label(&self, repetition: u32) -> String {
        match self.repeat {
            1 => self.name.clone(),
            _ => format!("{}.{repetition}", self.name),
        }
    }
}

impl Facts {
    /// Reads `run.toml`, if it exists.
    pub fn read(dir: &Dir) -> Result<Option<Self>> {
        let path = dir.path().join(FACTS);
        let text = match dir.read_to_string(FACTS, LARGEST) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::path("read", &path, &error)),
        };
        let damaged = |reason: &dyn std::fmt::Display, help: &str| {
            Error::user(format!("{}: {reason}", path.display())).with_help(help)
        };
        let facts: Self = toml::from_str(&text).map_err(|error| {
            let help =
                "the file was made by another version or by hand: use --fresh or another --output";
            damaged(&error.message(), help)
        })?;
        if let Some(at) = facts
            .instance
            .iter()
            .find(|i| !(1..=MOST_REPETITIONS).contains(&i64::from(i.repeat)))
        {
            let reason = format!("instance `{}` has {} repetitions", at.name, at.repeat);
            let help = "the file was changed by hand or made by another program";
            return Err(damaged(&reason, help));
        }
        let instances = facts.instance.iter().flat_map(|i| [&i.round, &i.name]);
        let teams = facts.team.iter().map(|team| &team.team);
        for name in instances.chain(teams) {
            dir::component(name).map_err(|error| {
                let help =
                    "the file was changed by hand or made by another program: its results cannot be trusted";
                damaged(&error, help)
            })?;
        }
        Ok(Some(facts))
    }

    pub(super) fn write(&self, dir: &Dir) -> Result<()> {
        let text = toml::to_string(self).map_err(|error| Error::fault("write run.toml", &error))?;
        dir.replace(FACTS, text.as_bytes())
            .map_err(|error| Error::path("write", &dir.path().join(FACTS), &error))
    }

    /// Returns the conditions of an entrant.
    pub fn conditions(&self, entrant: &EntrantId) -> Option<&Conditions> {
        let mut teams = self.team.iter();
        teams.find(|conditions| conditions.entrant() == *entrant)
    }

    /// Parses the recorded contest file.
    pub fn read_contest(&self) -> Result<Contest> {
        let document = Document {
            path: self.contest_file.clone(),
            text: self.contest.clone(),
        };
        Contest::from_results(&document, self.problem.as_ref())
    }

    /// Adds the provenances that are not recorded yet; returns whether there were any.
    pub fn add_provenances<'p>(&mut self, new: impl Iterator<Item = &'p Provenance>) -> bool {
        let mut known: HashSet<String> = self.provenance.iter().map(|p| p.id.clone()).collect();
        let before = self.provenance.len();
        for provenance in new {
            if known.insert(provenance.id.clone()) {
                self.provenance.push(provenance.clone());
            }
        }
        self.provenance.len() > before
    }

    /// Sets the end of each provenance to the time of its last row, unless a later end is recorded.
    pub fn note_ends(&mut self, rows: &[Row]) {
        let mut last: HashMap<&str, Timestamp> = HashMap::new();
        for row in rows {
            let time = last.entry(&row.provenance).or_insert(row.time);
            *time = row.time.max(*time);
        }
        for entry in &mut self.provenance {
            entry.ended = entry.ended.max(last.get(entry.id.as_str()).copied());
        }
    }

    /// Returns the digest of the contest, its instances and its entrants. It is part of every provenance, so that the
    /// seal of a row covers them too.
    pub fn plan(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |parts: &[&str]| {
            for part in parts {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        };
        add(&[&self.contest, &self.digest, &self.machine, &self.salt]);
        if let Some(problem) = &self.problem {
            let text = serde_json::to_string(problem).unwrap_or_default();
            add(&[&text]);
        }
        for InstanceFacts {
            round,
            name,
            digest,
            tie_break,
            by_hand,
            repeat,
            origin,
            // The digest covers these.
            arguments: _,
            accepted: _,
        } in &self.instance
        {
            let rest = format!("{tie_break} {by_hand} {repeat} {origin:?}");
            add(&[round, name, digest, &rest]);
        }
        for conditions in &self.team {
            let text = serde_json::to_string(conditions).unwrap_or_default();
            add(&[&text]);
        }
        Sha(hash.finalize().into()).to_string()
    }
}
