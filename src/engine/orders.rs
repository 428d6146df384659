//! The orders of a fan-out: all that a worker on another machine needs to know, as one file in the results folder.
//!
//! They are whole in themselves: a worker that comes late, or lives on after newer orders were given, judges by the
//! limits and programs of its own orders, and what it commits can be told apart by their id.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::Board;
use crate::contest::Contest;
use crate::document::Document;
use crate::entrants::Ready;
use crate::error::{Error, Result};
use crate::store::{InstanceFacts, replace};

/// Where all that belongs to a cluster lies, within a results folder.
pub(super) const CLUSTER: &str = "cluster";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Orders {
    /// Drawn at random, so that no two orders ever share a folder.
    pub id: String,
    /// The judge's version.
    pub judge: String,
    pub contest_file: PathBuf,
    pub contest: String,
    /// Whether to put walls around programs.
    pub walls: bool,
    /// How long a worker may be silent before it counts as dead.
    pub patience_ms: u64,
    pub instances: Vec<InstanceFacts>,
    /// Per instance, what was known when the orders were given.
    pub bounds: Vec<Option<i64>>,
    pub entrants: Vec<Hired>,
    /// Per instance, the entrants to run in turn.
    pub cells: Vec<Vec<usize>>,
}

/// An entrant that is built and ready to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hired {
    pub name: String,
    pub baseline: bool,
    /// What its rows depend on, as `run.toml` has it.
    pub conditions: String,
    pub command: Vec<String>,
    pub paths: Vec<PathBuf>,
}

impl Hired {
    /// The program where the builds of the results folder are.
    pub fn ready(&self, builds: &Path) -> Ready {
        Ready {
            command: self.command.clone(),
            folder: builds.join(&self.name),
            paths: self.paths.clone(),
        }
    }
}

impl Orders {
    /// The orders of a results folder, if there are any.
    pub fn read(results: &Path) -> Result<Option<Self>> {
        let path = results.join(CLUSTER).join("orders.json");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::path("read", &path, &error)),
        };
        serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            let error = Error::user(format!("{}: {error}", path.display()));
            error.with_help("the file was made by another version: start over with --fresh")
        })
    }

    /// Gives the orders: from now on workers follow them.
    pub fn write(&self, results: &Path) -> Result<()> {
        let path = results.join(CLUSTER).join("orders.json");
        let bytes =
            serde_json::to_vec(self).map_err(|error| Error::fault("write the orders", &error))?;
        replace(results, &path, &bytes)
    }

    /// Where claims and results are exchanged.
    pub fn board(&self, results: &Path) -> Board {
        let place = results.join(CLUSTER).join(&self.id);
        Board::new(place, Duration::from_millis(self.patience_ms))
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
