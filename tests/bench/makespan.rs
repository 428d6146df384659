//! The makespan of 20,000 runs on 1 to 1,000 workers, and the load of their shared file server.
//!
//! A discrete-event simulation of 200 entrants on 100 instances. A worker claims a run, executes it, and commits the
//! result while it continues; one process collects results. All use one file server, which performs one operation at a
//! time. The numbers of operations were counted in system call traces; the server's speed is an assumption.
//!
//! Run durations are those of the sample contest of this repository with its limit of two seconds; the same scaled to a
//! limit of one minute; and one minute each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const RUNS: usize = 20_000;
const WORKERS: [usize; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// The 5 % quantiles of the wall times of the sample contest, in milliseconds.
const QUANTILES: [f64; 21] = [
    2.0, 3.0, 4.0, 4.0, 6.0, 10.0, 14.0, 19.0, 23.0, 27.0, 34.0, 38.0, 47.0, 68.0, 87.0, 163.0,
    263.0, 621.0, 708.0, 807.0, 1019.0,
];

/// The overhead of a run beyond its program, in seconds.
const OVERHEAD: f64 = 0.003;

/// The time from submission to the first claim, and between the starts of workers, in seconds.
const START: f64 = 5.0;
const STAGGER: f64 = 0.05;

/// The service time and the network latency of a file-server operation, in seconds.
const SERVICE: f64 = 0.000_25;
const ROUND_TRIP: f64 = 0.000_5;

/// The number of operations to scan an instance and claim a run, to commit a result, and to collect it.
const CLAIM: f64 = 4.0;
const COMMIT: f64 = 6.0;
const COLLECT: f64 = 12.0;

/// How long a result is held back before it is committed, in seconds.
const DELAY: f64 = 0.25;

fn main() {
    let plans = [
        ("one minute each", durations(|_| 60.0)),
        ("limit of one minute", durations(|quantile| 30.0 * quantile)),
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
            let Simulation { makespan, load } = simulate(durations, workers);
            let ideal = durations.iter().sum::<f64>() / workers as f64;
            let (shown, share) = (show(makespan), 100.0 * ideal / makespan);
            print!("  {shown:>9} {share:>5.0} % {:>5.1} % load", 100.0 * load);
        }
        println!();
    }
    println!("per column: makespan; efficiency; load of the file server");
}

/// Returns the durations of all runs in a pseudorandom order.
fn durations(scale: impl Fn(f64) -> f64) -> Vec<f64> {
    // Multiples of the golden ratio modulo 1 are evenly distributed.
    let golden = 0.618_033_988_749_895;
    let quantile = |run: usize| {
        let place = (run as f64 * golden).fract() * (QUANTILES.len() - 1) as f64;
        let (below, part) = (place.floor() as usize, place.fract());
        let milliseconds = QUANTILES[below] * (1.0 - part) + QUANTILES[below + 1] * part;
        milliseconds / 1000.0
    };
    (0..RUNS).map(|run| scale(quantile(run))).collect()
}

/// The result of a simulation.
struct Simulation {
    makespan: f64,
    /// The share of the time in which the file server was busy.
    load: f64,
}

/// A file server with one FIFO queue.
#[derive(Default)]
struct Server {
    free: f64,
    worked: f64,
}

impl Server {
    /// Returns the time at which so many sequential operations are complete.
    fn serve(&mut self, now: f64, operations: f64) -> f64 {
        let work = operations * SERVICE;
        self.free = self.free.max(now) + work;
        self.worked += work;
        self.free + operations * ROUND_TRIP
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// A worker claims a run.
    Claim,
    /// A worker commits a result.
    Commit,
    /// The collector records a result.
    Collect,
}

fn simulate(durations: &[f64], workers: usize) -> Simulation {
    let mut server = Server::default();
    let mut runs = durations.iter();
    // Integer microseconds, since floating-point times have no total order.
    let micros = |seconds: f64| (seconds * 1e6) as u64;
    let mut events: BinaryHeap<Reverse<(u64, Step)>> = (0..workers)
        .map(|worker| Reverse((micros(START + STAGGER * worker as f64), Step::Claim)))
        .collect();
    let mut collector_free = 0.0_f64;
    let mut makespan = 0.0_f64;
    while let Some(Reverse((now, step))) = events.pop() {
        let now = now as f64 / 1e6;
        match step {
            Step::Claim => {
                let Some(duration) = runs.next() else {
                    continue;
                };
                let end = server.serve(now, CLAIM) + duration + OVERHEAD;
                events.push(Reverse((micros(end), Step::Claim)));
                events.push(Reverse((micros(end + DELAY), Step::Commit)));
            }
            Step::Commit => {
                let committed = server.serve(now, COMMIT);
                events.push(Reverse((micros(committed), Step::Collect)));
            }
            Step::Collect if collector_free > now => {
                events.push(Reverse((micros(collector_free) + 1, Step::Collect)));
            }
            Step::Collect => {
                collector_free = server.serve(now, COLLECT);
                makespan = makespan.max(collector_free);
            }
        }
    }
    Simulation {
        makespan,
        load: server.worked / makespan,
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
