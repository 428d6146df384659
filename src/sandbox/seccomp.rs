//! A seccomp filter that allows the system calls on a list.
//!
//! The list is the result of tracing programs and builds in seven languages. Every other call fails with `ENOSYS`, as
//! on a kernel that does not have it, so that run-time libraries fall back to older calls. The filter is a binary
//! search over ranges of call numbers: the kernel evaluates a new filter once for every call it knows, so a linear
//! list of rules would cost each run several times as much.

mod bpf;
mod rules;
mod syscalls;

use std::io;

use libc::{sock_filter, sock_fprog};

/// An assembled filter.
#[derive(Clone, Debug)]
pub(super) struct Filter(Vec<sock_filter>);

impl Filter {
    /// Returns the filter for runs, or for builds.
    pub(super) fn new(build: bool) -> Self {
        Self(bpf::assemble(rules::rules(build)))
    }

    /// Returns the filter for a server of the judge's own, which starts no programs and opens no connections.
    pub(super) fn for_server() -> Self {
        Self(bpf::assemble(rules::server_rules()))
    }

    /// Installs the filter on the calling thread and its children. `no_new_privs` must be set. Allocates nothing, so
    /// that it can be called between `vfork` and `exec`.
    #[expect(unsafe_code, reason = "rustix does not install seccomp filters")]
    pub(super) fn install(&self) -> io::Result<()> {
        let program = sock_fprog {
            len: self.0.len() as u16,
            filter: self.0.as_ptr().cast_mut(),
        };
        // SAFETY: the structure points to as many instructions as it declares, and the kernel only reads them.
        let installed = unsafe {
            libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                0,
                &raw const program,
            )
        };
        match installed {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

#[cfg(test)]
mod tests;
