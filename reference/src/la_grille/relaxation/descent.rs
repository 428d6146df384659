//! Subgradient descent on the bound with Adam steps.

use super::{Decisions, Domain, Prices, Relaxation, Steps};

/// A descent on the bound for one set of domains.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Descent {
    pub(in crate::la_grille) prices: Prices,
    pub(in crate::la_grille) decisions: Decisions,
    /// The lowest bound so far, in the units of the relaxation, and its multipliers.
    pub(in crate::la_grille) best: i128,
    pub(in crate::la_grille) best_prices: Prices,
    steps: Steps,
    slope: Prices,
    /// The indices of the active multipliers.
    matter: Vec<u32>,
}

impl Descent {
    pub(in crate::la_grille) fn new(relaxation: &Relaxation) -> Self {
        let prices = Prices::new(relaxation);
        Self {
            decisions: Decisions::default(),
            best: i128::MAX,
            steps: Steps::new(relaxation, &prices),
            slope: prices.clone(),
            matter: Vec::new(),
            best_prices: prices.clone(),
            prices,
        }
    }

    /// Restarts at the given multipliers and domains without momentum.
    pub(in crate::la_grille) fn start(
        &mut self,
        relaxation: &Relaxation,
        domains: &[Domain],
        prices: &Prices,
    ) {
        self.prices.clone_from(prices);
        self.best = i128::MAX;
        self.narrow(relaxation, domains);
        self.steps.restart(&self.prices);
    }

    /// Continues with smaller domains.
    pub(in crate::la_grille) fn narrow(&mut self, relaxation: &Relaxation, domains: &[Domain]) {
        self.matter = relaxation.matter(domains, &mut self.prices);
    }

    /// Evaluates the current multipliers.
    pub(in crate::la_grille) fn look(&mut self, relaxation: &Relaxation, domains: &[Domain]) {
        relaxation.decide(domains, &self.prices, &mut self.decisions);
        if self.decisions.total < self.best {
            self.best = self.decisions.total;
            self.best_prices.clone_from(&self.prices);
        }
    }

    /// Takes a step of `length` units along the last subgradient.
    pub(in crate::la_grille) fn step(&mut self, relaxation: &Relaxation, length: f64) {
        relaxation.slope(&self.decisions, &mut self.slope);
        let length = length * relaxation.unit;
        self.steps
            .take(&self.slope, length, &self.matter, &mut self.prices);
    }
}
