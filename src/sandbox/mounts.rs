//! The files that a program sees: the system's programs and libraries, its own folder, and fresh temporary space.
//!
//! Everything but the temporary space is read-only. The launcher prepares the part that all sandboxes share once, on a
//! file system in memory that covers `/sys`, which nobody here needs; every sandbox adds its own part in a mount
//! namespace of its own and then makes it its root, so that nothing else can be reached.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_move, unmount,
};
use rustix::process::{chdir, fchdir, pivot_root};

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

/// The folders that hold programs and libraries.
const SYSTEM: [&str; 7] = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/// The settings that programs and compilers cannot do without; Java keeps its own in a folder called after its version.
const SETTINGS: [&str; 4] = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"];

/// There is no `/dev/zero`: memory mapped from it belongs to no process, so that sampling does not see it.
const DEVICES: [&str; 3] = ["null", "full", "urandom"];

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

/// Prepares what all sandboxes share.
pub(super) fn prepare() -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    let own = fs::read_link("/proc/self/exe")?;
    // Every sandbox begins with a copy of all mounts; there may be many below this one. Only root may take it away.
    let _ = unmount("/sys", UnmountFlags::DETACH);
    memory("/sys", "mode=0755")?;
    for folder in [WAITING, EMPTY, SCRATCH, BUNDLED] {
        fs::create_dir(folder)?;
    }
    show_judge(&own)?;
    let base = Path::new(BASE);
    for folder in ["", "etc", "dev", "dev/shm", "proc", "tmp", "submission"] {
        fs::create_dir(base.join(folder))?;
    }
    for name in SYSTEM {
        let host = Path::new("/").join(name);
        match fs::symlink_metadata(&host) {
            Ok(found) if found.is_symlink() => symlink(fs::read_link(&host)?, base.join(name))?,
            Ok(found) if found.is_dir() => show(&host, &base.join(name))?,
            _ => {}
        }
    }
    for entry in fs::read_dir("/etc")?.flatten() {
        let name = entry.file_name();
        let wanted =
            SETTINGS.iter().any(|setting| name == *setting) || name.as_bytes().starts_with(b"java");
        if wanted {
            copy_settings(&entry.path(), &base.join("etc").join(name))?;
        }
    }
    fs::write(
        base.join("etc/passwd"),
        "solver:x:1000:1000::/tmp:/bin/sh\n",
    )?;
    fs::write(base.join("etc/group"), "solver:x:1000:\n")?;
    for name in DEVICES {
        let target = base.join("dev").join(name);
        fs::write(&target, "")?;
        mount_bind_recursive(Path::new("/dev").join(name), &target)?;
        // Devices work all the same, but nobody can change their times or owners, which are the host's.
        set_attributes(
            &target,
            libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
            0,
        )?;
    }
    for (name, target) in [
        ("fd", ""),
        ("stdin", "/0"),
        ("stdout", "/1"),
        ("stderr", "/2"),
    ] {
        symlink(
            format!("/proc/self/fd{target}"),
            base.join("dev").join(name),
        )?;
    }
    symlink("urandom", base.join("dev/random"))?;
    hide_the_judge(&own)
}

/// Copies a file or a folder of settings. Every mount costs every sandbox time, and these are small; what is not, or
/// cannot be read, is left out.
fn copy_settings(from: &Path, to: &Path) -> io::Result<()> {
    const LARGEST: u64 = 4 << 20;
    for entry in walkdir::WalkDir::new(from).into_iter().flatten() {
        let target = to.join(entry.path().strip_prefix(from).unwrap_or(entry.path()));
        let target = if entry.depth() == 0 { to } else { &target };
        if entry.file_type().is_dir() {
            fs::create_dir(target)?;
        } else if entry.path_is_symlink() {
            symlink(fs::read_link(entry.path())?, target)?;
        } else if entry.metadata().is_ok_and(|found| found.len() <= LARGEST) {
            let _ = fs::copy(entry.path(), target);
        }
    }
    Ok(())
}

/// Shows this executable to bundled solvers: by its name, or as a copy where another file has that name by now.
fn show_judge(own: &Path) -> io::Result<()> {
    let running = Path::new("/proc/self/exe");
    let place = Path::new(BUNDLED).join("judge");
    let number = |path: &Path| {
        fs::metadata(path)
            .map(|found| (found.dev(), found.ino()))
            .ok()
    };
    if number(own) == number(running) {
        return show(own, &place);
    }
    fs::copy(running, &place).map(drop)
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

fn memory(target: &str, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", target, "tmpfs", flags, options.as_c_str())?)
}

/// Makes a folder or file of the host visible, read-only.
fn show(host: &Path, target: &Path) -> io::Result<()> {
    make_place(target, host.is_dir())?;
    mount_bind_recursive(host, target)?;
    protect(target, true)
}

/// An empty folder or file to put a mount on.
fn make_place(target: &Path, folder: bool) -> io::Result<()> {
    if folder {
        return fs::create_dir_all(target);
    }
    if let Some(parent) = target.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(target)
        .map(drop)
}

fn protect(target: &Path, read_only: bool) -> io::Result<()> {
    let mut attributes = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    if read_only {
        attributes |= libc::MOUNT_ATTR_RDONLY;
    }
    set_attributes(target, attributes, libc::AT_RECURSIVE)
}

/// Adds attributes to a mount and leaves those alone that it has, which an ordinary remount could not.
#[expect(unsafe_code, reason = "the crates at hand do not offer mount_setattr")]
fn set_attributes(target: &Path, attributes: u64, flags: i32) -> io::Result<()> {
    let path = CString::new(target.as_os_str().as_bytes())?;
    let wanted = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the path ends with a zero byte, and the structure is valid and of the size given.
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            &raw const wanted,
            size_of::<libc::mount_attr>(),
        )
    };
    if done == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
