//! Resource limits that the kernel enforces per process or per user.
//!
//! CPU time and memory are not among them: the kernel counts those per process, and reserved address space is not
//! memory. Control groups or sampling count them for the whole process tree.

use rustix::io::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The resource limits of one program.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceLimits {
    /// Processes and threads; `None` without namespaces, where the kernel would count all processes of the user.
    pub(super) processes: Option<u64>,
    /// The size of the largest file, in bytes.
    pub(super) file_size: u64,
    pub(super) open_files: u64,
}

impl ResourceLimits {
    /// Sets the limits of the calling process. Allocates nothing.
    pub(super) fn apply(self) -> Result<()> {
        let set = |resource, max: u64| {
            // The judge's own hard limits cannot be exceeded.
            let max = getrlimit(resource).maximum.map_or(max, |own| max.min(own));
            let limit = Rlimit {
                current: Some(max),
                maximum: Some(max),
            };
            setrlimit(resource, limit)
        };
        // With 0 the kernel still pipes core dumps to a configured helper program of the host; with 1 it writes none.
        set(Resource::Core, 1)?;
        set(Resource::Fsize, self.file_size)?;
        // Bounds pipes, sockets and event queues, each of which uses kernel memory.
        set(Resource::Nofile, self.open_files)?;
        set(Resource::Memlock, 1 << 20)?;
        // Bounds queued signals and timers.
        set(Resource::Sigpending, 1024)?;
        set(Resource::Msgqueue, 0)?;
        set(Resource::Nice, 0)?;
        set(Resource::Rtprio, 0)?;
        if let Some(processes) = self.processes {
            // The init process and its second thread count too.
            set(Resource::Nproc, processes + 2)?;
        }
        // Deep recursion is bounded by the memory limit instead of the usual 8 MiB.
        let stack = Rlimit {
            current: Some(256 << 20),
            maximum: None,
        };
        // Fails if the user's own limit is lower, which then applies.
        let _ = setrlimit(Resource::Stack, stack);
        Ok(())
    }
}
