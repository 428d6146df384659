//! A branch and bound for a known bound, which writes every step that it needs.

use super::writer::Writer;
use crate::Budget;
use crate::la_grille::bound::Root;
use crate::la_grille::relaxation::{
    ALL, BLACK, Decisions, Descent, Domain, Mode, Multipliers, ORANGE, RED, Relaxation,
};
use crate::la_grille::search::{StepSchedule, choose};

/// The numbers of units in a point that are tried: few units make short numbers.
const SCALES: [i64; 4] = [8, 64, 512, 1 << 14];

/// The work of a case besides its rounds, counted in rounds.
const SETUP_ROUNDS: u64 = 20;

/// The search for a proof of one mode.
pub(super) struct Certifier<'a> {
    relaxation: Relaxation,
    /// The score in units that a placement needs to be better than the bound.
    goal: i128,
    budget: &'a Budget,
    work: u64,
    descent: Descent,
    counts: Vec<[u16; 6]>,
    decisions: Decisions,
    writer: Writer,
}

impl<'a> Certifier<'a> {
    pub(super) fn new(
        relaxation: Relaxation,
        bound: i64,
        budget: &'a Budget,
        work: u64,
        writer: Writer,
    ) -> Self {
        Self {
            goal: (i128::from(bound) + 1) * i128::from(relaxation.scale),
            budget,
            work,
            descent: Descent::new(&relaxation),
            counts: vec![[0; 6]; relaxation.cells()],
            decisions: Decisions::default(),
            writer,
            relaxation,
        }
    }

    pub(super) fn into_writer(self) -> Writer {
        self.writer
    }

    /// Writes the proof of a mode and deducts its work. Returns `None` if the work does not suffice or the proof becomes too large.
    pub(super) fn certify(
        root: &Root,
        bound: i64,
        budget: &'a Budget,
        work: &mut u64,
        writer: Writer,
    ) -> Option<Writer> {
        let mut own = Self::new(root.relaxation.clone(), bound, budget, *work, writer);
        let mut domains = vec![ALL; own.relaxation.cells()];
        if !own.close(&domains, std::slice::from_ref(&root.multipliers)) {
            own.keep(&mut domains, &root.multipliers);
            own.relaxation = own.relaxation.restricted(&domains);
            own.descent = Descent::new(&own.relaxation);
            let start = Multipliers::new(&own.relaxation);
            own.case(domains, &start, StepSchedule::ROOT)?;
        }
        *work = own.work;
        Some(own.writer)
    }

    /// Writes the steps that close a case. Returns `None` when giving up.
    fn case(
        &mut self,
        mut domains: Vec<Domain>,
        start: &Multipliers,
        schedule: StepSchedule,
    ) -> Option<()> {
        if self.propagated(&domains).is_none() {
            self.writer.close();
            return Some(());
        }
        let mut steps = self.descend(&domains, start, schedule)?;
        if self.close(&domains, &steps) {
            return self.writer.fits().then_some(());
        }
        let best = self.descent.best_multipliers.clone();
        steps.push(best.clone());
        for step in &steps {
            self.keep(&mut domains, step);
        }
        let Some(propagated) = self.propagated(&domains) else {
            self.writer.close();
            return Some(());
        };
        let Some((cell, colour)) = choose(&propagated, &self.counts) else {
            let exact = self.relaxation.exact_multipliers(&propagated);
            return self.close(&domains, &[exact]).then_some(());
        };
        let counts = &self.counts[cell];
        let is_likely = 2 * counts[colour] >= counts.iter().sum();
        let first = if is_likely {
            1 << colour
        } else {
            ALL & !(1 << colour)
        };
        self.writer.branch(cell, first);
        for half in [first, ALL & !first] {
            let mut child = domains.clone();
            child[cell] &= half;
            self.case(child, &best, StepSchedule::NODE)?;
        }
        Some(())
    }

    /// Lowers the bound of a case. Returns the multipliers that reduce it; the last ones may close it. Returns `None` if
    /// the work does not suffice.
    fn descend(
        &mut self,
        domains: &[Domain],
        start: &Multipliers,
        schedule: StepSchedule,
    ) -> Option<Vec<Multipliers>> {
        let mut reduced = domains.to_vec();
        let mut domains = self.propagated(domains)?;
        let mut steps = Vec::new();
        self.counts.fill([0; 6]);
        self.descent.start(&self.relaxation, &domains, start);
        self.spend(SETUP_ROUNDS)?;
        for round in 0..schedule.rounds {
            self.spend(1)?;
            self.descent.evaluate(&self.relaxation, &domains);
            if self.descent.best < self.goal {
                steps.push(self.descent.multipliers.clone());
                return Some(steps);
            }
            if 2 * round >= schedule.rounds {
                let colours = &self.descent.decisions.colours;
                for (counts, &colour) in self.counts.iter_mut().zip(colours) {
                    counts[usize::from(colour)] += 1;
                }
            }
            if round % 10 == 9 {
                let multipliers = self.descent.multipliers.clone();
                let mut next = reduced.clone();
                self.apply(&mut next, &multipliers);
                if size(&next) < size(&domains) {
                    steps.push(multipliers);
                    let Some(propagated) = self.propagated(&next) else {
                        return Some(steps);
                    };
                    (reduced, domains) = (next, propagated);
                    self.descent.reduce(&self.relaxation, &domains);
                    self.descent.evaluate(&self.relaxation, &domains);
                    if self.descent.best < self.goal {
                        steps.push(self.descent.multipliers.clone());
                        return Some(steps);
                    }
                }
            }
            self.descent.step(&self.relaxation, schedule.length(round));
        }
        Some(steps)
    }

    /// Closes a case with few and short multipliers: the last one of those given, the last two, four and so on. Writes
    /// nothing and returns `false` if they do not close it.
    pub(super) fn close(&mut self, domains: &[Domain], steps: &[Multipliers]) -> bool {
        let mut count = 0;
        while count < steps.len() {
            count = (2 * count).clamp(1, steps.len());
            for unit in self.units() {
                let rounded: Vec<Multipliers> = steps[steps.len() - count..]
                    .iter()
                    .map(|step| step.rounded(unit))
                    .collect();
                let mut domains = domains.to_vec();
                let last = rounded
                    .iter()
                    .position(|step| !self.apply(&mut domains, step));
                let is_contradiction = last.is_none() && self.propagated(&domains).is_none();
                if last.is_none() && !is_contradiction {
                    continue;
                }
                for (index, step) in rounded.iter().enumerate() {
                    let is_last = last == Some(index);
                    self.writer.prices(is_last, &self.relaxation, step, unit);
                    if is_last {
                        break;
                    }
                }
                if is_contradiction {
                    self.writer.close();
                }
                return true;
            }
        }
        false
    }

    /// Reduces a case and writes the step, if it removes any colours.
    fn keep(&mut self, domains: &mut Vec<Domain>, step: &Multipliers) {
        let Some(propagated) = self.propagated(domains) else {
            return;
        };
        let before = size(&propagated);
        let mut exact = domains.clone();
        let is_open = self.apply(&mut exact, step);
        let removed = before - size(&exact);
        if is_open && removed == 0 {
            return;
        }
        for unit in self.units() {
            let rounded = step.rounded(unit);
            let mut reduced = domains.clone();
            if self.apply(&mut reduced, &rounded) == is_open
                && (!is_open || before - size(&reduced) >= removed)
            {
                self.writer.prices(false, &self.relaxation, &rounded, unit);
                *domains = if is_open {
                    reduced
                } else {
                    vec![0; domains.len()]
                };
                return;
            }
        }
    }

    /// Reduces the domains as the checker does. Returns whether the case is open, as far as the checker knows.
    fn apply(&mut self, domains: &mut [Domain], multipliers: &Multipliers) -> bool {
        if !self.propagate(domains) {
            return false;
        }
        let Self {
            relaxation,
            decisions,
            ..
        } = self;
        relaxation.decide(domains, multipliers, decisions);
        if decisions.total < self.goal {
            return false;
        }
        relaxation.fix(multipliers, decisions, self.goal, domains);
        true
    }

    /// Returns the domains after one pass of propagation; `None` if it finds a contradiction.
    fn propagated(&self, domains: &[Domain]) -> Option<Vec<Domain>> {
        let mut domains = domains.to_vec();
        self.propagate(&mut domains).then_some(domains)
    }

    /// Returns the units of the relaxation to which multipliers are rounded, coarse ones first.
    fn units(&self) -> impl Iterator<Item = i64> + use<> {
        let scale = self.relaxation.scale;
        SCALES
            .into_iter()
            .filter(move |&coarse| coarse < scale)
            .map(move |coarse| scale / coarse)
            .chain([1])
    }

    fn spend(&mut self, rounds: u64) -> Option<()> {
        self.work = self
            .work
            .checked_sub(rounds * self.relaxation.round_work())?;
        (!self.budget.is_stopped()).then_some(())
    }

    /// Removes what contradicts cells with a single colour, in one pass as the checker does. Returns whether placements
    /// may be left.
    fn propagate(&self, domains: &mut [Domain]) -> bool {
        let size = self.relaxation.size;
        let oranges: Vec<usize> = (0..domains.len())
            .filter(|&cell| domains[cell] == 1 << ORANGE)
            .collect();
        for cell in oranges {
            for other in self.relaxation.lines.attacked(cell) {
                domains[other] &= !(1 << ORANGE);
            }
        }
        let decided = |domains: &[Domain], colour: usize| {
            let decided = domains.iter().filter(|&&domain| domain == 1 << colour);
            decided.count()
        };
        let remove = |domains: &mut [Domain], colour: usize| {
            let others = domains.iter_mut().filter(|domain| **domain != 1 << colour);
            others.for_each(|domain| *domain &= !(1 << colour));
        };
        let possible = |domains: &[Domain], colour: usize| {
            let domains = domains.iter();
            domains.filter(|&&domain| domain >> colour & 1 == 1).count()
        };
        let reds = decided(domains, RED);
        if reds == 1 {
            remove(domains, RED);
        }
        let enough = match self.relaxation.mode {
            Mode::Doubled => {
                let blacks = decided(domains, BLACK);
                if blacks == size {
                    remove(domains, BLACK);
                }
                blacks <= size
            }
            Mode::Undoubled => possible(domains, BLACK) > size,
        };
        reds <= 1 && enough && possible(domains, RED) > 0 && !domains.contains(&0)
    }
}

/// Returns the number of colours in all domains.
fn size(domains: &[Domain]) -> u32 {
    domains.iter().map(|domain| domain.count_ones()).sum()
}
