//! The incumbent: the best placement that any thread has found.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::la_grille::answer::Answer;
use crate::la_grille::instance::Pawn;

#[derive(Debug)]
pub(in crate::la_grille) struct Incumbent {
    score: AtomicI64,
    pawns: Mutex<Vec<Pawn>>,
}

impl Incumbent {
    pub(in crate::la_grille) fn new(answer: &Answer) -> Self {
        Self {
            score: AtomicI64::new(answer.score()),
            pawns: Mutex::new(answer.pawns().to_vec()),
        }
    }

    pub(in crate::la_grille) fn score(&self) -> i64 {
        self.score.load(Ordering::Relaxed)
    }

    pub(in crate::la_grille) fn pawns(&self) -> Vec<Pawn> {
        self.pawns.lock().expect("no thread panics").clone()
    }

    /// Reports an answer if it is better than the incumbent, which it replaces.
    pub(in crate::la_grille) fn offer(&self, answer: Answer, improved: &mut dyn FnMut(Answer)) {
        let mut pawns = self.pawns.lock().expect("no thread panics");
        if answer.score() > self.score() {
            self.score.store(answer.score(), Ordering::Relaxed);
            pawns.copy_from_slice(answer.pawns());
            improved(answer);
        }
    }
}
