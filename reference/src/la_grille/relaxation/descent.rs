//! Subgradient descent on the bound with Adam steps.

use super::{Decisions, Domain, Multipliers, Relaxation, Steps};

/// A descent on the bound for one set of domains.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Descent {
    pub(in crate::la_grille) multipliers: Multipliers,
    pub(in crate::la_grille) decisions: Decisions,
    /// The lowest bound so far, in the units of the relaxation, and its multipliers.
    pub(in crate::la_grille) best: i128,
    pub(in crate::la_grille) best_multipliers: Multipliers,
    steps: Steps,
    subgradient: Multipliers,
    /// The indices of the active multipliers.
    active: Vec<u32>,
}

impl Descent {
    pub(in crate::la_grille) fn new(relaxation: &Relaxation) -> Self {
        let multipliers = Multipliers::new(relaxation);
        Self {
            decisions: Decisions::default(),
            best: i128::MAX,
            steps: Steps::new(relaxation, &multipliers),
            subgradient: multipliers.clone(),
            active: Vec::new(),
            best_multipliers: multipliers.clone(),
            multipliers,
        }
    }

    /// Restarts at the given multipliers and domains without momentum.
    pub(in crate::la_grille) fn start(
        &mut self,
        relaxation: &Relaxation,
        domains: &[Domain],
        multipliers: &Multipliers,
    ) {
        self.multipliers.clone_from(multipliers);
        self.best = i128::MAX;
        self.reduce(relaxation, domains);
        self.steps.restart(&self.multipliers);
    }

    /// Continues with smaller domains.
    pub(in crate::la_grille) fn reduce(&mut self, relaxation: &Relaxation, domains: &[Domain]) {
        self.active = relaxation.activate(domains, &mut self.multipliers);
    }

    /// Evaluates the current multipliers.
    pub(in crate::la_grille) fn evaluate(&mut self, relaxation: &Relaxation, domains: &[Domain]) {
        relaxation.decide(domains, &self.multipliers, &mut self.decisions);
        if self.decisions.total < self.best {
            self.best = self.decisions.total;
            self.best_multipliers.clone_from(&self.multipliers);
        }
    }

    /// Takes a step of `length` units along the last subgradient.
    pub(in crate::la_grille) fn step(&mut self, relaxation: &Relaxation, length: f64) {
        relaxation.subgradient(&self.decisions, &mut self.subgradient);
        let length = length * relaxation.unit;
        self.steps.take(
            &self.subgradient,
            length,
            &self.active,
            &mut self.multipliers,
        );
    }
}
