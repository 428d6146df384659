//! Tests contests on a machine that is overloaded or stopped for a while: no run reaches its time limit because of
//! that.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::modes::{Mode, modes};
use crate::world::{Rows, TINY_CONTEST, World, process_with};

/// Uses 0.6 s of CPU time.
const HONEST: &str = r#"
#include <stdio.h>
#include <time.h>
int main(void) {
    struct timespec used;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < 600);
    puts("SRSLS");
}
"#;

/// Writes far more than a pipe holds and sleeps most of the time.
const TALKATIVE: &str = r#"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    for (int round = 0; round < 50; round++) {
        for (int answer = 0; answer < 20000; answer++) fputs("SRLRSLS\n\n", stdout);
        fflush(stdout);
        usleep(20000);
    }
    puts("SRSLS");
}
"#;

/// Forty threads that wake at the same time, queue for the CPU and sleep again.
const HERD: &str = r"
#include <pthread.h>
#include <time.h>
#include <unistd.h>
static void *wake(void *unused) {
    for (;;) {
        struct timespec next;
        clock_gettime(CLOCK_MONOTONIC, &next);
        next.tv_nsec = (next.tv_nsec / 5000000 + 1) * 5000000;
        if (next.tv_nsec >= 1000000000) next.tv_sec++, next.tv_nsec -= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, 0);
        for (volatile int spin = 0; spin < 20000; spin++) {}
    }
    return unused;
}
int main(void) {
    pthread_t thread;
    for (int count = 0; count < 40; count++) pthread_create(&thread, 0, wake, 0);
    pause();
}
";

/// Keeps the CPUs busy with four processes each.
struct Load(Vec<Child>);

impl Load {
    fn start() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let spin = |_| {
            // Each in its own session, since some kernels distribute CPU time by session.
            Command::new("setsid")
                .args(["sh", "-c", "while :; do :; done"])
                .stdin(Stdio::null())
                .spawn()
                .expect("a shell")
        };
        Self((0..4 * cores).map(spin).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns a contest with a wall-clock limit that is exceeded on a busy machine.
fn contest() -> World {
    let world = World::tiny();
    let contest = TINY_CONTEST.replace("wall = \"3s\"", "wall = \"2500ms\"");
    world.file("tiny.toml", contest);
    world
}

/// Returns the command that runs the contest.
fn command(world: &World, mode: Mode) -> Command {
    mode.prepare(world);
    let mut command = Command::new(world.path("judge"));
    command
        .args(["run", "tiny.toml"])
        .args(mode.options.split_whitespace())
        .current_dir(world.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(user) = mode.user {
        command.uid(user).gid(user);
    }
    command
}

fn run(world: &World, mode: Mode) -> Rows {
    let ended = command(world, mode).status().expect("judge runs");
    assert!(ended.success(), "{mode:?}");
    world.rows("results/tiny")
}

#[test]
fn on_a_busy_machine_only_sleepers_reach_the_limit() {
    for mode in modes() {
        let world = contest();
        world
            .file("teams/honest/solver.c", HONEST)
            .file("teams/upright/solver.c", HONEST)
            .script("sleeper", "sleep 100")
            // Every step is a short-lived process.
            .script(
                "steps",
                "for step in $(seq 100); do echo $step | sed s/1/2/ > /dev/null; done; echo SRSLS",
            );
        let load = Load::start();
        let rows = run(&world, mode);
        drop(load);
        for team in ["honest", "upright", "steps"] {
            let detail = rows.detail(team);
            assert_eq!(rows.verdict(team), "accepted", "{mode:?}, {team}: {detail}");
        }
        assert!(
            rows.detail("honest").contains("for a busy machine"),
            "{mode:?}: {:?}",
            rows.of("honest")
        );
        let detail = rows.detail("sleeper");
        assert_eq!(rows.verdict("sleeper"), "time-limit", "{mode:?}: {detail}");
        assert!(
            detail.starts_with("reached the wall limit of 2.5 s"),
            "{detail}"
        );
    }
}

/// What is stopped in the middle of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    Judge,
    /// The judge, the launcher, the sandbox and the program.
    Everything,
}

/// Runs the talkative program, stops something in the middle of it, and returns its row.
fn interrupted_run(mode: Mode, stopped: Stopped, time: Duration) -> BTreeMap<String, String> {
    let mark = format!("busy-{}-{:?}", std::process::id(), Instant::now()).replace(' ', "");
    let world = contest();
    let manifest = format!(
        "build = [\"cc\", \"-o\", \"solver\", \"solver.c\"]\nrun = [\"./solver\", '{mark}']\n"
    );
    world
        .file("teams/talkative/solver.c", TALKATIVE)
        .file("teams/talkative/submission.toml", manifest);
    let mut judge = command(&world, mode).spawn().expect("judge runs");
    let program = loop {
        assert_eq!(judge.try_wait().expect("a state"), None, "it has ended");
        if let Some(program) = process_with(&mark) {
            break program;
        }
        sleep(Duration::from_millis(5));
    };
    sleep(Duration::from_millis(200));
    let mut targets = vec![judge.id()];
    if stopped == Stopped::Everything {
        targets.extend(ancestors(program, judge.id()));
    }
    let signal = |signal: Signal| {
        for &target in &targets {
            let target = Pid::from_raw(target as i32).expect("a number");
            kill_process(target, signal).expect("a signal");
        }
    };
    signal(Signal::STOP);
    sleep(time);
    signal(Signal::CONT);
    assert!(judge.wait().expect("judge ends").success());
    world.rows("results/tiny").of("talkative").clone()
}

/// Returns a process and its ancestors up to but without `end`.
fn ancestors(process: u32, end: u32) -> Vec<u32> {
    let mut line = vec![process];
    while let Some(&last) = line.last() {
        let stat = fs::read_to_string(format!("/proc/{last}/stat")).expect("a process");
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        let parent = fields.split_whitespace().nth(1).expect("a parent");
        let parent = parent.parse().expect("a number");
        if parent == end {
            break;
        }
        assert!(parent > 1, "{process} does not belong to {end}");
        line.push(parent);
    }
    line
}

#[test]
fn a_run_survives_a_pause() {
    let long = Duration::from_secs(5);
    for mode in modes() {
        for stopped in [Stopped::Judge, Stopped::Everything] {
            let row = interrupted_run(mode, stopped, long);
            assert_eq!(row["verdict"], "accepted", "{mode:?}, {stopped:?}: {row:?}");
            assert!(row["detail"].contains("waited"), "{mode:?}: {row:?}");
        }
    }
}

#[test]
fn a_run_that_was_stopped_for_too_long_is_repeated() {
    // Longer than a run may be starved, and longer than the judge usually takes to reply to its sandbox.
    let very_long = Duration::from_secs(12);
    let mode = modes()[0];
    for stopped in [Stopped::Judge, Stopped::Everything] {
        let row = interrupted_run(mode, stopped, very_long);
        assert_eq!(row["verdict"], "accepted", "{stopped:?}: {row:?}");
    }
}

#[test]
fn threads_that_wait_for_each_other_gain_no_time() {
    for mode in modes() {
        let world = contest();
        world.file("teams/herd/solver.c", HERD);
        let contest = world.read("tiny.toml");
        world.file(
            "tiny.toml",
            contest.replace("[\"naive\"]", "[]") + "[scoring]\nrule = \"total\"\n",
        );
        let before = Busy::read();
        let rows = run(&world, mode);
        let busy = Busy::read().since(before);
        let row = rows.of("herd");
        // Other tests may keep the machine so busy that the run is starved.
        if row["verdict"] == "interrupted" {
            continue;
        }
        assert_eq!(row["verdict"], "time-limit", "{mode:?}: {row:?}");
        let own: u64 = row["cpu_ms"].parse().expect("a number");
        let wall: u64 = row["wall_ms"].parse().expect("a number");
        let waited = wall.saturating_sub(2500);
        // The extension is CPU time of other processes, plus a tenth for rounding.
        let others = busy.saturating_sub(own);
        assert!(
            waited <= others + wall / 10,
            "{mode:?}: {waited} ms more, {others} ms of others: {row:?}"
        );
    }
}

/// How long the CPUs of this machine were busy, in milliseconds.
#[derive(Clone, Copy)]
struct Busy(u64);

impl Busy {
    fn read() -> Self {
        let stat = fs::read_to_string("/proc/stat").expect("counters");
        let line = stat.lines().next().expect("a line");
        let fields = line.split_whitespace().skip(1);
        let times: Vec<u64> = fields.map(|time| time.parse().expect("a number")).collect();
        let idle = times[3] + times[4];
        let all: u64 = times[..8].iter().sum();
        Self((all - idle) * 1000 / rustix::param::clock_ticks_per_second())
    }

    fn since(self, before: Self) -> u64 {
        self.0 - before.0
    }
}
