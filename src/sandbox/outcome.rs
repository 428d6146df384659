//! What a program did in its sandbox, and why there may be no saying.

use std::time::Duration;

use super::capture::Answers;

/// What the process did.
#[derive(Debug)]
pub struct Outcome {
    pub ending: Ending,
    /// Of the whole process tree.
    pub cpu: Duration,
    pub wall: Duration,
    /// How much of the wall time it waited, for a busy machine or a judge that was stopped. Does not count against the
    /// limit.
    pub waited: Duration,
    pub memory_kib: u64,
    /// The beginning and the end of standard error.
    pub errors: String,
    pub(super) answers: Answers,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    Signalled(i32),
    /// Ended by the judge, at this limit.
    Stopped(Limit),
    NotStarted(String),
    /// Ended by the judge, which could not keep its limits any longer, and why. The program may have caused that.
    Unsupervised(String),
    /// Ended by the judge, which was asked to stop.
    Interrupted,
}

/// The limit that was reached, with its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    Cpu(Duration),
    Wall(Duration),
    Memory(u64),
    Output(u64),
    /// What a build may write to the disk.
    Disk,
}

impl Outcome {
    /// The answer of a program that ended by itself: the last one, or nothing at all, which is the empty answer.
    pub fn last_answer(&self) -> &[u8] {
        self.answers.last()
    }

    /// The last answer that was complete when the time limit struck.
    pub fn last_complete_answer(&self) -> Option<&[u8]> {
        self.answers.last_complete()
    }

    /// The last answers that arrived in time, with their times since the start. What a busy judge read after the
    /// program had ended was written before.
    pub fn arrivals(&self) -> Vec<(Duration, &[u8])> {
        let end = matches!(self.ending, Ending::Exited(_)).then_some(self.wall);
        let mut arrivals = self.answers.arrivals(end);
        for (time, _) in &mut arrivals {
            *time = self.wall.min(*time);
        }
        arrivals
    }

    /// How many answers arrived in time.
    pub fn answer_count(&self) -> usize {
        self.answers.count(matches!(self.ending, Ending::Exited(_)))
    }

    /// Everything on standard output.
    pub fn output(&self) -> &[u8] {
        self.answers.output()
    }
}

/// A failure of the judge to run a program.
#[derive(Debug)]
pub struct Fault {
    pub reason: String,
    /// Whether the program had been started.
    pub started: bool,
    /// Whether the program waited for a busy machine for so long that nothing can be said about it.
    pub starved: bool,
}
