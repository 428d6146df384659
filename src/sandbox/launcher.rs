//! The launcher: a small process that makes a cell for each program the judge wants to run.
//!
//! It is started early and stays small and single-threaded, so that making a cell from it is cheap. What all cells
//! share is prepared once; what could carry something from one program to the next is made afresh each time.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

use rustix::process::WaitOptions;
use rustix::thread::{CpuSet, sched_setaffinity};

use super::cell::Cell;
use super::cgroup::Group;
use super::filter::Filter;
use super::namespaces::{self, Identity};
use super::protocol::{Message, Messages, Setup, receive_request, send};
use super::view;

/// The whole life of a launcher; its standard input is the socket to the judge.
pub fn launch() -> io::Result<()> {
    keep_files_from_programs()?;
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let setup = Messages::new(&socket).next::<Setup>()?;
    let setup = setup.ok_or_else(|| io::Error::other("there is no setup"))?;
    // Before the walls cover the files that it is made of.
    let mut group = if setup.walls { Group::make() } else { None };
    let message = match set_up(&setup) {
        Ok(()) => Message::Ready,
        Err(error) => Message::Fault(error.to_string()),
    };
    send(&socket, &message)?;
    if matches!(message, Message::Fault(_)) {
        return Ok(());
    }
    let identity = Identity::of_programs();
    // Made once, for they are the same for all programs, and for all builds.
    let filters = if setup.walls {
        Some((Filter::new(false)?, Filter::new(true)?))
    } else {
        None
    };
    while let Some((request, files)) = receive_request(&socket)? {
        // First processes of earlier cells.
        while matches!(rustix::process::wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        let [input, output, errors, control] = files;
        let control = UnixStream::from(control);
        let (mut mapped, map) = UnixStream::pair()?;
        if let Some(group) = &group {
            group.limit(request.memory, request.processes);
        }
        let forked = namespaces::fork(setup.walls, group.as_ref().map(Group::folder));
        // A group that this user may make but not use is none.
        let forked = forked.or_else(|_| {
            group = None;
            namespaces::fork(setup.walls, None)
        });
        match forked {
            Err(error) => {
                let fault = format!("a new process could not be made: {error}");
                send(&control, &Message::Fault(fault))?;
            }
            Ok(Some(child)) => {
                let done = if setup.walls {
                    identity.give_to(child)
                } else {
                    Ok(())
                };
                let word: &[u8] = if done.is_ok() { b"." } else { b"" };
                let _ = (&map).write_all(word);
            }
            Ok(None) => {
                drop(map);
                // The launcher says when it has told the kernel who we are.
                let told = mapped.read(&mut [0]).is_ok_and(|length| length == 1);
                let filter = filters.map(|(run, build)| if request.writable { build } else { run });
                let cell = Cell::new(request, control, group);
                let ended = if told {
                    cell.run([input, output, errors], filter)
                } else {
                    cell.fail("no identity")
                };
                std::process::exit(if ended.is_ok() { 0 } else { 3 });
            }
        }
    }
    // The group can only go when its last process has.
    while matches!(rustix::process::wait(WaitOptions::empty()), Ok(Some(_))) {}
    Ok(())
}

/// Whoever started the judge may have left it files open, a secret among them perhaps; no program inherits any.
#[expect(unsafe_code, reason = "no crate at hand offers close_range")]
fn keep_files_from_programs() -> io::Result<()> {
    const FIRST_BEYOND_THE_STANDARD: libc::c_uint = 3;
    // SAFETY: with this flag nothing is closed before a program is started.
    let done = unsafe {
        libc::syscall(
            libc::SYS_close_range,
            FIRST_BEYOND_THE_STANDARD,
            libc::c_uint::MAX,
            libc::CLOSE_RANGE_CLOEXEC,
        )
    };
    match done {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn set_up(setup: &Setup) -> io::Result<()> {
    if !setup.cores.is_empty() {
        let mut cores = CpuSet::new();
        setup.cores.iter().for_each(|&core| cores.set(core));
        sched_setaffinity(None, &cores)?;
    }
    if setup.walls {
        namespaces::leave_host().map_err(|error| doing("leave the host's namespaces", &error))?;
        namespaces::forget_name().map_err(|error| doing("forget the host's name", &error))?;
        view::prepare().map_err(|error| doing("prepare the view of files", &error))?;
    }
    Ok(())
}

fn doing(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("failed to {what}: {error}"))
}
