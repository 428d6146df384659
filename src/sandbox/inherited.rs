//! Open files that a parent process passes on by their numbers.

use std::os::fd::{AsFd, FromRawFd, OwnedFd, RawFd};

use rustix::io::{FdFlags, fcntl_setfd};

use crate::error::{Error, Result};

/// Takes an open file that the parent process has passed on. Fails if there is none of this number.
///
/// Call it once for each number, before anything else opens files.
pub fn inherited(number: RawFd) -> Result<OwnedFd> {
    let missing = || Error::user(format!("there is no open file with the number {number}"));
    // Standard streams have an owner in this process already.
    let copied = match number {
        libc::STDIN_FILENO => Some(std::io::stdin().as_fd().try_clone_to_owned()),
        libc::STDOUT_FILENO => Some(std::io::stdout().as_fd().try_clone_to_owned()),
        libc::STDERR_FILENO => return Err(missing()),
        _ => None,
    };
    if let Some(copied) = copied {
        return copied.map_err(|_| missing());
    }
    #[expect(
        unsafe_code,
        reason = "a number from the command line has no owner yet"
    )]
    // SAFETY: `fcntl` takes any number and fails for those that are not open.
    if unsafe { libc::fcntl(number, libc::F_GETFD) } < 0 {
        return Err(missing());
    }
    #[expect(
        unsafe_code,
        reason = "a number from the command line has no owner yet"
    )]
    // SAFETY: the file is open, and nothing else in this process has been given it.
    let file = unsafe { OwnedFd::from_raw_fd(number) };
    fcntl_setfd(&file, FdFlags::CLOEXEC).map_err(|_| missing())?;
    Ok(file)
}
