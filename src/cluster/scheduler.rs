//! Schedules runs across cluster workers.
//!
//! Workers start at instances spread evenly over the plan and continue from there, so that they rarely compete before
//! the end. All runs of an instance are executed on one CPU model: that of the worker which claimed the first of them.
//! Workers with another model skip the instance while a worker of that model is alive. Claims of dead workers are taken
//! over last.

use std::collections::BTreeSet;
use std::io;
use std::time::{Duration, Instant};

use super::claims::Claims;
use super::coordination::Listing;
use super::manifest::Manifest;

/// Chooses the next run for one worker.
#[derive(Debug)]
pub(crate) struct Scheduler {
    at: usize,
    finished: Vec<bool>,
    /// Whether the last scan found nothing: then only a few instances are scanned at a time.
    is_idle: bool,
    /// The CPU models of live workers, and when they were looked up.
    live_models: Option<(Instant, BTreeSet<String>)>,
}

/// What a worker does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Run {
        instance: usize,
        entrant: usize,
    },
    /// Other workers execute the remaining runs, and may die.
    Wait,
    /// Nothing is left for this worker.
    Done,
}

/// How many instances an idle worker scans at a time, so that a thousand idle workers do not overload a file server.
const IDLE_SCAN_LIMIT: usize = 4;

impl Scheduler {
    /// `number` of `count` workers, where that is known.
    pub(crate) fn new(manifest: &Manifest, place: Option<(usize, usize)>, salt: u64) -> Self {
        let instances = manifest.instances.len().max(1);
        let at = match place {
            Some((number, count)) => number * instances / count.max(1) % instances,
            None => (salt % instances as u64) as usize,
        };
        Self {
            at,
            finished: vec![false; manifest.instances.len()],
            is_idle: false,
            live_models: None,
        }
    }

    pub(crate) fn next(&mut self, manifest: &Manifest, claims: &Claims) -> io::Result<Next> {
        let coordination = claims.coordination();
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
            if self.is_idle && looks == IDLE_SCAN_LIMIT {
                // The next scan continues here.
                self.at = instance;
                more = true;
                break;
            }
            looks += 1;
            let listing = coordination.list(instance)?;
            let planned = &manifest.runs[instance];
            if planned.iter().all(|entrant| listing.done.contains(entrant)) {
                self.finished[instance] = true;
                continue;
            }
            let model = if listing.has_model {
                coordination.model(instance)
            } else {
                None
            };
            match model {
                Some(model) if model != claims.cpu() => foreign.push((instance, listing, model)),
                model => {
                    let taken = claim_open(manifest, claims, instance, &listing, model.is_none())?;
                    if let Some(entrant) = taken {
                        return Ok(self.found(instance, entrant));
                    }
                    busy.push((instance, listing));
                }
            }
        }
        for (instance, listing, model) in foreign {
            if self.is_model_alive(claims, &model) {
                continue;
            }
            if let Some(entrant) = claim_open(manifest, claims, instance, &listing, false)? {
                return Ok(self.found(instance, entrant));
            }
            busy.push((instance, listing));
        }
        if let Some(run) = self.take_over(manifest, claims, &busy)? {
            return Ok(run);
        }
        let nothing_here = busy.is_empty();
        // All that is left may belong to other CPU models, which only a full scan can tell.
        self.is_idle = !(nothing_here && more);
        Ok(if nothing_here && !more {
            Next::Done
        } else {
            Next::Wait
        })
    }

    fn found(&mut self, instance: usize, entrant: usize) -> Next {
        self.at = instance;
        self.is_idle = false;
        Next::Run { instance, entrant }
    }

    /// Takes over a claim of a dead worker.
    fn take_over(
        &mut self,
        manifest: &Manifest,
        claims: &Claims,
        busy: &[(usize, Listing)],
    ) -> io::Result<Option<Next>> {
        let coordination = claims.coordination();
        let mut checked = 0;
        for (instance, listing) in busy {
            let planned = manifest.runs[*instance].iter();
            let claimed = planned
                .filter(|entrant| !listing.done.contains(entrant))
                .filter_map(|&entrant| Some((entrant, *listing.claimed.get(&entrant)?)));
            let claimed: Vec<_> = claimed.collect();
            let from = claims.salt() as usize % claimed.len().max(1);
            let (before, behind) = claimed.split_at(from);
            for &(entrant, turn) in behind.iter().chain(before) {
                if checked == 2 * IDLE_SCAN_LIMIT {
                    break;
                }
                checked += 1;
                let owner = coordination.owner(*instance, entrant, turn);
                let dead = !owner.is_some_and(|owner| coordination.is_alive(&owner));
                // The worker may have committed and signed off since the folder was read.
                if dead
                    && !coordination.is_done(*instance, entrant)
                    && claims.claim(*instance, entrant, turn + 1)?
                {
                    return Ok(Some(self.found(*instance, entrant)));
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a worker with this CPU model is alive. Looked up at most every five seconds.
    fn is_model_alive(&mut self, claims: &Claims, model: &str) -> bool {
        const VALID_FOR: Duration = Duration::from_secs(5);
        let stale = |(at, _): &(Instant, _)| at.elapsed() > VALID_FOR;
        if self.live_models.as_ref().is_none_or(stale) {
            let workers = claims.coordination().workers().into_iter();
            let models = workers
                .filter(|worker| worker.alive)
                .map(|worker| worker.machine.cpu);
            self.live_models = Some((Instant::now(), models.collect()));
        }
        self.live_models
            .as_ref()
            .is_some_and(|(_, models)| models.contains(model))
    }
}

/// Claims a run of the instance that nobody has claimed yet. After losing a race, continues at another run.
fn claim_open(
    manifest: &Manifest,
    claims: &Claims,
    instance: usize,
    listing: &Listing,
    opens: bool,
) -> io::Result<Option<usize>> {
    let planned = manifest.runs[instance].iter().copied();
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
    use super::super::coordination::Coordination;
    use super::super::manifest::ManifestEntrant;
    use super::*;
    use crate::machine::Machine;
    use crate::results::{InstanceFacts, sample_provenance as provenance};

    /// Three instances of four entrants each.
    fn manifest() -> Manifest {
        let instance = |number: usize| InstanceFacts {
            round: "r".to_owned(),
            name: number.to_string(),
            digest: String::new(),
            tie_break: false,
            by_hand: false,
            origin: None,
        };
        let entrant = |_: usize| ManifestEntrant {
            provenance: provenance(),
            command: Vec::new(),
            paths: Vec::new(),
        };
        Manifest {
            id: "id".to_owned(),
            executable: String::new(),
            contest_file: "c".into(),
            contest: String::new(),
            unsandboxed: false,
            patience_ms: 3_600_000,
            instances: (0..3).map(instance).collect(),
            entrants: (0..4).map(entrant).collect(),
            runs: vec![vec![0, 1, 2, 3]; 3],
        }
    }

    fn worker(coordination: &Coordination, cpu: &str) -> Claims {
        let machine = Machine {
            node: "n".to_owned(),
            cpu: cpu.to_owned(),
            calibration_us: 1,
        };
        Claims::join(coordination.clone(), &machine).unwrap()
    }

    struct TestWorker {
        claims: Claims,
        scheduler: Scheduler,
    }

    impl TestWorker {
        fn new(manifest: &Manifest, coordination: &Coordination, cpu: &str, number: usize) -> Self {
            let claims = worker(coordination, cpu);
            let scheduler = Scheduler::new(manifest, Some((number, 2)), claims.salt());
            Self { claims, scheduler }
        }

        /// The next run, handed in at once.
        fn play(&mut self, manifest: &Manifest) -> Option<(usize, usize)> {
            match self.scheduler.next(manifest, &self.claims).unwrap() {
                Next::Run { instance, entrant } => {
                    self.claims.commit(instance, entrant, b"x").unwrap();
                    Some((instance, entrant))
                }
                Next::Wait | Next::Done => None,
            }
        }
    }

    #[test]
    fn two_workers_share_all_cells_and_start_apart() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let coordination = manifest.coordination(&results);
        coordination.make(3).unwrap();
        let mut workers =
            [0, 1].map(|number| TestWorker::new(&manifest, &coordination, "A", number));
        let mut played = Vec::new();
        for turn in 0..12 {
            played.extend(workers[turn % 2].play(&manifest));
        }
        assert_eq!(&played[..2], [(0, 0), (1, 0)]);
        let runs: BTreeSet<_> = played.iter().collect();
        assert_eq!((played.len(), runs.len()), (12, 12));
        assert_eq!(
            workers[0]
                .scheduler
                .next(&manifest, &workers[0].claims)
                .unwrap(),
            Next::Done
        );
    }

    #[test]
    fn an_instance_stays_on_one_model_while_that_model_lives() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let coordination = manifest.coordination(&results);
        coordination.make(3).unwrap();
        let mut a = TestWorker::new(&manifest, &coordination, "A", 0);
        let mut b = TestWorker::new(&manifest, &coordination, "B", 0);
        assert_eq!(a.play(&manifest), Some((0, 0)));
        // The other model opens instances of its own until none is left, then leaves.
        let of_b: Vec<usize> = std::iter::from_fn(|| b.play(&manifest))
            .map(|run| run.0)
            .collect();
        assert_eq!(of_b, [1, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(b.scheduler.next(&manifest, &b.claims).unwrap(), Next::Done);
        // Without the first model, the second does its work.
        a.claims.leave();
        let mut late = TestWorker::new(&manifest, &coordination, "B", 1);
        let rest: Vec<_> = std::iter::from_fn(|| late.play(&manifest)).collect();
        assert_eq!(rest, [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn what_a_dead_worker_claimed_is_done_by_another() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let coordination = manifest.coordination(&results);
        coordination.make(3).unwrap();
        let mut one = TestWorker::new(&manifest, &coordination, "A", 0);
        assert!(matches!(
            one.scheduler.next(&manifest, &one.claims).unwrap(),
            Next::Run { .. }
        ));
        let mut other = TestWorker::new(&manifest, &coordination, "A", 1);
        let played = std::iter::from_fn(|| other.play(&manifest)).count();
        assert_eq!(played, 11);
        let waits =
            |worker: &mut TestWorker| worker.scheduler.next(&manifest, &worker.claims).unwrap();
        assert_eq!(waits(&mut other), Next::Wait);
        one.claims.leave();
        assert_eq!(other.play(&manifest), Some((0, 0)));
        assert_eq!(waits(&mut other), Next::Done);
        assert_eq!(coordination.owner(0, 0, 1).map(|_| ()), Some(()));
    }
}
