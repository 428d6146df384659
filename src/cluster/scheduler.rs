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
use crate::plan::PlannedRun;

/// Chooses the next run for one worker.
#[derive(Debug)]
pub(crate) struct Scheduler {
    at: usize,
    finished: Vec<bool>,
    /// Whether the last scan found nothing: then only a few instances are scanned at a time.
    is_idle: bool,
    live_models: Option<LiveModels>,
}

/// The CPU models of live workers at some time.
#[derive(Debug)]
struct LiveModels {
    at: Instant,
    models: BTreeSet<String>,
}

/// The position of a worker in a job array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayPosition {
    pub(crate) index: usize,
    pub(crate) count: usize,
}

/// What a worker does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Run(PlannedRun),
    /// Other workers execute the remaining runs, and may die.
    Wait,
    /// Nothing is left for this worker.
    Done,
}

/// How many instances an idle worker scans at a time, so that a thousand idle workers do not overload a file server.
const IDLE_SCAN_LIMIT: usize = 4;

impl Scheduler {
    /// Starts at an instance given by the position in the job array, or by the salt if the worker is in none.
    pub(crate) fn new(manifest: &Manifest, position: Option<ArrayPosition>, salt: u64) -> Self {
        let instances = manifest.instances.len().max(1);
        let at = match position {
            Some(ArrayPosition { index, count }) => index * instances / count.max(1) % instances,
            None => (salt % instances as u64) as usize,
        };
        Self {
            at,
            finished: vec![false; manifest.instances.len()],
            is_idle: false,
            live_models: None,
        }
    }

    /// Claims the next run.
    pub(crate) fn next(&mut self, manifest: &Manifest, claims: &Claims) -> io::Result<Next> {
        let coordination = claims.coordination();
        let count = self.finished.len();
        let mut foreign = Vec::new();
        let mut busy = Vec::new();
        let mut scanned = 0;
        let mut more = false;
        for step in 0..count {
            let instance = (self.at + step) % count;
            if self.finished[instance] {
                continue;
            }
            if self.is_idle && scanned == IDLE_SCAN_LIMIT {
                // The next scan continues here.
                self.at = instance;
                more = true;
                break;
            }
            scanned += 1;
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
                        return Ok(self.found(manifest, instance, entrant));
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
                return Ok(self.found(manifest, instance, entrant));
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

    fn found(&mut self, manifest: &Manifest, instance: usize, entrant: usize) -> Next {
        self.at = instance;
        self.is_idle = false;
        Next::Run(manifest.run(instance, entrant))
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
            let (before, after) = claimed.split_at(from);
            for &(entrant, turn) in after.iter().chain(before) {
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
                    return Ok(Some(self.found(manifest, *instance, entrant)));
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a worker with this CPU model is alive. Looked up at most every five seconds.
    fn is_model_alive(&mut self, claims: &Claims, model: &str) -> bool {
        const VALID_FOR: Duration = Duration::from_secs(5);
        let is_stale = |live: &LiveModels| live.at.elapsed() > VALID_FOR;
        if self.live_models.as_ref().is_none_or(is_stale) {
            let workers = claims.coordination().workers().into_iter();
            let models = workers
                .filter(|worker| worker.alive)
                .map(|worker| worker.machine.cpu);
            self.live_models = Some(LiveModels {
                at: Instant::now(),
                models: models.collect(),
            });
        }
        self.live_models
            .as_ref()
            .is_some_and(|live| live.models.contains(model))
    }
}

/// Claims an unclaimed run of the instance; first agrees on its CPU model if `opens` is set. If another worker claims
/// the same run first, continues with another run.
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
            repeat: 1,
            origin: None,
            arguments: Vec::new(),
            accepted: None,
        };
        let entrant = |_: usize| ManifestEntrant {
            provenance: provenance(),
            command: Vec::new(),
            paths: Vec::new(),
            is_built: true,
        };
        Manifest {
            id: "id".to_owned(),
            executable: String::new(),
            contest_file: "c".into(),
            contest: String::new(),
            unsandboxed: false,
            patience_ms: 3_600_000,
            instances: (0..3).map(instance).collect(),
            repetitions: vec![1; 3],
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
        fn new(manifest: &Manifest, coordination: &Coordination, cpu: &str, index: usize) -> Self {
            let position = ArrayPosition { index, count: 2 };
            let claims = worker(coordination, cpu);
            let scheduler = Scheduler::new(manifest, Some(position), claims.salt());
            Self { claims, scheduler }
        }

        /// Claims the next run and commits a result; returns its instance and entrant.
        fn execute(&mut self, manifest: &Manifest) -> Option<(usize, usize)> {
            match self.scheduler.next(manifest, &self.claims).unwrap() {
                Next::Run(PlannedRun {
                    instance, entrant, ..
                }) => {
                    self.claims.commit(instance, entrant, b"x").unwrap();
                    Some((instance, entrant))
                }
                Next::Wait | Next::Done => None,
            }
        }
    }

    #[test]
    fn two_workers_share_all_runs_and_start_at_different_instances() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let coordination = manifest.coordination(&results);
        coordination.make(3).unwrap();
        let mut workers =
            [0, 1].map(|number| TestWorker::new(&manifest, &coordination, "A", number));
        let mut executed = Vec::new();
        for turn in 0..12 {
            executed.extend(workers[turn % 2].execute(&manifest));
        }
        assert_eq!(&executed[..2], [(0, 0), (1, 0)]);
        let runs: BTreeSet<_> = executed.iter().collect();
        assert_eq!((executed.len(), runs.len()), (12, 12));
        assert_eq!(
            workers[0]
                .scheduler
                .next(&manifest, &workers[0].claims)
                .unwrap(),
            Next::Done
        );
    }

    #[test]
    fn an_instance_runs_on_one_model_while_a_worker_of_it_is_alive() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let coordination = manifest.coordination(&results);
        coordination.make(3).unwrap();
        let mut a = TestWorker::new(&manifest, &coordination, "A", 0);
        let mut b = TestWorker::new(&manifest, &coordination, "B", 0);
        assert_eq!(a.execute(&manifest), Some((0, 0)));
        // The other model claims the other instances, then ends.
        let of_b: Vec<usize> = std::iter::from_fn(|| b.execute(&manifest))
            .map(|run| run.0)
            .collect();
        assert_eq!(of_b, [1, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(b.scheduler.next(&manifest, &b.claims).unwrap(), Next::Done);
        // Without a live worker of the first model, the second takes its instance.
        a.claims.leave();
        let mut late = TestWorker::new(&manifest, &coordination, "B", 1);
        let rest: Vec<_> = std::iter::from_fn(|| late.execute(&manifest)).collect();
        assert_eq!(rest, [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn claims_of_a_dead_worker_are_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = manifest();
        let results = std::sync::Arc::new(crate::dir::Dir::open(folder.path()).unwrap());
        let coordination = manifest.coordination(&results);
        coordination.make(3).unwrap();
        let mut one = TestWorker::new(&manifest, &coordination, "A", 0);
        assert!(matches!(
            one.scheduler.next(&manifest, &one.claims).unwrap(),
            Next::Run(_)
        ));
        let mut other = TestWorker::new(&manifest, &coordination, "A", 1);
        let executed = std::iter::from_fn(|| other.execute(&manifest)).count();
        assert_eq!(executed, 11);
        let next =
            |worker: &mut TestWorker| worker.scheduler.next(&manifest, &worker.claims).unwrap();
        assert_eq!(next(&mut other), Next::Wait);
        one.claims.leave();
        assert_eq!(other.execute(&manifest), Some((0, 0)));
        assert_eq!(next(&mut other), Next::Done);
        assert_eq!(coordination.owner(0, 0, 1).map(|_| ()), Some(()));
    }
}
