//! The thread that counts the memory of processes exactly.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use crate::sandbox::procfs::{self, ExactMemory};

/// How often memory is counted exactly.
const EXACT_TICK: Duration = Duration::from_millis(50);

/// How long an exact count may take before the quick sum counts instead.
const EXACT_DEADLINE: Duration = Duration::from_millis(500);

/// The thread that counts exactly, and may be made to wait.
pub(super) struct ExactCounter {
    questions: Sender<Vec<u32>>,
    answers: Receiver<ExactMemory>,
    asked: Option<Instant>,
    answered: Option<Instant>,
}

pub(super) enum Answer {
    Counted(ExactMemory),
    Pending,
    /// There is no answer although there should be one.
    Late,
}

impl ExactCounter {
    pub(super) fn start() -> Self {
        let (questions, asked) = channel::<Vec<u32>>();
        let (tell, answers) = channel();
        // Where there is no thread to be had, questions go unanswered, and the worst is assumed.
        let _ = std::thread::Builder::new()
            .name("exact".to_owned())
            .spawn(move || {
                for pids in asked {
                    if tell.send(procfs::exact_memory(&pids)).is_err() {
                        return;
                    }
                }
            });
        Self {
            questions,
            answers,
            asked: None,
            answered: None,
        }
    }

    /// Asks, unless it was asked a moment ago, and gives an answer that has come.
    pub(super) fn ask(&mut self, pids: &[u32]) -> Answer {
        match self.answers.try_recv() {
            Ok(exact) => {
                self.asked = None;
                self.answered = Some(Instant::now());
                return Answer::Counted(exact);
            }
            Err(TryRecvError::Disconnected) => return Answer::Late,
            Err(TryRecvError::Empty) => {}
        }
        match self.asked {
            Some(asked) if asked.elapsed() > EXACT_DEADLINE => return Answer::Late,
            Some(_) => {}
            None if self.answered.is_some_and(|at| at.elapsed() < EXACT_TICK) => {}
            None => {
                self.asked = Some(Instant::now());
                let _ = self.questions.send(pids.to_vec());
            }
        }
        Answer::Pending
    }
}
