//! The prices that prove an assignment bound.

use super::envelope::lower_envelope;
use crate::assignment::LowerBound;
use crate::sorting_robot::NONE;
use crate::sorting_robot::sites::{NO_SITE, Site, Sites};
use crate::sorting_robot::transport::{ByColour, HandPrices, TransportPlan, projected_cost};
use crate::{Budget, Point, assign};

/// For each cell, the prices of the piece that it gives, of the piece that it takes and of the empty hand.
pub(super) struct CellPrices {
    pub(super) give: Vec<i32>,
    pub(super) take: Vec<i32>,
    pub(super) hand: Vec<i32>,
}

impl CellPrices {
    pub(super) fn new(sites: &Sites, transport: &TransportPlan) -> Self {
        let zeros = || vec![0; sites.cells()];
        let mut prices = Self {
            give: zeros(),
            take: zeros(),
            hand: zeros(),
        };
        // Optimal duals increase by the distance from each giver to its taker.
        for from in sites.unsorted().filter(|&cell| sites.gives(cell) != NONE) {
            let to = transport.successor[from as usize];
            if to != NO_SITE {
                let price = -transport.price[from as usize];
                prices.give[from as usize] = price;
                prices.take[to as usize] = price + sites.distance(from, to);
            }
        }
        let colours = ByColour::new(sites);
        for (colour, reached) in &transport.unfinished {
            let (from, to) = (colours.gives(*colour), colours.takes(*colour));
            prices.set_unfinished(sites, from, to, reached);
        }
        if let HandPrices::OfCells(levels) = &transport.hand {
            prices.set_hand(sites, levels);
        }
        prices
    }

    /// Sets the prices of a colour whose assignment was not finished, by the better of its two bounds.
    fn set_unfinished(&mut self, sites: &Sites, from: &[Site], to: &[Site], reached: &LowerBound) {
        let projected = projected_cost(sites, from, to) as i64;
        if reached.source_prices.is_empty() || projected >= reached.value() {
            // The prices for the rows plus those for the columns.
            self.add_projected(sites, from, to, |point| Point { column: 0, ..point });
            self.add_projected(sites, from, to, |point| Point { row: 0, ..point });
            return;
        }
        // Prices that fit every pair of a giver and a taker are raised until they fit all pairs.
        let sources = from.iter().zip(&reached.source_prices);
        let given: Vec<(Site, i32)> = sources.map(|(&cell, price)| (cell, -price)).collect();
        let wanted: Vec<Site> = from.iter().chain(to).copied().collect();
        let raised = lower_envelope(sites.instance.shape, &given, &wanted);
        for (&cell, &price) in from.iter().zip(&raised) {
            self.give[cell as usize] = price;
        }
        for (&cell, &price) in to.iter().zip(&raised[from.len()..]) {
            self.take[cell as usize] = price;
        }
    }

    /// Adds the prices of an optimal assignment of projected points.
    fn add_projected(
        &mut self,
        sites: &Sites,
        from: &[Site],
        to: &[Site],
        projected: fn(Point) -> Point,
    ) {
        let points = |list: &[Site]| -> Vec<Point> {
            let points = list.iter().map(|&cell| sites.point(cell));
            points.map(projected).collect()
        };
        let Some(assignment) = assign(&points(from), &points(to), &Budget::unlimited()) else {
            unreachable!("the budget is unlimited");
        };
        for (&cell, price) in from.iter().zip(&assignment.source_prices) {
            self.give[cell as usize] -= price;
        }
        for (&cell, price) in to.iter().zip(&assignment.target_prices) {
            self.take[cell as usize] += price;
        }
    }

    /// Sets the prices of the empty hand to the fewest steps up to each cell, through the first piece or through a cell
    /// without a piece.
    fn set_hand(&mut self, sites: &Sites, levels: &[(Site, i32)]) {
        let open: Vec<Site> = sites.unsorted().collect();
        let mut given = levels.to_vec();
        let begins = open.iter().filter(|&&cell| sites.gives(cell) != NONE);
        given.extend(begins.map(|&cell| (cell, sites.distance(sites.start(), cell))));
        let prices = lower_envelope(sites.instance.shape, &given, &open);
        for (cell, price) in open.into_iter().zip(prices) {
            let index = cell as usize;
            self.hand[index] = price;
            if sites.gives(cell) == NONE {
                self.give[index] = price;
            }
            if sites.takes(cell) == NONE {
                self.take[index] = price;
            }
        }
    }
}
