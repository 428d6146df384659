//! The launcher: starts one program, holds it to its limits, clears up everything it left, and reports.

use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, setrlimit,
};

use super::protocol::{End, Message, Report, Request, receive_request, send};
use super::usage;

/// How often usage is looked at.
const TICK: Duration = Duration::from_millis(5);

/// The whole life of a launcher; its standard input is the socket to the judge.
pub fn launch() -> io::Result<()> {
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let (request, files) = receive_request(&socket)?;
    set_child_subreaper(Some(rustix::process::getpid()))?;
    setrlimit(
        Resource::Core,
        Rlimit {
            current: Some(0),
            maximum: Some(0),
        },
    )?;
    let started = Instant::now();
    let (end, peak) = match start(&request, files) {
        Ok(child) => supervise(child, &request, &socket, started)?,
        Err(error) => (End::NotStarted(error.to_string()), 0),
    };
    let wall = started.elapsed();
    kill_everything();
    let used = usage::of_ended_children();
    let over = used.cpu.as_micros() as u64 > request.time_us;
    let end = match end {
        // Ended by itself, but between two looks it had used up its time.
        End::Exited(_) | End::Signalled(_) if over => End::Cpu,
        end => end,
    };
    let report = Report {
        end,
        cpu_us: used.cpu.as_micros() as u64,
        wall_us: wall.as_micros() as u64,
        memory_kib: used.memory_kib.max(peak),
    };
    match send(&socket, &Message::Report(report)) {
        // The judge is gone; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn start(request: &Request, files: [OwnedFd; 3]) -> io::Result<Child> {
    let [input, output, errors] = files;
    let (program, arguments) = request
        .command
        .split_first()
        .ok_or_else(|| io::Error::other("there is no command"))?;
    Command::new(program)
        .args(arguments)
        .current_dir(&request.folder)
        .env_clear()
        .envs(request.environment.iter().map(|(key, value)| (key, value)))
        .stdin(input)
        .stdout(output)
        .stderr(errors)
        .process_group(0)
        .spawn()
}

/// Waits for the program to end, or ends it. Also gives the peak of the tree's memory, in KiB.
fn supervise(
    mut child: Child,
    request: &Request,
    socket: &UnixStream,
    started: Instant,
) -> io::Result<(End, u64)> {
    let pid = Pid::from_child(&child);
    let pidfd = pidfd_open(pid, PidfdFlags::empty())?;
    let wall = Duration::from_micros(request.wall_us);
    let mut peak = 0;
    loop {
        let left = wall.saturating_sub(started.elapsed());
        let closed = wait_for(&pidfd, Some(socket), left.min(TICK))?;
        if let Some(status) = child.try_wait()? {
            return Ok((ended(status), peak));
        }
        let processes = usage::descendants(std::process::id());
        let now = usage::sample(&processes);
        let cpu = now.cpu + usage::of_ended_children().cpu;
        peak = peak.max(now.memory_kib);
        let over = if closed {
            Some(End::Aborted)
        } else if now.memory_kib * 1024 > request.memory {
            Some(End::Memory)
        } else if cpu.as_micros() as u64 > request.time_us {
            Some(End::Cpu)
        } else if started.elapsed() >= wall {
            Some(End::Wall)
        } else {
            None
        };
        if let Some(end) = over {
            if matches!(end, End::Cpu | End::Wall) {
                tell_the_limit(socket)?;
                let _ = kill_process_group(pid, Signal::TERM);
                let grace = Instant::now() + Duration::from_micros(request.grace_us);
                while Instant::now() < grace && child.try_wait()?.is_none() {
                    wait_for(
                        &pidfd,
                        None,
                        grace.saturating_duration_since(Instant::now()),
                    )?;
                }
            }
            let _ = kill_process_group(pid, Signal::KILL);
            child.wait()?;
            return Ok((end, peak));
        }
    }
}

/// Lets the judge read what was written in time, but does not wait for ever.
fn tell_the_limit(mut socket: &UnixStream) -> io::Result<()> {
    if send(socket, &Message::LimitReached).is_ok() {
        socket.set_read_timeout(Some(Duration::from_millis(100)))?;
        let _ = socket.read(&mut [0]);
    }
    Ok(())
}

fn ended(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, signal) => End::Signalled(signal.unwrap_or(0)),
    }
}

/// Waits until the program has ended, the judge has hung up or the time has passed; tells whether the judge did.
fn wait_for(program: &OwnedFd, socket: Option<&UnixStream>, time: Duration) -> io::Result<bool> {
    let timeout = Timespec {
        tv_sec: time.as_secs() as i64,
        tv_nsec: i64::from(time.subsec_nanos()),
    };
    let mut watched = vec![PollFd::new(program, PollFlags::IN)];
    watched.extend(socket.map(|socket| PollFd::new(socket, PollFlags::IN)));
    match poll(&mut watched, Some(&timeout)) {
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    Ok(watched
        .get(1)
        .is_some_and(|socket| !socket.revents().is_empty()))
}

/// Kills every process that the program left, however often it forked, and reaps them all.
fn kill_everything() {
    loop {
        for pid in usage::descendants(std::process::id()) {
            if let Some(pid) = Pid::from_raw(pid as i32) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            Err(_) => return,
        }
    }
}
