//! The disk space that a build may use.

use super::Supervisor;
use crate::sandbox::{DiskExcess, MAX_BUILD_DISK, mounts};

/// The number of files that a build may create.
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

    /// Returns whether the build has exceeded its disk space, and why: it may use at most half of what was free.
    pub(super) fn disk_excess(&self, before: Option<FreeDisk>) -> Option<DiskExcess> {
        let (before, now) = (before?, self.free_disk()?);
        excess(before.bytes, now.bytes, MAX_BUILD_DISK)
            .or_else(|| excess(before.files, now.files, MAX_BUILD_FILES))
    }
}

fn excess(before: u64, now: u64, max: u64) -> Option<DiskExcess> {
    let used = before.saturating_sub(now);
    if used > max {
        Some(DiskExcess::Limit)
    } else if used > before / 2 {
        Some(DiskExcess::Scarcity)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{DiskExcess, excess};

    #[test]
    fn a_build_that_exceeds_its_limit_is_told_from_a_disk_that_is_too_small() {
        assert_eq!(excess(1000, 900, 100), None);
        assert_eq!(excess(1000, 899, 100), Some(DiskExcess::Limit));
        assert_eq!(excess(150, 75, 100), None);
        assert_eq!(excess(150, 74, 100), Some(DiskExcess::Scarcity));
        assert_eq!(excess(150, 49, 100), Some(DiskExcess::Limit));
        // Others made room meanwhile, or the file system does not count files.
        assert_eq!(excess(100, 200, 10), None);
        assert_eq!(excess(0, 0, 10), None);
    }
}
