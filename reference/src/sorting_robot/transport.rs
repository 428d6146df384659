//! Transport plans: which piece is carried to which cell, at minimum cost per colour or by a fast heuristic.

mod empty;
mod in_order;
mod rough;

pub(super) use self::empty::HandPrices;
pub(super) use self::in_order::pair_in_order;
pub(super) use self::rough::{pair_better, pair_quickly};

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::instance::{Colour, NONE};
use super::sites::{NO_SITE, Site, Sites};
use crate::assignment::{LowerBound, assign_or_bound};
use crate::{Assignment, Budget, Point};

/// A transport plan: a successor for every site that is not black, and a lower bound on the steps.
#[derive(Clone, Debug)]
pub(super) struct TransportPlan {
    /// For each cell, the site to which its piece is carried; after the cells, the site to which the empty hand goes
    /// from the start.
    pub(super) successor: Vec<Site>,
    /// For each cell, the dual price of its piece; see [`Assignment`].
    pub(super) price: Vec<i32>,
    /// A lower bound on the steps of every walk.
    pub(super) least: u64,
    /// The number of colours with misplaced pieces, and the number of these without an optimal assignment.
    pub(super) colours: usize,
    pub(super) unsolved: usize,
    /// For each colour without an optimal assignment, the prices that were reached.
    pub(super) unfinished: Vec<(usize, LowerBound)>,
    /// The prices of the empty hand.
    pub(super) hand: HandPrices,
}

impl TransportPlan {
    /// Computes a minimum-cost plan. If the budget does not suffice for a colour, the successors of its pieces are
    /// [`NO_SITE`], and the colour contributes a lower bound: the dual value reached so far, or the sum of the optimal
    /// assignments of its rows and of its columns, which is fast to compute.
    pub(super) fn cheapest(sites: &Sites, budget: &Budget) -> Self {
        let colours = ByColour::new(sites);
        let used: Vec<usize> = (0..sites.instance.colours)
            .filter(|&colour| !colours.gives(colour).is_empty())
            .collect();
        let mut transport = Self {
            successor: vec![NO_SITE; sites.cells() + 1],
            price: vec![0; sites.cells()],
            least: 0,
            colours: used.len(),
            unsolved: 0,
            unfinished: Vec::new(),
            hand: HandPrices::Equal,
        };
        let assigned = assign_all(sites, &colours, &used, budget);
        for (&colour, assigned) in used.iter().zip(assigned) {
            let (from, to) = (colours.gives(colour), colours.takes(colour));
            let assignment = match assigned {
                Ok(assignment) => assignment,
                Err(bound) => {
                    transport.unsolved += 1;
                    transport.least +=
                        projected_cost(sites, from, to).max(bound.value().max(0) as u64);
                    transport.unfinished.push((colour, bound));
                    continue;
                }
            };
            transport.least += assignment.cost;
            for (index, &from) in from.iter().enumerate() {
                let target = assignment.target_of[index] as usize;
                transport.successor[from as usize] = to[target];
                transport.price[from as usize] = assignment.source_prices[index];
            }
        }
        let (least, hand) = empty::assign(sites, &colours, &mut transport.successor, budget);
        transport.least += least;
        transport.hand = hand;
        transport
    }

    /// Returns whether every piece has a successor.
    pub(super) fn is_complete(&self, sites: &Sites) -> bool {
        let missing = |site| self.successor[site as usize] == NO_SITE;
        !sites.unsorted().any(missing)
    }

    /// Fills missing successors from another plan.
    ///
    /// The other plan must be used for whole colours, including the empty hand.
    pub(super) fn complete(&mut self, other: &[Site]) {
        for (successor, &other) in self.successor.iter_mut().zip(other) {
            if *successor == NO_SITE {
                *successor = other;
            }
        }
    }
}

/// Computes the assignment of each colour, or a lower bound if the budget does not suffice, on several threads.
fn assign_all(
    sites: &Sites,
    colours: &ByColour,
    used: &[usize],
    budget: &Budget,
) -> Vec<Result<Assignment, LowerBound>> {
    if let Some(work) = budget.work_left() {
        return assign_in_order(sites, colours, used, budget, work);
    }
    let results = Mutex::new(vec![Err(LowerBound::default()); used.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&colour) = used.get(index) else {
                break;
            };
            let assigned = assign_colour(sites, colours, colour, budget);
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

/// Like [`assign_all`] with a work limit. Each colour gets a share in proportion to its number of pieces, in increasing
/// order, plus what earlier colours left unused. It uses a single thread, so that the set of solved colours does not
/// depend on scheduling.
fn assign_in_order(
    sites: &Sites,
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
    let mut results = vec![Err(LowerBound::default()); used.len()];
    for index in order {
        let pieces = pieces(used[index]);
        let share = (u128::from(work) * pieces as u128 / left as u128) as u64;
        let part = budget.clone().with_work(share);
        results[index] = assign_colour(sites, colours, used[index], &part);
        let spent = share - part.work_left().unwrap_or(0);
        budget.spend(spent);
        work -= spent;
        left -= pieces;
    }
    results
}

fn assign_colour(
    sites: &Sites,
    colours: &ByColour,
    colour: usize,
    budget: &Budget,
) -> Result<Assignment, LowerBound> {
    let sources = points(sites, colours.gives(colour));
    let targets = points(sites, colours.takes(colour));
    assign_or_bound(&sources, &targets, budget)
}

fn points(sites: &Sites, list: &[Site]) -> Vec<Point> {
    list.iter().map(|&site| sites.point(site)).collect()
}

/// Returns a lower bound on the cost of an assignment: matching in order is optimal on a line, so rows and columns are
/// bounded separately.
pub(super) fn projected_cost(sites: &Sites, sources: &[Site], targets: &[Site]) -> u64 {
    let along = |coordinate: fn(Point) -> i32| {
        let sorted = |list: &[Site]| {
            let mut line: Vec<i32> = list
                .iter()
                .map(|&site| coordinate(sites.point(site)))
                .collect();
            line.sort_unstable();
            line
        };
        let pairs = sorted(sources).into_iter().zip(sorted(targets));
        pairs.map(|(a, b)| u64::from(a.abs_diff(b))).sum::<u64>()
    };
    along(|point| point.row) + along(|point| point.column)
}

/// The cells that are not black, by the colour that they give and by the colour that they take. [`NONE`] comes last.
pub(super) struct ByColour {
    colours: usize,
    gives: Lists,
    takes: Lists,
}

impl ByColour {
    pub(super) fn new(sites: &Sites) -> Self {
        let colours = sites.instance.colours;
        let lists = |colour: &dyn Fn(Site) -> Colour| {
            let unsorted = || {
                sites
                    .unsorted()
                    .map(|site| (slot(colours, colour(site)), site))
            };
            Lists::new(colours + 1, unsorted)
        };
        Self {
            colours,
            gives: lists(&|site| sites.gives(site)),
            takes: lists(&|site| sites.takes(site)),
        }
    }

    pub(super) fn gives(&self, colour: usize) -> &[Site] {
        self.gives.of(colour)
    }

    pub(super) fn takes(&self, colour: usize) -> &[Site] {
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
    list: Vec<Site>,
    /// The start of each group, followed by the end of the last one.
    starts: Vec<u32>,
}

impl Lists {
    fn new<I: Iterator<Item = (usize, Site)>>(colours: usize, list: impl Fn() -> I) -> Self {
        let mut starts = vec![0; colours + 1];
        for (colour, _) in list() {
            starts[colour + 1] += 1;
        }
        for colour in 0..colours {
            starts[colour + 1] += starts[colour];
        }
        let mut next = starts.clone();
        let mut sorted = vec![NO_SITE; starts[colours] as usize];
        for (colour, site) in list() {
            sorted[next[colour] as usize] = site;
            next[colour] += 1;
        }
        Self {
            list: sorted,
            starts,
        }
    }

    fn of(&self, colour: usize) -> &[Site] {
        &self.list[self.starts[colour] as usize..self.starts[colour + 1] as usize]
    }
}
