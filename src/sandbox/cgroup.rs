//! Control groups: the kernel counts the CPU time and memory of a run and enforces its limits.
//!
//! Every run has a fresh group. The launcher makes groups below a folder of its own, which it finds in one of three
//! places: a parent that was delegated to this user (by `systemd-run --user --scope -p Delegate=yes`, or by an
//! administrator), the nearest parent that root may use, or, with version 1 of control groups, the launcher's own group
//! in each hierarchy. The folder is locked as long as the launcher lives, so that the next judge recognises and removes
//! what a killed one left behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{AtFlags, FlockOperation, Mode, OFlags, flock, mkdirat, open, openat, unlinkat};

use super::Accounting;
use crate::dir;

/// What the folders of launchers are called, with a random number behind it.
const PREFIX: &str = "judge-";

/// The group that the judge itself moves to, since version 2 allows no process beside groups that have limits.
const OWN: &str = "judge-main";

/// Where a launcher makes groups.
#[derive(Debug)]
pub(super) struct Groups {
    accounting: Accounting,
    /// One folder with version 2; with version 1 that of memory and that of CPU time.
    folders: Vec<Folder>,
    /// The groups that the launcher came from, with version 1.
    origins: Vec<File>,
    next: u64,
}

/// A launcher's own folder in a hierarchy.
#[derive(Debug)]
struct Folder {
    parent: OwnedFd,
    name: String,
    handle: OwnedFd,
}

/// The group of one run.
#[derive(Debug)]
pub(super) struct Group {
    accounting: Accounting,
    name: String,
    /// The folders that hold the group, and the group in each.
    places: Vec<(OwnedFd, OwnedFd)>,
    pub(super) counters: Counters,
}

/// Open files in which the kernel tells what it has counted and takes limits. They can be used without any path, from
/// inside the sandbox, and never wait for the program.
#[derive(Debug)]
pub(super) struct Counters {
    accounting: Accounting,
    /// Takes the limit on memory, and the one on processes or, with version 1, on memory and swap.
    memory_limit: Option<File>,
    second_limit: Option<File>,
    cpu: Option<File>,
    current: Option<File>,
    peak: Option<File>,
    events: Option<File>,
    /// How long processes waited for a processor; only with version 2, and only where the kernel keeps it.
    pressure: Option<File>,
}

/// What a thread needs to read on its own while a run goes on.
#[derive(Debug)]
pub(super) struct RunCounters {
    accounting: Accounting,
    cpu: Option<File>,
    pressure: Option<File>,
    /// CPU time of the group before the run.
    before: Duration,
}

/// What a group has used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) cpu: Option<Duration>,
    pub(super) memory_bytes: u64,
    pub(super) peak_bytes: u64,
    /// How many processes of the group the kernel has killed because memory ran out, here or elsewhere.
    pub(super) oom_kills: u64,
}

impl Counted {
    /// Whether the kernel killed a process because the group's own limit was reached. Where the group was far below it,
    /// memory ran out elsewhere.
    pub(super) fn over_limit(&self, limit: u64) -> bool {
        /// Memory is counted in batches, and the largest page is this large.
        const NEAR: u64 = 4 << 20;
        self.oom_kills > 0 && self.peak_bytes + NEAR >= limit
    }
}

impl Groups {
    /// Finds a place for groups, if this user has one, and tries it out. Has to be called while the host's files are in
    /// view.
    pub(super) fn find() -> Option<Self> {
        Self::find_v2().or_else(Self::find_v1)
    }

    fn find_v2() -> Option<Self> {
        let (mount, own) = own_group("cgroup2", |line| line.strip_prefix("0::"))?;
        // Our own group holds this process, so only its ancestors can have groups with limits.
        let mut at = own.as_path();
        while let Some(parent) = at.parent().filter(|_| at != mount) {
            if parent == mount {
                // The root is the only group that may hold processes and limited groups; only root can write there.
                let _ = enable(&open_folder(parent)?);
            }
            if let Some(groups) = Self::at(Accounting::CgroupV2, &[parent.to_owned()]) {
                return Some(groups);
            }
            at = parent;
        }
        // A process of the root group itself.
        let _ = enable(&open_folder(&mount)?);
        Self::at(Accounting::CgroupV2, &[mount])
    }

    fn find_v1() -> Option<Self> {
        let own = |controller: &str| {
            let listed = |line: &str| -> bool {
                let mut parts = line.splitn(3, ':').skip(1);
                parts
                    .next()
                    .is_some_and(|list| list.split(',').any(|name| name == controller))
            };
            let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
            let line = groups.lines().find(|line| listed(line))?;
            let path = line.splitn(3, ':').nth(2)?;
            let mounted = |line: &&str| {
                line.contains(" - cgroup ")
                    && line.rsplit(' ').next().is_some_and(|options| {
                        options.split(',').any(|option| option == controller)
                    })
            };
            let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
            below_mount(mounts.lines().find(mounted)?, path).map(|(_, own)| own)
        };
        let memory = own("memory")?;
        // Processes are limited by `RLIMIT_NPROC`, which the kernel counts per user namespace: a third hierarchy for
        // them would cost every run time and limit nothing more.
        Self::at(Accounting::CgroupV1, &[memory, own("cpuacct")?])
    }

    /// Uses these parents, if groups with a memory limit can be made and entered there.
    fn at(accounting: Accounting, parents: &[PathBuf]) -> Option<Self> {
        let mut folders = Vec::new();
        let mut origins = Vec::new();
        for path in parents {
            let parent = open_folder(path)?;
            remove_abandoned(&parent);
            folders.push(Folder::create(parent).ok()?);
            if accounting == Accounting::CgroupV1 {
                let origin = fs::OpenOptions::new()
                    .write(true)
                    .open(path.join("cgroup.procs"));
                origins.push(origin.ok()?);
            }
        }
        if accounting == Accounting::CgroupV2 {
            enable(&folders.first()?.handle).ok()?;
        }
        let mut groups = Self {
            accounting,
            folders,
            origins,
            next: 0,
        };
        let tried = groups.create().ok()?;
        let limited = tried.counters.limit(1 << 30, 64);
        let entered = tried.enter_by_fork();
        groups.leave();
        drop(tried);
        (limited.is_ok() && entered).then_some(groups)
    }

    pub(super) fn accounting(&self) -> Accounting {
        self.accounting
    }

    /// Makes a group. With version 1 this process enters it, and so does all that it forks: entering takes the kernel
    /// long, so it is done before there is something to run.
    pub(super) fn create(&mut self) -> io::Result<Group> {
        self.next += 1;
        let name = self.next.to_string();
        let mut places = Vec::new();
        for folder in &self.folders {
            mkdirat(&folder.handle, name.as_str(), Mode::from_raw_mode(0o755))?;
            let group = openat(&folder.handle, name.as_str(), FOLDER, Mode::empty())?;
            places.push((folder.handle.try_clone()?, group));
        }
        if self.accounting == Accounting::CgroupV2 {
            let (_, group) = &places[0];
            // Missing where there is no swap to account for.
            let _ = write(group, "memory.swap.max", "0");
            // The first process of the sandbox survives, and reports.
            let _ = write(group, "memory.oom.group", "0");
        }
        let counters = Counters::open(self.accounting, &places);
        let group = Group {
            accounting: self.accounting,
            name,
            places,
            counters,
        };
        if self.accounting == Accounting::CgroupV1 {
            for (_, folder) in &group.places {
                write(folder, "cgroup.procs", "0")?;
            }
        }
        Ok(group)
    }

    /// Takes this process back to where it came from, so that the groups can go.
    pub(super) fn leave(&mut self) {
        for origin in &mut self.origins {
            let _ = origin.write_all(b"0");
        }
    }
}

impl Drop for Groups {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Folder {
    fn create(parent: OwnedFd) -> io::Result<Self> {
        let name = format!("{PREFIX}{:016x}", dir::random());
        mkdirat(&parent, name.as_str(), Mode::from_raw_mode(0o755))?;
        let handle = openat(&parent, name.as_str(), FOLDER, Mode::empty())?;
        // The next judge takes a folder without a lock for abandoned.
        flock(&handle, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Self {
            parent,
            name,
            handle,
        })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = unlinkat(&self.parent, self.name.as_str(), AtFlags::REMOVEDIR);
    }
}

impl Group {
    /// The folder to fork into; `None` where this process is in the group already.
    pub(super) fn target(&self) -> Option<BorrowedFd<'_>> {
        let target = self.accounting == Accounting::CgroupV2;
        target.then(|| self.places[0].1.as_fd())
    }

    /// Ends every process of the group, where the kernel can do it at once.
    pub(super) fn kill(&self) {
        if self.accounting == Accounting::CgroupV2 {
            let _ = write(&self.places[0].1, "cgroup.kill", "1");
        }
    }

    /// Whether a child can be made in the group.
    fn enter_by_fork(&self) -> bool {
        match super::namespaces::fork(false, self.target()) {
            Err(_) => false,
            Ok(None) => std::process::exit(0),
            Ok(Some(child)) => {
                let ended =
                    rustix::process::waitpid(Some(child), rustix::process::WaitOptions::empty());
                matches!(ended, Ok(Some((_, status))) if status.exit_status() == Some(0))
            }
        }
    }
}

impl Group {
    /// Removes the group, which must be empty; tells whether it is gone. The last process may take a moment to leave it
    /// even after it was reaped.
    pub(super) fn remove(&self) -> bool {
        let removed = |folder: &OwnedFd| unlinkat(folder, self.name.as_str(), AtFlags::REMOVEDIR);
        self.places
            .iter()
            .all(|(folder, _)| removed(folder) != Err(rustix::io::Errno::BUSY))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        const ATTEMPTS: u32 = 1000;
        for _ in 0..ATTEMPTS {
            if self.remove() {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Counters {
    fn open(accounting: Accounting, places: &[(OwnedFd, OwnedFd)]) -> Self {
        let file = |(place, name): (usize, &str)| {
            let (_, group) = &places[place];
            let limit = name.ends_with("max") || name.ends_with("limit_in_bytes");
            let flags = if limit { OFlags::RDWR } else { OFlags::RDONLY };
            let opened = openat(group, name, flags | OFlags::CLOEXEC, Mode::empty());
            opened.ok().map(File::from)
        };
        let files = match accounting {
            Accounting::CgroupV2 => [
                (0, "cpu.stat"),
                (0, "memory.current"),
                (0, "memory.peak"),
                (0, "memory.events"),
                (0, "memory.max"),
                (0, "pids.max"),
            ],
            _ => [
                (1, "cpuacct.usage"),
                (0, "memory.usage_in_bytes"),
                (0, "memory.max_usage_in_bytes"),
                (0, "memory.oom_control"),
                (0, "memory.limit_in_bytes"),
                (0, "memory.memsw.limit_in_bytes"),
            ],
        };
        let [cpu, current, peak, events, memory_limit, second_limit] = files.map(file);
        let pressure = match accounting {
            Accounting::CgroupV2 => file((0, "cpu.pressure")),
            _ => None,
        };
        Self {
            accounting,
            memory_limit,
            second_limit,
            cpu,
            current,
            peak,
            events,
            pressure,
        }
    }

    /// Has the kernel enforce these limits.
    pub(super) fn limit(&self, memory: u64, processes: u64) -> io::Result<()> {
        let mut file = self.memory_limit.as_ref();
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.write_all(memory.to_string().as_bytes())?;
        if let Some(mut file) = self.second_limit.as_ref() {
            let limit = match self.accounting {
                // The first process of the sandbox is one more, with a second thread.
                Accounting::CgroupV2 => processes + 2,
                // There this is the limit on memory and swap together.
                _ => memory,
            };
            let _ = file.write_all(limit.to_string().as_bytes());
        }
        Ok(())
    }

    /// Whether the kernel killed a process because the limit was reached.
    pub(super) fn over_limit(&self) -> bool {
        let mut text = [0; 64];
        let limit = self.memory_limit.as_ref();
        let limit = limit.and_then(|file| file.read_at(&mut text, 0).ok());
        let limit =
            limit.and_then(|length| str::from_utf8(&text[..length]).ok()?.trim().parse().ok());
        limit.is_some_and(|limit| self.read().over_limit(limit))
    }

    /// What the kernel has counted so far.
    pub(super) fn read(&self) -> Counted {
        let memory_bytes = number(self.current.as_ref(), None).unwrap_or(0);
        Counted {
            cpu: cpu_time(self.accounting, self.cpu.as_ref()),
            memory_bytes,
            // Kernels before 5.19 do not keep the peak.
            peak_bytes: number(self.peak.as_ref(), None).unwrap_or(memory_bytes),
            oom_kills: number(self.events.as_ref(), Some("oom_kill")).unwrap_or(0),
        }
    }
}

impl Counters {
    /// Whether the kernel keeps the peak of memory, which tells where memory ran out.
    pub(super) fn keep_peak(&self) -> bool {
        self.peak.is_some()
    }

    /// Handles of its own for a thread. `before` is the CPU time of the group before the run.
    pub(super) fn of_run(&self, before: Duration) -> RunCounters {
        let again = |file: &Option<File>| file.as_ref().and_then(|file| file.try_clone().ok());
        RunCounters {
            accounting: self.accounting,
            cpu: again(&self.cpu),
            pressure: again(&self.pressure),
            before,
        }
    }
}

impl RunCounters {
    /// CPU time of the run so far, without that of this process.
    pub(super) fn cpu(&self) -> Duration {
        let all = cpu_time(self.accounting, self.cpu.as_ref()).unwrap_or_default();
        all.saturating_sub(super::procfs::own_cpu() + self.before)
    }

    /// How long no process of the group was running and at least one was ready.
    pub(super) fn pressure(&self) -> Option<Duration> {
        let mut buffer = [0; 256];
        let length = self.pressure.as_ref()?.read_at(&mut buffer, 0).ok()?;
        let text = str::from_utf8(&buffer[..length]).ok()?;
        let line = text.lines().find(|line| line.starts_with("full "))?;
        let (_, total) = line.split_once("total=")?;
        total.trim().parse().ok().map(Duration::from_micros)
    }
}

fn cpu_time(accounting: Accounting, file: Option<&File>) -> Option<Duration> {
    match accounting {
        Accounting::CgroupV2 => number(file, Some("usage_usec")).map(Duration::from_micros),
        _ => number(file, None).map(Duration::from_nanos),
    }
}

/// The only number of a file, or the one behind a key.
fn number(file: Option<&File>, key: Option<&str>) -> Option<u64> {
    let mut buffer = [0; 512];
    let length = file?.read_at(&mut buffer, 0).ok()?;
    let text = str::from_utf8(&buffer[..length]).ok()?;
    let value = match key {
        None => text,
        Some(key) => text
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))?,
    };
    value.trim().parse().ok()
}

/// Makes room for groups with limits below the judge's own group, where that is the judge's alone: in a scope of its
/// own. Version 2 allows no process beside such groups, so the judge moves to a group below.
pub(super) fn settle() {
    let Some((_, own)) = own_group("cgroup2", |line| line.strip_prefix("0::")) else {
        return;
    };
    let Some(folder) = open_folder(&own) else {
        return;
    };
    let alone = fs::read_to_string(own.join("cgroup.procs"))
        .is_ok_and(|list| list.trim() == std::process::id().to_string());
    if !alone || mkdirat(&folder, OWN, Mode::from_raw_mode(0o755)).is_err() {
        return;
    }
    let moved = openat(&folder, OWN, FOLDER, Mode::empty())
        .map_err(io::Error::from)
        .and_then(|leaf| write(&leaf, "cgroup.procs", "0"));
    if moved.is_err() || enable(&folder).is_err() {
        // Back to where we were: a group of our own without limits is of no use.
        let _ = write(&folder, "cgroup.procs", "0");
        let _ = unlinkat(&folder, OWN, AtFlags::REMOVEDIR);
    }
}

/// Removes what killed launchers have left: folders that nobody holds a lock on.
fn remove_abandoned(parent: &OwnedFd) {
    let Ok(entries) = rustix::fs::Dir::read_from(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !name.to_bytes().starts_with(PREFIX.as_bytes()) || name.to_bytes() == OWN.as_bytes() {
            continue;
        }
        let Ok(folder) = openat(parent, name, FOLDER, Mode::empty()) else {
            continue;
        };
        if flock(&folder, FlockOperation::NonBlockingLockExclusive).is_err() {
            continue;
        }
        for group in rustix::fs::Dir::read_from(&folder)
            .into_iter()
            .flatten()
            .flatten()
        {
            // Groups are numbered; everything else in the folder is a file of the kernel's.
            if group.file_name().to_bytes()[0].is_ascii_digit() {
                let _ = unlinkat(&folder, group.file_name(), AtFlags::REMOVEDIR);
            }
        }
        let _ = unlinkat(parent, name, AtFlags::REMOVEDIR);
    }
}

const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

fn open_folder(path: &Path) -> Option<OwnedFd> {
    open(path, FOLDER, Mode::empty()).ok()
}

/// Has the kernel control memory and processes in the groups of a folder.
fn enable(folder: &OwnedFd) -> io::Result<()> {
    write(folder, "cgroup.subtree_control", "+memory")?;
    // Processes are limited per user as well.
    let _ = write(folder, "cgroup.subtree_control", "+pids");
    Ok(())
}

/// The mount point of a kind of control groups, and the folder of the group that this process is in.
fn own_group(kind: &str, path_of: impl Fn(&str) -> Option<&str>) -> Option<(PathBuf, PathBuf)> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let marked = format!(" - {kind} ");
    let mount = mounts.lines().find(|line| line.contains(&marked))?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    below_mount(mount, groups.lines().find_map(path_of)?)
}

/// The mount point of a line of `mountinfo`, and where a group lies below it. Inside a container the mount may show
/// only a part of all groups.
fn below_mount(mount: &str, group: &str) -> Option<(PathBuf, PathBuf)> {
    let mut fields = mount.split(' ').skip(3);
    let (root, place) = (fields.next()?, fields.next()?);
    let below = Path::new(group).strip_prefix(root).ok()?;
    Some((PathBuf::from(place), Path::new(place).join(below)))
}

fn write(folder: &OwnedFd, name: &str, text: &str) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CLOEXEC;
    let file = openat(folder, name, flags, Mode::empty())?;
    File::from(file).write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_is_found_below_its_mount() {
        let line = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
        let (mount, own) = below_mount(line, "/user.slice/x.scope").unwrap();
        assert_eq!(mount, Path::new("/sys/fs/cgroup"));
        assert_eq!(own, Path::new("/sys/fs/cgroup/user.slice/x.scope"));
        let part = "30 23 0:26 /docker/7 /sys/fs/cgroup rw - cgroup2 cgroup2 rw";
        let (_, own) = below_mount(part, "/docker/7/a").unwrap();
        assert_eq!(own, Path::new("/sys/fs/cgroup/a"));
        assert!(below_mount(part, "/elsewhere").is_none());
    }
}
