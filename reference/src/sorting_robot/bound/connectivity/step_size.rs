//! The step sizes of the subgradient method: several decreasing sequences, each slower than the one before.
//!
//! The first sequence is enough for most grids. With few colours, the slower ones raise the bound by a few more steps.

struct Sequence {
    first: f64,
    /// The number of rounds without improvement after which the step size is reduced.
    patience: u32,
    factor: f64,
}

const SEQUENCES: [Sequence; 3] = [
    Sequence {
        first: 1.0,
        patience: 15,
        factor: 0.7,
    },
    Sequence {
        first: 0.5,
        patience: 40,
        factor: 0.8,
    },
    Sequence {
        first: 0.5,
        patience: 120,
        factor: 0.85,
    },
];

/// The step size at which a sequence ends.
const SMALLEST: f64 = 0.002;

pub(super) struct StepSize {
    sequence: usize,
    size: f64,
    rounds_without_improvement: u32,
}

impl StepSize {
    pub(super) fn new() -> Self {
        Self {
            sequence: 0,
            size: SEQUENCES[0].first,
            rounds_without_improvement: 0,
        }
    }

    /// Returns the step size, which is 0 after the last sequence.
    pub(super) fn get(&self) -> f64 {
        self.size
    }

    /// Returns whether all sequences have ended.
    pub(super) fn has_ended(&self) -> bool {
        self.sequence == SEQUENCES.len()
    }

    /// Ends a round.
    pub(super) fn next(&mut self, improved: bool) {
        self.rounds_without_improvement += 1;
        let Some(sequence) = SEQUENCES.get(self.sequence) else {
            return;
        };
        if improved {
            self.rounds_without_improvement = 0;
        } else if self.rounds_without_improvement > sequence.patience {
            self.rounds_without_improvement = 0;
            self.size *= sequence.factor;
            if self.size < SMALLEST {
                self.sequence += 1;
                let next = SEQUENCES.get(self.sequence);
                self.size = next.map_or(0.0, |next| next.first);
            }
        }
    }
}
