//! Measures starvation: the time for which a run was runnable but the machine did not execute it.
//!
//! The measurement is made in intervals of some milliseconds by a separate thread of the init process, not by the one
//! that keeps the deadlines: if a program delays the reading of its own counters, it only loses the credit. Nothing
//! that is read takes the lock of a program's memory map.
//!
//! A program cannot earn credit by sleeping or blocking, because the scheduler counts run delay only while a thread
//! is runnable. It cannot earn credit by letting its own threads wait for each other either: the credit is bounded by
//! the CPU time that other processes took, see [`Interval::starved`]. The total is bounded by
//! [`max_wait`](super::deadline::max_wait).

mod interval;
mod starved_time;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use self::interval::Interval;
pub(super) use self::starved_time::StarvedTime;
use super::cgroup::RunCounters;
use super::procfs::{self, Scope};
use super::schedule::{self, CpuTimes, OwnSchedStat, SchedStat, Thread};

/// The shortest and the longest interval between two measurements.
const TICK: Duration = Duration::from_millis(20);
const MAX_TICK: Duration = Duration::from_millis(100);

/// The length of a measurement window: long enough for `/proc/stat`, which counts hundredths of a second.
const WINDOW: Duration = Duration::from_millis(100);

/// If the measuring thread overslept by more than this, it was stopped together with the sandbox or the machine.
const STOPPED: Duration = Duration::from_millis(100);

/// CPU time per interval that may belong to no known thread: the kernel's counters of running threads lag by up to a
/// scheduler tick.
const UNATTRIBUTED: Duration = Duration::from_millis(10);

/// Starts a thread that measures a run with a control group. Returns the shared result.
pub(super) fn watch(
    scope: Scope,
    started: Instant,
    counters: RunCounters,
) -> std::io::Result<Arc<StarvedTime>> {
    const STACK: usize = 128 << 10;
    let starved_time = Arc::new(StarvedTime::default());
    let shared = Arc::clone(&starved_time);
    std::thread::Builder::new()
        .name("starvation".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            let mut starvation = Starvation::new(started, shared);
            let mut overslept = Duration::ZERO;
            loop {
                let began = Instant::now();
                let (cpu, pressure) = (counters.cpu(), counters.pressure());
                // Without a list of its processes the run gets no credit.
                if let Ok(processes) = procfs::processes(scope) {
                    starvation.measure(&processes, cpu, pressure, overslept);
                }
                let tick = (4 * began.elapsed()).clamp(TICK, MAX_TICK);
                overslept = oversleep(tick);
            }
        })?;
    Ok(starved_time)
}

/// Sleeps for `time` and returns how much longer the sleep took.
pub(super) fn oversleep(time: Duration) -> Duration {
    let began = Instant::now();
    std::thread::sleep(time);
    began.elapsed().saturating_sub(time)
}

/// The measurement of one run, owned by the measuring thread.
pub(super) struct Starvation {
    starved_time: Arc<StarvedTime>,
    /// The CPUs that the run may use.
    cores: Vec<usize>,
    /// The counters of the measuring thread.
    own: OwnSchedStat,
    own_delay: Duration,
    /// The threads at the last measurement, and its time.
    threads: BTreeMap<u32, SchedStat>,
    measured_at: Instant,
    cpu: Duration,
    window: Window,
    /// The starvation in all earlier windows.
    starved: Duration,
}

/// The counters at the beginning of a window, and the sums since then.
struct Window {
    started: Instant,
    cpu: Duration,
    cpu_times: Option<CpuTimes>,
    pressure: Option<Duration>,
    /// The growth of each thread's counters.
    growth: BTreeMap<u32, SchedStat>,
    /// The total run delay of all threads.
    run_delay: Duration,
    /// How long the sandbox was stopped.
    stopped: Duration,
}

impl Starvation {
    pub(super) fn new(started: Instant, starved_time: Arc<StarvedTime>) -> Self {
        let own = OwnSchedStat::open();
        let cores = schedule::own_cpus();
        Self {
            starved_time,
            own_delay: own.delay(),
            own,
            threads: BTreeMap::new(),
            measured_at: started,
            cpu: Duration::ZERO,
            // The usage of the CPUs before this moment is unknown.
            window: Window::new(started, Duration::ZERO, None, None),
            cores,
            starved: Duration::ZERO,
        }
    }

    pub(super) fn starved_time(&self) -> &StarvedTime {
        &self.starved_time
    }

    /// Measures the time since the last call. `cpu` is the CPU time of the whole run so far, `pressure` the stall
    /// time of its group, where the kernel counts it, and `overslept` how late this call is.
    pub(super) fn measure(
        &mut self,
        processes: &[u32],
        cpu: Duration,
        pressure: Option<Duration>,
        overslept: Duration,
    ) {
        let finishing = self.starved_time.finishing.load(Ordering::Relaxed);
        let found: Vec<Thread> = processes
            .iter()
            .flat_map(|&pid| schedule::threads(pid))
            .collect();
        let now = Instant::now();
        let is_runnable = || found.iter().any(Thread::is_runnable);
        self.add_stop(overslept);
        self.add_threads(&found, cpu, now, is_runnable);
        let cpu_times = CpuTimes::read(&self.cores);
        let starved = self.starved + self.interval(cpu_times, pressure).starved();
        if self.window.started + WINDOW <= now {
            self.starved = starved;
            self.window = Window::new(now, self.cpu, cpu_times, pressure);
        }
        let nanoseconds = starved.as_nanos() as u64;
        self.starved_time
            .nanoseconds
            .store(nanoseconds, Ordering::Relaxed);
        if finishing && !is_runnable() {
            self.starved_time.complete.fetch_add(1, Ordering::Release);
        }
    }

    /// Adds the time for which this thread was stopped, without its run delay: it competes for the same CPUs as the
    /// run, but a sleeping run does not compete.
    fn add_stop(&mut self, overslept: Duration) {
        let delay = self.own.delay();
        if overslept > STOPPED {
            let own_delay = delay.saturating_sub(self.own_delay);
            self.window.stopped += overslept.saturating_sub(own_delay);
        }
        self.own_delay = delay;
    }

    /// Adds the counters of threads. Ended threads take their run delay with them, so an interval in which some ended
    /// counts as a whole if the run is runnable now. This is right on average, since a program does not know when it
    /// is measured.
    fn add_threads(
        &mut self,
        found: &[Thread],
        cpu: Duration,
        now: Instant,
        is_runnable: impl Fn() -> bool,
    ) {
        let before = std::mem::take(&mut self.threads);
        let (mut delay, mut seen) = (Duration::ZERO, Duration::ZERO);
        for thread in found {
            let earlier = before.get(&thread.tid).copied().unwrap_or_default();
            let growth = thread.schedstat.since(earlier);
            (delay, seen) = (delay + growth.delay, seen + growth.cpu);
            let sum = self.window.growth.entry(thread.tid).or_default();
            *sum = sum.plus(growth);
            self.threads.insert(thread.tid, thread.schedstat);
        }
        let ended = before.keys().any(|tid| !self.threads.contains_key(tid));
        let unattributed = cpu.saturating_sub(self.cpu).saturating_sub(seen);
        let incomplete = ended || unattributed > UNATTRIBUTED;
        self.window.run_delay += if incomplete && is_runnable() {
            now.saturating_duration_since(self.measured_at)
        } else {
            delay
        };
        self.cpu = cpu.max(self.cpu);
        self.measured_at = now;
    }

    /// Returns the counters of the window so far.
    fn interval(&self, cpu_times: Option<CpuTimes>, pressure: Option<Duration>) -> Interval {
        let window = &self.window;
        let cores = self.cores.len().max(1) as u32;
        let length = self.measured_at.saturating_duration_since(window.started);
        let cpu = self.cpu.saturating_sub(window.cpu);
        // In the worst case all other threads of the run had all its CPUs while this one was runnable.
        let unexplained = window.growth.values().map(|thread| {
            let siblings = cpu.saturating_sub(thread.cpu) / cores;
            thread.delay.saturating_sub(siblings)
        });
        let taken = cpu_times
            .zip(window.cpu_times)
            .map(|(now, before)| now.taken(before, length * cores, cpu));
        let pressure = pressure.zip(window.pressure);
        Interval {
            length,
            cores,
            cpu,
            run_delay: window.run_delay,
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
        cpu_times: Option<CpuTimes>,
        pressure: Option<Duration>,
    ) -> Self {
        Self {
            started,
            cpu,
            cpu_times,
            pressure,
            growth: BTreeMap::new(),
            run_delay: Duration::ZERO,
            stopped: Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_is_not_starved() {
        let starved_time = Arc::new(StarvedTime::default());
        let mut starvation = Starvation::new(Instant::now(), Arc::clone(&starved_time));
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
        // On a busy machine its start may have been delayed, but it was not starved since.
        assert_eq!(starvation.starved, before);
        sleeper.kill().expect("a kill");
        sleeper.wait().expect("an end");
    }
}
