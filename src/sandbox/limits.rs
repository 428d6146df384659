//! The limits that the kernel keeps by itself.
//!
//! CPU time and memory are not among them: the kernel counts those per process, and address space that is only reserved
//! is no memory. The cell counts them for the whole tree.

use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};

/// For the program that this process is about to become. The number of processes can only be limited in a namespace
/// of its own, as it is counted per user.
pub(super) fn apply(processes: Option<u64>, largest_file: u64) -> io::Result<()> {
    let set = |resource, most| {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit)
    };
    // At 0 the kernel still hands dumps to a program of the host, if it is set up to; at 1 it makes none at all.
    set(Resource::Core, 1)?;
    set(Resource::Fsize, largest_file)?;
    set(Resource::Nofile, 1024)?;
    set(Resource::Memlock, 1 << 20)?;
    if let Some(processes) = processes {
        // The first process of the cell is one more.
        set(Resource::Nproc, processes + 1)?;
    }
    // Deep recursion is a matter of memory here, not of the usual few megabytes.
    let deep = Rlimit {
        current: Some(256 << 20),
        maximum: None,
    };
    let _ = setrlimit(Resource::Stack, deep);
    Ok(())
}
