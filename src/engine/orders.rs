//! The orders of a fan-out: all that a worker on another machine needs to know, as one file in the results folder.
//!
//! They are whole in themselves: a worker that comes late, or lives on after newer orders were given, judges by the
//! limits and programs of its own orders, and what it commits can be told apart by their id.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::{Board, Clock};
use crate::contest::Contest;
use crate::dir::{self, Dir};
use crate::document::Document;
use crate::entrants::Ready;
use crate::error::{Error, Result};
use crate::store::{InstanceFacts, Provenance};

/// Where all that belongs to a cluster lies, within a results folder.
pub(super) const CLUSTER: &str = "cluster";

/// What the orders are called there.
pub(super) const FILE: &str = "orders.json";

/// The largest orders that are read, in bytes.
const LARGEST: u64 = 1 << 30;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Orders {
    /// Drawn at random, so that no two orders ever share a folder.
    pub id: String,
    /// SHA-256 of the judge's executable.
    pub executable: String,
    pub contest_file: PathBuf,
    pub contest: String,
    /// Whether they are meant for workers that run programs without a sandbox. A worker never takes this from here, but
    /// from whoever starts it.
    pub unsandboxed: bool,
    /// How long a worker may be silent before it counts as dead.
    pub patience_ms: u64,
    pub instances: Vec<InstanceFacts>,
    pub entrants: Vec<Hired>,
    /// Per instance, the entrants to run in turn.
    pub cells: Vec<Vec<usize>>,
}

/// An entrant that is built and ready to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hired {
    /// What its rows rest on, but for the machine and the isolation, which are the worker's.
    pub provenance: Provenance,
    pub command: Vec<String>,
    pub paths: Vec<PathBuf>,
}

impl Hired {
    pub fn name(&self) -> &str {
        &self.provenance.conditions.team
    }

    pub fn is_baseline(&self) -> bool {
        self.provenance.conditions.baseline
    }

    /// The program where the builds of the results folder are.
    pub fn ready(&self, results: &Dir) -> io::Result<Ready> {
        let folder = if self.is_baseline() {
            None
        } else {
            let name = Path::new("builds").join(self.name());
            Some(Arc::new(results.dir(name)?))
        };
        Ok(Ready {
            command: self.command.clone(),
            folder,
            paths: self.paths.clone(),
        })
    }
}

impl Orders {
    /// The orders of a results folder, if there are any.
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
        let orders: Self = serde_json::from_slice(&bytes).map_err(|error| damaged(&error))?;
        orders.check().map_err(|error| damaged(&error))?;
        Ok(Some(orders))
    }

    /// Names become paths, and numbers indices: both come from a file.
    fn check(&self) -> io::Result<()> {
        let instances = self.instances.iter().flat_map(|i| [&*i.round, &*i.name]);
        let entrants = self.entrants.iter().map(Hired::name);
        for name in instances.chain(entrants).chain([&*self.id]) {
            dir::component(name)?;
        }
        let known = self
            .cells
            .iter()
            .flatten()
            .all(|&e| e < self.entrants.len());
        if known && self.cells.len() == self.instances.len() {
            Ok(())
        } else {
            Err(io::Error::other(
                "the cells do not fit the instances and entrants",
            ))
        }
    }

    /// Gives the orders: from now on workers follow them.
    pub fn write(&self, results: &Dir) -> Result<()> {
        let name = Path::new(CLUSTER).join(FILE);
        let bytes =
            serde_json::to_vec(self).map_err(|error| Error::fault("write the orders", &error))?;
        results
            .replace(&name, &bytes)
            .map_err(|error| Error::path("write", &results.path().join(&name), &error))
    }

    /// Where claims and results are exchanged, for whoever takes part.
    pub fn board(&self, results: &Arc<Dir>) -> Board {
        self.board_by(results, Clock::Server)
    }

    /// The same for whoever only looks, and must not write.
    pub fn board_to_look_at(&self, results: &Arc<Dir>) -> Board {
        self.board_by(results, Clock::Own)
    }

    fn board_by(&self, results: &Arc<Dir>, clock: Clock) -> Board {
        let name = Path::new(CLUSTER).join(&self.id);
        let patience = Duration::from_millis(self.patience_ms);
        Board::new(Arc::clone(results), name, patience, clock)
    }

    pub fn contest(&self) -> Result<Contest> {
        let document = Document {
            path: self.contest_file.clone(),
            text: self.contest.clone(),
        };
        Contest::from_document(&document)
    }

    pub fn count(&self) -> usize {
        self.cells.iter().map(Vec::len).sum()
    }
}
