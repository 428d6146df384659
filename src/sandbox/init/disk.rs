//! The disk space that a build may use.

use super::Supervisor;
use crate::sandbox::{MOST_BUILD_DISK, mounts};

/// The most files that a build may add to the file system that it is made on; of files and of bytes it may take no more
/// than half of what is free.
const MOST_BUILD_FILES: u64 = 50_000;

/// What is free on a file system. Some do not count files, and tell none.
#[derive(Clone, Copy)]
pub(super) struct FreeDisk {
    bytes: u64,
    files: u64,
}

impl Supervisor<'_> {
    /// What is free where a build writes.
    pub(super) fn free_disk(&self) -> Option<FreeDisk> {
        if !self.request.writable {
            return None;
        }
        let space = rustix::fs::statvfs(mounts::SUBMISSION).ok()?;
        Some(FreeDisk {
            bytes: space.f_bavail * space.f_frsize,
            files: space.f_favail,
        })
    }

    pub(super) fn filled_disk(&self, before: Option<FreeDisk>) -> bool {
        let (Some(before), Some(now)) = (before, self.free_disk()) else {
            return false;
        };
        let taken =
            |before: u64, now: u64, most: u64| before.saturating_sub(now) > most.min(before / 2);
        taken(before.bytes, now.bytes, MOST_BUILD_DISK)
            || taken(before.files, now.files, MOST_BUILD_FILES)
    }
}
