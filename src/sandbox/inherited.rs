//! Open files that a parent process passes on by their numbers.

use std::os::fd::{FromRawFd, OwnedFd, RawFd};

use rustix::io::{FdFlags, fcntl_setfd};

use crate::error::{Error, Result};

/// Takes an open file that the parent process has passed on. Fails if there is none of this number.
///
/// Call it once for each number, before anything else opens files.
pub fn inherited(number: RawFd) -> Result<OwnedFd> {
    let missing = || Error::user(format!("there is no open file with the number {number}"));
    if number <= libc::STDERR_FILENO {
        return Err(missing());
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
