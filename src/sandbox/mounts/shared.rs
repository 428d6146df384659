//! The part of the root file system that all sandboxes of a launcher share.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

use rustix::mount::{
    MountPropagationFlags, UnmountFlags, mount_bind_recursive, mount_change, unmount,
};

use super::primitives::{bind_read_only, mount_tmpfs, set_attributes};
use super::{BUNDLED, EMPTY_LAYER, NEW_ROOT, SCRATCH, STAGING, hide_judge};

/// The folders of programs and libraries.
const SYSTEM_FOLDERS: [&str; 7] = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/// The entries of `/etc` that programs and compilers need; Java's is named after its version.
const ETC: [&str; 4] = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"];

/// `/dev/zero` is missing: memory mapped from it belongs to no process, so sampling does not count it.
const DEVICES: [&str; 3] = ["null", "full", "urandom"];

/// Prepares what all sandboxes share.
pub(in crate::sandbox) fn prepare() -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    let own = fs::read_link("/proc/self/exe")?;
    // Every sandbox copies all mounts of the launcher; there may be many below `/sys`. Only root may unmount it.
    let _ = unmount("/sys", UnmountFlags::DETACH);
    mount_tmpfs("/sys", "mode=0755")?;
    for folder in [STAGING, EMPTY_LAYER, SCRATCH, BUNDLED] {
        fs::create_dir(folder)?;
    }
    add_judge(&own)?;
    let base = Path::new(NEW_ROOT);
    let folders = [
        "",
        "etc",
        "dev",
        "dev/shm",
        "proc",
        "tmp",
        "submission",
        "exchange",
    ];
    for folder in folders {
        fs::create_dir(base.join(folder))?;
    }
    for name in SYSTEM_FOLDERS {
        let host = Path::new("/").join(name);
        match fs::symlink_metadata(&host) {
            Ok(found) if found.is_symlink() => symlink(fs::read_link(&host)?, base.join(name))?,
            Ok(found) if found.is_dir() => bind_read_only(&host, &base.join(name))?,
            _ => {}
        }
    }
    for entry in fs::read_dir("/etc")?.flatten() {
        let name = entry.file_name();
        let wanted = ETC.iter().any(|wanted_name| name == *wanted_name)
            || name.as_bytes().starts_with(b"java");
        if wanted {
            copy_etc(&entry.path(), &base.join("etc").join(name))?;
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
        // Read-only device nodes still work, but their times and owners, which are the host's, cannot be changed.
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
    hide_judge(&own)
}

/// Copies a file or a folder. Every mount would cost every sandbox time, and these are small; large and unreadable
/// files are skipped.
fn copy_etc(from: &Path, to: &Path) -> io::Result<()> {
    const MAX_SIZE: u64 = 4 << 20;
    for entry in walkdir::WalkDir::new(from).into_iter().flatten() {
        let target = to.join(entry.path().strip_prefix(from).unwrap_or(entry.path()));
        let target = if entry.depth() == 0 { to } else { &target };
        if entry.file_type().is_dir() {
            fs::create_dir(target)?;
        } else if entry.path_is_symlink() {
            symlink(fs::read_link(entry.path())?, target)?;
        } else if entry.metadata().is_ok_and(|found| found.len() <= MAX_SIZE) {
            let _ = fs::copy(entry.path(), target);
        }
    }
    Ok(())
}

/// Makes this executable available to bundled solvers: by a bind mount, or as a copy if its path now leads to another
/// file.
fn add_judge(own: &Path) -> io::Result<()> {
    let running = Path::new("/proc/self/exe");
    let target = Path::new(BUNDLED).join("judge");
    let identity = |path: &Path| {
        fs::metadata(path)
            .map(|found| (found.dev(), found.ino()))
            .ok()
    };
    if identity(own) == identity(running) {
        return bind_read_only(own, &target);
    }
    fs::copy(running, &target).map(drop)
}
