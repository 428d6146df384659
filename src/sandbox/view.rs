//! The files that a program sees: the system's programs and libraries, its own folder, and fresh temporary space.
//!
//! Everything but the temporary space is read-only. The launcher prepares the part that all cells share once, on a
//! file system in memory that covers `/sys`, which nobody here needs; every cell adds its own part in a mount
//! namespace of its own and then moves there, so that nothing else can be reached.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_move, unmount,
};
use rustix::process::{chdir, pivot_root};

/// Where the shared part is prepared.
const BASE: &str = "/sys/root";

/// Where paths wait that are to be shown inside temporary space, which is made later than they are found.
const WAITING: &str = "/sys/waiting";

/// Where a program finds its own folder.
pub(super) const SUBMISSION: &str = "/submission";

/// The folders that hold programs and libraries.
const SYSTEM: [&str; 7] = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/// The settings that programs and compilers cannot do without; Java keeps its own in a folder called after its version.
const SETTINGS: [&str; 4] = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"];

const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// What a cell adds to the shared part.
#[derive(Debug)]
pub(super) struct Additions<'a> {
    /// The program's own folder, and whether it may write there.
    pub(super) folder: &'a Path,
    pub(super) writable: bool,
    /// Further paths to show, read-only, under their own names.
    pub(super) paths: &'a [PathBuf],
    /// The size of its temporary space.
    pub(super) temporary: u64,
}

/// Prepares what all cells share.
pub(super) fn prepare() -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    memory("/sys", "mode=0755")?;
    fs::create_dir(WAITING)?;
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
        if wanted && entry.path().exists() {
            show(&entry.path(), &base.join("etc").join(name))?;
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
    hide_the_judge(base)
}

/// The judge holds the bundled solvers; a program that could start it would have them all.
fn hide_the_judge(base: &Path) -> io::Result<()> {
    let own = fs::read_link("/proc/self/exe")?;
    let shown = base.join(own.strip_prefix("/").unwrap_or(&own));
    if shown.exists() {
        mount_bind_recursive("/dev/null", &shown)?;
    }
    Ok(())
}

/// Shows the program's own folder and further paths; done before the cell changes its identity, since only the judge's
/// own user is sure to get there.
pub(super) fn add(additions: &Additions) -> io::Result<()> {
    let base = Path::new(BASE);
    // A mount of its own, so that the cell can make it its root.
    mount_bind_recursive(base, base)?;
    let submission = base.join(&SUBMISSION[1..]);
    mount_bind_recursive(additions.folder, &submission)?;
    protect(&submission, !additions.writable)?;
    for (number, path) in additions.paths.iter().enumerate() {
        let place = if in_temporary_space(path) {
            waiting(number)
        } else {
            shown(path)
        };
        show(path, &place)?;
    }
    // What was shown just now may hold the judge, too.
    hide_the_judge(base)
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

/// Adds fresh space, then makes all this the root; nothing else stays reachable.
pub(super) fn enter(additions: &Additions) -> io::Result<()> {
    let temporary = format!("mode=1777,nr_inodes=20000,size={}", additions.temporary);
    for folder in TEMPORARY {
        memory(&format!("{BASE}{folder}"), &temporary)?;
    }
    for (number, path) in additions.paths.iter().enumerate() {
        if in_temporary_space(path) {
            let (from, to) = (waiting(number), shown(path));
            make_place(&to, from.is_dir())?;
            mount_move(from, to)?;
        }
    }
    let quiet = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", format!("{BASE}/proc"), "proc", quiet, None)?;
    chdir(BASE)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    set_attributes(Path::new("/"), libc::MOUNT_ATTR_RDONLY, 0)
}

/// The places where a program may write.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/dev/shm"];

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
