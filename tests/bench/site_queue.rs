//! The delay between a hand-in and its results on a site, for a class, a campus and an open contest.
//!
//! A simulation of the queue of `judge serve`: the team that has used least machine time in the last hour goes next, and
//! a newer waiting hand-in replaces an older one of its team. Assumptions, not measurements: every team hands in ten
//! times; of all hand-ins a quarter come in the last hour, a quarter more in the last day, and the rest evenly in two
//! weeks before; a hand-in costs a build of two seconds and either 10 runs of 0.2 s or 20 runs of 5 s. Without `--bench`
//! only small contests are simulated.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

const HOUR: f64 = 3600.0;
const DAY: f64 = 24.0 * HOUR;
const END: f64 = 14.0 * DAY;
const HAND_INS: usize = 10;

fn main() {
    let costs = [("10 runs of 0.2 s", 4.0), ("20 runs of 5 s", 102.0)];
    println!(
        " teams  cores  a hand-in         median in the last hour   95 %       results of the last one"
    );
    let full = std::env::args().any(|argument| argument == "--bench");
    let sizes: &[usize] = if full {
        &[30, 300, 3_000, 30_000]
    } else {
        &[30, 300]
    };
    for &teams in sizes {
        for (name, cost) in costs {
            for cores in [7, 63, 500, 4_000] {
                let Delays { median, high, last } = simulate(teams, cores, cost);
                // More cores change nothing any more.
                let is_enough = high < 2.0 * cost;
                let [median, high, last] = [median, high, last].map(show);
                println!("{teams:>6}  {cores:>5}  {name:<16} {median:>25} {high:>6} {last:>29}");
                if is_enough {
                    break;
                }
            }
        }
    }
    println!(
        "cores: those for runs, one program each; last: from the close to the last result of a hand-in"
    );
}

/// Delays in seconds.
struct Delays {
    median: f64,
    high: f64,
    last: f64,
}

/// Returns the moments of all hand-ins, each with its team, in order.
fn arrivals(teams: usize) -> Vec<(f64, usize)> {
    // Multiples of the golden ratio modulo 1 are evenly distributed.
    let golden = 0.618_033_988_749_895;
    let total = teams * HAND_INS;
    let mut arrivals: Vec<(f64, usize)> = (0..total)
        .map(|number| {
            let place = (number as f64 * golden).fract();
            let within = (number as f64 * golden * golden).fract();
            let time = match place {
                p if p < 0.25 => END - HOUR * within,
                p if p < 0.5 => END - DAY * within,
                _ => END * within,
            };
            (time, number % teams)
        })
        .collect();
    arrivals.sort_by(|one, other| one.0.total_cmp(&other.0));
    arrivals
}

fn simulate(teams: usize, cores: usize, cost: f64) -> Delays {
    // Time is counted in whole milliseconds, since floating-point times have no total order.
    let millis = |seconds: f64| (seconds * 1000.0) as u64;
    // The build uses one core; runs use one each, so a hand-in is taken as work of one core.
    let mut free: BinaryHeap<Reverse<u64>> = (0..cores).map(|_| Reverse(0)).collect();
    let mut used: Vec<Vec<u64>> = vec![Vec::new(); teams];
    let mut waiting: BTreeMap<usize, u64> = BTreeMap::new();
    let mut delays = Vec::new();
    let mut last = 0;
    let arrivals = arrivals(teams);
    let mut next = 0;
    while let Some(Reverse(now)) = free.peek().copied() {
        // All hand-ins that have come until a core is free; without any, the next one.
        let until = if waiting.is_empty() {
            arrivals
                .get(next)
                .map_or(now, |(time, _)| now.max(millis(*time)))
        } else {
            now
        };
        while let Some((time, team)) = arrivals
            .get(next)
            .filter(|(time, _)| millis(*time) <= until)
        {
            waiting.insert(*team, millis(*time));
            next += 1;
        }
        let recent = |team: usize| {
            let since = until.saturating_sub(millis(HOUR));
            used[team]
                .iter()
                .rev()
                .take_while(|end| **end > since)
                .count()
        };
        let chosen = waiting
            .iter()
            .min_by_key(|(team, time)| (recent(**team), **time));
        let Some((&team, &time)) = chosen else {
            break;
        };
        waiting.remove(&team);
        free.pop();
        let end = until + millis(cost);
        free.push(Reverse(end));
        used[team].push(end);
        last = last.max(end);
        if time > millis(END - HOUR) {
            delays.push((end - time) as f64 / 1000.0);
        }
    }
    delays.sort_by(f64::total_cmp);
    let at = |share: f64| delays[(share * (delays.len() - 1) as f64) as usize];
    Delays {
        median: at(0.5),
        high: at(0.95),
        last: (last as f64 / 1000.0 - END).max(0.0),
    }
}

fn show(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 2.0 * HOUR => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / HOUR),
    }
}
