//! How long a plan of 20,000 cells takes on 1 to 1,000 workers, and where claims on a shared folder become the limit.
//!
//! A simulation: 200 entrants on 100 instances. A worker claims a cell, runs it, and hands the result in while it goes
//! on; one process takes results in. All of them ask one file server, which does one operation after the other. How
//! often they ask was counted in traces of the real thing; the server is assumed to be a modest one.
//!
//! Durations are those of a real contest, the sample contest of this repository, under its limit of two seconds and
//! stretched to one of a minute; and, for programs that use all they are given, a whole minute each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const CELLS: usize = 20_000;
const WORKERS: [usize; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// Wall times of the sample contest in milliseconds: the least, then every twentieth of all runs, the largest.
const QUANTILES: [f64; 21] = [
    2.0, 3.0, 4.0, 4.0, 6.0, 10.0, 14.0, 19.0, 23.0, 27.0, 34.0, 38.0, 47.0, 68.0, 87.0, 163.0,
    263.0, 621.0, 708.0, 807.0, 1019.0,
];

/// What a cell costs beyond the program, on any engine.
const OVERHEAD: f64 = 0.003;

/// From submission to the first claim; workers start one after the other.
const START: f64 = 5.0;
const STAGGER: f64 = 0.05;

/// Seconds that the file server is busy with an operation, and that its answer is on the way.
const SERVICE: f64 = 0.000_25;
const ROUND_TRIP: f64 = 0.000_5;

/// Operations: to look at an instance and claim a cell, to hand in a result, and to take it in.
const CLAIM: f64 = 4.0;
const COMMIT: f64 = 6.0;
const INTAKE: f64 = 12.0;

/// A result rests so long before it is handed in.
const REST: f64 = 0.25;

fn main() {
    let plans = [
        ("a minute each", durations(|_| 60.0)),
        ("limit of a minute", durations(|quantile| 30.0 * quantile)),
        ("limit of two seconds", durations(|quantile| quantile)),
    ];
    print!("workers");
    for (name, _) in &plans {
        print!("  {name:>30}");
    }
    println!();
    for workers in WORKERS {
        print!("{workers:>7}");
        for (_, durations) in &plans {
            let Outcome { makespan, busy } = simulate(durations, workers);
            let ideal = durations.iter().sum::<f64>() / workers as f64;
            let (shown, share) = (show(makespan), 100.0 * ideal / makespan);
            print!("  {shown:>9} {share:>5.0} % {:>5.1} % busy", 100.0 * busy);
        }
        println!();
    }
    println!(
        "each: time until the last row; share of that which the programs need; load of the file server"
    );
}

/// The durations of all cells, in an order that has nothing to do with their length.
fn durations(scale: impl Fn(f64) -> f64) -> Vec<f64> {
    // Steps of a fraction that no small number of cells comes back to.
    let golden = 0.618_033_988_749_895;
    let quantile = |cell: usize| {
        let place = (cell as f64 * golden).fract() * (QUANTILES.len() - 1) as f64;
        let (below, part) = (place.floor() as usize, place.fract());
        let milliseconds = QUANTILES[below] * (1.0 - part) + QUANTILES[below + 1] * part;
        milliseconds / 1000.0
    };
    (0..CELLS).map(|cell| scale(quantile(cell))).collect()
}

struct Outcome {
    makespan: f64,
    /// Share of the time that the file server was at work.
    busy: f64,
}

/// One server for all: whoever comes waits for those before.
#[derive(Default)]
struct Server {
    free: f64,
    worked: f64,
}

impl Server {
    /// When so many operations, one after the other, are done.
    fn serve(&mut self, now: f64, operations: f64) -> f64 {
        let work = operations * SERVICE;
        self.free = self.free.max(now) + work;
        self.worked += work;
        self.free + operations * ROUND_TRIP
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// A worker wants a cell.
    Claim,
    /// A result has rested.
    Commit,
    /// A result waits to be taken in.
    Collector,
}

fn simulate(durations: &[f64], workers: usize) -> Outcome {
    let mut server = Server::default();
    let mut cells = durations.iter();
    // In microseconds, since those can be ordered.
    let micros = |seconds: f64| (seconds * 1e6) as u64;
    let mut events: BinaryHeap<Reverse<(u64, Step)>> = (0..workers)
        .map(|worker| Reverse((micros(START + STAGGER * worker as f64), Step::Claim)))
        .collect();
    let mut intake_free = 0.0_f64;
    let mut makespan = 0.0_f64;
    while let Some(Reverse((now, step))) = events.pop() {
        let now = now as f64 / 1e6;
        match step {
            Step::Claim => {
                let Some(duration) = cells.next() else {
                    continue;
                };
                let end = server.serve(now, CLAIM) + duration + OVERHEAD;
                events.push(Reverse((micros(end), Step::Claim)));
                events.push(Reverse((micros(end + REST), Step::Commit)));
            }
            Step::Commit => {
                let committed = server.serve(now, COMMIT);
                events.push(Reverse((micros(committed), Step::Collector)));
            }
            Step::Collector if intake_free > now => {
                events.push(Reverse((micros(intake_free) + 1, Step::Collector)));
            }
            Step::Collector => {
                intake_free = server.serve(now, INTAKE);
                makespan = makespan.max(intake_free);
            }
        }
    }
    Outcome {
        makespan,
        busy: server.worked / makespan,
    }
}

fn show(seconds: f64) -> String {
    let minutes = seconds / 60.0;
    if minutes < 60.0 {
        format!("{minutes:.1} min")
    } else if minutes < 48.0 * 60.0 {
        format!("{:.1} h", minutes / 60.0)
    } else {
        format!("{:.1} d", minutes / 60.0 / 24.0)
    }
}
