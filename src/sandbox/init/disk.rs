//! The disk space that a build may use.

use super::Supervisor;
use crate::sandbox::{MAX_BUILD_DISK, mounts};

/// The number of files that a build may create. It may use at most half of the free files and of the free bytes.
const MAX_BUILD_FILES: u64 = 50_000;

/// The free space of a file system. Some file systems do not count files and report 0.
#[derive(Clone, Copy)]
pub(super) struct FreeDisk {
    bytes: u64,
    files: u64,
}

impl Supervisor<'_> {
    /// Returns the free space of the file system that a build writes to.
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

    pub(super) fn exceeds_disk(&self, before: Option<FreeDisk>) -> bool {
        let (Some(before), Some(now)) = (before, self.free_disk()) else {
            return false;
        };
        let exceeds =
            |before: u64, now: u64, max: u64| before.saturating_sub(now) > max.min(before / 2);
        exceeds(before.bytes, now.bytes, MAX_BUILD_DISK)
            || exceeds(before.files, now.files, MAX_BUILD_FILES)
    }
}
