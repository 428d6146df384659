//! Read-only files in memory, to hand contents to another process.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags};

/// Returns a sealed file in memory that holds these parts one after the other. Unlike a pipe, it needs no writer while
/// the program runs.
pub(super) fn sealed_file<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> io::Result<OwnedFd> {
    let memory =
        rustix::fs::memfd_create("input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    let mut file = File::from(memory);
    for part in parts {
        file.write_all(part)?;
    }
    rustix::fs::fcntl_add_seals(
        &file,
        SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL,
    )?;
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(rustix::fs::open(
        path,
        OFlags::RDONLY | OFlags::CLOEXEC,
        Mode::empty(),
    )?)
}
