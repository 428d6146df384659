//! Does the work of a plan and stores every result as soon as it is there.

mod cores;
mod local;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::contest::Limits;
use crate::entrants::{Build, Entrant};
use crate::instances::Instance;
use crate::plan::Cell;
use crate::store::{Row, Store};
use crate::verdict::Verdict;

pub use self::cores::physical_cores;
pub use self::local::run;

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
    /// Whether to put walls around programs.
    pub walls: bool,
    pub store: &'a Store,
    /// Where builds go.
    pub builds: PathBuf,
    /// Per instance; known ones need not be computed again.
    pub bounds: &'a [OnceLock<i64>],
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
}

/// The time that a bound may take, per instance.
pub const BOUND_TIME: Duration = Duration::from_secs(5);

impl Row {
    /// A row for a run that used nothing, to be filled in.
    pub fn new(instance: &Instance, entrant: &Entrant) -> Self {
        Self {
            round: instance.round.clone(),
            instance: instance.name.clone(),
            digest: instance.digest.clone(),
            team: entrant.name.clone(),
            baseline: entrant.baseline,
            verdict: Verdict::JudgeError,
            value: None,
            bound: None,
            cpu_ms: 0,
            wall_ms: 0,
            memory_kib: 0,
            answers: 0,
            detail: String::new(),
        }
    }
}
