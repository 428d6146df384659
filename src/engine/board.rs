//! The folder in which workers on many machines leave their claims and results, and what can be read there.
//!
//! ```text
//! cells/<instance>/<entrant>.<n>    a link that names the n-th worker to claim the cell; the last one has it
//! cells/<instance>/<entrant>.done   what came of the cell; an empty file once it was taken in
//! cells/<instance>/text             the instance itself, whatever becomes of the contest's files meanwhile
//! cells/<instance>/model            a link that names the CPU model the instance is run on
//! workers/<worker>                  the machine of a worker; touched as long as it lives, gone when it has ended
//! stop                              nobody is to go on
//! ```
//!
//! Every step is one that file servers do whole or not at all, and of two who try it only the first succeeds: making a
//! symbolic link, or giving a finished file its name by a hard link within one folder. Nothing is ever locked.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::dir::Dir;
use crate::machine::Machine;

#[derive(Clone, Debug)]
pub struct Board {
    results: Arc<Dir>,
    /// Where it lies in the results folder.
    name: PathBuf,
    patience: Duration,
    clock: Clock,
}

/// Whose clock tells how long a worker has been silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// That of the file server, by a file that is stamped anew.
    Server,
    /// This machine's: for whoever must not write.
    Own,
}

/// What a worker may write to say who it is, in bytes.
const LARGEST_NOTE: u64 = 64 << 10;

/// What is going on at one instance.
#[derive(Debug, Default)]
pub struct Listing {
    /// Per entrant, the number of the last claim.
    pub claimed: BTreeMap<usize, u32>,
    pub done: BTreeSet<usize>,
    pub has_model: bool,
}

/// A worker that has not ended, as far as it could tell.
#[derive(Debug)]
pub struct Worker {
    pub id: String,
    pub machine: Machine,
    /// How long it has been silent.
    pub silent: Duration,
    pub alive: bool,
}

impl Board {
    pub(super) fn new(results: Arc<Dir>, name: PathBuf, patience: Duration, clock: Clock) -> Self {
        Self {
            results,
            name,
            patience,
            clock,
        }
    }

    /// Makes the folders; nobody else knows of them yet.
    pub(super) fn make(&self, instances: usize) -> io::Result<()> {
        self.results.create_dir(self.name.join("workers"))?;
        (0..instances).try_for_each(|number| {
            self.results
                .create_dir(self.instance_name(number))
                .map(drop)
        })
    }

    /// Its folder.
    pub(super) fn folder(&self) -> io::Result<Dir> {
        self.results.dir(&self.name)
    }

    /// Its folder by a name that other programs understand.
    pub(super) fn path(&self) -> PathBuf {
        self.results.path().join(&self.name)
    }

    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    fn instance_name(&self, number: usize) -> PathBuf {
        self.name.join("cells").join(number.to_string())
    }

    pub(super) fn instance(&self, number: usize) -> io::Result<Dir> {
        self.results.dir(self.instance_name(number))
    }

    pub(super) fn workers_folder(&self) -> io::Result<Dir> {
        self.results.dir(self.name.join("workers"))
    }

    pub fn list(&self, instance: usize) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in self.instance(instance)?.entries()? {
            let name = entry.name.to_string_lossy();
            listing.has_model |= name == "model";
            let Some((entrant, kind)) = name.split_once('.') else {
                continue;
            };
            let Ok(entrant) = entrant.parse() else {
                continue; // A result that is being written.
            };
            if kind == "done" {
                listing.done.insert(entrant);
            } else if let Ok(turn) = kind.parse() {
                let last = listing.claimed.entry(entrant).or_insert(turn);
                *last = turn.max(*last);
            }
        }
        Ok(listing)
    }

    /// The worker that made a claim.
    pub fn owner(&self, instance: usize, entrant: usize, turn: u32) -> Option<String> {
        self.told(instance, &claim_name(entrant, turn))
    }

    /// The CPU model that an instance is run on.
    pub(super) fn model(&self, instance: usize) -> Option<String> {
        self.told(instance, "model")
    }

    /// What a link says.
    fn told(&self, instance: usize, name: &str) -> Option<String> {
        let text = self.instance(instance).ok()?.read_link(name).ok()?;
        Some(text.to_string_lossy().into_owned())
    }

    pub(super) fn is_done(&self, instance: usize, entrant: usize) -> bool {
        self.instance(instance)
            .is_ok_and(|folder| folder.exists(done_name(entrant)))
    }

    /// Whether a worker has neither ended nor been silent for too long.
    pub(super) fn is_alive(&self, worker: &str) -> bool {
        let silent = self.workers_folder().ok();
        silent
            .and_then(|workers| silence(&workers, worker, self.now()))
            .is_some_and(|silent| silent <= self.patience)
    }

    /// All workers that have not ended by themselves.
    pub fn workers(&self) -> Vec<Worker> {
        let now = self.now();
        let Ok(folder) = self.workers_folder() else {
            return Vec::new();
        };
        let worker = |entry: crate::dir::Entry| {
            let id = entry.name.to_str()?.to_owned();
            let note = folder.read(&id, LARGEST_NOTE).ok()?;
            let machine = serde_json::from_slice(&note).ok()?;
            let silent = silence(&folder, &id, now)?;
            Some(Worker {
                id,
                machine,
                silent,
                alive: silent <= self.patience,
            })
        };
        let entries = folder.entries().unwrap_or_default();
        entries.into_iter().filter_map(worker).collect()
    }

    /// The time by the clock that the workers' files are stamped with, which need not be this machine's.
    fn now(&self) -> SystemTime {
        let stamped = || {
            let folder = self.folder()?;
            if folder.touch("clock").is_err() {
                folder.append("clock")?;
                folder.touch("clock")?;
            }
            folder.modified("clock")
        };
        match self.clock {
            Clock::Server => stamped().unwrap_or_else(|_: io::Error| SystemTime::now()),
            Clock::Own => SystemTime::now(),
        }
    }

    /// Tells all workers to stop at once.
    pub fn stop(&self) -> io::Result<()> {
        self.folder()?.append("stop").map(drop)
    }

    pub fn is_stopped(&self) -> bool {
        self.folder().is_ok_and(|folder| folder.exists("stop"))
    }

    /// Whether newer orders have taken its place, or all is done.
    pub(super) fn is_gone(&self) -> bool {
        self.workers_folder().is_err()
    }
}

/// For how long a worker has not been heard of; `None` if it has ended.
fn silence(workers: &Dir, worker: &str, now: SystemTime) -> Option<Duration> {
    let heard = workers.modified(Path::new(worker)).ok()?;
    Some(now.duration_since(heard).unwrap_or_default())
}

pub(super) fn claim_name(entrant: usize, turn: u32) -> String {
    format!("{entrant}.{turn}")
}

pub(super) fn done_name(entrant: usize) -> String {
    format!("{entrant}.done")
}
