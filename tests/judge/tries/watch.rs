//! `judge try --watch`, in a terminal and through a pipe.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::{LONG, SHORT, TRY, world};
use crate::world::World;

/// A command whose output is collected as it comes.
struct Watched {
    judge: Child,
    output: Arc<Mutex<String>>,
}

impl Watched {
    fn new(judge: Child, mut source: impl Read + Send + 'static) -> Self {
        let output = Arc::new(Mutex::new(String::new()));
        let shared = Arc::clone(&output);
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = source.read(&mut piece) {
                let text = String::from_utf8_lossy(&piece[..length]).into_owned();
                shared.lock().expect("a lock").push_str(&text);
            }
        });
        Self { judge, output }
    }

    fn output(&self) -> String {
        self.output.lock().expect("a lock").clone()
    }

    /// Waits until a text appears for the `count`th time.
    fn wait_for(&self, text: &str, count: usize) {
        let started = Instant::now();
        while self.output().matches(text).count() < count {
            let output = self.output();
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "no {text:?} in {output}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Sends a signal and returns the exit code.
    fn end(&mut self, signal: rustix::process::Signal) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.judge);
        rustix::process::kill_process(pid, signal).expect("a process");
        let code = self.judge.wait().expect("a process").code();
        // The last output may still be on its way.
        std::thread::sleep(Duration::from_millis(200));
        code
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.judge.kill();
        let _ = self.judge.wait();
    }
}

/// Starts a command in a terminal of so many lines.
fn in_terminal(world: &World, arguments: &str, rows: u16) -> Watched {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).expect("a terminal");
    unlockpt(&master).expect("a terminal");
    let name = ptsname(&master, Vec::new()).expect("a name");
    let size = Winsize {
        ws_row: rows,
        ws_col: 100,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&master, size).expect("a size");
    let path = name.to_str().expect("a path").to_owned();
    let open = || -> OwnedFd {
        let file = File::options().read(true).write(true).open(&path);
        file.expect("a terminal").into()
    };
    let judge = world
        .command(arguments)
        .stdout(Stdio::from(open()))
        .stderr(Stdio::from(open()))
        .spawn()
        .expect("judge runs");
    Watched::new(judge, File::from(master))
}

const ENTER: &str = "\x1b[?1049h";
const LEAVE: &str = "\x1b[?1049l";

#[test]
fn a_terminal_is_redrawn_in_place_and_restored() {
    let world = world(LONG);
    let mut watched = in_terminal(&world, &format!("{TRY} --watch"), 8);
    watched.wait_for("kept as try 1", 1);
    world.script("t", SHORT);
    watched.wait_for("2 better", 1);
    world.file("teams/t/solver", "no script");
    watched.wait_for("crashed", 1);
    world.script("t", SHORT);
    watched.wait_for("waiting for changes", 4);
    assert_eq!(watched.end(rustix::process::Signal::INT), Some(130));
    let output = watched.output();
    let screen = output.split(ENTER).nth(1).expect("an alternate screen");
    let (screen, after) = screen.split_once(LEAVE).expect("a restored terminal");
    assert!(
        !after.contains(ENTER) && after.contains("verdict"),
        "{after:?}"
    );
    assert!(screen.contains("\x1b[?7l") && screen.contains("\x1b[?7h"));
    for frame in screen.split("\x1b[H").skip(1) {
        // Eight lines have seven breaks between them.
        assert!(frame.matches('\n').count() <= 7, "{frame:?}");
    }
    assert!(screen.contains("more lines"), "{screen}");
}

#[test]
fn a_wrong_command_leaves_the_terminal_alone() {
    let world = world(LONG);
    let mut watched = in_terminal(&world, "try teams/nobody --contest tiny.toml --watch", 24);
    let code = watched.judge.wait().expect("a process").code();
    assert_eq!(code, Some(2));
    watched.wait_for("no such file", 1);
    let output = watched.output();
    assert_eq!(output.matches(ENTER).count(), output.matches(LEAVE).count());
}

#[test]
fn a_pipe_gets_one_plain_table_per_change() {
    let world = world(LONG);
    let mut judge = world
        .command(&format!("{TRY} --watch --report teams/t/page.html"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    let source = judge.stdout.take().expect("a pipe");
    let mut watched = Watched::new(judge, source);
    watched.wait_for("kept as try 1", 1);
    world.script("t", SHORT);
    watched.wait_for("kept as try 2", 1);
    // The program is gone for a moment, as with some editors.
    std::fs::rename(world.path("teams/t/solver"), world.path("solver")).expect("a file");
    watched.wait_for("error: ", 1);
    std::fs::rename(world.path("solver"), world.path("teams/t/solver")).expect("a file");
    watched.wait_for("kept as try 3", 1);
    // Neither the page in its own folder nor the history is a change.
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(watched.end(rustix::process::Signal::TERM), Some(130));
    let output = watched.output();
    assert!(!output.contains('\x1b'), "{output:?}");
    assert_eq!(output.matches("kept as try").count(), 3, "{output}");
}

#[test]
fn a_change_during_a_run_starts_over() {
    let world = world("sleep 50");
    let contest = crate::world::TINY_CONTEST.replace("wall = \"3s\"", "wall = \"55s\"");
    world.file("tiny.toml", contest);
    let mut watched = in_terminal(&world, &format!("{TRY} --watch"), 24);
    watched.wait_for("1 of 2 runs", 1);
    world.script("t", SHORT);
    watched.wait_for("kept as try", 1);
    assert_eq!(watched.end(rustix::process::Signal::INT), Some(130));
    let log = world.judge("try teams/t --log --format json").json();
    assert_eq!(log["tries"].as_array().expect("tries").len(), 1);
}
