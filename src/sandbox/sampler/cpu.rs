//! CPU time of a run without control groups, and how a run is found out that keeps its children out of the count.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Looks;
use crate::sandbox::procfs::{self, Process};

/// CPU time that may be missing from the kernel's books without anything being wrong: the books are rounded down to
/// hundredths of a second, for user and system time of every process that waits for others.
const UNBOOKED: Duration = Duration::from_millis(50);

/// How far the estimate of CPU time may be above the books by chance: it counts whole ticks.
const UNCERTAINTY: Duration = Duration::from_millis(200);

/// So many children may go without their parents having waited for them: one that did nothing at all, such as to find that
/// there is no program to execute, leaves no trace in the books.
const MOST_UNBOOKED_CHILDREN: u32 = 3;

/// The number and the start of a process: numbers are used again.
pub(super) type Key = (u32, u64);

fn key(process: &Process) -> Key {
    (process.pid, process.start)
}

/// A process that was met for the first time.
pub(super) struct New {
    key: Key,
    cpu: Duration,
    /// How many processors it was using.
    processors: f64,
}

impl Looks {
    /// CPU time of living and ended processes, by the kernel's books or by what was seen, whichever is more.
    pub(super) fn count_cpu(&mut self, processes: &[Process]) -> Duration {
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
}
