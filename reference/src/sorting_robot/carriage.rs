//! Transport plans: which piece is carried to which cell, at minimum cost per colour or by a fast heuristic.

mod curve;
mod empty;
mod in_order;

pub(super) use self::curve::pair_along_curve;
pub(super) use self::in_order::pair_in_order;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ground::{Ground, NOWHERE, Place};
use super::instance::{Colour, NONE};
use crate::assignment::{LowerBound, assign_or_bound};
use crate::{Assignment, Budget, Point};

/// A transport plan: a successor for every site that is not black, and a lower bound on the steps.
#[derive(Clone, Debug)]
pub(super) struct Carriage {
    /// For each cell, the site to which its piece is carried; after the cells, the site to which the empty hand
    /// goes from the start.
    pub(super) successor: Vec<Place>,
    /// For each cell, the dual price of its piece; see [`Assignment`].
    pub(super) price: Vec<i32>,
    /// A lower bound on the steps of every walk.
    pub(super) least: u64,
    /// The number of colours with misplaced pieces, and the number of these without an optimal assignment.
    pub(super) colours: usize,
    pub(super) unsolved: usize,
}

impl Carriage {
    /// Computes a minimum-cost plan. If the budget does not suffice for a colour, the successors of its pieces
    /// are [`NO_SITE`], and the colour contributes a lower bound: the dual value reached so far, or the sum of
    /// the optimal assignments of its rows and of its columns, which is fast to compute.
    pub(super) fn cheapest(ground: &Ground, budget: &Budget) -> Self {
        let colours = ByColour::new(ground);
        let used: Vec<usize> = (0..ground.instance.colours)
            .filter(|&colour| !colours.gives(colour).is_empty())
            .collect();
        let mut carriage = Self {
            successor: vec![NOWHERE; ground.cells() + 1],
            price: vec![0; ground.cells()],
            least: 0,
            colours: used.len(),
            unsolved: 0,
        };
        let assigned = assign_all(ground, &colours, &used, budget);
        for (&colour, assigned) in used.iter().zip(assigned) {
            let (from, to) = (colours.gives(colour), colours.takes(colour));
            let assignment = match assigned {
                Ok(assignment) => assignment,
                Err(LowerBound(bound)) => {
                    carriage.unsolved += 1;
                    carriage.least += projected_cost(ground, from, to).max(bound.max(0) as u64);
                    continue;
                }
            };
            carriage.least += assignment.cost;
            for (index, &from) in from.iter().enumerate() {
                let target = assignment.target_of[index] as usize;
                carriage.successor[from as usize] = to[target];
                carriage.price[from as usize] = assignment.source_prices[index];
            }
        }
        carriage.least += empty::assign(ground, &colours, &mut carriage.successor, budget);
        carriage
    }

    /// Returns whether every piece has a successor.
    pub(super) fn is_complete(&self, ground: &Ground) -> bool {
        let missing = |place| self.successor[place as usize] == NOWHERE;
        !ground.work().any(missing)
    }

    /// Fills missing successors from another plan.
    ///
    /// The other plan must be used for whole colours, including the empty hand.
    pub(super) fn complete(&mut self, other: &[Place]) {
        for (successor, &other) in self.successor.iter_mut().zip(other) {
            if *successor == NOWHERE {
                *successor = other;
            }
        }
    }
}

/// Computes the assignment of each colour, or a lower bound if the budget does not suffice, on several threads.
fn assign_all(
    ground: &Ground,
    colours: &ByColour,
    used: &[usize],
    budget: &Budget,
) -> Vec<Result<Assignment, LowerBound>> {
    if let Some(work) = budget.work_left() {
        return assign_in_order(ground, colours, used, budget, work);
    }
    let results = Mutex::new(vec![Err(LowerBound(0)); used.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&colour) = used.get(index) else {
                break;
            };
            let assigned = assign_colour(ground, colours, colour, budget);
            let failed = assigned.is_err();
            let mut results = results.lock().expect("no thread panics");
            results[index] = assigned;
            if failed {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..budget.threads().min(used.len()) {
            scope.spawn(work);
        }
        work();
    });
    results.into_inner().expect("no thread panics")
}

/// Like [`assign_all`] with a work limit. Each colour gets a share in proportion to its number of pieces, in
/// increasing order, plus what earlier colours left unused. It uses a single thread, so that the set of solved
/// colours does not depend on scheduling.
fn assign_in_order(
    ground: &Ground,
    colours: &ByColour,
    used: &[usize],
    budget: &Budget,
    mut work: u64,
) -> Vec<Result<Assignment, LowerBound>> {
    let pieces = |colour: usize| colours.gives(colour).len();
    let mut order: Vec<usize> = (0..used.len()).collect();
    order.sort_by_key(|&index| pieces(used[index]));
    // The empty hand comes last and gets a share as well.
    let mut left =
        pieces(colours.none()) + used.iter().map(|&colour| pieces(colour)).sum::<usize>();
    let mut results = vec![Err(LowerBound(0)); used.len()];
    for index in order {
        let pieces = pieces(used[index]);
        let share = (u128::from(work) * pieces as u128 / left as u128) as u64;
        let part = budget.clone().with_work(share);
        results[index] = assign_colour(ground, colours, used[index], &part);
        let spent = share - part.work_left().unwrap_or(0);
        budget.spend(spent);
        work -= spent;
        left -= pieces;
    }
    results
}

fn assign_colour(
    ground: &Ground,
    colours: &ByColour,
    colour: usize,
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    let sources = points(ground, colours.gives(colour));
    let targets = points(ground, colours.takes(colour));
    assign_or_bound(&sources, &targets, budget)
}

fn points(ground: &Ground, places: &[Place]) -> Vec<Point> {
    places.iter().map(|&place| ground.point(place)).collect()
}

/// Returns a lower bound on the cost of an assignment: matching in order is optimal on a line, so rows and columns
/// are bounded separately.
fn projected_cost(ground: &Ground, sources: &[Place], targets: &[Place]) -> u64 {
    let along = |coordinate: fn(Point) -> i32| {
        let sorted = |places: &[Place]| {
            let mut line: Vec<i32> = places
                .iter()
                .map(|&place| coordinate(ground.point(place)))
                .collect();
            line.sort_unstable();
            line
        };
        let pairs = sorted(sources).into_iter().zip(sorted(targets));
        pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>()
    };
    along(|point| point.row) + along(|point| point.column)
}

/// The cells that are not black, by the colour that they give and by the colour that they take. [`NONE`] comes
/// last.
pub(super) struct ByColour {
    colours: usize,
    gives: Lists,
    takes: Lists,
}

impl ByColour {
    pub(super) fn new(ground: &Ground) -> Self {
        let colours = ground.instance.colours;
        let lists = |colour: &dyn Fn(Place) -> Colour| {
            let work = || {
                ground
                    .work()
                    .map(|place| (slot(colours, colour(place)), place))
            };
            Lists::new(colours + 1, work)
        };
        Self {
            colours,
            gives: lists(&|place| ground.gives(place)),
            takes: lists(&|place| ground.takes(place)),
        }
    }

    pub(super) fn gives(&self, colour: usize) -> &[Place] {
        self.gives.of(colour)
    }

    pub(super) fn takes(&self, colour: usize) -> &[Place] {
        self.takes.of(colour)
    }

    /// Returns the index of the empty hand among the colours.
    pub(super) fn none(&self) -> usize {
        self.colours
    }
}

/// Returns the index of a colour; the empty hand comes last.
pub(super) fn slot(colours: usize, colour: Colour) -> usize {
    if colour == NONE {
        colours
    } else {
        colour as usize
    }
}

/// Sites grouped by colour.
struct Lists {
    places: Vec<Place>,
    /// The start of each group, followed by the end of the last one.
    starts: Vec<u32>,
}

impl Lists {
    fn new<I: Iterator<Item = (usize, Place)>>(colours: usize, places: impl Fn() -> I) -> Self {
        let mut starts = vec![0; colours + 1];
        for (colour, _) in places() {
            starts[colour + 1] += 1;
        }
        for colour in 0..colours {
            starts[colour + 1] += starts[colour];
        }
        let mut next = starts.clone();
        let mut sorted = vec![NOWHERE; starts[colours] as usize];
        for (colour, place) in places() {
            sorted[next[colour] as usize] = place;
            next[colour] += 1;
        }
        Self {
            places: sorted,
            starts,
        }
    }

    fn of(&self, colour: usize) -> &[Place] {
        &self.places[self.starts[colour] as usize..self.starts[colour + 1] as usize]
    }
}
