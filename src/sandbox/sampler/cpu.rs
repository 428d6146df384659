//! CPU time of a run without control groups, including that of children that the program hides.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::SamplingThread;
use crate::sandbox::procfs::{self, Process};

/// CPU time that may be missing from the kernel's accounting of children by rounding: user and system time of every
/// process are rounded down to hundredths of a second.
const ACCOUNTING_SLACK: Duration = Duration::from_millis(50);

/// How far the estimate of CPU time may exceed the accounted time by chance: it counts whole ticks.
const ESTIMATE_SLACK: Duration = Duration::from_millis(200);

/// This many children may end unaccounted before the program is taken to hide them: a child that did nothing, for
/// example failed to execute a program, does not change the counters of its parent.
const MAX_UNACCOUNTED_CHILDREN: u32 = 3;

/// Process ID and start time: process IDs are reused.
pub(super) type Key = (u32, u64);

fn key(process: &Process) -> Key {
    (process.pid, process.start)
}

/// A process that appeared in the last sample.
pub(super) struct NewProcess {
    key: Key,
    cpu: Duration,
    /// The number of CPUs that it was using.
    cpus: f64,
}

impl SamplingThread {
    /// Returns the CPU time of live and ended processes: the accounted or the sampled time, whichever is larger.
    pub(super) fn count_cpu(&mut self, processes: &[Process]) -> Duration {
        // Read last, so that a child that ends meanwhile is counted twice rather than never.
        let live: Duration = processes.iter().map(|p| p.cpu + p.children_cpu).sum();
        let accounted = live + procfs::ended_children().cpu;
        let now: BTreeMap<Key, Process> = processes.iter().map(|p| (key(p), *p)).collect();
        self.estimate_unsampled(&now);
        self.count_unaccounted_children(&now);
        for (key, process) in &now {
            let before = self.live.get(key);
            self.sampled += process
                .cpu
                .saturating_sub(before.map_or(Duration::ZERO, |b| b.cpu));
            if before.is_none() {
                self.new.push(NewProcess {
                    key: *key,
                    cpu: process.cpu,
                    cpus: procfs::cpus_in_use(process.pid),
                });
            }
        }
        self.live = now;
        let sampled = self.sampled;
        if sampled > accounted + ACCOUNTING_SLACK
            || sampled + self.unsampled > accounted * 4 / 3 + ESTIMATE_SLACK
            || self.unaccounted_children >= MAX_UNACCOUNTED_CHILDREN
        {
            self.shared.hides_children.store(true, Ordering::Relaxed);
        }
        let used = accounted.max(sampled);
        let mut cpu = used;
        self.shared
            .cpu_ns
            .fetch_max(cpu.as_nanos() as u64, Ordering::Relaxed);
        if self.shared.hides_children.load(Ordering::Relaxed) {
            let starved_time = self.starvation.starved_time().so_far();
            cpu = cpu.max(self.started.elapsed().saturating_sub(starved_time) * self.limits.cores);
        }
        if cpu > self.limits.cpu {
            self.shared.over_cpu.store(true, Ordering::Relaxed);
        }
        used
    }

    /// Counts processes that have ended while the child counters of their parents stayed the same: the parents do not
    /// wait for them. The parents are compared one sample later, since they may have been sampled before they waited.
    fn count_unaccounted_children(&mut self, now: &BTreeMap<Key, Process>) {
        let unchanged = |parent: &&Process| {
            let found = now.get(&key(parent));
            found.is_some_and(|found| found.children_faults == parent.children_faults)
        };
        self.unaccounted_children += self.parents_of_ended.iter().filter(unchanged).count() as u32;
        let ended = self.live.iter().filter(|(key, _)| !now.contains_key(key));
        let parents = ended.filter_map(|(_, child)| {
            let mut live = self.live.values();
            live.find(|process| process.pid == child.parent).copied()
        });
        self.parents_of_ended = parents.collect();
    }

    /// Estimates the CPU time of processes that live shorter than the sampling interval. Samples are at random times,
    /// so such processes are sampled in proportion to their run time, whether their parents wait for them or not: one
    /// that was sampled once stands for all that ran between two samples.
    fn estimate_unsampled(&mut self, now: &BTreeMap<Key, Process>) {
        let ended = self.new.drain(..).filter(|new| !now.contains_key(&new.key));
        let (mut cpus, mut sampled) = (0.0, Duration::ZERO);
        for new in ended {
            cpus += new.cpus;
            sampled += new.cpu;
        }
        let cpus = f64::min(cpus, self.limits.cores.into());
        self.unsampled += self.tick.mul_f64(cpus).saturating_sub(sampled);
    }
}
