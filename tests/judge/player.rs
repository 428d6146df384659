//! `judge show --play` in a pseudo-terminal: keys, pipes, signals and the state of the terminal afterwards.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::world::World;

/// Solved by `SRSRSLLS`.
const GRID: &str = "1 3 2\n0 1 -1\n1 -1 0\n";

/// A process whose controlling terminal is a pseudo-terminal.
pub(crate) struct Session {
    child: Child,
    master: File,
    /// Keeps the terminal alive after the process has ended.
    slave: File,
    output: Receiver<Vec<u8>>,
    seen: String,
    before: Termios,
}

const PATIENCE: Duration = Duration::from_secs(20);

/// Opens a pseudo-terminal of 24 × 100 characters.
fn terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&master).expect("granted");
    unlockpt(&master).expect("unlocked");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let name = name.into_string().expect("a path");
    let slave = OpenOptions::new().read(true).write(true).open(name);
    let (master, slave) = (File::from(master), slave.expect("a terminal"));
    resize(&master, 24, 100);
    (master, slave)
}

fn resize(terminal: &File, rows: u16, columns: u16) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a size");
}

fn stdio(terminal: &File) -> Stdio {
    OwnedFd::from(terminal.try_clone().expect("a copy")).into()
}

impl Session {
    /// Runs a shell command in which `$judge` is the program.
    pub(crate) fn start(world: &World, script: &str) -> Self {
        Self::of(world, &["sh".into(), "-c".into(), script.into()])
    }

    /// Runs the words of a command.
    pub(crate) fn of(world: &World, words: &[String]) -> Self {
        let (master, slave) = terminal();
        let before = tcgetattr(slave.as_fd()).expect("attributes");
        // The command is the first process of a session with this terminal.
        let child = Command::new("setsid")
            .args(["--ctty", "--wait"])
            .args(words)
            .env("judge", env!("CARGO_BIN_EXE_judge"))
            .env_remove("NO_COLOR")
            .current_dir(world.path(""))
            .stdin(stdio(&slave))
            .stdout(stdio(&slave))
            .stderr(stdio(&slave))
            .spawn()
            .expect("setsid runs");
        let (sender, output) = channel();
        let mut reader = master.try_clone().expect("a copy");
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length) = reader.read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            master,
            slave,
            output,
            seen: String::new(),
            before,
        }
    }

    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        self.master.write_all(keys.as_bytes()).expect("keys");
        self
    }

    /// Waits until the terminal shows a text that it has not shown before.
    pub(crate) fn expect(&mut self, text: &str) -> &mut Self {
        let started = Instant::now();
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return self;
            }
            let left = PATIENCE.saturating_sub(started.elapsed());
            match self.output.recv_timeout(left) {
                Ok(piece) => self.seen += &String::from_utf8_lossy(&piece),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("{text:?} is not in {:?}", self.seen)
                }
            }
        }
    }

    fn local_modes(&self) -> LocalModes {
        tcgetattr(self.slave.as_fd())
            .expect("attributes")
            .local_modes
    }

    /// Waits for the end, and checks that the terminal is as it was.
    fn end(mut self) -> Option<i32> {
        self.expect("\x1b[?25h\x1b[?1049l");
        let status = self.child.wait().expect("an end");
        let after = tcgetattr(self.slave.as_fd()).expect("attributes");
        assert_eq!(after.local_modes, self.before.local_modes);
        assert_eq!(after.input_modes, self.before.input_modes);
        assert_eq!(after.output_modes, self.before.output_modes);
        status.code()
    }
}

fn world() -> World {
    let world = World::new();
    world
        .file("grid.txt", GRID)
        .file("answer.txt", "SRSRSLLS\n")
        .file("wrong.txt", "SRURSLLS\n")
        .file("short.txt", "SRS\n");
    world
}

#[test]
fn keys_step_and_leave() {
    let world = world();
    let mut session = Session::start(&world, "exec \"$judge\" show grid.txt answer.txt --play");
    session
        .expect("\x1b[?1049h")
        .expect("action 0 of 8, playing");
    assert!(!session.local_modes().contains(LocalModes::ICANON));
    assert!(!session.local_modes().contains(LocalModes::ECHO));
    // Home pauses, so that the following positions do not depend on time.
    session.press("\x1b[H").expect("action 0 of 8, paused");
    session.press("\x1b[C").expect("action 1 of 8, paused");
    session
        .press("\x1b[C\x1b[C")
        .expect("action 3 of 8, paused");
    session.press("\x1b[D").expect("action 2 of 8, paused");
    session
        .press("\x1b[F")
        .expect("4 steps, 4 swaps")
        .expect("action 8 of 8, end");
    session.press("\x1b[A").expect("action 0 of 8, paused");
    // It plays to the end by itself.
    session
        .press("+++++ ")
        .expect("playing")
        .expect("action 8 of 8, end");
    session.press("q");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn either_file_may_come_from_a_pipe() {
    let world = world();
    for (script, leave) in [
        (
            "\"$judge\" solve grid.txt --with naive | \"$judge\" show grid.txt - --play",
            "\x1b",
        ),
        ("cat grid.txt | \"$judge\" show - answer.txt --play", "\x03"),
    ] {
        let mut session = Session::start(&world, script);
        session
            .expect("action 0 of ")
            .press("\x1b[H")
            .expect(", paused");
        session.press("\x1b[C").expect("action 1 of ").press(leave);
        assert_eq!(session.end(), Some(0), "{script}");
    }
}

#[test]
fn a_rejected_answer_plays_up_to_the_action_that_breaks_a_rule() {
    let world = world();
    for (file, end, reason) in [
        (
            "wrong.txt",
            "action 2 of 2, end",
            "rejected: action 2 (`U`) leaves the grid",
        ),
        (
            "short.txt",
            "action 3 of 3, end",
            "rejected: after all 3 actions",
        ),
    ] {
        let script = format!("exec \"$judge\" show grid.txt {file} --play");
        let mut session = Session::start(&world, &script);
        session
            .expect("action 0 of ")
            .press("\x1b[H")
            .expect("paused")
            .press("\x1b[F");
        session.expect(reason).expect(end).press("q");
        assert_eq!(session.end(), Some(0), "{file}");
    }
}

#[test]
fn the_window_may_change_its_size() {
    let world = world();
    let mut session = Session::start(&world, "exec \"$judge\" show grid.txt answer.txt --play");
    session
        .press("\x1b[H")
        .expect("paused | q quit, space play/pause");
    resize(&session.master, 10, 20);
    // The screen is cleared, and the status line ends at the new width.
    session
        .expect("\x1b[2J")
        .expect("action 0 of 8, paus\x1b[K");
    session.press("q");
    assert_eq!(session.end(), Some(0));
}

#[test]
fn signals_restore_the_terminal() {
    let world = world();
    let script =
        "\"$judge\" show grid.txt answer.txt --play & read line < started; kill -TERM $!; wait $!";
    assert!(
        Command::new("mkfifo")
            .arg(world.path("started"))
            .status()
            .expect("mkfifo")
            .success()
    );
    let mut session = Session::start(&world, script);
    session.expect("action 0 of 8");
    world.file("started", "now\n");
    assert_eq!(session.end(), Some(130));
}

#[test]
fn without_a_terminal_the_error_suggests_a_step() {
    let world = world();
    let ran = world.judge("show grid.txt answer.txt --play");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("needs a terminal"), "{}", ran.err);
    assert!(ran.err.contains("--step K"), "{}", ran.err);
    // A terminal for the output, but none for keys.
    let (_master, slave) = terminal();
    let ran = Command::new("setsid")
        .args([
            "--wait",
            env!("CARGO_BIN_EXE_judge"),
            "show",
            "grid.txt",
            "answer.txt",
            "--play",
        ])
        .current_dir(world.path(""))
        .stdin(Stdio::null())
        .stdout(stdio(&slave))
        .stderr(Stdio::piped())
        .spawn()
        .and_then(Child::wait_with_output)
        .expect("setsid runs");
    let message = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{message}");
    assert!(
        message.contains("/dev/tty") && message.contains("--step K"),
        "{message}"
    );
}
