//! Merging all cycles into one tour on large instances: cycles on the way first, then the nearest ones.

use super::unvisited_cycles::UnvisitedCells;
use super::{Insertion, Tour};

use crate::sorting_robot::sites::{NO_SITE, Site, Sites};
use crate::{Budget, Random};

/// The part of a tour from one stop to the next.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: u32,
    to: u32,
}

/// The distance from a leg within which cells of the carried colour are searched. On large grids a wider search takes
/// most of the time and shortens the tour by less than one step in ten thousand.
const EXCHANGE_REACH: i32 = 6;
const EXCHANGE_REACH_IF_LARGE: i32 = 1;
/// The largest number of cells of a grid that is not large.
const MAX_CELLS_IF_SMALL: usize = 20_000;

/// Legs between two checks of the budget.
const LEGS_BETWEEN_CHECKS: u32 = 1024;
/// Work for a leg and for a row that is searched around it.
const LEG_WORK: u64 = 30;
const ROW_WORK: u64 = 10;

struct Merging<'a> {
    sites: &'a Sites<'a>,
    successor: &'a [Site],
    predecessor: Vec<Site>,
    unvisited: UnvisitedCells,
    exchange_reach: i32,
    tour: Tour,
    /// Legs by the detour cost up to which the cells around them have been searched.
    queues: Vec<Vec<Leg>>,
    /// Chooses among several cells; without it the topmost is taken.
    random: Option<&'a mut Random>,
    /// Searched rows that have not been charged as work yet.
    rows: u64,
}

/// Merges a transport plan into one tour. Returns `None` if the budget expires first.
///
/// A cycle is inserted where a leg passes one of its cells, which costs nothing. If no such cell is left, the
/// rectangles around all legs grow by one step at a time until they reach one.
pub(in crate::sorting_robot) fn connect<'a>(
    sites: &'a Sites,
    successor: &'a [Site],
    budget: Option<&Budget>,
    random: Option<&'a mut Random>,
) -> Option<Tour> {
    let mut predecessor = vec![NO_SITE; sites.cells()];
    for cell in sites.unsorted() {
        let next = successor[cell as usize];
        if next != sites.end() {
            predecessor[next as usize] = cell;
        }
    }
    let mut merging = Merging {
        sites,
        successor,
        predecessor,
        unvisited: UnvisitedCells::new(sites),
        exchange_reach: if sites.cells() > MAX_CELLS_IF_SMALL {
            EXCHANGE_REACH_IF_LARGE
        } else {
            EXCHANGE_REACH
        },
        tour: Tour::new(sites, successor),
        queues: vec![Vec::new()],
        random,
        rows: 0,
    };
    merging.visit_stops(0, NO_SITE);
    let mut cost = 0;
    let mut checks = 0_u32;
    while !merging.unvisited.is_empty() {
        checks = checks.wrapping_add(1);
        if checks.is_multiple_of(LEGS_BETWEEN_CHECKS)
            && let Some(budget) = budget
        {
            let rows = std::mem::take(&mut merging.rows);
            budget.spend(LEG_WORK * u64::from(LEGS_BETWEEN_CHECKS) + ROW_WORK * rows);
            if checks.is_multiple_of(4 * LEGS_BETWEEN_CHECKS) && budget.expired() {
                return None;
            }
        }
        match merging.queues[cost].pop() {
            Some(leg) => {
                if merging.try_insert(leg, cost) {
                    cost = 0;
                }
            }
            None => cost += 1,
        }
    }
    Some(merging.tour)
}

impl Merging<'_> {
    /// Marks the stops from `first` to `last` as visited and queues the legs between them.
    fn visit_stops(&mut self, first: u32, last: u32) {
        let mut at = first;
        while at != last {
            let stop = self.tour.stops[at as usize];
            if stop.site < self.sites.start() && self.unvisited.contains(stop.site) {
                self.unvisited.remove(stop.site);
            }
            if stop.next != NO_SITE {
                let (from, to) = (at, stop.next);
                self.queues[0].push(Leg { from, to });
            }
            at = stop.next;
        }
    }

    /// Inserts a cycle within reach of a leg, if there is one. Otherwise the leg is queued again at a higher detour
    /// cost.
    fn try_insert(&mut self, leg: Leg, cost: usize) -> bool {
        let from = self.tour.stops[leg.from as usize];
        if from.next != leg.to {
            return false;
        }
        let to = self.tour.stops[leg.to as usize].site;
        // A detour is walked there and back; from the last site it is walked only there.
        let step = if self.sites.is_anywhere(to) { 1 } else { 2 };
        let reach = (cost / step) as i32;
        let insertion = self.cell_near(from.site, to, reach, |_, _| true);
        let insertion = insertion.map(|cell| self.insertion(leg, cell));
        let insertion =
            insertion.or_else(|| self.exchange(leg, reach + self.exchange_reach, cost as i32));
        let Some(insertion) = insertion else {
            let next = cost + step;
            if self.queues.len() <= next {
                self.queues.resize(next + 1, Vec::new());
            }
            self.queues[next].push(leg);
            return false;
        };
        let first = self
            .tour
            .insert(self.sites, self.successor, leg.from, insertion);
        self.queues[0].push(Leg {
            from: leg.from,
            to: first,
        });
        self.visit_stops(first, leg.to);
        true
    }

    /// Returns the first unvisited cell at most `reach` away from the rectangle between two sites for which `will_do`
    /// holds.
    fn cell_near(
        &mut self,
        from: Site,
        to: Site,
        reach: i32,
        will_do: impl Fn(&Self, Site) -> bool,
    ) -> Option<Site> {
        let shape = self.sites.instance.shape;
        let a = self.sites.point(from);
        let b = if self.sites.is_anywhere(to) {
            a
        } else {
            self.sites.point(to)
        };
        let (top, bottom) = (a.row.min(b.row), a.row.max(b.row));
        let (left, right) = (a.column.min(b.column), a.column.max(b.column));
        let first_row = (top - reach).max(0);
        let rows = (bottom + reach).min(shape.rows as i32 - 1) - first_row + 1;
        let skipped = self
            .random
            .as_mut()
            .map_or(0, |random| random.below(rows as usize) as i32);
        for row in (skipped..skipped + rows).map(|row| first_row + row % rows) {
            self.rows += 1;
            let sideways = reach - (top - row).max(row - bottom).max(0);
            let mut first = (left - sideways).max(0) as usize;
            let last = (right + sideways) as usize;
            while let Some(cell) = self.unvisited.first_in(row as usize, first, last) {
                if will_do(self, cell) {
                    return Some(cell);
                }
                first = shape.column(cell as usize) + 1;
            }
        }
        None
    }

    /// Returns an exchange with another cycle for the piece carried on a leg, within reach and at most at a cost.
    fn exchange(&mut self, leg: Leg, reach: i32, cost: i32) -> Option<Insertion> {
        let from = self.tour.stops[leg.from as usize];
        let to = self.tour.stops[leg.to as usize].site;
        let straight = self.sites.distance(from.site, to);
        let entry = self.cell_near(from.site, to, reach, |merging, cell| {
            merging.sites.takes(cell) == from.hand
                && merging.exchange_cost(from.site, to, cell) - straight <= cost
        });
        entry.map(Insertion::Exchanged)
    }

    fn exchange_cost(&self, from: Site, to: Site, entry: Site) -> i32 {
        let last = self.predecessor[entry as usize];
        let distance = |a, b| self.sites.distance(a, b);
        distance(from, entry) + distance(last, to) - distance(last, entry)
    }

    /// Returns the cheapest insertion of the cycle of a cell into a leg at this cell.
    fn insertion(&self, leg: Leg, cell: Site) -> Insertion {
        let from = self.tour.stops[leg.from as usize];
        let to = self.tour.stops[leg.to as usize].site;
        let distance = |a, b| self.sites.distance(a, b);
        let nested = (self.sites.takes(cell) != from.hand).then(|| {
            let cost = distance(from.site, cell) + distance(cell, to);
            (cost, Insertion::Nested(cell))
        });
        let exchanged = |entry: Site| {
            let cost = self.exchange_cost(from.site, to, entry);
            (cost, Insertion::Exchanged(entry))
        };
        let into = (self.sites.takes(cell) == from.hand).then(|| exchanged(cell));
        let behind =
            (self.sites.gives(cell) == from.hand).then(|| exchanged(self.successor[cell as usize]));
        let insertions = [nested, into, behind].into_iter().flatten();
        insertions
            .min()
            .expect("what is not exchanged is put nested")
            .1
    }
}
