//! The files that a program sees: the system's programs and libraries, its own folder, and fresh temporary space.
//!
//! Everything but the temporary space is read-only. The launcher prepares the part that all sandboxes share once, on a
//! file system in memory that covers `/sys`, which nobody here needs; every sandbox adds its own part in a mount
//! namespace of its own and then makes it its root, so that nothing else can be reached.

mod primitives;
mod shared;

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{MountFlags, UnmountFlags, mount, mount_bind_recursive, mount_move, unmount};
use rustix::process::{chdir, fchdir, pivot_root};

use self::primitives::{make_place, memory, protect, set_attributes, show};
pub(super) use self::shared::prepare;

/// Where the shared part is prepared.
const BASE: &str = "/sys/root";

/// Where paths wait that are to be shown inside temporary space, which is mounted later than they are found.
const WAITING: &str = "/sys/waiting";

/// The second layer of an overlay that has nothing but one folder to show.
const EMPTY: &str = "/sys/empty";

/// Where temporary space is mounted before its parts are shown in their places.
const SCRATCH: &str = "/sys/scratch";

/// The folder of a bundled solver, which holds nothing but this executable.
const BUNDLED: &str = "/sys/bundled";

/// Where a program finds its own folder.
pub(super) const SUBMISSION: &str = "/submission";

/// The places where a program may write.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/dev/shm"];

/// The most files that fit into temporary space.
const MOST_FILES: u64 = 20_000;

/// What a sandbox adds to the shared part.
#[derive(Debug)]
pub(super) struct Additions<'a> {
    /// The program's own folder, and whether it may write there. A bundled solver has none.
    pub(super) folder: Option<BorrowedFd<'a>>,
    pub(super) writable: bool,
    /// Further paths to show, read-only, under their own names.
    pub(super) paths: &'a [PathBuf],
    /// The size of its temporary space, in bytes.
    pub(super) temporary: u64,
}

/// The judge holds the bundled solvers; a program that could start it would have them all.
fn hide_the_judge(own: &Path) -> io::Result<()> {
    let shown = shown(own);
    if shown.exists() {
        mount_bind_recursive("/dev/null", &shown)?;
    }
    Ok(())
}

/// What a sandbox needs before it has a program.
pub(super) fn prepare_sandbox() -> io::Result<()> {
    let base = Path::new(BASE);
    // A mount of its own, so that the sandbox can make it its root.
    mount_bind_recursive(base, base)?;
    let quiet = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Processes only: counters of the whole machine carry messages between programs that run at the same time.
    Ok(mount(
        "proc",
        base.join("proc"),
        "proc",
        quiet,
        c"subset=pid",
    )?)
}

/// Shows further paths; done before the sandbox changes its user, since only the judge's own user is sure to get there.
pub(super) fn add(additions: &Additions) -> io::Result<()> {
    for (number, path) in additions.paths.iter().enumerate() {
        let place = if in_temporary_space(path) {
            waiting(number)
        } else {
            shown(path)
        };
        show(path, &place)?;
    }
    if additions.paths.is_empty() {
        return Ok(());
    }
    // What was shown just now may hold the judge, too.
    hide_the_judge(&fs::read_link("/proc/self/exe")?)
}

/// Opens a folder in this mount namespace: what was opened in the judge's cannot be mounted here. It must be the same
/// folder, whatever somebody put in its place meanwhile.
pub(super) fn same_folder(path: &Path, opened: &OwnedFd) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = rustix::fs::open(path, flags, Mode::empty())?;
    let (one, other) = (rustix::fs::fstat(&found)?, rustix::fs::fstat(opened)?);
    if (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino) {
        Ok(found)
    } else {
        Err(io::Error::other("the folder of the program was replaced"))
    }
}

/// Where a path of the host is shown.
fn shown(path: &Path) -> PathBuf {
    Path::new(BASE).join(path.strip_prefix("/").unwrap_or(path))
}

fn waiting(number: usize) -> PathBuf {
    Path::new(WAITING).join(number.to_string())
}

fn in_temporary_space(path: &Path) -> bool {
    TEMPORARY.iter().any(|folder| path.starts_with(folder))
}

/// Adds the program's folder and fresh space, then makes all this the root; nothing else stays reachable.
pub(super) fn enter(additions: &Additions) -> io::Result<()> {
    add_submission(additions)?;
    add_temporary_space(additions)?;
    chdir(BASE)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    set_attributes(Path::new("/"), libc::MOUNT_ATTR_RDONLY, 0)
}

/// Shows the program's folder. For runs it is the only layer of an overlay: a bind mount would tell the program where
/// on the host it lies.
fn add_submission(additions: &Additions) -> io::Result<()> {
    let target = Path::new(BASE).join(&SUBMISSION[1..]);
    let Some(folder) = additions.folder else {
        return Ok(mount_bind_recursive(BUNDLED, &target)?);
    };
    fchdir(folder)?;
    if !additions.writable {
        let options = CString::new(format!("lowerdir=.:{EMPTY}"))?;
        let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
        if mount("overlay", &target, "overlay", flags, options.as_c_str()).is_ok() {
            return Ok(());
        }
        // Not every file system can be a layer.
    }
    mount_bind_recursive(".", &target)?;
    protect(&target, !additions.writable)
}

/// One file system for all temporary space, so that its size is one limit.
fn add_temporary_space(additions: &Additions) -> io::Result<()> {
    let options = format!(
        "mode=0755,huge=never,nr_inodes={MOST_FILES},size={}",
        additions.temporary
    );
    // Kernels without large pages do not know that option.
    memory(SCRATCH, &options).or_else(|_| memory(SCRATCH, &options.replace("huge=never,", "")))?;
    for folder in TEMPORARY {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let space = Path::new(SCRATCH).join(name);
        fs::create_dir(&space)?;
        rustix::fs::chmod(&space, Mode::from_raw_mode(0o1777))?;
        mount_bind_recursive(&space, format!("{BASE}{folder}"))?;
    }
    for (number, path) in additions.paths.iter().enumerate() {
        if in_temporary_space(path) {
            let (from, to) = (waiting(number), shown(path));
            make_place(&to, from.is_dir())?;
            mount_move(from, to)?;
        }
    }
    Ok(())
}
