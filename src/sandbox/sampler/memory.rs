//! Memory of a run without control groups.

use std::sync::atomic::Ordering;

use super::Looks;
use super::exact::{Answer, ExactCounter};
use crate::sandbox::mounts::TEMPORARY;
use crate::sandbox::procfs::{self, AREA_BYTES, ExactMemory, Process, Scope};

/// What a file in temporary space costs the kernel beside its content.
const INODE_BYTES: u64 = 1024;

impl Looks {
    pub(super) fn count_memory(&mut self, pids: &[u32], processes: &[Process]) {
        let limit = self.watched.memory_kib;
        let (temporary_kib, kernel_kib) = self.beyond_processes();
        let resident: u64 = processes.iter().map(|p| p.resident_kib).sum();
        let quick = resident + temporary_kib + kernel_kib;
        let most = quick + processes.iter().map(Process::most_kernel_kib).sum::<u64>();
        if most <= limit {
            self.note_peak(quick);
            return;
        }
        let tables: u64 = pids.iter().map(|&pid| procfs::page_tables_kib(pid)).sum();
        let quick = quick + tables;
        let areas: u64 = processes.iter().map(Process::most_areas).sum();
        let most = quick + areas * AREA_BYTES / 1024;
        if most <= limit {
            self.note_peak(quick);
            return;
        }
        if processes.len() == 1 && temporary_kib == 0 && quick > limit {
            // Nothing is shared that could be counted twice.
            self.note_peak(quick);
            return;
        }
        let exact = match &mut self.exact {
            Some(exact) => exact,
            none => none.insert(ExactCounter::start()),
        };
        match exact.ask(pids) {
            Answer::Counted(exact) => {
                let ExactMemory {
                    private_kib,
                    shared_kib,
                    areas,
                } = exact;
                // What lies in temporary space may be mapped by a process or not.
                let all = private_kib + shared_kib.max(temporary_kib);
                self.note_peak(all + tables + kernel_kib + areas * AREA_BYTES / 1024);
            }
            Answer::Pending => {}
            // The program keeps the kernel from counting, so the worst is assumed.
            Answer::Late => self.note_peak(most),
        }
    }

    /// Temporary space, and what the kernel holds for files in it and for sockets.
    fn beyond_processes(&self) -> (u64, u64) {
        if self.watched.scope == Scope::Descendants {
            // Neither files nor sockets can be told from those of others.
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

    fn note_peak(&self, kib: u64) {
        self.shared.peak_kib.fetch_max(kib, Ordering::Relaxed);
        if kib > self.watched.memory_kib {
            self.shared.over_memory.store(true, Ordering::Relaxed);
        }
    }
}
