//! The folder through which cluster workers coordinate: claims, results and heartbeats.
//!
//! ```text
//! runs/<instance>/<entrant>.<n>    a link that names the n-th worker to claim the run; the last claim is valid
//! runs/<instance>/<entrant>.done   the run record; emptied once it was collected
//! runs/<instance>/text             the instance, independent of later changes to the contest's files
//! runs/<instance>/model            a link that names the CPU model the instance runs on
//! workers/<worker>                 the machine of a worker; touched as a heartbeat, removed when the worker ends
//! stop                             tells all workers to stop
//! ```
//!
//! Every step is an atomic operation that also works over NFS and succeeds for the first process only: creating a
//! symbolic link, or giving a finished file its name by a hard link within one folder. There are no locks.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::dir::Dir;
use crate::machine::Machine;

/// The coordination folder of a manifest.
#[derive(Clone, Debug)]
pub struct Coordination {
    results: Arc<Dir>,
    /// Its path within the results folder.
    name: PathBuf,
    patience: Duration,
    clock: Clock,
}

/// The clock that the age of heartbeats is measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The file server's, read by touching a file.
    Server,
    /// This machine's, for processes that must not write.
    Own,
}

/// The largest machine record that is read, in bytes.
const LARGEST_MACHINE: u64 = 64 << 10;

/// The state of one instance.
#[derive(Debug, Default)]
pub struct Listing {
    /// Per entrant, the number of the last claim.
    pub claimed: BTreeMap<usize, u32>,
    pub done: BTreeSet<usize>,
    pub has_model: bool,
}

/// A worker that has not signed off.
#[derive(Debug)]
pub struct Worker {
    pub id: String,
    pub machine: Machine,
    /// The age of its last heartbeat.
    pub silent: Duration,
    pub alive: bool,
}

impl Coordination {
    pub(crate) fn new(results: Arc<Dir>, name: PathBuf, patience: Duration, clock: Clock) -> Self {
        Self {
            results,
            name,
            patience,
            clock,
        }
    }

    /// Creates the folders, before the manifest that names them is written.
    pub(crate) fn make(&self, instances: usize) -> io::Result<()> {
        self.results.create_dir(self.name.join("workers"))?;
        (0..instances).try_for_each(|number| {
            self.results
                .create_dir(self.instance_name(number))
                .map(drop)
        })
    }

    /// Opens the folder.
    pub(crate) fn folder(&self) -> io::Result<Dir> {
        self.results.dir(&self.name)
    }

    /// Returns the path of the folder, for other programs.
    pub(crate) fn path(&self) -> PathBuf {
        self.results.path().join(&self.name)
    }

    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    fn instance_name(&self, number: usize) -> PathBuf {
        self.name.join("runs").join(number.to_string())
    }

    pub(crate) fn instance(&self, number: usize) -> io::Result<Dir> {
        self.results.dir(self.instance_name(number))
    }

    pub(crate) fn workers_folder(&self) -> io::Result<Dir> {
        self.results.dir(self.name.join("workers"))
    }

    /// Lists the claims and results of an instance.
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

    /// Returns the worker that made a claim.
    pub fn owner(&self, instance: usize, entrant: usize, turn: u32) -> Option<String> {
        self.link_text(instance, &claim_name(entrant, turn))
    }

    /// Returns the CPU model that an instance runs on.
    pub(crate) fn model(&self, instance: usize) -> Option<String> {
        self.link_text(instance, "model")
    }

    /// Reads the text of a link.
    fn link_text(&self, instance: usize, name: &str) -> Option<String> {
        let text = self.instance(instance).ok()?.read_link(name).ok()?;
        Some(text.to_string_lossy().into_owned())
    }

    pub(crate) fn is_done(&self, instance: usize, entrant: usize) -> bool {
        self.instance(instance)
            .is_ok_and(|folder| folder.exists(done_name(entrant)))
    }

    /// Returns whether a worker has neither signed off nor missed its heartbeats.
    pub(crate) fn is_alive(&self, worker: &str) -> bool {
        let silent = self.workers_folder().ok();
        silent
            .and_then(|workers| heartbeat_age(&workers, worker, self.now()))
            .is_some_and(|silent| silent <= self.patience)
    }

    /// Lists all workers that have not signed off.
    pub fn workers(&self) -> Vec<Worker> {
        let now = self.now();
        let Ok(folder) = self.workers_folder() else {
            return Vec::new();
        };
        let worker = |entry: crate::dir::Entry| {
            let id = entry.name.to_str()?.to_owned();
            let record = folder.read(&id, LARGEST_MACHINE).ok()?;
            let machine = serde_json::from_slice(&record).ok()?;
            let silent = heartbeat_age(&folder, &id, now)?;
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

    /// Returns the time by the clock that stamps the workers' files, which need not be this machine's.
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

    /// Tells all workers to stop.
    pub fn stop(&self) -> io::Result<()> {
        self.folder()?.append("stop").map(drop)
    }

    pub fn is_stopped(&self) -> bool {
        self.folder().is_ok_and(|folder| folder.exists("stop"))
    }

    /// Returns whether the folder was removed: a newer manifest replaced it, or all runs are done.
    pub(crate) fn is_gone(&self) -> bool {
        self.workers_folder().is_err()
    }
}

/// Returns the age of a worker's last heartbeat; `None` if it has signed off.
fn heartbeat_age(workers: &Dir, worker: &str, now: SystemTime) -> Option<Duration> {
    let last_beat = workers.modified(Path::new(worker)).ok()?;
    Some(now.duration_since(last_beat).unwrap_or_default())
}

pub(crate) fn claim_name(entrant: usize, turn: u32) -> String {
    format!("{entrant}.{turn}")
}

pub(crate) fn done_name(entrant: usize) -> String {
    format!("{entrant}.done")
}
