//! Opens paths below a directory without following symbolic links.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, ResolveFlags};
use rustix::io::Errno;

use super::{Dir, invalid};

impl Dir {
    /// Opens a path below this folder without following links.
    pub(super) fn resolve(&self, name: &Path, flags: OFlags, mode: Mode) -> io::Result<OwnedFd> {
        let parts: Vec<&OsStr> = components(name)?.collect();
        let at = self.handle.as_fd();
        match resolve_with_openat2(at, name, flags, mode) {
            // Kernels before 5.6 do not have `openat2`, and some containers forbid it.
            Err(Errno::NOSYS | Errno::PERM) => resolve_by_component(at, &parts, flags, mode),
            other => other,
        }
        .map_err(|error| match error {
            Errno::LOOP => invalid(format!("{} is or crosses a symbolic link", name.display())),
            other => other.into(),
        })
    }
}

pub(super) fn resolve_with_openat2(
    at: BorrowedFd,
    name: &Path,
    flags: OFlags,
    mode: Mode,
) -> rustix::io::Result<OwnedFd> {
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    rustix::fs::openat2(at, name, flags | OFlags::CLOEXEC, mode, resolve)
}

/// Does the same as [`resolve_with_openat2`], one component at a time.
pub(super) fn resolve_by_component(
    at: BorrowedFd,
    parts: &[&OsStr],
    flags: OFlags,
    mode: Mode,
) -> rustix::io::Result<OwnedFd> {
    let (last, folders) = parts.split_last().ok_or(Errno::INVAL)?;
    let mut held: Option<OwnedFd> = None;
    for folder in folders {
        let from = held.as_ref().map_or(at, AsFd::as_fd);
        let next = open_component(
            from,
            folder,
            OFlags::PATH | OFlags::DIRECTORY,
            Mode::empty(),
        );
        // The error may only say that this is not a directory; report a link as a link.
        held = Some(next.map_err(|error| link_or(error, from, folder))?);
    }
    let from = held.as_ref().map_or(at, AsFd::as_fd);
    open_component(from, last, flags, mode).map_err(|error| link_or(error, from, last))
}

fn link_or(error: Errno, at: BorrowedFd, name: &OsStr) -> Errno {
    let found = rustix::fs::statat(at, name, AtFlags::SYMLINK_NOFOLLOW);
    let is_link = found.is_ok_and(|found| FileType::from_raw_mode(found.st_mode).is_symlink());
    if is_link && error != Errno::EXIST {
        Errno::LOOP
    } else {
        error
    }
}

/// Opens one component.
pub(super) fn open_component(
    at: BorrowedFd,
    name: &OsStr,
    flags: OFlags,
    mode: Mode,
) -> rustix::io::Result<OwnedFd> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, name, flags, mode)
}

/// Returns the components of a relative path. Fails on `.` and `..`.
pub(super) fn components(name: &Path) -> io::Result<impl Iterator<Item = &OsStr>> {
    let plain = |part: Component| matches!(part, Component::Normal(_));
    if name.as_os_str().is_empty() || !name.components().all(plain) {
        return Err(outside(name));
    }
    Ok(name.components().map(Component::as_os_str))
}

/// Returns the only component of `name`. Fails if there are more.
pub(super) fn single(name: &str) -> io::Result<&OsStr> {
    let mut parts = components(Path::new(name))?;
    match (parts.next(), parts.next()) {
        (Some(part), None) => Ok(part),
        _ => Err(outside(Path::new(name))),
    }
}

pub(super) fn regular(handle: OwnedFd) -> io::Result<File> {
    let found = rustix::fs::fstat(&handle)?;
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return Err(invalid("not a regular file".to_owned()));
    }
    Ok(File::from(handle))
}

pub(super) fn outside(name: &Path) -> io::Error {
    invalid(format!("{} is not a path below the folder", name.display()))
}
