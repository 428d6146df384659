//! The part of the root file system that all sandboxes of a launcher share.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;

use rustix::mount::{
    MountPropagationFlags, UnmountFlags, mount_bind_recursive, mount_change, unmount,
};

use super::primitives::{memory, set_attributes, show};
use super::{BASE, BUNDLED, EMPTY, SCRATCH, WAITING, hide_the_judge};

/// The folders that hold programs and libraries.
const SYSTEM: [&str; 7] = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/// The settings that programs and compilers cannot do without; Java keeps its own in a folder called after its version.
const SETTINGS: [&str; 4] = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"];

/// There is no `/dev/zero`: memory mapped from it belongs to no process, so that sampling does not see it.
const DEVICES: [&str; 3] = ["null", "full", "urandom"];

/// Prepares what all sandboxes share.
pub(in crate::sandbox) fn prepare() -> io::Result<()> {
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
