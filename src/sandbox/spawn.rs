//! Starts a program and applies the last restrictions between `vfork` and `exec`.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::process::Pid;

use super::identity::Identity;
use super::landlock::Domain;
use super::rlimits::ResourceLimits;
use super::seccomp::Filter;

/// A program to start, and how.
#[derive(Debug)]
pub(super) struct Start<'a> {
    pub(super) command: &'a [String],
    pub(super) environment: &'a [(String, String)],
    pub(super) folder: Folder<'a>,
    /// Standard input, output and error.
    pub(super) files: [OwnedFd; 3],
    pub(super) limits: ResourceLimits,
    /// The restrictions of a sandbox, or the identity without one.
    pub(super) restrictions: Restrictions<'a>,
}

/// The working directory.
#[derive(Debug)]
pub(super) enum Folder<'a> {
    Path(&'a CStr),
    Handle(BorrowedFd<'a>),
}

#[derive(Debug)]
pub(super) enum Restrictions<'a> {
    Sandbox { domain: Domain, filter: &'a Filter },
    None(Identity),
}

/// Why a program was not started.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program cannot be executed.
    Program(io::Error),
    /// The judge failed.
    Sandbox(io::Error),
}

/// What the child needs: pointers into memory that the parent owns, and room for an error.
struct Child<'a> {
    start: &'a Start<'a>,
    path: *const c_char,
    arguments: *const *const c_char,
    environment: *const *const c_char,
    error: Option<ChildError>,
}

#[derive(Clone, Copy)]
struct ChildError {
    error: Errno,
    executing: bool,
}

impl Start<'_> {
    /// Starts the program in a new session and returns its process ID.
    #[expect(
        unsafe_code,
        reason = "the standard library forks, which is much slower than vfork"
    )]
    pub(super) fn start(self) -> Result<Pid, Failure> {
        const STACK: usize = 64 << 10;
        let text = |text: &str| {
            CString::new(text).map_err(|error| Failure::Program(io::Error::other(error)))
        };
        let command: Vec<CString> = self
            .command
            .iter()
            .map(|word| text(word))
            .collect::<Result<_, _>>()?;
        let environment: Vec<CString> = self
            .environment
            .iter()
            .map(|(key, value)| text(&format!("{key}={value}")))
            .collect::<Result<_, _>>()?;
        let pointers = |texts: &[CString]| -> Vec<*const c_char> {
            let each = texts.iter().map(|text| text.as_ptr());
            each.chain([std::ptr::null()]).collect()
        };
        let (arguments, variables) = (pointers(&command), pointers(&environment));
        let path = command
            .first()
            .ok_or_else(|| Failure::Program(io::Error::other("the command is empty")))?;
        let mut child = Child {
            start: &self,
            path: path.as_ptr(),
            arguments: arguments.as_ptr(),
            environment: variables.as_ptr(),
            error: None,
        };
        let mut stack = vec![0_u128; STACK / size_of::<u128>()];
        // SAFETY: the child runs on its own stack, which outlives it: the parent waits until the child has executed a
        // program or exited. The child shares the memory of the parent, reads only `child`, makes system calls and
        // allocates nothing; this process has no other thread and no signal handler that could interfere.
        let pid = unsafe {
            libc::clone(
                run_child,
                stack.as_mut_ptr_range().end.cast(),
                libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
                (&raw mut child).cast::<c_void>(),
            )
        };
        let Some(pid) = Pid::from_raw(pid).filter(|_| pid > 0) else {
            return Err(Failure::Sandbox(io::Error::last_os_error()));
        };
        match child.error {
            None => Ok(pid),
            Some(ChildError { error, executing }) => {
                let _ = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
                Err(if executing {
                    Failure::Program(error.into())
                } else {
                    Failure::Sandbox(error.into())
                })
            }
        }
    }
}

#[expect(unsafe_code, reason = "called by clone")]
extern "C" fn run_child(argument: *mut c_void) -> c_int {
    // SAFETY: the parent passes a `Child` that lives until the child has executed a program or exited.
    let child = unsafe { &mut *argument.cast::<Child>() };
    if let Err(error) = child.restrict() {
        child.error = Some(ChildError {
            error,
            executing: false,
        });
        return 127;
    }
    // SAFETY: the pointers are null-terminated lists of C strings, owned by the parent.
    unsafe { libc::execve(child.path, child.arguments, child.environment) };
    let number = io::Error::last_os_error().raw_os_error().unwrap_or(0);
    child.error = Some(ChildError {
        error: Errno::from_raw_os_error(number),
        executing: true,
    });
    127
}

impl Child<'_> {
    /// Applies all restrictions to the new process.
    fn restrict(&self) -> rustix::io::Result<()> {
        let Start {
            folder,
            files,
            limits,
            restrictions,
            ..
        } = self.start;
        rustix::process::setsid()?;
        reset_signals()?;
        for (number, file) in (0..).zip(files) {
            duplicate(file, number)?;
        }
        limits.apply()?;
        match folder {
            Folder::Path(path) => rustix::process::chdir(*path)?,
            Folder::Handle(handle) => rustix::process::fchdir(handle)?,
        }
        rustix::thread::set_no_new_privs(true)?;
        let failed = |error: io::Error| {
            Errno::from_raw_os_error(error.raw_os_error().unwrap_or(libc::EINVAL))
        };
        match restrictions {
            Restrictions::Sandbox { domain, filter } => {
                domain.enter().map_err(failed)?;
                filter.install().map_err(failed)
            }
            Restrictions::None(identity) => identity.become_unsandboxed().map_err(failed),
        }
    }
}

/// Restores the default signal handling: the judge ignores `SIGPIPE`.
#[expect(unsafe_code, reason = "rustix has no safe wrapper")]
fn reset_signals() -> rustix::io::Result<()> {
    // SAFETY: an all-zero set is valid and empty, and the default action is a valid handler.
    let done = unsafe {
        let none: libc::sigset_t = std::mem::zeroed();
        libc::signal(libc::SIGPIPE, libc::SIG_DFL) != libc::SIG_ERR
            && libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut()) == 0
    };
    if done { Ok(()) } else { Err(Errno::INVAL) }
}

#[expect(unsafe_code, reason = "the descriptors 0 to 2 have no owner here")]
fn duplicate(file: &OwnedFd, number: c_int) -> rustix::io::Result<()> {
    // SAFETY: this replaces the standard streams of a process that is about to execute another program.
    match unsafe { libc::dup2(file.as_raw_fd(), number) } {
        -1 => Err(Errno::from_raw_os_error(
            io::Error::last_os_error().raw_os_error().unwrap_or(0),
        )),
        _ => Ok(()),
    }
}
