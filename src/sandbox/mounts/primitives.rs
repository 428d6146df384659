//! Mount operations with the attributes that sandboxes need.

use std::ffi::CString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::mount::{MountFlags, mount, mount_bind_recursive};

pub(super) fn mount_tmpfs(target: &str, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    Ok(mount("tmpfs", target, "tmpfs", flags, options.as_c_str())?)
}

/// Binds a folder or file of the host, read-only.
pub(super) fn bind_read_only(host: &Path, target: &Path) -> io::Result<()> {
    make_mount_point(target, host.is_dir())?;
    mount_bind_recursive(host, target)?;
    protect(target, true)
}

/// Creates an empty folder or file as a mount point.
pub(super) fn make_mount_point(target: &Path, folder: bool) -> io::Result<()> {
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

pub(super) fn protect(target: &Path, read_only: bool) -> io::Result<()> {
    let mut attributes = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    if read_only {
        attributes |= libc::MOUNT_ATTR_RDONLY;
    }
    set_attributes(target, attributes, libc::AT_RECURSIVE)
}

/// Adds attributes to a mount. Unlike a remount, keeps those that it has.
#[expect(unsafe_code, reason = "rustix does not offer mount_setattr")]
pub(super) fn set_attributes(target: &Path, attributes: u64, flags: i32) -> io::Result<()> {
    let path = CString::new(target.as_os_str().as_bytes())?;
    let wanted = libc::mount_attr {
        attr_set: attributes,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    // SAFETY: the path is null-terminated, and the structure is valid and of the given size.
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
