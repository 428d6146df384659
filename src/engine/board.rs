//! The folder in which workers on many machines leave their claims and results, and what can be read there.
//!
//! ```text
//! cells/<instance>/<entrant>.<n>    a link that names the n-th worker to claim the cell; the last one has it
//! cells/<instance>/<entrant>.done   what came of the cell; an empty file once it was taken in
//! cells/<instance>/text             the instance itself, whatever becomes of the contest's files meanwhile
//! cells/<instance>/model, bound     links that name the CPU model the instance is run on, and its proven bound
//! workers/<worker>                  the machine of a worker; touched as long as it lives, gone when it has ended
//! stop                              nobody is to go on
//! ```
//!
//! Every step is one that file servers do whole or not at all, and of two who try it only the first succeeds: making a
//! symbolic link, or giving a finished file its name by a hard link within one folder. Nothing is ever locked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_NOW, utimensat};

use crate::machine::Machine;

#[derive(Clone, Debug)]
pub struct Board {
    place: PathBuf,
    patience: Duration,
}

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
    pub(super) fn new(place: PathBuf, patience: Duration) -> Self {
        Self { place, patience }
    }

    /// Makes the folders; nobody else knows of them yet.
    pub(super) fn make(&self, instances: usize) -> io::Result<()> {
        fs::create_dir_all(self.place.join("workers"))?;
        (0..instances).try_for_each(|number| fs::create_dir_all(self.instance(number)))
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    pub(super) fn instance(&self, number: usize) -> PathBuf {
        self.place.join("cells").join(number.to_string())
    }

    pub(super) fn text_path(&self, instance: usize) -> PathBuf {
        self.instance(instance).join("text")
    }

    pub(super) fn claim_path(&self, instance: usize, entrant: usize, turn: u32) -> PathBuf {
        self.instance(instance).join(format!("{entrant}.{turn}"))
    }

    pub(super) fn done_path(&self, instance: usize, entrant: usize) -> PathBuf {
        self.instance(instance).join(format!("{entrant}.done"))
    }

    pub(super) fn worker_path(&self, worker: &str) -> PathBuf {
        self.place.join("workers").join(worker)
    }

    pub fn list(&self, instance: usize) -> io::Result<Listing> {
        let mut listing = Listing::default();
        for entry in fs::read_dir(self.instance(instance))? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
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
        told(&self.claim_path(instance, entrant, turn))
    }

    /// The CPU model that an instance is run on.
    pub(super) fn model(&self, instance: usize) -> Option<String> {
        told(&self.instance(instance).join("model"))
    }

    pub(super) fn bound(&self, instance: usize) -> Option<i64> {
        told(&self.instance(instance).join("bound"))?.parse().ok()
    }

    pub(super) fn is_done(&self, instance: usize, entrant: usize) -> bool {
        fs::symlink_metadata(self.done_path(instance, entrant)).is_ok()
    }

    /// Whether a worker has neither ended nor been silent for too long.
    pub(super) fn is_alive(&self, worker: &str) -> bool {
        self.silence(worker, self.now())
            .is_some_and(|silent| silent <= self.patience)
    }

    /// All workers that have not ended by themselves.
    pub fn workers(&self) -> Vec<Worker> {
        let now = self.now();
        let entries = fs::read_dir(self.place.join("workers"));
        let entries = entries.into_iter().flatten().flatten();
        let worker = |entry: fs::DirEntry| {
            let id = entry.file_name().to_string_lossy().into_owned();
            let machine = serde_json::from_slice(&fs::read(entry.path()).ok()?).ok()?;
            let silent = self.silence(&id, now)?;
            let alive = silent <= self.patience;
            Some(Worker {
                id,
                machine,
                silent,
                alive,
            })
        };
        let mut workers: Vec<Worker> = entries.filter_map(worker).collect();
        workers.sort_by(|a, b| a.id.cmp(&b.id));
        workers
    }

    /// For how long a worker has not been heard of; `None` if it has ended.
    fn silence(&self, worker: &str, now: SystemTime) -> Option<Duration> {
        // Opened, since only then a file server's client looks whether what it remembers still holds.
        let file = File::open(self.worker_path(worker)).ok()?;
        let heard = file.metadata().and_then(|found| found.modified()).ok()?;
        Some(now.duration_since(heard).unwrap_or_default())
    }

    /// The time by the clock that the workers' files are stamped with, which need not be this machine's.
    fn now(&self) -> SystemTime {
        let path = self.place.join("clock");
        let stamped = || {
            if touch(&path).is_err() {
                File::create(&path)?;
                touch(&path)?;
            }
            File::open(&path)?.metadata()?.modified()
        };
        stamped().unwrap_or_else(|_| SystemTime::now())
    }

    /// Tells all workers to stop at once.
    pub fn stop(&self) -> io::Result<()> {
        File::create(self.place.join("stop")).map(drop)
    }

    pub fn is_stopped(&self) -> bool {
        self.place.join("stop").exists()
    }

    /// Whether newer orders have taken its place, or all is done.
    pub(super) fn is_gone(&self) -> bool {
        !self.place.join("workers").exists()
    }
}

/// What a link says.
fn told(link: &Path) -> Option<String> {
    let text = fs::read_link(link).ok()?;
    Some(text.to_string_lossy().into_owned())
}

/// Stamps a file with the time of whoever keeps it.
pub(super) fn touch(path: &Path) -> io::Result<()> {
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: UTIME_NOW,
    };
    let times = Timestamps {
        last_access: now,
        last_modification: now,
    };
    Ok(utimensat(CWD, path, &times, AtFlags::empty())?)
}
