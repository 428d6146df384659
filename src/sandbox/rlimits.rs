//! Resource limits that the kernel enforces per process or per user.
//!
//! CPU time and memory are not among them: the kernel counts those per process, and address space that is only
//! reserved is no memory. Control groups or sampling count them for the whole process tree.

use rustix::io::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The limits of one program.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceLimits {
    /// Processes and threads; `None` without namespaces, where the kernel counts those of the user elsewhere too.
    pub(super) processes: Option<u64>,
    /// The size of the largest file, in bytes.
    pub(super) file_size: u64,
    pub(super) open_files: u64,
}

impl ResourceLimits {
    /// Sets the limits of the calling process. Allocates nothing.
    pub(super) fn apply(self) -> Result<()> {
        let set = |resource, most: u64| {
            // Where the judge itself was started with less, nobody can have more.
            let most = getrlimit(resource)
                .maximum
                .map_or(most, |own| most.min(own));
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most),
            };
            setrlimit(resource, limit)
        };
        // At 0 the kernel still hands dumps to a program of the host, if it is set up to; at 1 it makes none at all.
        set(Resource::Core, 1)?;
        set(Resource::Fsize, self.file_size)?;
        // Bounds pipes, sockets and event queues, each of which holds memory of the kernel.
        set(Resource::Nofile, self.open_files)?;
        set(Resource::Memlock, 1 << 20)?;
        // Bounds queued signals and timers.
        set(Resource::Sigpending, 1024)?;
        set(Resource::Msgqueue, 0)?;
        set(Resource::Nice, 0)?;
        set(Resource::Rtprio, 0)?;
        if let Some(processes) = self.processes {
            // The first process of the sandbox is one more, with a second thread.
            set(Resource::Nproc, processes + 2)?;
        }
        // Deep recursion is a matter of memory here, not of the usual few megabytes.
        let deep = Rlimit {
            current: Some(256 << 20),
            maximum: None,
        };
        // Fails where the user's own limit is lower, which then has to do.
        let _ = setrlimit(Resource::Stack, deep);
        Ok(())
    }
}
