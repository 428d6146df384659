//! The resources that a run has used, as counted by the kernel or sampled by the judge.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Supervisor;
use super::supervise::Running;
use crate::sandbox::cgroup::{Counted, Counters};
use crate::sandbox::procfs::{self, Scope};
use crate::sandbox::sampler::{SampledLimits, Sampler};
use crate::sandbox::starvation::{self, StarvedTime};

/// What counts the resources of a run.
pub(super) enum Meter {
    /// The kernel, with the counters before the program started. Starvation is measured separately, unless the
    /// program ends at once.
    Kernel(Counted, Option<Arc<StarvedTime>>),
    /// The judge. Programs that end at once are not sampled: `getrusage` reports what they used.
    Sampled(Option<Sampler>),
}

impl Meter {
    /// Returns the starvation of the run, once it is measured.
    pub(super) fn starved_time(&self) -> Option<&StarvedTime> {
        match self {
            Self::Kernel(_, starved_time) => starved_time.as_deref(),
            Self::Sampled(sampler) => sampler.as_ref().map(|sampler| &**sampler.starved_time()),
        }
    }
}

/// The resources that a run has used.
pub(super) struct Usage {
    pub(super) cpu: Duration,
    pub(super) memory_kib: u64,
    pub(super) over_memory: bool,
    /// Whether the kernel killed a process because memory ran out elsewhere.
    pub(super) global_oom: bool,
}

impl Supervisor<'_> {
    pub(super) fn counted(&self) -> Counted {
        let counted = self.init.counters.map(Counters::read).unwrap_or_default();
        Counted {
            // The init process is in the group too.
            cpu: counted.cpu.map(|cpu| cpu.saturating_sub(procfs::own_cpu())),
            ..counted
        }
    }

    pub(super) fn start_sampler(&self, scope: Scope, started: Instant) -> io::Result<Sampler> {
        let limits = SampledLimits {
            scope,
            cpu: self.time(),
            memory_kib: self.request.memory / 1024,
            cores: self.cores,
        };
        Sampler::start(limits, started)
    }

    /// Returns what the run has used since it started.
    pub(super) fn usage(&self, meter: &Meter, now: Instant) -> Usage {
        let ended = procfs::ended_children();
        match meter {
            Meter::Kernel(before, _) => {
                let counted = self.counted();
                let cpu = counted.cpu.unwrap_or_default();
                let cpu = cpu.saturating_sub(before.cpu.unwrap_or_default());
                let killed = counted.over_limit(self.request.memory);
                Usage {
                    cpu: cpu.max(ended.cpu),
                    memory_kib: counted.peak_bytes / 1024,
                    over_memory: killed,
                    global_oom: counted.oom_kills > 0 && !killed,
                }
            }
            Meter::Sampled(sampler) => {
                let seen = |of: &dyn Fn(&Sampler) -> u64| sampler.as_ref().map_or(0, of);
                let memory_kib = ended.resident_kib.max(seen(&|sampler| sampler.peak_kib()));
                let cpu = sampler.as_ref().map(|sampler| sampler.cpu(now));
                Usage {
                    cpu: cpu.unwrap_or_default().max(ended.cpu),
                    memory_kib,
                    over_memory: memory_kib * 1024 > self.request.memory,
                    global_oom: self.init.counters.is_none()
                        && procfs::oom_kills() > self.oom_kills,
                }
            }
        }
    }

    /// Whether memory and socket buffers together exceed the limit: the kernel charges the buffers of local sockets
    /// to no group. A few sockets are ignored, because the counted memory includes reclaimable page cache.
    pub(super) fn sockets_over_limit(&self) -> bool {
        let counted = self
            .init
            .counters
            .map_or(0, |counters| counters.read().memory_bytes);
        let sockets = procfs::socket_buffers_kib() * 1024;
        let limit = self.request.memory;
        sockets > limit / 8 && counted + sockets > limit
    }

    /// Starts the thread that measures starvation. If it cannot be started, for example because the program has used
    /// up all processes, the run gets no credit.
    pub(super) fn start_starvation_watch(
        &self,
        before: &Counted,
        program: &Running,
    ) -> Option<Arc<StarvedTime>> {
        // The init process is in the group too; its time is subtracted from each reading.
        let before = before.cpu.unwrap_or_default();
        let counters = self.init.counters?.of_run(before);
        starvation::watch(program.scope, program.started, counters).ok()
    }
}
