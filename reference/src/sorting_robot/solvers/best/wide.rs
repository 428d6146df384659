//! Merging all cycles into one tour on large instances: cycles on the way first, then the nearest ones.

use super::tour::{Joint, Tour};
use super::unserved::Unserved;

use crate::sorting_robot::ground::{Ground, NOWHERE, Place};
use crate::{Budget, Random};

/// The part of a tour from one stop to the next.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: u32,
    to: u32,
}

/// The distance from a leg within which cells of the carried colour are searched.
const BEYOND: i32 = 6;

/// Legs between two checks of the budget.
const LEGS_BETWEEN_LOOKS: u32 = 1024;
/// Work for a leg and for a row that is searched around it.
const LEG_WORK: u64 = 30;
const ROW_WORK: u64 = 10;

struct Joining<'a> {
    ground: &'a Ground<'a>,
    successor: &'a [Place],
    predecessor: Vec<Place>,
    unserved: Unserved,
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
pub(super) fn connect<'a>(
    ground: &'a Ground,
    successor: &'a [Place],
    budget: Option<&Budget>,
    random: Option<&'a mut Random>,
) -> Option<Tour> {
    let mut predecessor = vec![NOWHERE; ground.cells()];
    for cell in ground.work() {
        let next = successor[cell as usize];
        if next != ground.end() {
            predecessor[next as usize] = cell;
        }
    }
    let mut joining = Joining {
        ground,
        successor,
        predecessor,
        unserved: Unserved::new(ground),
        tour: Tour::new(ground, successor),
        queues: vec![Vec::new()],
        random,
        rows: 0,
    };
    joining.take_in(0, NOWHERE);
    let mut cost = 0;
    let mut looks = 0_u32;
    while !joining.unserved.is_empty() {
        looks = looks.wrapping_add(1);
        if looks.is_multiple_of(LEGS_BETWEEN_LOOKS)
            && let Some(budget) = budget
        {
            let rows = std::mem::take(&mut joining.rows);
            budget.spend(LEG_WORK * u64::from(LEGS_BETWEEN_LOOKS) + ROW_WORK * rows);
            if looks.is_multiple_of(4 * LEGS_BETWEEN_LOOKS) && budget.expired() {
                return None;
            }
        }
        match joining.queues[cost].pop() {
            Some(leg) => {
                if joining.look_around(leg, cost) {
                    cost = 0;
                }
            }
            None => cost += 1,
        }
    }
    Some(joining.tour)
}

impl Joining<'_> {
    /// Marks the stops from `first` to `last` as visited and queues the legs between them.
    fn take_in(&mut self, first: u32, last: u32) {
        let mut at = first;
        while at != last {
            let stop = self.tour.stops[at as usize];
            if stop.place < self.ground.start() && self.unserved.contains(stop.place) {
                self.unserved.remove(stop.place);
            }
            if stop.next != NOWHERE {
                let (from, to) = (at, stop.next);
                self.queues[0].push(Leg { from, to });
            }
            at = stop.next;
        }
    }

    /// Inserts a cycle within reach of a leg, if there is one. Otherwise the leg is queued again at a higher
    /// detour cost.
    fn look_around(&mut self, leg: Leg, cost: usize) -> bool {
        let from = self.tour.stops[leg.from as usize];
        if from.next != leg.to {
            return false;
        }
        let to = self.tour.stops[leg.to as usize].place;
        // A detour is walked there and back; from the last site it is walked only there.
        let step = if self.ground.is_anywhere(to) { 1 } else { 2 };
        let reach = (cost / step) as i32;
        let joint = self.cell_near(from.place, to, reach, |_, _| true);
        let joint = joint.map(|cell| self.joint(leg, cell));
        let joint = joint.or_else(|| self.exchange(leg, reach + BEYOND, cost as i32));
        let Some(joint) = joint else {
            let next = cost + step;
            if self.queues.len() <= next {
                self.queues.resize(next + 1, Vec::new());
            }
            self.queues[next].push(leg);
            return false;
        };
        let first = self.tour.join(self.ground, self.successor, leg.from, joint);
        self.queues[0].push(Leg {
            from: leg.from,
            to: first,
        });
        self.take_in(first, leg.to);
        true
    }

    /// Returns the first unvisited cell at most `reach` away from the rectangle between two sites for which
    /// `will_do` holds.
    fn cell_near(
        &mut self,
        from: Place,
        to: Place,
        reach: i32,
        will_do: impl Fn(&Self, Place) -> bool,
    ) -> Option<Place> {
        let shape = self.ground.instance.shape;
        let a = self.ground.point(from);
        let b = if self.ground.is_anywhere(to) {
            a
        } else {
            self.ground.point(to)
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
            while let Some(cell) = self.unserved.first_in(row as usize, first, last) {
                if will_do(self, cell) {
                    return Some(cell);
                }
                first = shape.column(cell as usize) + 1;
            }
        }
        None
    }

    /// Returns an exchange with another cycle for the piece carried on a leg, within reach and at most at a
    /// cost.
    fn exchange(&mut self, leg: Leg, reach: i32, cost: i32) -> Option<Joint> {
        let from = self.tour.stops[leg.from as usize];
        let to = self.tour.stops[leg.to as usize].place;
        let straight = self.ground.distance(from.place, to);
        let entry = self.cell_near(from.place, to, reach, |joining, cell| {
            joining.ground.takes(cell) == from.hand
                && joining.exchange_cost(from.place, to, cell) - straight <= cost
        });
        entry.map(Joint::Instead)
    }

    fn exchange_cost(&self, from: Place, to: Place, entry: Place) -> i32 {
        let last = self.predecessor[entry as usize];
        let distance = |a, b| self.ground.distance(a, b);
        distance(from, entry) + distance(last, to) - distance(last, entry)
    }

    /// Returns the cheapest insertion of the cycle of a cell into a leg at this cell.
    fn joint(&self, leg: Leg, cell: Place) -> Joint {
        let from = self.tour.stops[leg.from as usize];
        let to = self.tour.stops[leg.to as usize].place;
        let distance = |a, b| self.ground.distance(a, b);
        let aside = (self.ground.takes(cell) != from.hand).then(|| {
            let cost = distance(from.place, cell) + distance(cell, to);
            (cost, Joint::Aside(cell))
        });
        let instead = |entry: Place| {
            let cost = self.exchange_cost(from.place, to, entry);
            (cost, Joint::Instead(entry))
        };
        let into = (self.ground.takes(cell) == from.hand).then(|| instead(cell));
        let behind =
            (self.ground.gives(cell) == from.hand).then(|| instead(self.successor[cell as usize]));
        let joints = [aside, into, behind].into_iter().flatten();
        joints.min().expect("what is not exchanged is put aside").1
    }
}
