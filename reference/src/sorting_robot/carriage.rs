//! Which piece is carried to which cell, colour by colour, as cheaply as possible or in no time.

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

/// A successor for every place that is not black, and what it must cost at least to carry anything anywhere.
#[derive(Clone, Debug)]
pub(super) struct Carriage {
    /// Where the piece of a cell goes; behind the cells, where the empty hand goes from the start.
    pub(super) successor: Vec<Place>,
    /// Per cell, the price of its piece in the proof that the assignment is the cheapest; see [`Assignment`].
    pub(super) price: Vec<i32>,
    /// No walk takes fewer steps.
    pub(super) least: u64,
    /// How many colours have misplaced pieces, and how many of them are not known to be carried at least cost.
    pub(super) colours: usize,
    pub(super) unsolved: usize,
}

impl Carriage {
    /// The cheapest carriage. Where the budget does not suffice for a colour, its pieces go [`NOWHERE`] yet, and it
    /// counts with a lower bound on its assignment: what was proved until then, or the assignment of its rows plus that of
    /// its columns, which takes no time.
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

    /// Whether everything is carried somewhere.
    pub(super) fn is_complete(&self, ground: &Ground) -> bool {
        let missing = |place| self.successor[place as usize] == NOWHERE;
        !ground.work().any(missing)
    }

    /// Takes what goes nowhere yet from other successors.
    ///
    /// These must be of whole colours: the empty hand, too, goes everywhere as they say or nowhere.
    pub(super) fn complete(&mut self, other: &[Place]) {
        for (successor, &other) in self.successor.iter_mut().zip(other) {
            if *successor == NOWHERE {
                *successor = other;
            }
        }
    }
}

/// Per colour that is used, the assignment, or a lower bound where the budget did not suffice; with as many threads as it
/// allows.
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

/// The same with a work limit, of which every colour gets a share by the number of its pieces, small ones first, and what
/// others have left. One thread does it all: which colours are solved must not depend on how threads take turns.
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
    // The empty hand comes last and gets a share too.
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

/// At least so much does any assignment cost: on a line, matching in order is the cheapest.
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

/// The cells that are not black by the colour that they give and by the one they take, [`NONE`] behind all others.
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

    /// The number under which the empty hand stands among the colours.
    pub(super) fn none(&self) -> usize {
        self.colours
    }
}

/// The number of a colour, with the empty hand behind all others.
pub(super) fn slot(colours: usize, colour: Colour) -> usize {
    if colour == NONE {
        colours
    } else {
        colour as usize
    }
}

/// Places sorted by colour.
struct Lists {
    places: Vec<Place>,
    /// Where the places of a colour begin, and at the end of the list where the last ones end.
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
