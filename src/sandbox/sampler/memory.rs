//! Memory of a run without control groups.

use std::sync::atomic::Ordering;

use super::SamplingThread;
use super::exact::{ExactCount, ExactCounter};
use crate::sandbox::mounts::TEMPORARY;
use crate::sandbox::procfs::{self, AREA_BYTES, ExactMemory, Process, Scope};

/// The kernel memory of a temporary file besides its content, in bytes.
const INODE_BYTES: u64 = 1024;

impl SamplingThread {
    pub(super) fn count_memory(&mut self, pids: &[u32], processes: &[Process]) {
        let limit = self.limits.memory_kib;
        let (temporary_kib, kernel_kib) = self.outside_processes();
        let resident: u64 = processes.iter().map(|p| p.resident_kib).sum();
        let quick = resident + temporary_kib + kernel_kib;
        let upper_bound = quick + processes.iter().map(Process::max_kernel_kib).sum::<u64>();
        if upper_bound <= limit {
            self.record_peak(quick);
            return;
        }
        let tables: u64 = pids.iter().map(|&pid| procfs::page_tables_kib(pid)).sum();
        let quick = quick + tables;
        let areas: u64 = processes.iter().map(Process::max_areas).sum();
        let upper_bound = quick + areas * AREA_BYTES / 1024;
        if upper_bound <= limit {
            self.record_peak(quick);
            return;
        }
        if processes.len() == 1 && temporary_kib == 0 && quick > limit {
            // A single process shares nothing that could be counted twice.
            self.record_peak(quick);
            return;
        }
        let exact = match &mut self.exact {
            Some(exact) => exact,
            unset => unset.insert(ExactCounter::start()),
        };
        match exact.poll(pids) {
            ExactCount::Counted(exact) => {
                let ExactMemory {
                    private_kib,
                    shared_kib,
                    areas,
                } = exact;
                // Temporary files may be mapped by a process or not.
                let all = private_kib + shared_kib.max(temporary_kib);
                self.record_peak(all + tables + kernel_kib + areas * AREA_BYTES / 1024);
            }
            ExactCount::Pending => {}
            // The program may be delaying the count, so the upper bound applies.
            ExactCount::Overdue => self.record_peak(upper_bound),
        }
    }

    /// Returns the size of temporary files, and of the kernel memory for files and sockets.
    fn outside_processes(&self) -> (u64, u64) {
        if self.limits.scope == Scope::Descendants {
            // Files and sockets cannot be told apart from those of others.
            return (0, 0);
        }
        let sockets_kib = procfs::socket_buffers_kib();
        let Ok(space) = rustix::fs::statvfs(TEMPORARY[0]) else {
            return (0, sockets_kib);
        };
        let used = (space.f_blocks - space.f_bfree) * space.f_frsize / 1024;
        let inodes = (space.f_files - space.f_ffree) * INODE_BYTES / 1024;
        (used, sockets_kib + inodes)
    }

    fn record_peak(&self, kib: u64) {
        self.shared.peak_kib.fetch_max(kib, Ordering::Relaxed);
        if kib > self.limits.memory_kib {
            self.shared.over_memory.store(true, Ordering::Relaxed);
        }
    }
}
