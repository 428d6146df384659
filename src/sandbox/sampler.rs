//! Counts the CPU time and memory of a run without control groups, by sampling its processes every few milliseconds.
//!
//! Two threads of the init process do this, so that the thread that keeps the deadlines never blocks on anything that
//! a program can delay. The first takes quick samples that never block. Where the quick sum, in which shared pages
//! count once per process, exceeds the limit, the second counts exactly. A program can delay that, so the quick sum
//! applies if there is no result in time.

mod cpu;
mod exact;
mod memory;

use std::collections::BTreeMap;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, eventfd};

use self::cpu::{Key, NewProcess};
use self::exact::ExactCounter;
use super::procfs::{self, Process, Scope};
use super::starvation::{Starvation, StarvedTime, oversleep};

/// How long sampling may fail before the program is assumed to be the reason.
const MAX_SAMPLING_GAP: Duration = Duration::from_millis(500);

/// The shortest and the longest interval between two samples.
const TICK: Duration = Duration::from_millis(3);
const MAX_TICK: Duration = Duration::from_millis(20);

/// The shortest interval between two measurements of starvation.
const STARVATION_TICK: Duration = Duration::from_millis(15);

/// The limits that the sampler checks.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampledLimits {
    pub(super) scope: Scope,
    pub(super) cpu: Duration,
    pub(super) memory_kib: u64,
    /// The number of CPUs that the run may use.
    pub(super) cores: u32,
}

/// A running sampler.
#[derive(Debug)]
pub(super) struct Sampler {
    shared: Arc<Shared>,
    starved_time: Arc<StarvedTime>,
    started: Instant,
    cores: u32,
}

/// The state shared with the sampling thread.
#[derive(Debug)]
struct Shared {
    cpu_ns: AtomicU64,
    peak_kib: AtomicU64,
    over_cpu: AtomicBool,
    over_memory: AtomicBool,
    /// Whether sampling has failed for too long.
    has_failed: AtomicBool,
    /// Whether the program hides the CPU time of its children.
    hides_children: AtomicBool,
    /// Becomes readable when a limit is exceeded.
    alarm: OwnedFd,
}

impl Sampler {
    /// Starts to sample a run whose program has just been started.
    pub(super) fn start(limits: SampledLimits, started: Instant) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            cpu_ns: AtomicU64::new(0),
            peak_kib: AtomicU64::new(0),
            over_cpu: AtomicBool::new(false),
            over_memory: AtomicBool::new(false),
            has_failed: AtomicBool::new(false),
            hides_children: AtomicBool::new(false),
            alarm: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        });
        let starved_time = Arc::new(StarvedTime::default());
        let (thread_shared, shared_time) = (Arc::clone(&shared), Arc::clone(&starved_time));
        std::thread::Builder::new()
            .name("sampler".to_owned())
            .spawn(move || {
                let starvation = Starvation::new(started, shared_time);
                SamplingThread::new(limits, thread_shared, started, starvation).run();
            })?;
        Ok(Self {
            shared,
            starved_time,
            started,
            cores: limits.cores,
        })
    }

    /// Becomes readable when a limit is exceeded.
    pub(super) fn alarm(&self) -> BorrowedFd<'_> {
        self.shared.alarm.as_fd()
    }

    pub(super) fn over_memory(&self) -> bool {
        self.shared.over_memory.load(Ordering::Relaxed)
    }

    /// Whether sampling has failed for so long that limits may have been exceeded unnoticed.
    pub(super) fn has_failed(&self) -> bool {
        self.shared.has_failed.load(Ordering::Relaxed)
    }

    pub(super) fn peak_kib(&self) -> u64 {
        self.shared.peak_kib.load(Ordering::Relaxed)
    }

    /// Returns the starvation of the run.
    pub(super) fn starved_time(&self) -> &Arc<StarvedTime> {
        &self.starved_time
    }

    /// Returns the CPU time so far. A program that hides its children from the kernel's accounting is charged for all
    /// the time that it could have used.
    pub(super) fn cpu(&self, until: Instant) -> Duration {
        let sampled = Duration::from_nanos(self.shared.cpu_ns.load(Ordering::Relaxed));
        if self.shared.hides_children.load(Ordering::Relaxed) {
            let time = until.saturating_duration_since(self.started);
            sampled.max(time.saturating_sub(self.starved_time.so_far()) * self.cores)
        } else {
            sampled
        }
    }
}

/// The sampling thread.
struct SamplingThread {
    limits: SampledLimits,
    shared: Arc<Shared>,
    started: Instant,
    starvation: Starvation,
    /// When starvation was last measured, and how much this thread has overslept since.
    measured: Instant,
    overslept: Duration,
    /// The live processes at the last sample.
    live: BTreeMap<Key, Process>,
    /// Parents of processes that had ended at the last sample, as they were before.
    parents_of_ended: Vec<Process>,
    /// How many processes have ended without their parents having waited for them.
    unaccounted_children: u32,
    /// The sampled CPU time of all processes. A program can keep its children out of the kernel's accounting by not
    /// waiting for them, but not out of the samples.
    sampled: Duration,
    /// Processes that appeared in the last sample.
    new: Vec<NewProcess>,
    /// An estimate of the CPU time of processes that are too short-lived to be sampled.
    unsampled: Duration,
    /// The intended pause between the last two samples. On a busy machine it was longer, but then the program had to
    /// wait too.
    tick: Duration,
    last_sample: Instant,
    /// Started on first use.
    exact: Option<ExactCounter>,
}

impl SamplingThread {
    fn new(
        limits: SampledLimits,
        shared: Arc<Shared>,
        started: Instant,
        starvation: Starvation,
    ) -> Self {
        Self {
            limits,
            shared,
            started,
            starvation,
            measured: started,
            overslept: Duration::ZERO,
            live: BTreeMap::new(),
            parents_of_ended: Vec::new(),
            unaccounted_children: 0,
            sampled: Duration::ZERO,
            new: Vec::new(),
            unsampled: Duration::ZERO,
            tick: TICK,
            last_sample: started,
            exact: None,
        }
    }

    /// Samples until the process ends.
    fn run(mut self) {
        // Random intervals: a program must not be able to predict the samples.
        let mut jitter = crate::dir::random();
        loop {
            let began = Instant::now();
            self.sample();
            // Sampling many processes must not dominate the CPU usage, but memory fills fast.
            let tick = (4 * began.elapsed()).clamp(TICK, MAX_TICK);
            jitter = jitter
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            self.tick = tick * (512 + (jitter >> 54) as u32) / 1024;
            self.overslept += oversleep(self.tick);
        }
    }

    fn sample(&mut self) {
        let shared = Arc::clone(&self.shared);
        let Ok(pids) = procfs::processes(self.limits.scope) else {
            if self.last_sample.elapsed() > MAX_SAMPLING_GAP {
                shared.has_failed.store(true, Ordering::Relaxed);
                let _ = rustix::io::write(&shared.alarm, &1_u64.to_ne_bytes());
            }
            return;
        };
        let processes: Vec<Process> = pids
            .iter()
            .filter_map(|&pid| procfs::process(pid))
            .collect();
        self.last_sample = Instant::now();
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
