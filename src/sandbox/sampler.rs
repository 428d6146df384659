//! Counts the CPU time and memory of a run where there are no control groups, by looking at its processes every few
//! milliseconds.
//!
//! Two threads of the sandbox's first process do this, so that the thread that keeps the deadlines never waits for
//! anything that a program can delay. The first takes quick looks that wait for nobody. Where the quick sum is over the
//! limit, in which shared pages count once for every process that has them, the second counts exactly; it may be made
//! to wait, but not for long: if it has no answer in time, the quick sum counts.

use std::collections::BTreeMap;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use rustix::event::{EventfdFlags, eventfd};

use super::mounts::TEMPORARY;
use super::procfs::{self, AREA_BYTES, ExactMemory, Process, Scope};
use super::starvation::{Starvation, Waited, oversleep};

/// How often processes are looked at, unless looking takes long.
const TICK: Duration = Duration::from_millis(3);
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// How often starvation is measured, at most.
const STARVATION_TICK: Duration = Duration::from_millis(15);

/// How often memory is counted exactly.
const EXACT_TICK: Duration = Duration::from_millis(50);

/// How long an exact count may take before the quick sum counts instead.
const EXACT_DEADLINE: Duration = Duration::from_millis(500);

/// What a file in temporary space costs the kernel beside its content.
const INODE_BYTES: u64 = 1024;

/// CPU time that may be missing from the kernel's books without anything being wrong: the books are rounded down to
/// hundredths of a second, for user and system time of every process that waits for others.
const UNBOOKED: Duration = Duration::from_millis(50);

/// How far the estimate of CPU time may be above the books by chance: it counts whole ticks.
const UNCERTAINTY: Duration = Duration::from_millis(200);

/// So many children may go without their parents having waited for them: one that did nothing at all, such as to find that
/// there is no program to execute, leaves no trace in the books.
const MOST_UNBOOKED_CHILDREN: u32 = 3;

/// How long processes may stay out of sight before the program is taken to be the reason.
const LONGEST_BLINDNESS: Duration = Duration::from_millis(500);

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

/// The number and the start of a process: numbers are used again.
type Key = (u32, u64);

fn key(process: &Process) -> Key {
    (process.pid, process.start)
}

/// A process that was met for the first time.
struct New {
    key: Key,
    cpu: Duration,
    /// How many processors it was using.
    processors: f64,
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

    /// CPU time of living and ended processes, by the kernel's books or by what was seen, whichever is more.
    fn count_cpu(&mut self, processes: &[Process]) -> Duration {
        // Read last, so that a child that ends meanwhile is counted twice rather than never.
        let living: Duration = processes.iter().map(|p| p.cpu + p.children_cpu).sum();
        let booked = living + procfs::ended_children().cpu;
        let now: BTreeMap<Key, Process> = processes.iter().map(|p| (key(p), *p)).collect();
        self.estimate_gone(&now);
        self.count_unbooked_children(&now);
        for (key, process) in &now {
            let before = self.living.get(key);
            self.seen += process
                .cpu
                .saturating_sub(before.map_or(Duration::ZERO, |b| b.cpu));
            if before.is_none() {
                self.new.push(New {
                    key: *key,
                    cpu: process.cpu,
                    processors: procfs::processors_in_use(process.pid),
                });
            }
        }
        self.living = now;
        let seen = self.seen;
        if seen > booked + UNBOOKED
            || seen + self.unseen > booked * 4 / 3 + UNCERTAINTY
            || self.unbooked_children >= MOST_UNBOOKED_CHILDREN
        {
            self.shared.hides_children.store(true, Ordering::Relaxed);
        }
        let used = booked.max(seen);
        let mut cpu = used;
        self.shared
            .cpu_ns
            .fetch_max(cpu.as_nanos() as u64, Ordering::Relaxed);
        if self.shared.hides_children.load(Ordering::Relaxed) {
            let waited = self.starvation.waited().so_far();
            cpu = cpu.max(self.started.elapsed().saturating_sub(waited) * self.watched.cores);
        }
        if cpu > self.watched.cpu {
            self.shared.over_cpu.store(true, Ordering::Relaxed);
        }
        used
    }

    /// Counts processes that have gone while the books of their parents stayed as they were: their parents do not wait for
    /// them. The parents are looked at once more, for they may have been looked at before they waited.
    fn count_unbooked_children(&mut self, now: &BTreeMap<Key, Process>) {
        let unchanged = |parent: &&Process| {
            let found = now.get(&key(parent));
            found.is_some_and(|found| found.children_faults == parent.children_faults)
        };
        self.unbooked_children += self.bereft.iter().filter(unchanged).count() as u32;
        let gone = self.living.iter().filter(|(key, _)| !now.contains_key(key));
        let parents = gone.filter_map(|(_, child)| {
            let mut living = self.living.values();
            living.find(|process| process.pid == child.parent).copied()
        });
        self.bereft = parents.collect();
    }

    /// Estimates the CPU time of processes that live for less than the time between two looks. Looks are at random times,
    /// so that such processes are met as often as they run, whether their parents wait for them or not: one that was met
    /// once stands for all that ran between two looks.
    fn estimate_gone(&mut self, now: &BTreeMap<Key, Process>) {
        let gone = self.new.drain(..).filter(|new| !now.contains_key(&new.key));
        let (mut processors, mut seen) = (0.0, Duration::ZERO);
        for new in gone {
            processors += new.processors;
            seen += new.cpu;
        }
        let processors = f64::min(processors, self.watched.cores.into());
        self.unseen += self.tick.mul_f64(processors).saturating_sub(seen);
    }

    fn count_memory(&mut self, pids: &[u32], processes: &[Process]) {
        let limit = self.watched.memory_kib;
        let (temporary_kib, kernel_kib) = self.beyond_processes();
        let resident: u64 = processes.iter().map(|p| p.resident_kib).sum();
        let quick = resident + temporary_kib + kernel_kib;
        let most = quick + processes.iter().map(Process::most_kernel_kib).sum::<u64>();
        if most <= limit {
            self.note_peak(quick);
            return;
        }
        let tables: u64 = pids.iter().map(|&pid| procfs::page_tables_kib(pid)).sum();
        let quick = quick + tables;
        let areas: u64 = processes.iter().map(Process::most_areas).sum();
        let most = quick + areas * AREA_BYTES / 1024;
        if most <= limit {
            self.note_peak(quick);
            return;
        }
        if processes.len() == 1 && temporary_kib == 0 && quick > limit {
            // Nothing is shared that could be counted twice.
            self.note_peak(quick);
            return;
        }
        let exact = match &mut self.exact {
            Some(exact) => exact,
            none => none.insert(ExactCounter::start()),
        };
        match exact.ask(pids) {
            Answer::Counted(exact) => {
                let ExactMemory {
                    private_kib,
                    shared_kib,
                    areas,
                } = exact;
                // What lies in temporary space may be mapped by a process or not.
                let all = private_kib + shared_kib.max(temporary_kib);
                self.note_peak(all + tables + kernel_kib + areas * AREA_BYTES / 1024);
            }
            Answer::Pending => {}
            // The program keeps the kernel from counting, so the worst is assumed.
            Answer::Late => self.note_peak(most),
        }
    }

    /// Temporary space, and what the kernel holds for files in it and for sockets.
    fn beyond_processes(&self) -> (u64, u64) {
        if self.watched.scope == Scope::Descendants {
            // Neither files nor sockets can be told from those of others.
            return (0, 0);
        }
        let sockets_kib = procfs::socket_buffers_kib();
        let Ok(space) = rustix::fs::statvfs(TEMPORARY[0]) else {
            return (0, sockets_kib);
        };
        let used = (space.f_blocks - space.f_bfree) * space.f_frsize / 1024;
        let inodes = (space.f_files - space.f_ffree) * INODE_BYTES / 1024;
        (used, sockets_kib + inodes)
    }

    fn note_peak(&self, kib: u64) {
        self.shared.peak_kib.fetch_max(kib, Ordering::Relaxed);
        if kib > self.watched.memory_kib {
            self.shared.over_memory.store(true, Ordering::Relaxed);
        }
    }
}

/// The thread that counts exactly, and may be made to wait.
struct ExactCounter {
    questions: Sender<Vec<u32>>,
    answers: Receiver<ExactMemory>,
    asked: Option<Instant>,
    answered: Option<Instant>,
}

enum Answer {
    Counted(ExactMemory),
    Pending,
    /// There is no answer although there should be one.
    Late,
}

impl ExactCounter {
    fn start() -> Self {
        let (questions, asked) = channel::<Vec<u32>>();
        let (tell, answers) = channel();
        // Where there is no thread to be had, questions go unanswered, and the worst is assumed.
        let _ = std::thread::Builder::new()
            .name("exact".to_owned())
            .spawn(move || {
                for pids in asked {
                    if tell.send(procfs::exact_memory(&pids)).is_err() {
                        return;
                    }
                }
            });
        Self {
            questions,
            answers,
            asked: None,
            answered: None,
        }
    }

    /// Asks, unless it was asked a moment ago, and gives an answer that has come.
    fn ask(&mut self, pids: &[u32]) -> Answer {
        match self.answers.try_recv() {
            Ok(exact) => {
                self.asked = None;
                self.answered = Some(Instant::now());
                return Answer::Counted(exact);
            }
            Err(TryRecvError::Disconnected) => return Answer::Late,
            Err(TryRecvError::Empty) => {}
        }
        match self.asked {
            Some(asked) if asked.elapsed() > EXACT_DEADLINE => return Answer::Late,
            Some(_) => {}
            None if self.answered.is_some_and(|at| at.elapsed() < EXACT_TICK) => {}
            None => {
                self.asked = Some(Instant::now());
                let _ = self.questions.send(pids.to_vec());
            }
        }
        Answer::Pending
    }
}
