//! Measures starvation: the time for which a run was ready to execute and the machine did not let it.
//!
//! The measure is taken in intervals of some milliseconds, by a thread of the sandbox's first process that is not the
//! one that keeps the deadlines: should a program find a way to delay the reading of its own counters, it loses the
//! credit, and nothing else happens. Nothing that is read takes a lock on a program's memory map.
//!
//! A program cannot earn credit by sleeping or blocking, because the scheduler counts a thread's run delay only while the
//! thread is ready. It cannot earn credit by having threads of its own wait for each other either: what counts is bounded
//! by the processor time that others took, see [`Interval::starved`]. What remains is bounded by
//! [`most_waited`](super::deadline::most_waited).

mod interval;
mod waited;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use self::interval::Interval;
pub(super) use self::waited::Waited;
use super::cgroup::RunCounters;
use super::procfs::{self, Scope};
use super::schedule::{self, OwnSchedule, Processors, Scheduled, Thread};

/// How often threads are looked at, unless looking takes long.
const TICK: Duration = Duration::from_millis(20);
const LONGEST_TICK: Duration = Duration::from_millis(100);

/// How much is measured at a time: long enough for the counters of processors, which count hundredths of a second.
const WINDOW: Duration = Duration::from_millis(100);

/// The thread that measures was stopped, with all of the sandbox or the machine, if it slept so much longer than it
/// wanted to.
const STOPPED: Duration = Duration::from_millis(100);

/// CPU time within an interval that may belong to no known thread without anything being amiss: the kernel's counters
/// of running threads lag by up to a scheduler tick.
const UNSEEN: Duration = Duration::from_millis(10);

/// Starts a thread that measures a run whose CPU time the kernel counts. Returns what it tells.
pub(super) fn watch(
    scope: Scope,
    started: Instant,
    counters: RunCounters,
) -> std::io::Result<Arc<Waited>> {
    const STACK: usize = 128 << 10;
    let waited = Arc::new(Waited::default());
    let told = Arc::clone(&waited);
    std::thread::Builder::new()
        .name("starvation".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            let mut starvation = Starvation::new(started, told);
            let mut overslept = Duration::ZERO;
            loop {
                let began = Instant::now();
                let (cpu, pressure) = (counters.cpu(), counters.pressure());
                // Without a list of its processes nobody can say that the run waited.
                if let Ok(processes) = procfs::processes(scope) {
                    starvation.measure(&processes, cpu, pressure, overslept);
                }
                let tick = (4 * began.elapsed()).clamp(TICK, LONGEST_TICK);
                overslept = oversleep(tick);
            }
        })?;
    Ok(waited)
}

/// Sleeps, and returns how much longer than it should have been.
pub(super) fn oversleep(time: Duration) -> Duration {
    let began = Instant::now();
    std::thread::sleep(time);
    began.elapsed().saturating_sub(time)
}

/// The measurement of one run. Belongs to the thread that makes it.
pub(super) struct Starvation {
    waited: Arc<Waited>,
    /// The processors that the run may use.
    cores: Vec<usize>,
    /// What the scheduler tells about this thread.
    own: OwnSchedule,
    own_delay: Duration,
    /// The threads when they were last looked at, and when that was.
    threads: BTreeMap<u32, Scheduled>,
    looked: Instant,
    cpu: Duration,
    window: Window,
    /// Of all windows before.
    starved: Duration,
}

/// The counters at the beginning of a window, and what was added up since.
struct Window {
    started: Instant,
    cpu: Duration,
    processors: Option<Processors>,
    pressure: Option<Duration>,
    /// What was counted for each thread.
    grown: BTreeMap<u32, Scheduled>,
    /// How long threads were ready and not running, all together.
    ready: Duration,
    /// How long the sandbox was stopped.
    stopped: Duration,
}

impl Starvation {
    pub(super) fn new(started: Instant, waited: Arc<Waited>) -> Self {
        let own = OwnSchedule::open();
        let cores = schedule::own_processors();
        Self {
            waited,
            own_delay: own.delay(),
            own,
            threads: BTreeMap::new(),
            looked: started,
            cpu: Duration::ZERO,
            // What others had of the processors before this moment is not known.
            window: Window::new(started, Duration::ZERO, None, None),
            cores,
            starved: Duration::ZERO,
        }
    }

    pub(super) fn waited(&self) -> &Waited {
        &self.waited
    }

    /// Measures what has happened since the last call. `cpu` is the CPU time of the whole run so far, `pressure` the time
    /// for which all of its group waited, where the kernel counts it, and `overslept` how late this call is.
    pub(super) fn measure(
        &mut self,
        processes: &[u32],
        cpu: Duration,
        pressure: Option<Duration>,
        overslept: Duration,
    ) {
        let settling = self.waited.settling.load(Ordering::Relaxed);
        let found: Vec<Thread> = processes
            .iter()
            .flat_map(|&pid| schedule::threads(pid))
            .collect();
        let now = Instant::now();
        let is_ready = || found.iter().any(Thread::is_ready);
        self.add_stop(overslept);
        self.add_threads(&found, cpu, now, is_ready);
        let processors = Processors::read(&self.cores);
        let starved = self.starved + self.interval(processors, pressure).starved();
        if self.window.started + WINDOW <= now {
            self.starved = starved;
            self.window = Window::new(now, self.cpu, processors, pressure);
        }
        let nanoseconds = starved.as_nanos() as u64;
        self.waited
            .nanoseconds
            .store(nanoseconds, Ordering::Relaxed);
        if settling && !is_ready() {
            self.waited.settled.fetch_add(1, Ordering::Release);
        }
    }

    /// Adds the time for which this thread was stopped. The time that it was ready is not included: it competes with the
    /// same others as the run, but a run that sleeps does not compete.
    fn add_stop(&mut self, overslept: Duration) {
        let delay = self.own.delay();
        if overslept > STOPPED {
            let own_delay = delay.saturating_sub(self.own_delay);
            self.window.stopped += overslept.saturating_sub(own_delay);
        }
        self.own_delay = delay;
    }

    /// Adds what was counted for threads. Those that have ended take their run delay with them, so the time since the last
    /// look in which some did counts as a whole if the run is ready now: right on average, since a program does not know
    /// when its threads are looked at.
    fn add_threads(
        &mut self,
        found: &[Thread],
        cpu: Duration,
        now: Instant,
        is_ready: impl Fn() -> bool,
    ) {
        let before = std::mem::take(&mut self.threads);
        let (mut delay, mut seen) = (Duration::ZERO, Duration::ZERO);
        for thread in found {
            let earlier = before.get(&thread.tid).copied().unwrap_or_default();
            let grown = thread.scheduled.since(earlier);
            (delay, seen) = (delay + grown.delay, seen + grown.cpu);
            let sum = self.window.grown.entry(thread.tid).or_default();
            *sum = sum.plus(grown);
            self.threads.insert(thread.tid, thread.scheduled);
        }
        let ended = before.keys().any(|tid| !self.threads.contains_key(tid));
        let unseen = cpu.saturating_sub(self.cpu).saturating_sub(seen);
        let blind = ended || unseen > UNSEEN;
        self.window.ready += if blind && is_ready() {
            now.saturating_duration_since(self.looked)
        } else {
            delay
        };
        self.cpu = cpu.max(self.cpu);
        self.looked = now;
    }

    /// What was counted in the window so far.
    fn interval(&self, processors: Option<Processors>, pressure: Option<Duration>) -> Interval {
        let window = &self.window;
        let cores = self.cores.len().max(1) as u32;
        let length = self.looked.saturating_duration_since(window.started);
        let cpu = self.cpu.saturating_sub(window.cpu);
        // At worst all other threads of the run had all its processors while this one was ready.
        let unexplained = window.grown.values().map(|thread| {
            let siblings = cpu.saturating_sub(thread.cpu) / cores;
            thread.delay.saturating_sub(siblings)
        });
        let taken = processors
            .zip(window.processors)
            .map(|(now, before)| now.taken(before, length * cores, cpu));
        let pressure = pressure.zip(window.pressure);
        Interval {
            length,
            cores,
            cpu,
            ready: window.ready,
            unexplained: unexplained.max().unwrap_or_default(),
            by_others: taken.map(|taken| taken.by_others),
            stolen: taken.map_or(Duration::ZERO, |taken| taken.stolen),
            pressure: pressure.map(|(now, before)| now.saturating_sub(before)),
            stopped: window.stopped,
        }
    }
}

impl Window {
    fn new(
        started: Instant,
        cpu: Duration,
        processors: Option<Processors>,
        pressure: Option<Duration>,
    ) -> Self {
        Self {
            started,
            cpu,
            processors,
            pressure,
            grown: BTreeMap::new(),
            ready: Duration::ZERO,
            stopped: Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_is_not_starved() {
        let waited = Arc::new(Waited::default());
        let mut starvation = Starvation::new(Instant::now(), Arc::clone(&waited));
        assert!(!starvation.cores.is_empty());
        let mut sleeper = std::process::Command::new("sleep")
            .arg("60")
            .spawn()
            .expect("sleep");
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(10));
            starvation.measure(&[sleeper.id()], Duration::ZERO, None, Duration::ZERO);
        }
        assert_eq!(starvation.threads.len(), 1);
        let before = starvation.starved;
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(10));
            starvation.measure(&[sleeper.id()], Duration::ZERO, None, Duration::ZERO);
        }
        // On a busy machine it may have waited for its start, but not since.
        assert_eq!(starvation.starved, before);
        sleeper.kill().expect("a kill");
        sleeper.wait().expect("an end");
    }
}
