//! Counts the CPU time and memory of a run where there are no control groups, by looking at its processes every few
//! milliseconds.
//!
//! Two threads of the sandbox's first process do this, so that the thread that keeps the deadlines never waits for
//! anything that a program can delay. The first takes quick looks that wait for nobody. Where the quick sum is over the
//! limit, in which shared pages count once for every process that has them, the second counts exactly; it may be made
//! to wait, but not for long: if it has no answer in time, the quick sum counts.

mod cpu;
mod exact;
mod memory;

use std::collections::BTreeMap;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, eventfd};

use self::cpu::{Key, New};
use self::exact::ExactCounter;
use super::procfs::{self, Process, Scope};
use super::starvation::{Starvation, Waited, oversleep};

/// How long processes may stay out of sight before the program is taken to be the reason.
const LONGEST_BLINDNESS: Duration = Duration::from_millis(500);

/// How often processes are looked at, unless looking takes long.
const TICK: Duration = Duration::from_millis(3);
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// How often starvation is measured, at most.
const STARVATION_TICK: Duration = Duration::from_millis(15);

/// The limits that the sampler watches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watched {
    pub(super) scope: Scope,
    pub(super) cpu: Duration,
    pub(super) memory_kib: u64,
    /// How many processors the run may use.
    pub(super) cores: u32,
}

/// A sampler at work.
#[derive(Debug)]
pub(super) struct Sampler {
    shared: Arc<Shared>,
    waited: Arc<Waited>,
    started: Instant,
    cores: u32,
}

/// What the threads tell each other.
#[derive(Debug)]
struct Shared {
    cpu_ns: AtomicU64,
    peak_kib: AtomicU64,
    over_cpu: AtomicBool,
    over_memory: AtomicBool,
    /// Whether processes could not be looked at for long.
    blind: AtomicBool,
    /// Whether the program hides the CPU time of its children.
    hides_children: AtomicBool,
    /// Becomes readable when a limit is exceeded.
    alarm: OwnedFd,
}

impl Sampler {
    /// Starts to sample a run whose program has just been started.
    pub(super) fn start(watched: Watched, started: Instant) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            cpu_ns: AtomicU64::new(0),
            peak_kib: AtomicU64::new(0),
            over_cpu: AtomicBool::new(false),
            over_memory: AtomicBool::new(false),
            blind: AtomicBool::new(false),
            hides_children: AtomicBool::new(false),
            alarm: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        });
        let waited = Arc::new(Waited::default());
        let (told, told_waited) = (Arc::clone(&shared), Arc::clone(&waited));
        std::thread::Builder::new()
            .name("sampler".to_owned())
            .spawn(move || {
                let starvation = Starvation::new(started, told_waited);
                Looks::new(watched, told, started, starvation).run();
            })?;
        Ok(Self {
            shared,
            waited,
            started,
            cores: watched.cores,
        })
    }

    /// Becomes readable when a limit is exceeded.
    pub(super) fn alarm(&self) -> BorrowedFd<'_> {
        self.shared.alarm.as_fd()
    }

    pub(super) fn over_memory(&self) -> bool {
        self.shared.over_memory.load(Ordering::Relaxed)
    }

    /// Whether processes could not be looked at for so long that limits may have been exceeded unseen.
    pub(super) fn blind(&self) -> bool {
        self.shared.blind.load(Ordering::Relaxed)
    }

    pub(super) fn peak_kib(&self) -> u64 {
        self.shared.peak_kib.load(Ordering::Relaxed)
    }

    /// How long the run was starved.
    pub(super) fn waited(&self) -> &Arc<Waited> {
        &self.waited
    }

    /// CPU time so far. A program that hides its children from the kernel's books is charged for all the time that it
    /// could have used.
    pub(super) fn cpu(&self, until: Instant) -> Duration {
        let seen = Duration::from_nanos(self.shared.cpu_ns.load(Ordering::Relaxed));
        if self.shared.hides_children.load(Ordering::Relaxed) {
            let time = until.saturating_duration_since(self.started);
            seen.max(time.saturating_sub(self.waited.so_far()) * self.cores)
        } else {
            seen
        }
    }
}

/// The thread that looks.
struct Looks {
    watched: Watched,
    shared: Arc<Shared>,
    started: Instant,
    starvation: Starvation,
    /// When starvation was last measured, and how late this thread has been since.
    measured: Instant,
    overslept: Duration,
    /// Each living process as it was last seen, by its number and start.
    living: BTreeMap<Key, Process>,
    /// Parents of processes that had gone at the last look, as they were before.
    bereft: Vec<Process>,
    /// How many processes have gone without their parents having waited for them.
    unbooked_children: u32,
    /// The CPU time that was seen of all processes, living or not. A program can keep its children out of the kernel's
    /// books by not waiting for them, but not from being seen.
    seen: Duration,
    /// Processes that were met for the first time at the last look.
    new: Vec<New>,
    /// An estimate of what processes have used that live too shortly to be seen.
    unseen: Duration,
    /// How long the last pause between two looks was meant to be. On a busy machine it was longer, but then the program
    /// had to wait, too.
    tick: Duration,
    last_look: Instant,
    /// Started where it is needed.
    exact: Option<ExactCounter>,
}

impl Looks {
    fn new(
        watched: Watched,
        shared: Arc<Shared>,
        started: Instant,
        starvation: Starvation,
    ) -> Self {
        Self {
            watched,
            shared,
            started,
            starvation,
            measured: started,
            overslept: Duration::ZERO,
            living: BTreeMap::new(),
            bereft: Vec::new(),
            unbooked_children: 0,
            seen: Duration::ZERO,
            new: Vec::new(),
            unseen: Duration::ZERO,
            tick: TICK,
            last_look: started,
            exact: None,
        }
    }

    /// Looks until the process ends.
    fn run(mut self) {
        // Not in step with anything that a program could do.
        let mut jitter = crate::dir::random();
        loop {
            let began = Instant::now();
            self.look();
            // Looking at many processes must not become the main work, but memory fills fast.
            let tick = (4 * began.elapsed()).clamp(TICK, LONGEST_TICK);
            jitter = jitter
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            self.tick = tick * (512 + (jitter >> 54) as u32) / 1024;
            self.overslept += oversleep(self.tick);
        }
    }

    fn look(&mut self) {
        let shared = Arc::clone(&self.shared);
        let Ok(pids) = procfs::processes(self.watched.scope) else {
            if self.last_look.elapsed() > LONGEST_BLINDNESS {
                shared.blind.store(true, Ordering::Relaxed);
                let _ = rustix::io::write(&shared.alarm, &1_u64.to_ne_bytes());
            }
            return;
        };
        let processes: Vec<Process> = pids
            .iter()
            .filter_map(|&pid| procfs::process(pid))
            .collect();
        self.last_look = Instant::now();
        let cpu = self.count_cpu(&processes);
        if self.measured.elapsed() >= STARVATION_TICK {
            self.measured = Instant::now();
            let overslept = std::mem::take(&mut self.overslept);
            self.starvation.measure(&pids, cpu, None, overslept);
        }
        self.count_memory(&pids, &processes);
        if shared.over_cpu.load(Ordering::Relaxed) || shared.over_memory.load(Ordering::Relaxed) {
            let _ = rustix::io::write(&shared.alarm, &1_u64.to_ne_bytes());
        }
    }
}
