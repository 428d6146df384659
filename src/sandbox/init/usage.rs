//! What a run has used, as counted by the kernel or sampled by the judge.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Supervisor;
use super::supervise::Running;
use crate::sandbox::cgroup::{Counted, Counters};
use crate::sandbox::procfs::{self, Scope};
use crate::sandbox::sampler::{Sampler, Watched};
use crate::sandbox::starvation::{self, Waited};

/// Who counts what a run uses.
pub(super) enum Meter {
    /// The kernel, and what it had counted before the program started. Starvation is measured apart, unless the program
    /// ends at once.
    Kernel(Counted, Option<Arc<Waited>>),
    /// The judge. Programs that end at once are not looked at: the kernel tells what they used when they are reaped.
    Sampled(Option<Sampler>),
}

impl Meter {
    /// How long the run was starved, once that is measured.
    pub(super) fn waited(&self) -> Option<&Waited> {
        match self {
            Self::Kernel(_, waited) => waited.as_deref(),
            Self::Sampled(sampler) => sampler.as_ref().map(|sampler| &**sampler.waited()),
        }
    }
}

/// What a run has used.
pub(super) struct Used {
    pub(super) cpu: Duration,
    pub(super) memory_kib: u64,
    pub(super) over_memory: bool,
    /// Whether the kernel killed a process because memory ran out elsewhere.
    pub(super) killed_outside: bool,
}

impl Supervisor<'_> {
    pub(super) fn counted(&self) -> Counted {
        let counted = self.init.counters.map(Counters::read).unwrap_or_default();
        Counted {
            // This process is in the group as well.
            cpu: counted.cpu.map(|cpu| cpu.saturating_sub(procfs::own_cpu())),
            ..counted
        }
    }

    pub(super) fn start_sampler(&self, scope: Scope, started: Instant) -> io::Result<Sampler> {
        let watched = Watched {
            scope,
            cpu: self.time(),
            memory_kib: self.request.memory / 1024,
            cores: self.cores,
        };
        Sampler::start(watched, started)
    }

    /// What the run has used since it began.
    pub(super) fn used(&self, meter: &Meter, now: Instant) -> Used {
        let ended = procfs::ended_children();
        match meter {
            Meter::Kernel(before, _) => {
                let counted = self.counted();
                let cpu = counted.cpu.unwrap_or_default();
                let cpu = cpu.saturating_sub(before.cpu.unwrap_or_default());
                let killed = counted.over_limit(self.request.memory);
                Used {
                    cpu: cpu.max(ended.cpu),
                    memory_kib: counted.peak_bytes / 1024,
                    over_memory: killed,
                    killed_outside: counted.oom_kills > 0 && !killed,
                }
            }
            Meter::Sampled(sampler) => {
                let seen = |of: &dyn Fn(&Sampler) -> u64| sampler.as_ref().map_or(0, of);
                let memory_kib = ended.resident_kib.max(seen(&|sampler| sampler.peak_kib()));
                let cpu = sampler.as_ref().map(|sampler| sampler.cpu(now));
                Used {
                    cpu: cpu.unwrap_or_default().max(ended.cpu),
                    memory_kib,
                    over_memory: memory_kib * 1024 > self.request.memory,
                    killed_outside: self.init.counters.is_none()
                        && procfs::oom_kills() > self.oom_kills,
                }
            }
        }
    }

    /// Whether memory and sockets are over the limit together: the kernel does not count the buffers of sockets within
    /// one machine for any group. A few sockets do not matter, since what it counts includes files that it could drop.
    pub(super) fn sockets_over_limit(&self) -> bool {
        let counted = self
            .init
            .counters
            .map_or(0, |counters| counters.read().memory_bytes);
        let sockets = procfs::socket_buffers_kib() * 1024;
        let limit = self.request.memory;
        sockets > limit / 8 && counted + sockets > limit
    }

    /// Starts the thread that measures how long the program is starved. Without one, which a program that has used up
    /// all processes can bring about, it gets no credit.
    pub(super) fn watch_starvation(
        &self,
        before: &Counted,
        program: &Running,
    ) -> Option<Arc<Waited>> {
        // This process is in the group as well, and has its time taken off each reading.
        let before = before.cpu.unwrap_or_default();
        let counters = self.init.counters?.of_run(before);
        starvation::watch(program.scope, program.started, counters).ok()
    }
}
