//! The root file system of a sandbox: the system's programs and libraries, the program's own folder, and temporary
//! file systems.
//!
//! Everything but the temporary file systems is read-only. The launcher prepares the part that all sandboxes share
//! once, on a tmpfs mounted over `/sys`, which is not needed here. Every sandbox adds its own mounts in its own mount
//! namespace and then calls `pivot_root`, so that nothing else is reachable.

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

use self::primitives::{bind_read_only, make_mount_point, mount_tmpfs, protect, set_attributes};
pub(super) use self::shared::prepare;

/// Where the new root is prepared.
const NEW_ROOT: &str = "/sys/root";

/// Where paths are bound that belong inside a temporary file system, which is mounted later.
const STAGING: &str = "/sys/staging";

/// The second lower layer of an overlay, which needs two.
const EMPTY_LAYER: &str = "/sys/empty";

/// Where the temporary file system is mounted before its parts are bound to their places.
const SCRATCH: &str = "/sys/scratch";

/// The working directory of a bundled solver, which holds only this executable.
const BUNDLED: &str = "/sys/bundled";

/// The working directory of a program.
pub(super) const SUBMISSION: &str = "/submission";

/// The folder of files that the judge exchanges with a program, and the part of it that the program may write to.
pub(super) const EXCHANGE: &str = "/exchange";
pub(super) const FEEDBACK: &str = "/exchange/feedback";

/// The directories of temporary files.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/dev/shm"];

/// The number of files that fit into the temporary file system.
const MAX_FILES: u64 = 20_000;

/// The mounts of one sandbox.
#[derive(Debug)]
pub(super) struct Additions<'a> {
    /// The program's own folder, and whether it may write there. Bundled solvers have none.
    pub(super) folder: Option<BorrowedFd<'a>>,
    pub(super) writable: bool,
    /// Further paths of the host, visible read-only under their own names.
    pub(super) paths: &'a [PathBuf],
    /// The size of the temporary file system, in bytes.
    pub(super) temporary: u64,
    /// Whether there are files to exchange.
    pub(super) exchange: bool,
}

/// Hides the judge behind `/dev/null`: it contains the bundled solvers, which contestants must not be able to run.
fn hide_judge(own: &Path) -> io::Result<()> {
    let visible = path_in_root(own);
    if visible.exists() {
        mount_bind_recursive("/dev/null", &visible)?;
    }
    Ok(())
}

/// Prepares what does not depend on the program.
pub(super) fn prepare_sandbox() -> io::Result<()> {
    let base = Path::new(NEW_ROOT);
    // `pivot_root` needs a mount point.
    mount_bind_recursive(base, base)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    // Only processes are visible: counters of the whole machine would carry information between concurrent programs.
    Ok(mount(
        "proc",
        base.join("proc"),
        "proc",
        flags,
        c"subset=pid",
    )?)
}

/// Binds further paths. Done before the sandbox changes its user, since only the judge's own user is sure to have
/// access.
pub(super) fn add_paths(additions: &Additions) -> io::Result<()> {
    for (number, path) in additions.paths.iter().enumerate() {
        let target = if is_temporary(path) {
            staged(number)
        } else {
            path_in_root(path)
        };
        bind_read_only(path, &target)?;
    }
    if additions.paths.is_empty() {
        return Ok(());
    }
    // The bound paths may contain the judge too.
    hide_judge(&fs::read_link("/proc/self/exe")?)
}

/// Opens a folder again in this mount namespace, since a handle from another one cannot be mounted. Fails if it is
/// not the same folder any more.
pub(super) fn reopen_folder(path: &Path, opened: &OwnedFd) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = rustix::fs::open(path, flags, Mode::empty())?;
    let (one, other) = (rustix::fs::fstat(&found)?, rustix::fs::fstat(opened)?);
    if (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino) {
        Ok(found)
    } else {
        Err(io::Error::other("the folder of the program was replaced"))
    }
}

/// Returns the place of a host path below the new root.
fn path_in_root(path: &Path) -> PathBuf {
    Path::new(NEW_ROOT).join(path.strip_prefix("/").unwrap_or(path))
}

fn staged(number: usize) -> PathBuf {
    Path::new(STAGING).join(number.to_string())
}

fn is_temporary(path: &Path) -> bool {
    TEMPORARY.iter().any(|folder| path.starts_with(folder))
}

/// Mounts the program's folder and the temporary file system, then makes the result the root, so that nothing else is
/// reachable.
pub(super) fn enter_root(additions: &Additions) -> io::Result<()> {
    mount_submission(additions)?;
    mount_temporary(additions)?;
    if additions.exchange {
        mount_exchange()?;
    }
    chdir(NEW_ROOT)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    set_attributes(Path::new("/"), libc::MOUNT_ATTR_RDONLY, 0)
}

/// Mounts the program's folder. For runs it is the lower layer of an overlay, because a bind mount would reveal its
/// path on the host.
fn mount_submission(additions: &Additions) -> io::Result<()> {
    let target = Path::new(NEW_ROOT).join(&SUBMISSION[1..]);
    let Some(folder) = additions.folder else {
        return Ok(mount_bind_recursive(BUNDLED, &target)?);
    };
    fchdir(folder)?;
    if !additions.writable {
        let options = CString::new(format!("lowerdir=.:{EMPTY_LAYER}"))?;
        let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
        if mount("overlay", &target, "overlay", flags, options.as_c_str()).is_ok() {
            return Ok(());
        }
        // Not every file system can be a layer.
    }
    mount_bind_recursive(".", &target)?;
    protect(&target, !additions.writable)
}

/// Mounts one file system for all temporary files, so that one size limits them all.
fn mount_temporary(additions: &Additions) -> io::Result<()> {
    let limits = format!("nr_inodes={MAX_FILES},size={}", additions.temporary);
    mount_tmpfs_of_small_pages(SCRATCH, &limits)?;
    for folder in TEMPORARY {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        let space = Path::new(SCRATCH).join(name);
        fs::create_dir(&space)?;
        rustix::fs::chmod(&space, Mode::from_raw_mode(0o1777))?;
        mount_bind_recursive(&space, format!("{NEW_ROOT}{folder}"))?;
    }
    for (number, path) in additions.paths.iter().enumerate() {
        if is_temporary(path) {
            let (from, to) = (staged(number), path_in_root(path));
            make_mount_point(&to, from.is_dir())?;
            mount_move(from, to)?;
        }
    }
    Ok(())
}

/// Mounts a file system for the files that the program is given, which needs no limits because the program cannot write
/// to it. The folder for what the program leaves is a mount point, so that the program cannot replace it; it is part of
/// the temporary file system and of its limits.
fn mount_exchange() -> io::Result<()> {
    let target = format!("{NEW_ROOT}{EXCHANGE}");
    mount_tmpfs_of_small_pages(&target, "size=100%")?;
    let space = Path::new(SCRATCH).join("feedback");
    let feedback = format!("{NEW_ROOT}{FEEDBACK}");
    for folder in [&space, Path::new(&feedback)] {
        fs::create_dir(folder)?;
    }
    Ok(mount_bind_recursive(space, feedback)?)
}

/// Makes the files that the program is given read-only.
pub(super) fn protect_exchange() -> io::Result<()> {
    set_attributes(Path::new(EXCHANGE), libc::MOUNT_ATTR_RDONLY, 0)
}

/// Mounts a tmpfs whose files use no more memory than their content needs.
fn mount_tmpfs_of_small_pages(target: &str, limits: &str) -> io::Result<()> {
    // Kernels without huge pages do not know that option.
    mount_tmpfs(target, &format!("mode=0755,huge=never,{limits}"))
        .or_else(|_| mount_tmpfs(target, &format!("mode=0755,{limits}")))
}
