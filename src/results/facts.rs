//! `run.toml`: all that is needed to rank the rows again, and to see whether they still hold.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::provenance::{Conditions, Provenance};
use super::row::Row;
use crate::contest::{Contest, Mode};
use crate::digest::Sha;
use crate::dir::{self, Dir};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::ids::EntrantId;
use crate::instances::Instance;
use crate::results_dir::FACTS;
use crate::timestamp::Timestamp;

/// The largest `run.toml` that is read, in bytes.
const LARGEST: u64 = 256 << 20;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Of the hidden instances, as `judge commit` prints it.
    pub digest: String,
    pub machine: String,
    /// Makes pseudonyms that only who holds this file can tell.
    pub salt: String,
    /// Where the contest file was, and its text.
    pub contest_file: PathBuf,
    pub contest: String,
    /// Where the journal stood when the latest complete run had ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    #[serde(default)]
    pub instance: Vec<InstanceFacts>,
    /// What rows of each entrant must have been made under to hold.
    #[serde(default)]
    pub team: Vec<Conditions>,
    #[serde(default)]
    pub provenance: Vec<Provenance>,
}

/// The end of the journal at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    pub rows: usize,
    pub seal: Sha,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceFacts {
    pub round: String,
    pub name: String,
    pub digest: String,
    /// Whether only teams that are level play it.
    #[serde(default)]
    pub tie_break: bool,
    /// Whether teams hand in answers instead of programs.
    #[serde(default)]
    pub by_hand: bool,
    /// The recipe and the seed of a generated instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

impl InstanceFacts {
    pub fn new(instance: &Instance, tie_break: bool) -> Self {
        Self {
            round: instance.round.clone(),
            name: instance.name.clone(),
            digest: instance.digest.clone(),
            tie_break,
            by_hand: instance.mode == Mode::Answers,
            origin: instance.origin.clone(),
        }
    }
}

impl Facts {
    /// Reads the file, if there is one.
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
                "the file was made by another version or by hand: use --fresh or another --out";
            damaged(&error.message(), help)
        })?;
        let instances = facts.instance.iter().flat_map(|i| [&i.round, &i.name]);
        let teams = facts.team.iter().map(|team| &team.team);
        for name in instances.chain(teams) {
            dir::component(name).map_err(|error| {
                let help =
                    "the file was changed by hand or made by another program: do not trust it";
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

    /// The conditions of an entrant.
    pub fn conditions(&self, entrant: &EntrantId) -> Option<&Conditions> {
        let mut teams = self.team.iter();
        teams.find(|conditions| conditions.entrant() == *entrant)
    }

    /// The contest as it was.
    pub fn read_contest(&self) -> Result<Contest> {
        Contest::from_document(&Document {
            path: self.contest_file.clone(),
            text: self.contest.clone(),
        })
    }

    /// Adds entries that are not there yet; tells whether there were any.
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

    /// Notes when the last of some rows of each entry was made, unless a later one is noted.
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

    /// A digest of the contest, its instances and its entrants: with it in the provenance of a sealed row, the seal
    /// covers them too.
    pub fn plan(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |parts: &[&str]| {
            for part in parts {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        };
        add(&[&self.contest, &self.digest, &self.machine, &self.salt]);
        for InstanceFacts {
            round,
            name,
            digest,
            tie_break,
            by_hand,
            origin,
        } in &self.instance
        {
            let rest = format!("{tie_break} {by_hand} {origin:?}");
            add(&[round, name, digest, &rest]);
        }
        for conditions in &self.team {
            let text = serde_json::to_string(conditions).unwrap_or_default();
            add(&[&text]);
        }
        Sha(hash.finalize().into()).to_string()
    }

    /// Which rows hold: those of the contest's instances and entrants that were made under the present conditions.
    pub fn validity(&self) -> Validity<'_> {
        let now: HashMap<_, _> = self
            .team
            .iter()
            .map(|team| ((team.team.as_str(), team.baseline), team))
            .collect();
        let holds = |provenance: &Provenance| {
            let conditions = &provenance.conditions;
            let now = now.get(&(conditions.team.as_str(), conditions.baseline));
            now.is_some_and(|now| conditions.hold_under(now))
        };
        let provenances = self.provenance.iter();
        Validity {
            instances: self
                .instance
                .iter()
                .map(|instance| ((instance.round.as_str(), instance.name.as_str()), instance))
                .collect(),
            entrants: now.keys().copied().collect(),
            provenances: provenances
                .map(|provenance| (provenance.id.as_str(), holds(provenance)))
                .collect(),
        }
    }
}

/// Tells whether rows hold.
#[derive(Debug)]
pub struct Validity<'f> {
    instances: HashMap<(&'f str, &'f str), &'f InstanceFacts>,
    entrants: HashSet<(&'f str, bool)>,
    provenances: HashMap<&'f str, bool>,
}

impl Validity<'_> {
    /// Whether the row belongs to the contest and was made under the conditions of its entrant. What teams hand in as
    /// files does not depend on their programs.
    pub fn holds(&self, row: &Row) -> bool {
        let instance = self.instances.get(&(&*row.round, &*row.instance));
        let Some(instance) = instance.filter(|instance| *instance.digest == *row.digest) else {
            return false;
        };
        if instance.by_hand && !row.baseline {
            return self.entrants.contains(&(&*row.team, false));
        }
        self.provenances.get(&*row.provenance) == Some(&true)
    }

    /// Leaves one row of each run: the last one that holds and is final, or else the last one that holds.
    pub fn keep_current(&self, rows: &mut Vec<Row>) {
        // Numbers instead of names, since there may be millions of rows.
        let instances: HashMap<_, usize> = self.instances.keys().copied().zip(0..).collect();
        let entrants: HashMap<_, usize> = self.entrants.iter().copied().zip(0..).collect();
        let mut last: HashMap<(usize, u32), Vec<Option<usize>>> = HashMap::new();
        let mut current = vec![false; rows.len()];
        for (index, row) in rows.iter().enumerate() {
            if !self.holds(row) {
                continue;
            }
            let instance = instances.get(&(&*row.round, &*row.instance));
            let entrant = entrants.get(&(&*row.team, row.baseline));
            let (Some(&instance), Some(&entrant)) = (instance, entrant) else {
                continue;
            };
            let column = last.entry((instance, row.repetition));
            let column = column.or_insert_with(|| vec![None; entrants.len()]);
            let before = column[entrant];
            let replaces = before.is_none_or(|before| !rows[before].verdict.is_final());
            if row.verdict.is_final() || replaces {
                if let Some(before) = before {
                    current[before] = false;
                }
                column[entrant] = Some(index);
                current[index] = true;
            }
        }
        let mut index = 0;
        rows.retain(|_| {
            index += 1;
            current[index - 1]
        });
    }
}
