//! Alternation of focused and stable mode, restarts and decision phases.

use super::Literal;

/// The two search modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// Frequent restarts, driven by glue.
    Focused,
    /// Rare Luby restarts and target phases.
    Stable,
}

/// Decides when to switch modes, when to restart and which phase to use.
#[derive(Debug)]
pub(super) struct ModeControl {
    mode: SearchMode,
    /// The number of ticks at the next switch. The first switch counts conflicts instead.
    switch_at: u64,
    /// The ticks of the first focused period, and the number of switches.
    first_period: u64,
    switches: u64,
    /// The fast and the slow moving average of the glue of learnt clauses.
    fast_glue: MovingAverage,
    slow_glue: MovingAverage,
    /// The number of conflicts at the last restart, and the state of Luby's sequence.
    last_restart: u64,
    luby: (u64, u64),
    /// The phases of each variable.
    hints: Vec<bool>,
    saved: Vec<bool>,
    target: Vec<bool>,
    /// The length of the longest trail without a conflict.
    target_length: usize,
    /// The number of switches after which focused mode uses saved phases instead of hints.
    hints_until: u64,
}

/// An exponential moving average with bias correction.
#[derive(Debug)]
struct MovingAverage {
    value: f64,
    share: f64,
    /// The relative error caused by starting at 0.
    bias: f64,
}

impl MovingAverage {
    fn over(count: f64) -> Self {
        Self {
            value: 0.0,
            share: 1.0 / count,
            bias: 1.0,
        }
    }

    fn add(&mut self, value: f64) {
        self.value += self.share * (value - self.value);
        self.bias *= 1.0 - self.share;
    }

    /// Returns the average; at least one value must have been added.
    fn get(&self) -> f64 {
        self.value / (1.0 - self.bias)
    }
}

/// The number of conflicts of the first focused period.
const FIRST_CONFLICTS: u64 = 1000;

/// The length of later focused periods relative to the preceding stable ones.
const FOCUSED_SHARE: u64 = 2;

/// Focused mode restarts if the fast average exceeds the slow one by this factor, but not after fewer conflicts than
/// this.
const RESTART_MARGIN: f64 = 1.1;
const RESTART_INTERVAL: u64 = 2;

/// The number of switches for which [`ModeControl::limit_hints`] has an effect.
const HINTED_SWITCHES: u64 = 2;

/// Stable mode restarts after this many conflicts times a number of Luby's sequence.
const LUBY_INTERVAL: u64 = 1024;

impl Default for ModeControl {
    fn default() -> Self {
        Self {
            mode: SearchMode::Focused,
            switch_at: 0,
            first_period: 0,
            switches: 0,
            fast_glue: MovingAverage::over(33.0),
            slow_glue: MovingAverage::over(1e5),
            last_restart: 0,
            luby: (1, 1),
            hints: Vec::new(),
            saved: Vec::new(),
            target: Vec::new(),
            target_length: 0,
            hints_until: u64::MAX,
        }
    }
}

impl ModeControl {
    pub(super) fn push(&mut self, hint: bool) {
        self.hints.push(hint);
        self.saved.push(hint);
        self.target.push(hint);
    }

    /// Drops the hints after a limited number of switches: good hints succeed soon, and bad ones hinder a proof of
    /// unsatisfiability.
    pub(super) fn limit_hints(&mut self) {
        self.hints_until = self.switches + HINTED_SWITCHES;
    }

    /// Replaces the hints and the phases that were derived from them.
    pub(super) fn set_hints(&mut self, values: &[bool]) {
        for phases in [&mut self.hints, &mut self.saved, &mut self.target] {
            phases.copy_from_slice(values);
        }
    }

    pub(super) fn hints(&self) -> &[bool] {
        &self.hints
    }

    pub(super) fn mode(&self) -> SearchMode {
        self.mode
    }

    /// Returns the phase for a decision on a variable.
    pub(super) fn phase(&self, variable: usize) -> bool {
        if self.mode == SearchMode::Stable {
            self.target[variable]
        } else if self.switches < self.hints_until {
            self.hints[variable]
        } else {
            self.saved[variable]
        }
    }

    /// Saves the phase of a literal that becomes unassigned.
    pub(super) fn save_phase(&mut self, literal: Literal) {
        self.saved[literal.variable()] = literal.truth();
    }

    /// Updates the target phases from a trail without a conflict if it is the longest in this stable period.
    pub(super) fn update_target(&mut self, trail: &[Literal]) {
        if self.mode == SearchMode::Stable && trail.len() > self.target_length {
            self.target_length = trail.len();
            self.target.copy_from_slice(&self.saved);
            for literal in trail {
                self.target[literal.variable()] = literal.truth();
            }
        }
    }

    /// Updates the averages with the glue of a learnt clause.
    pub(super) fn update_glue(&mut self, glue: u32) {
        self.fast_glue.add(f64::from(glue));
        self.slow_glue.add(f64::from(glue));
    }

    /// Returns whether to restart now.
    pub(super) fn should_restart(&mut self, conflicts: u64) -> bool {
        let since = conflicts - self.last_restart;
        let (index, factor) = self.luby;
        let restart = match self.mode {
            SearchMode::Stable => since >= LUBY_INTERVAL * factor,
            SearchMode::Focused => {
                since >= RESTART_INTERVAL
                    && self.fast_glue.get() > RESTART_MARGIN * self.slow_glue.get()
            }
        };
        if restart {
            self.last_restart = conflicts;
            if self.mode == SearchMode::Stable {
                self.luby = if index & index.wrapping_neg() == factor {
                    (index + 1, 1)
                } else {
                    (index, 2 * factor)
                };
            }
        }
        restart
    }

    /// Switches the mode if it is time to. Returns whether it did.
    pub(super) fn switch(&mut self, conflicts: u64, ticks: u64) -> bool {
        let first = self.switches == 0;
        if first && conflicts < FIRST_CONFLICTS || !first && ticks < self.switch_at {
            return false;
        }
        if first {
            self.first_period = ticks;
        }
        self.switches += 1;
        let round = self.switches.div_ceil(2);
        let share;
        (self.mode, share) = match self.mode {
            SearchMode::Focused => (SearchMode::Stable, 1),
            SearchMode::Stable => (SearchMode::Focused, FOCUSED_SHARE),
        };
        self.switch_at = ticks + share * self.first_period * round * round;
        self.last_restart = conflicts;
        if self.mode == SearchMode::Stable {
            self.target_length = 0;
        }
        true
    }
}
