//! Joining all circuits into one tour on grids of any size: what lies on the way first, then what lies nearest.

use super::tour::{Joint, Tour};
use super::unserved::Unserved;

use crate::sorting_robot::ground::{Ground, NOWHERE, Place};
use crate::{Budget, Random};

/// A part of the tour to look around: from one stop to the next.
#[derive(Clone, Copy, Debug)]
struct Leg {
    from: u32,
    to: u32,
}

/// So far from a leg it is worth looking for cells that want what it carries.
const BEYOND: i32 = 6;

/// Legs between two looks at the budget.
const LEGS_BETWEEN_LOOKS: u32 = 1024;
/// Work for a leg, and for a row that is looked at around it.
const LEG_WORK: u64 = 30;
const ROW_WORK: u64 = 10;

struct Joining<'a> {
    ground: &'a Ground<'a>,
    successor: &'a [Place],
    predecessor: Vec<Place>,
    unserved: Unserved,
    tour: Tour,
    /// Legs by what a detour to the cells around them costs that have not been looked at.
    queues: Vec<Vec<Leg>>,
    /// Decides which of several cells comes first; without it the topmost does.
    random: Option<&'a mut Random>,
    /// Rows looked at since they were last counted as work.
    rows: u64,
}

/// One tour of all that is carried; `None` when the budget expires first.
///
/// A circuit is taken in where a leg passes one of its cells, which costs nothing. When no such cell is left, the
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
    /// Marks the stops from one to another as served and puts the legs between them up for a look.
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

    /// Joins a circuit within reach of a leg if there is one; if not, the leg's turn comes again when detours cost more.
    fn look_around(&mut self, leg: Leg, cost: usize) -> bool {
        let from = self.tour.stops[leg.from as usize];
        if from.next != leg.to {
            return false;
        }
        let to = self.tour.stops[leg.to as usize].place;
        // A detour is made there and back; from the last place, it is made only there.
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

    /// The first unserved cell at most so far from the rectangle between two places that will do.
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

    /// A place of another circuit for what a leg carries, within reach and at no more than a cost.
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

    /// The cheapest way of joining the circuit of a cell to a leg at this cell.
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
