//! Executes the runs of a plan and records each result as soon as it is available.

pub mod bounds;
mod builds;
mod cores;
mod execution;
mod handed_in;
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

pub use self::cores::physical_cores;
pub use self::execution::{Completion, Execution};
pub use self::handed_in::is_unchanged;

/// All that an engine needs to know.
#[derive(Debug)]
pub struct Work<'a> {
    pub instances: &'a [Instance],
    pub entrants: &'a [Entrant],
    pub runs: &'a [PlannedRun],
    pub limits: &'a Limits,
    /// How many runs at a time, and the cores to share among them.
    pub jobs: usize,
    pub cores: Vec<usize>,
    /// How programs are isolated.
    pub wanted: Wanted,
    pub store: &'a Store,
    /// Per entrant, the provenance of its rows.
    pub provenances: &'a [Provenance],
    /// Set when the judge is asked to stop.
    pub interrupt: &'a AtomicBool,
}

/// What a display gets to know.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many runs are to be executed.
    Planned(usize),
    BuildStarted(&'a Entrant),
    BuildEnded(&'a Entrant, &'a Build),
    RunsStarted,
    RunEnded(&'a Row),
    /// So many bounds are to be found.
    BoundsStarted(usize),
    BoundFound,
    /// Something to be known at once.
    Remark(&'a str),
    /// How it stands with those who do the work.
    Waiting(&'a str),
}

impl Work<'_> {
    /// The same work with fewer runs.
    fn with_runs<'c>(&'c self, runs: &'c [PlannedRun]) -> Work<'c> {
        Work {
            runs,
            cores: self.cores.clone(),
            ..*self
        }
    }

    /// The results folder, by a name that holds on other machines too.
    fn results(&self) -> Result<Arc<Dir>> {
        let path = self.store.dir().path();
        let opened = std::path::absolute(path).and_then(|path| Dir::open(&path));
        opened
            .map(Arc::new)
            .map_err(|error| Error::path("open", path, &error))
    }
}
