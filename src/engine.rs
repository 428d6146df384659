//! Does the work of a plan and stores every result as soon as it is there.

mod board;
pub mod bounds;
mod builds;
mod claims;
mod cores;
mod handed_in;
mod intake;
mod judging;
pub mod local;
mod orders;
mod pick;
mod pulse;
pub mod slurm;
mod time_left;
pub mod worker;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::contest::Limits;
use crate::dir::Dir;
use crate::entrants::{Build, Entrant};
use crate::error::{Error, Result};
use crate::instances::Instance;
use crate::plan::Cell;
use crate::sandbox::Wanted;
use crate::store::{Provenance, Row, Store};

pub use self::board::{Board, Listing, Worker};
pub use self::claims::{Claims, Commit};
pub use self::cores::physical_cores;
pub use self::handed_in::is_unchanged;
pub use self::intake::{take_in, waiting};
pub use self::orders::Orders;

/// All that an engine needs to know.
#[derive(Debug)]
pub struct Work<'a> {
    pub instances: &'a [Instance],
    pub entrants: &'a [Entrant],
    pub cells: &'a [Cell],
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
    /// The same work with fewer cells.
    fn with_cells<'c>(&'c self, cells: &'c [Cell]) -> Work<'c> {
        Work {
            cells,
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
