//! Which cell a worker takes next.
//!
//! Workers start at instances spread evenly over the plan and go on from there, so that they hardly ever meet before
//! the end. An instance is run on one CPU model: that of the worker which opened it. Others leave it alone as long as a
//! worker of that model lives. What dead workers have claimed comes last.

use std::collections::BTreeSet;
use std::io;
use std::time::{Duration, Instant};

use super::board::Listing;
use super::claims::Claims;
use super::orders::Orders;

/// A worker's way through the plan.
#[derive(Debug)]
pub(super) struct Picker {
    at: usize,
    finished: Vec<bool>,
    /// Whether the last look found nothing: then a look at a few places has to do.
    idle: bool,
    living: Option<(Instant, BTreeSet<String>)>,
}

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Cell {
        instance: usize,
        entrant: usize,
    },
    /// Others are at work, and may die.
    Wait,
    /// Nothing is left for this worker.
    Over,
}

/// How many instances, and how many claims, an idle worker looks at: a thousand of them must not keep a file server
/// busy.
const GLANCE: usize = 4;

impl Picker {
    /// `number` of `count` workers, where that is known.
    pub(super) fn new(orders: &Orders, place: Option<(usize, usize)>, salt: u64) -> Self {
        let instances = orders.instances.len().max(1);
        let at = match place {
            Some((number, count)) => number * instances / count.max(1) % instances,
            None => (salt % instances as u64) as usize,
        };
        Self {
            at,
            finished: vec![false; orders.instances.len()],
            idle: false,
            living: None,
        }
    }

    pub(super) fn next(&mut self, orders: &Orders, claims: &Claims) -> io::Result<Next> {
        let board = claims.board();
        let count = self.finished.len();
        let mut foreign = Vec::new();
        let mut busy = Vec::new();
        let mut looks = 0;
        let mut more = false;
        for step in 0..count {
            let instance = (self.at + step) % count;
            if self.finished[instance] {
                continue;
            }
            if self.idle && looks == GLANCE {
                // The rest comes next time.
                self.at = instance;
                more = true;
                break;
            }
            looks += 1;
            let listing = board.list(instance)?;
            let planned = &orders.cells[instance];
            if planned.iter().all(|entrant| listing.done.contains(entrant)) {
                self.finished[instance] = true;
                continue;
            }
            let model = if listing.has_model {
                board.model(instance)
            } else {
                None
            };
            match model {
                Some(model) if model != claims.cpu() => foreign.push((instance, listing, model)),
                model => {
                    let taken = claim_open(orders, claims, instance, &listing, model.is_none())?;
                    if let Some(entrant) = taken {
                        return Ok(self.found(instance, entrant));
                    }
                    busy.push((instance, listing));
                }
            }
        }
        for (instance, listing, model) in foreign {
            if self.lives(claims, &model) {
                continue;
            }
            if let Some(entrant) = claim_open(orders, claims, instance, &listing, false)? {
                return Ok(self.found(instance, entrant));
            }
            busy.push((instance, listing));
        }
        if let Some(cell) = self.take_over(orders, claims, &busy)? {
            return Ok(cell);
        }
        let nothing_here = busy.is_empty();
        // What is left may all be other models' work, which only a look at everything can tell.
        self.idle = !(nothing_here && more);
        Ok(if nothing_here && !more {
            Next::Over
        } else {
            Next::Wait
        })
    }

    fn found(&mut self, instance: usize, entrant: usize) -> Next {
        self.at = instance;
        self.idle = false;
        Next::Cell { instance, entrant }
    }

    /// Claims what a dead worker had claimed.
    fn take_over(
        &mut self,
        orders: &Orders,
        claims: &Claims,
        busy: &[(usize, Listing)],
    ) -> io::Result<Option<Next>> {
        let board = claims.board();
        let mut checked = 0;
        for (instance, listing) in busy {
            let planned = orders.cells[*instance].iter();
            let claimed = planned
                .filter(|entrant| !listing.done.contains(entrant))
                .filter_map(|&entrant| Some((entrant, *listing.claimed.get(&entrant)?)));
            let claimed: Vec<_> = claimed.collect();
            let from = claims.salt() as usize % claimed.len().max(1);
            let (before, behind) = claimed.split_at(from);
            for &(entrant, turn) in behind.iter().chain(before) {
                if checked == 2 * GLANCE {
                    break;
                }
                checked += 1;
                let owner = board.owner(*instance, entrant, turn);
                let dead = !owner.is_some_and(|owner| board.is_alive(&owner));
                // It may have committed and ended since the folder was read.
                if dead
                    && !board.is_done(*instance, entrant)
                    && claims.claim(*instance, entrant, turn + 1)?
                {
                    return Ok(Some(self.found(*instance, entrant)));
                }
            }
        }
        Ok(None)
    }

    /// Whether a worker of this CPU model lives; asked again now and then.
    fn lives(&mut self, claims: &Claims, model: &str) -> bool {
        const HOLDS: Duration = Duration::from_secs(5);
        let stale = |(at, _): &(Instant, _)| at.elapsed() > HOLDS;
        if self.living.as_ref().is_none_or(stale) {
            let workers = claims.board().workers().into_iter();
            let models = workers
                .filter(|worker| worker.alive)
                .map(|worker| worker.machine.cpu);
            self.living = Some((Instant::now(), models.collect()));
        }
        self.living
            .as_ref()
            .is_some_and(|(_, models)| models.contains(model))
    }
}

/// Claims a cell of the instance that nobody has claimed yet. Where others try the same, everybody goes on elsewhere.
fn claim_open(
    orders: &Orders,
    claims: &Claims,
    instance: usize,
    listing: &Listing,
    opens: bool,
) -> io::Result<Option<usize>> {
    let planned = orders.cells[instance].iter().copied();
    let mut open: Vec<usize> = planned
        .filter(|entrant| !listing.claimed.contains_key(entrant) && !listing.done.contains(entrant))
        .collect();
    if open.is_empty() {
        return Ok(None);
    }
    if opens && claims.agree_on_model(instance)? != claims.cpu() {
        return Ok(None);
    }
    let mut next = 0;
    while !open.is_empty() {
        let entrant = open.remove(next);
        if claims.claim(instance, entrant, 0)? {
            return Ok(Some(entrant));
        }
        next = claims.salt() as usize % open.len().max(1);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::Board;
    use crate::engine::orders::Hired;
    use crate::machine::Machine;
    use crate::store::{InstanceFacts, sample_provenance as provenance};

    /// Three instances of four entrants each.
    fn orders() -> Orders {
        let instance = |number: usize| InstanceFacts {
            round: "r".to_owned(),
            name: number.to_string(),
            digest: String::new(),
            tie_break: false,
            by_hand: false,
            origin: None,
        };
        let entrant = |_: usize| Hired {
            provenance: provenance(),
            command: Vec::new(),
            paths: Vec::new(),
        };
        Orders {
            id: "id".to_owned(),
            executable: String::new(),
            contest_file: "c".into(),
            contest: String::new(),
            unsandboxed: false,
            patience_ms: 3_600_000,
            instances: (0..3).map(instance).collect(),
            entrants: (0..4).map(entrant).collect(),
            cells: vec![vec![0, 1, 2, 3]; 3],
        }
    }

    fn worker(board: &Board, cpu: &str) -> Claims {
        let machine = Machine {
            node: "n".to_owned(),
            cpu: cpu.to_owned(),
            calibration_us: 1,
        };
        Claims::join(board.clone(), &machine).unwrap()
    }

    struct Hand {
        claims: Claims,
        picker: Picker,
    }

    impl Hand {
        fn new(orders: &Orders, board: &Board, cpu: &str, number: usize) -> Self {
            let claims = worker(board, cpu);
            let picker = Picker::new(orders, Some((number, 2)), claims.salt());
            Self { claims, picker }
        }

        /// The next cell, handed in at once.
        fn play(&mut self, orders: &Orders) -> Option<(usize, usize)> {
            match self.picker.next(orders, &self.claims).unwrap() {
                Next::Cell { instance, entrant } => {
                    self.claims.commit(instance, entrant, b"x").unwrap();
                    Some((instance, entrant))
                }
                Next::Wait | Next::Over => None,
            }
        }
    }

    #[test]
    fn two_workers_share_all_cells_and_start_apart() {
        let folder = tempfile::tempdir().unwrap();
        let orders = orders();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let board = orders.board(&results);
        board.make(3).unwrap();
        let mut hands = [0, 1].map(|number| Hand::new(&orders, &board, "A", number));
        let mut played = Vec::new();
        for turn in 0..12 {
            played.extend(hands[turn % 2].play(&orders));
        }
        assert_eq!(&played[..2], [(0, 0), (1, 0)]);
        let cells: BTreeSet<_> = played.iter().collect();
        assert_eq!((played.len(), cells.len()), (12, 12));
        assert_eq!(
            hands[0].picker.next(&orders, &hands[0].claims).unwrap(),
            Next::Over
        );
    }

    #[test]
    fn an_instance_stays_on_one_model_while_that_model_lives() {
        let folder = tempfile::tempdir().unwrap();
        let orders = orders();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let board = orders.board(&results);
        board.make(3).unwrap();
        let mut a = Hand::new(&orders, &board, "A", 0);
        let mut b = Hand::new(&orders, &board, "B", 0);
        assert_eq!(a.play(&orders), Some((0, 0)));
        // The other model opens instances of its own until none is left, then leaves.
        let of_b: Vec<usize> = std::iter::from_fn(|| b.play(&orders))
            .map(|cell| cell.0)
            .collect();
        assert_eq!(of_b, [1, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(b.picker.next(&orders, &b.claims).unwrap(), Next::Over);
        // Without the first model, the second does its work.
        a.claims.leave();
        let mut late = Hand::new(&orders, &board, "B", 1);
        let rest: Vec<_> = std::iter::from_fn(|| late.play(&orders)).collect();
        assert_eq!(rest, [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn what_a_dead_worker_claimed_is_done_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let orders = orders();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let board = orders.board(&results);
        board.make(3).unwrap();
        let mut one = Hand::new(&orders, &board, "A", 0);
        assert!(matches!(
            one.picker.next(&orders, &one.claims).unwrap(),
            Next::Cell { .. }
        ));
        let mut other = Hand::new(&orders, &board, "A", 1);
        let played = std::iter::from_fn(|| other.play(&orders)).count();
        assert_eq!(played, 11);
        let waits = |hand: &mut Hand| hand.picker.next(&orders, &hand.claims).unwrap();
        assert_eq!(waits(&mut other), Next::Wait);
        one.claims.leave();
        assert_eq!(other.play(&orders), Some((0, 0)));
        assert_eq!(waits(&mut other), Next::Over);
        assert_eq!(board.owner(0, 0, 1).map(|_| ()), Some(()));
    }
}
