//! The result of running a program: what it did, or why the judge could not run it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::capture::Answers;
use super::exchange::Collected;

/// What the process did.
#[derive(Debug)]
pub struct Outcome {
    pub ending: Ending,
    /// CPU time of the whole process tree.
    pub cpu: Duration,
    pub wall: Duration,
    /// The part of the wall time for which the run was starved or the judge was stopped. Does not count against the
    /// limit.
    pub waited: Duration,
    pub memory_kib: u64,
    /// The beginning and the end of standard error.
    pub errors: String,
    /// The files that the program has left, by name, however it ended. Without those that are missing; empty if the
    /// init process of the sandbox was killed.
    pub collected: BTreeMap<String, Collected>,
    pub(super) answers: Answers,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    Signalled(i32),
    /// Killed by the judge at this limit.
    Stopped(Limit),
    NotStarted(String),
    /// Killed because the init process could no longer enforce the limits, with the reason. The program may have
    /// caused that.
    Unsupervised(String),
    /// Killed because the judge was interrupted.
    Interrupted,
}

/// The limit that was reached, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    Cpu(Duration),
    Wall(Duration),
    Memory(u64),
    Output(u64),
    /// The disk space of a build.
    Disk(DiskExcess),
}

/// Why a build was stopped for the disk space it used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiskExcess {
    /// It used more than a build may use.
    Limit,
    /// It used more than half of what was free, which is less than a build may use.
    Scarcity,
}

impl Outcome {
    /// Returns the answer of a program that exited by itself: the last one, or the empty answer if there is none.
    pub fn last_answer(&self) -> &[u8] {
        self.answers.last()
    }

    /// Returns the last answer that was complete at the time limit.
    pub fn last_complete_answer(&self) -> Option<&[u8]> {
        self.answers.last_complete()
    }

    /// Returns the last answers that arrived in time, with the time since the start. Arrival times are capped at the
    /// wall time: what a slow judge read after the program had ended was written before.
    pub fn arrivals(&self) -> Vec<(Duration, &[u8])> {
        let end = matches!(self.ending, Ending::Exited(_)).then_some(self.wall);
        let mut arrivals = self.answers.arrivals(end);
        for (time, _) in &mut arrivals {
            *time = self.wall.min(*time);
        }
        arrivals
    }

    /// Returns the number of answers that arrived in time.
    pub fn answer_count(&self) -> usize {
        self.answers.count(matches!(self.ending, Ending::Exited(_)))
    }

    /// Returns all of standard output.
    pub fn output(&self) -> &[u8] {
        self.answers.output()
    }
}

/// The judge failed to run a program.
#[derive(Debug)]
pub struct Fault {
    pub reason: String,
    /// Whether the program had been started.
    pub started: bool,
    /// Whether the run was starved for so long that its result means nothing.
    pub starved: bool,
}
