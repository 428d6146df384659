//! Executes the runs of a plan and records each result as soon as it is available.

mod answer_file;
pub mod bounds;
mod builds;
mod cores;
mod execution;
mod judging;
pub mod local;
pub mod slurm;
mod walltime;
pub mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::dir::Dir;
use crate::entrants::{Build, Entrant};
use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::limits::Limits;
use crate::plan::PlannedRun;
use crate::results::{Provenance, Row, Store};
use crate::sandbox::Wanted;

pub use self::answer_file::is_unchanged;
pub use self::builds::build;
pub use self::cores::physical_cores;
pub use self::execution::{Completion, Execution};
pub use self::judging::{ATTEMPTS, Judging};

/// The input of an engine.
#[derive(Debug)]
pub struct Work<'a> {
    pub instances: &'a [Instance],
    pub entrants: &'a [Entrant],
    pub runs: &'a [PlannedRun],
    pub limits: &'a Limits,
    /// The number of concurrent runs.
    pub jobs: usize,
    /// The cores that concurrent runs share.
    pub cores: Vec<usize>,
    /// The isolation of programs.
    pub wanted: Wanted,
    pub store: &'a Store,
    /// Per entrant, the provenance of its rows.
    pub provenances: &'a [Provenance],
    /// Set when the judge is interrupted.
    pub interrupt: &'a AtomicBool,
}

/// A step of a run, for displays.
#[derive(Debug)]
pub enum Event<'a> {
    /// The number of runs to be executed.
    Planned(usize),
    BuildStarted(&'a Entrant),
    BuildEnded(&'a Entrant, &'a Build),
    RunsStarted,
    RunEnded(&'a Row),
    /// The number of bounds to be proved.
    BoundsStarted(usize),
    BoundFound,
    /// A message to be shown at once.
    Remark(&'a str),
    /// The state of the cluster's queue.
    Waiting(&'a str),
}

impl Work<'_> {
    /// Returns the same work with other runs.
    fn with_runs<'c>(&'c self, runs: &'c [PlannedRun]) -> Work<'c> {
        Work {
            runs,
            cores: self.cores.clone(),
            ..*self
        }
    }

    /// Opens the results folder by its absolute path, which is also valid on other machines.
    fn results(&self) -> Result<Arc<Dir>> {
        let path = self.store.dir().path();
        let opened = std::path::absolute(path).and_then(|path| Dir::open(&path));
        opened
            .map(Arc::new)
            .map_err(|error| Error::path("open", path, &error))
    }
}
