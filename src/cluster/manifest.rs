//! The work manifest of a cluster run: one file with everything that a worker on another machine needs.
//!
//! A manifest is self-contained: a worker that starts late, or continues after a newer manifest was written, uses the
//! limits and programs of its own manifest, and its results are identified by the manifest's id.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::coordination::{Clock, Coordination};
use crate::contest::Contest;
use crate::dir::{self, Dir};
use crate::document::Document;
use crate::entrants::Ready;
use crate::error::{Error, Result};
use crate::plan::PlannedRun;
use crate::results::{InstanceFacts, Provenance};
use crate::results_dir::{BUILDS, CLUSTER};

/// The name of the manifest in the folder [`CLUSTER`].
pub(crate) const FILE: &str = "manifest.json";

/// The largest manifest that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// The content of the manifest file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Random, so that no two manifests ever share a folder.
    pub id: String,
    /// SHA-256 of the judge's executable.
    pub executable: String,
    pub contest_file: PathBuf,
    pub contest: String,
    /// Whether workers were started with `--unsandboxed`. A worker never takes this from the manifest, only from its own
    /// command line.
    pub unsandboxed: bool,
    /// How long a worker may send no heartbeat before it counts as dead.
    pub patience_ms: u64,
    /// One entry per instance and repetition.
    pub instances: Vec<InstanceFacts>,
    /// The repetition of each entry of `instances`.
    pub repetitions: Vec<u32>,
    pub entrants: Vec<ManifestEntrant>,
    /// Per instance, the entrants to run, in order.
    pub runs: Vec<Vec<usize>>,
}

/// An entrant that is built and ready to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestEntrant {
    /// The provenance of its rows, except for machine and isolation, which are the worker's.
    pub provenance: Provenance,
    pub command: Vec<String>,
    pub paths: Vec<PathBuf>,
    /// Whether it is in the folder of builds; bundled solvers are the judge itself.
    pub is_built: bool,
}

impl ManifestEntrant {
    pub fn name(&self) -> &str {
        &self.provenance.conditions.team
    }

    pub fn is_baseline(&self) -> bool {
        self.provenance.conditions.baseline
    }

    /// Opens the program in the builds of the results folder.
    pub fn ready(&self, results: &Dir) -> io::Result<Ready> {
        let folder = if self.is_built {
            let name = Path::new(BUILDS).join(self.name());
            Some(Arc::new(results.dir(name)?))
        } else {
            None
        };
        Ok(Ready {
            command: self.command.clone(),
            folder,
            paths: self.paths.clone(),
        })
    }
}

impl Manifest {
    /// Reads the manifest of a results folder, if there is one.
    pub fn read(results: &Dir) -> Result<Option<Self>> {
        let name = Path::new(CLUSTER).join(FILE);
        let path = results.path().join(&name);
        let bytes = match results.read(&name, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::path("read", &path, &error)),
        };
        let damaged = |error: &dyn std::fmt::Display| {
            let error = Error::user(format!("{}: {error}", path.display()));
            error.with_help(
                "the file was made by another version or by hand: start over with --fresh",
            )
        };
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        manifest.check().map_err(|error| damaged(&error))?;
        Ok(Some(manifest))
    }

    /// Checks names, which become paths, and numbers, which become indices: both come from a file.
    fn check(&self) -> io::Result<()> {
        let instances = self.instances.iter().flat_map(|i| [&*i.round, &*i.name]);
        let entrants = self.entrants.iter().map(ManifestEntrant::name);
        for name in instances.chain(entrants).chain([&*self.id]) {
            dir::component(name)?;
        }
        let known = self.runs.iter().flatten().all(|&e| e < self.entrants.len());
        let lengths = [self.runs.len(), self.repetitions.len()];
        if known && lengths == [self.instances.len(); 2] {
            Ok(())
        } else {
            Err(io::Error::other(
                "the runs do not match the instances and entrants",
            ))
        }
    }

    /// Returns the run of an entrant on an entry of `instances`.
    pub(crate) fn run(&self, instance: usize, entrant: usize) -> PlannedRun {
        PlannedRun {
            instance,
            entrant,
            repetition: self.repetitions[instance],
        }
    }

    /// Writes the manifest; from then on workers use it.
    pub fn write(&self, results: &Dir) -> Result<()> {
        let name = Path::new(CLUSTER).join(FILE);
        let bytes =
            serde_json::to_vec(self).map_err(|error| Error::fault("write the manifest", &error))?;
        results
            .replace(&name, &bytes)
            .map_err(|error| Error::path("write", &results.path().join(&name), &error))
    }

    /// Opens the coordination folder for a process that takes part.
    pub fn coordination(&self, results: &Arc<Dir>) -> Coordination {
        self.coordination_by(results, Clock::Server)
    }

    /// Opens the coordination folder for a process that only reads it.
    pub fn read_only_coordination(&self, results: &Arc<Dir>) -> Coordination {
        self.coordination_by(results, Clock::Own)
    }

    fn coordination_by(&self, results: &Arc<Dir>, clock: Clock) -> Coordination {
        let name = Path::new(CLUSTER).join(&self.id);
        let patience = Duration::from_millis(self.patience_ms);
        Coordination::new(Arc::clone(results), name, patience, clock)
    }

    /// Parses the contest file.
    pub fn contest(&self) -> Result<Contest> {
        let document = Document {
            path: self.contest_file.clone(),
            text: self.contest.clone(),
        };
        Contest::from_document(&document)
    }

    /// Returns the number of runs.
    pub fn count(&self) -> usize {
        self.runs.iter().map(Vec::len).sum()
    }
}
