//! The long part of the work: better tours from one side, better bounds from the other, until they meet.

use super::Best;
use super::anneal::Annealing;
use crate::sorting_robot::bound::{Connectivity, carriage_bound, connectivity_bound};
use crate::sorting_robot::carriage::Carriage;
use crate::sorting_robot::ground::Ground;
use crate::{Bound, Budget};

/// On larger grids it takes too long to join all circuits after every change.
const MOST_WORK: usize = 1500;
/// Without any limit, it has to end nevertheless.
const ROUNDS: u64 = 2000;
const TRADES: u32 = 50;

pub(super) fn improve(
    ground: &Ground,
    carriage: Carriage,
    budget: &Budget,
    best: &mut Best,
) -> Bound {
    let mut bound = carriage_bound(&carriage);
    let mut connectivity = Connectivity::new(ground, &carriage);
    let mut annealing = (ground.work().count() <= MOST_WORK)
        .then(|| Annealing::new(ground, carriage.successor.clone(), budget.seed()));
    let rounds = match (budget.iterations(), budget.remaining()) {
        (Some(iterations), _) => iterations,
        (None, Some(_)) => u64::MAX,
        (None, None) => ROUNDS,
    };
    let trades = std::env::var("TR").map_or(TRADES, |t| t.parse().unwrap());
    let mut n = 0;
    for _ in 0..rounds {
        if budget.expired() || best.steps as i64 <= bound.value {
            break;
        }
        n += 1;
        if let Some(connectivity) = &mut connectivity
            && !connectivity.is_settled()
        {
            connectivity.improve(best.steps, budget);
            let proved = connectivity_bound(connectivity);
            if proved.value > bound.value {
                bound = proved;
            }
            if let Some(annealing) = &mut annealing
                && annealing.wants_suggestion()
                && std::env::var("NOSUG").is_err()
            {
                let mut successor = carriage.successor.clone();
                connectivity.read_successors(&mut successor);
                annealing.suggest(successor);
            }
        }
        if let Some(annealing) = &mut annealing {
            for _ in 0..trades {
                if budget.expired() {
                    break;
                }
                if let Some(tour) = annealing.change() {
                    best.offer(ground, &tour);
                }
            }
        }
    }
    if std::env::var("LB").is_ok() {
        eprintln!("{n} rounds {:?}", connectivity.map(|c| c.state()));
    }
    bound
}
