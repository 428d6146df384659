//! The connectivity bound: a Lagrangian relaxation of the requirement that one connected walk performs the whole
//! transport plan.
//!
//! **What.** The walk from its first pick-up on is modelled as one flow per carried colour, each in its own copy
//! (layer) of the grid; the empty hand is a colour too. For each colour flow is conserved at every cell except for what
//! the cell gives and takes. Without the requirement that the flows form a single walk, a minimum-cost flow per colour
//! remains, which is the assignment. A [cut](Cut) states that the walk enters a set of sites; by conservation it
//! crosses the border of the set at least twice, where a beginning or an end inside counts as a crossing, minus what is
//! known to enter for good. A multiplier on each cut reduces the cost of crossing edges and earns the multiplier times
//! the number of required crossings. Multipliers are optimised by the subgradient method.
//!
//! **Guarantee.** For any multipliers that leave all edge costs non-negative, minimum-cost flows plus earnings are a
//! lower bound. All quantities that count are integers: costs are multiples of 1/[`UNIT`], and the cost of a flow is
//! computed from its dual prices, whose feasibility is checked.
//!
//! **Complexity.** One minimum-cost flow per colour and round, warm-started from the previous round.
//!
//! **Source.** Geoffrion, "Lagrangean relaxation for integer programming" (1974).

mod cuts;
mod flow;
mod layers;
mod plan;
mod record;
mod step_size;

use std::collections::BTreeSet;

use self::cuts::{Cut, CutFinder};
use self::flow::Flow;
use self::layers::Layers;
use self::record::Recorder;
pub(super) use self::record::Round;
use self::step_size::StepSize;
use crate::Budget;
use crate::sorting_robot::sites::Sites;
use crate::sorting_robot::transport::TransportPlan;

/// The cost of one step.
const UNIT: i32 = 1 << 12;

/// A cut with its multiplier.
struct PricedCut {
    cut: Cut,
    multiplier: f64,
    /// The search direction of the multiplier, with momentum.
    direction: f64,
    /// Rounds since the cut was last active.
    idle: u32,
}

/// The multipliers and the best bound proved so far.
pub(in crate::sorting_robot) struct Connectivity {
    layers: Layers,
    cuts: Vec<PricedCut>,
    /// Fingerprints of the cuts in use.
    known_cuts: BTreeSet<u64>,
    /// The cost of each edge in each layer.
    costs: Vec<Vec<i32>>,
    flows: Vec<Flow>,
    finder: CutFinder,
    /// For each cell that is not black, a lower bound on the steps of walks that end there, times [`UNIT`].
    least: Vec<i64>,
    /// For each cell that is not black, whether a walk that begins there may be shorter than the known one.
    may_begin: Vec<bool>,
    /// The fewest steps of a known walk.
    known: u64,
    /// The best bound of a single round, times [`UNIT`].
    best: i64,
    step_size: StepSize,
    rounds: u64,
    converged: bool,
    /// The rounds for a proof, if one is wanted.
    recorder: Option<Recorder>,
}

/// The largest problem size; on larger ones even a few rounds take too long.
const MAX_PLACES: usize = 300_000;
/// The number of rounds after which an inactive cut is removed.
const MAX_IDLE: u32 = 15;
/// The share of the previous step that is repeated.
const MOMENTUM: f64 = 0.6;
/// The number of cuts searched per round; more would interfere with each other.
const MAX_SEARCHES: u32 = 6;
/// Work per round for an edge of a layer and for an edge on the border of a cut.
const EDGE_WORK: u64 = 4;
const BORDER_WORK: u64 = 12;

impl Connectivity {
    /// Starts from a minimum-cost transport plan. Returns `None` if the plan is not optimal, the problem is too large
    /// or the budget expires.
    pub(in crate::sorting_robot) fn new(
        sites: &Sites,
        transport: &TransportPlan,
        budget: &Budget,
    ) -> Option<Self> {
        let nodes = sites.cells().saturating_mul(transport.colours + 1);
        if transport.colours == 0 || transport.unsolved > 0 || nodes > MAX_PLACES {
            return None;
        }
        let layers = Layers::new(sites);
        let mut flows: Vec<Flow> = (0..layers.count).map(|_| Flow::new(&layers)).collect();
        for (layer, flow) in flows.iter_mut().enumerate().take(layers.empty()) {
            if budget.expired() {
                return None;
            }
            let givers = layers.unsorted.iter().filter(|e| e.gives as usize == layer);
            let pairs = givers.map(|e| {
                let giver = e.cell as usize;
                (e.cell, transport.successor[giver], transport.price[giver])
            });
            flow.start_from(&layers, UNIT, pairs);
            budget.spend(flow.take_work());
        }
        Some(Self {
            cuts: Vec::new(),
            known_cuts: BTreeSet::new(),
            costs: vec![vec![UNIT; layers.edges.len()]; layers.count],
            flows,
            finder: CutFinder::new(&layers),
            least: vec![0; layers.unsorted.len()],
            may_begin: vec![true; layers.unsorted.len()],
            known: u64::MAX,
            best: 0,
            step_size: StepSize::new(),
            rounds: 0,
            converged: false,
            recorder: None,
            layers,
        })
    }

    /// From now on keeps the rounds that a proof needs. Does not change any bound.
    pub(super) fn record(&mut self) {
        self.finder.keep_nodes();
        self.recorder = Some(Recorder::new(&self.layers));
    }

    /// Returns rounds that prove the bound, if they were recorded.
    pub(super) fn proof(&self) -> Option<Vec<&Round>> {
        let recorder = self.recorder.as_ref()?;
        recorder.needed(&self.layers, self.bound())
    }

    /// Returns the proved lower bound on the steps.
    pub(in crate::sorting_robot) fn bound(&self) -> u64 {
        let ends = 0..self.layers.unsorted.len();
        let least = ends.map(|end| self.least_ending_at(end)).min();
        least.unwrap_or(0).min(self.known)
    }

    /// The end of a walk determines the parity of its steps.
    fn least_ending_at(&self, end: usize) -> u64 {
        let unit = i64::from(UNIT);
        let steps = (self.least[end].max(0) + unit - 1) / unit;
        let wrong_parity = (steps % 2 == 1) != self.layers.unsorted[end].odd;
        (steps + i64::from(wrong_parity)) as u64
    }

    /// Returns whether more rounds would hardly improve the bound.
    pub(in crate::sorting_robot) fn has_converged(&self) -> bool {
        self.converged || self.step_size.has_ended()
    }

    /// Performs one round. `known` is the number of steps of a known walk.
    pub(in crate::sorting_robot) fn improve(&mut self, known: u64, budget: &Budget) {
        self.known = self.known.min(known);
        self.rounds += 1;
        let borders: usize = self.cuts.iter().map(|priced| priced.cut.border.len()).sum();
        let edges = self.layers.edges.len() * self.layers.count;
        budget.spend(EDGE_WORK * edges as u64 + BORDER_WORK * borders as u64);
        self.set_costs();
        let gains = self.gains();
        let Some((first, last)) = self.find_flows(&gains, budget) else {
            return;
        };
        let value = self.evaluate(&gains);
        self.step_size.next(value > self.best);
        self.best = self.best.max(value);
        let found = self.find_cuts(first, budget);
        let moved = self.move_multipliers(first, last, value);
        self.converged = !found && !moved;
    }

    /// Computes the edge costs from the multipliers, which are reduced where an edge cost would become negative.
    fn set_costs(&mut self) {
        let edges = self.layers.edges.len();
        let mut load = vec![0.0; edges * self.layers.count];
        for priced in &self.cuts {
            for &edge in &priced.cut.border {
                load[edge as usize] += priced.multiplier;
            }
        }
        let full = f64::from(UNIT);
        for priced in &mut self.cuts {
            let heaviest = priced.cut.border.iter().map(|&edge| load[edge as usize]);
            let heaviest = heaviest.fold(full, f64::max);
            priced.multiplier = (priced.multiplier * full / heaviest).floor();
        }
        for costs in &mut self.costs {
            costs.fill(UNIT);
        }
        for priced in &self.cuts {
            for &edge in &priced.cut.border {
                let (layer, edge) = (edge as usize / edges, edge as usize % edges);
                self.costs[layer][edge] -= priced.multiplier as i32;
            }
        }
    }

    /// Returns what a walk saves by beginning or ending at each cell that is not black.
    fn gains(&self) -> Vec<i32> {
        let mut gains = vec![0; self.layers.unsorted.len()];
        for priced in &self.cuts {
            for &end in &priced.cut.ends {
                gains[end as usize] += priced.multiplier as i32;
            }
        }
        gains
    }

    /// Computes minimum-cost flows and where the walk begins and ends. Returns `None` if the budget expires.
    fn find_flows(&mut self, gains: &[i32], budget: &Budget) -> Option<(u32, u32)> {
        let layers = &self.layers;
        for layer in 0..layers.count {
            let work = || layers.unsorted.iter();
            let gives = work().filter_map(|e| (e.gives as usize == layer).then_some(e.cell));
            let takes = work().filter_map(|e| (e.takes as usize == layer).then_some(e.cell));
            let costs = &self.costs[layer];
            self.flows[layer].solve(layers, costs, gives, takes, budget)?;
        }
        // Beginnings and ends that cannot improve on the known walk are excluded.
        let work = || (0..layers.unsorted.len()).map(|index| (index, layers.unsorted[index].cell));
        let first: Vec<(u32, i32)> = work()
            .filter(|&(index, _)| self.can_begin(index))
            .map(|(index, cell)| (cell, layers.unsorted[index].distance * UNIT - gains[index]))
            .collect();
        let last: Vec<(u32, i32)> = work()
            .filter(|&(index, _)| self.least_ending_at(index) < self.known)
            .map(|(index, cell)| (cell, gains[index]))
            .collect();
        if first.is_empty() || last.is_empty() {
            // No walk is shorter than the known one, wherever it begins or ends.
            let known = i64::try_from(self.known).unwrap_or(i64::MAX);
            self.least.fill(known.saturating_mul(i64::from(UNIT)));
            self.converged = true;
            return None;
        }
        let empty = layers.empty();
        let costs = &self.costs[empty];
        let ends = self.flows[empty].add_open_path(layers, costs, &first, &last);
        budget.spend(self.flows[empty].take_work());
        Some(ends)
    }

    /// Returns whether a walk may begin at a cell: it holds a piece and has not been ruled out.
    fn can_begin(&self, index: usize) -> bool {
        self.may_begin[index] && self.layers.unsorted[index].gives as usize != self.layers.empty()
    }

    /// Returns the bound proved by prices and multipliers, times [`UNIT`]; 0 if the prices are infeasible.
    fn evaluate(&mut self, gains: &[i32]) -> i64 {
        let layers = &self.layers;
        for (flow, costs) in self.flows.iter().zip(&self.costs) {
            let price = |cell: u32| flow.price[cell as usize];
            let mut edges = layers.edges.iter().zip(costs);
            if edges.any(|(&[a, b], &cost)| (price(a) - price(b)).abs() > cost) {
                return 0;
            }
        }
        let earned = self
            .cuts
            .iter()
            .map(|priced| i64::from(priced.multiplier as i32) * i64::from(priced.cut.crossings));
        let mut value: i64 = earned.sum();
        for exchange in &layers.unsorted {
            let cell = exchange.cell as usize;
            let price = |layer: u32| i64::from(self.flows[layer as usize].price[cell]);
            value += price(exchange.takes) - price(exchange.gives);
        }
        let empty = &self.flows[layers.empty()].price;
        let slack = |index: usize| {
            let exchange = layers.unsorted[index];
            exchange.distance * UNIT - gains[index] - empty[exchange.cell as usize]
        };
        let mut beginnings = (0..layers.unsorted.len()).filter(|&index| self.can_begin(index));
        if beginnings.any(|index| slack(index) < 0) {
            return 0;
        }
        let mut lowest = i64::MAX;
        let mut raised = Vec::new();
        for (index, end) in layers.unsorted.iter().enumerate() {
            let ending_here = value + i64::from(empty[end.cell as usize] - gains[index]);
            let before = self.least_ending_at(index);
            if before < self.known {
                lowest = lowest.min(ending_here);
            }
            self.least[index] = self.least[index].max(ending_here);
            if before < self.known && self.least_ending_at(index) > before {
                raised.push(index);
            }
        }
        let known = i64::try_from(self.known).unwrap_or(i64::MAX);
        let enough = (known - 1).saturating_mul(i64::from(UNIT));
        let out: Vec<usize> = (0..layers.unsorted.len())
            .filter(|&index| self.can_begin(index) && lowest + i64::from(slack(index)) > enough)
            .collect();
        if !(raised.is_empty() && out.is_empty()) {
            self.keep_round(value, gains, &raised, &out);
        }
        for index in out {
            self.may_begin[index] = false;
        }
        lowest
    }

    /// Keeps the current round for the proof, if one is wanted: it raised the bound for some ends and excluded some
    /// beginnings.
    fn keep_round(&mut self, value: i64, gains: &[i32], ends: &[usize], begins: &[usize]) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        let layers = &self.layers;
        let priced = self.cuts.iter();
        let cuts = priced.map(|priced| (priced.multiplier as i32, priced.cut.nodes.clone()));
        let empty = &self.flows[layers.empty()].price;
        let cells = || layers.unsorted.iter().zip(gains);
        let begin = cells().map(|(exchange, gain)| {
            let holds = exchange.gives as usize != layers.empty();
            let cost = exchange.distance * UNIT - gain - empty[exchange.cell as usize];
            holds.then_some(i64::from(cost))
        });
        let end = cells().map(|(exchange, gain)| i64::from(empty[exchange.cell as usize] - gain));
        let round = Round {
            unit: UNIT,
            cuts: cuts.filter(|&(multiplier, _)| multiplier > 0).collect(),
            prices: self.flows.iter().map(|flow| flow.price.clone()).collect(),
            all: value,
            begin: begin.collect(),
            end: end.collect(),
        };
        recorder.keep(self.rounds, round, ends, begins);
    }

    /// Adds cuts that the flows violate, around every component that is disconnected from the walk.
    fn find_cuts(&mut self, first: u32, budget: &Budget) -> bool {
        let mut found = false;
        let mut unreached = self.finder.unreached(&self.layers, &self.flows, first);
        // Only a few per round, starting at a different one each time.
        let turn = self.rounds as usize * 7 % unreached.len().max(1);
        unreached.rotate_left(turn);
        let mut searches = 0;
        for index in unreached {
            if self.finder.was_inside(index) {
                continue;
            }
            searches += 1;
            if searches > MAX_SEARCHES || budget.expired() {
                break;
            }
            let (layers, flows, costs) = (&self.layers, &self.flows, &self.costs);
            let grown = self.finder.grow(layers, flows, costs, index, budget);
            for cut in grown {
                if self.known_cuts.insert(cut.fingerprint()) {
                    found = true;
                    self.cuts.push(PricedCut {
                        cut,
                        multiplier: 0.0,
                        direction: 0.0,
                        idle: 0,
                    });
                }
            }
        }
        found
    }

    /// Performs a subgradient step. Returns `false` if the subgradient is zero.
    fn move_multipliers(&mut self, first: u32, last: u32, value: i64) -> bool {
        let edges = self.layers.edges.len();
        let (flows, work) = (&self.flows, &self.layers.unsorted);
        let crossings = |edge: u32| flows[edge as usize / edges].net[edge as usize % edges].abs();
        let at = |end: u32, cell: u32| i32::from(work[end as usize].cell == cell);
        let mut square = 0.0;
        for priced in &mut self.cuts {
            let crossed: i32 = priced.cut.border.iter().map(|&edge| crossings(edge)).sum();
            let ends = priced.cut.ends.iter();
            let ended: i32 = ends.map(|&end| at(end, first) + at(end, last)).sum();
            let violation = priced.cut.crossings - crossed - ended;
            let useless = priced.multiplier == 0.0 && violation <= 0;
            priced.idle = if useless { priced.idle + 1 } else { 0 };
            priced.direction = if useless {
                0.0
            } else {
                f64::from(violation) + MOMENTUM * priced.direction
            };
            square += priced.direction * priced.direction;
        }
        let known_cuts = &mut self.known_cuts;
        self.cuts.retain(|priced| {
            let keep = priced.idle < MAX_IDLE;
            if !keep {
                known_cuts.remove(&priced.cut.fingerprint());
            }
            keep
        });
        if square == 0.0 {
            return false;
        }
        let unit = f64::from(UNIT);
        let missing =
            (self.known as f64).min(value as f64 / unit * 1.05 + 2.0) - value as f64 / unit;
        let missing = unit * missing.max(0.5);
        let step = self.step_size.get() * missing / square;
        for priced in &mut self.cuts {
            priced.multiplier = (priced.multiplier + step * priced.direction).max(0.0);
        }
        true
    }
}
