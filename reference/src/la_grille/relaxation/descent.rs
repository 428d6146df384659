//! Looks for good prices, and keeps the best it has met.

use super::{Decisions, Domain, Prices, Relaxation, Steps};

/// A descent on the bound of one set of domains.
#[derive(Clone, Debug)]
pub(in crate::la_grille) struct Descent {
    pub(in crate::la_grille) prices: Prices,
    pub(in crate::la_grille) decisions: Decisions,
    /// The lowest bound so far, in the relaxation's units, and its prices.
    pub(in crate::la_grille) best: i128,
    pub(in crate::la_grille) best_prices: Prices,
    steps: Steps,
    slope: Prices,
}

impl Descent {
    pub(in crate::la_grille) fn new(relaxation: &Relaxation) -> Self {
        let prices = Prices::new(relaxation);
        Self {
            decisions: Decisions::default(),
            best: i128::MAX,
            steps: Steps::new(relaxation, &prices),
            slope: prices.clone(),
            best_prices: prices.clone(),
            prices,
        }
    }

    /// Begins again at the best prices, with no memory of the way there.
    pub(in crate::la_grille) fn restart(&mut self) {
        self.prices.clone_from(&self.best_prices);
        self.steps.restart(&self.prices);
    }

    /// Evaluates the present prices and takes a step of `length` units from there. `None` where the domains leave
    /// some cell without a colour.
    pub(in crate::la_grille) fn step(
        &mut self,
        relaxation: &Relaxation,
        domains: &[Domain],
        length: f64,
    ) -> Option<()> {
        relaxation.decide(domains, &self.prices, &mut self.decisions)?;
        if self.decisions.total < self.best {
            self.best = self.decisions.total;
            self.best_prices.clone_from(&self.prices);
        }
        relaxation.slope(&self.decisions, &mut self.slope);
        let length = length * relaxation.unit;
        self.steps.take(&self.slope, length, &mut self.prices);
        Some(())
    }
}
