//! Files for a program and from it, in every way that a run can end.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use judge::sandbox::{Ending, Limit, Wanted};

use crate::program::{Checker, start, text};
use crate::{Mode, Test, VICTIM};

pub(crate) const TESTS: [Test; 8] = [
    (
        "exchange::files_go_in_and_come_out",
        files_go_in_and_come_out,
    ),
    ("exchange::every_run_starts_anew", every_run_starts_anew),
    (
        "exchange::given_files_cannot_be_changed",
        given_files_cannot_be_changed,
    ),
    (
        "exchange::given_files_use_nothing_up",
        given_files_use_nothing_up,
    ),
    (
        "exchange::files_are_collected_after_every_end",
        files_are_collected_after_every_end,
    ),
    (
        "exchange::an_interrupt_leaves_nothing",
        an_interrupt_leaves_nothing,
    ),
    (
        "exchange::a_killed_judge_leaves_nothing",
        a_killed_judge_leaves_nothing,
    ),
    ("exchange::bad_names_are_refused", bad_names_are_refused),
];

fn files_go_in_and_come_out(mode: Mode) {
    let script = r#"
        read answer
        [ "$(cat $1)" = "3 4" ] && [ "$(cat $2)" = 7 ] && [ "$answer" = 8 ] || exit 1
        [ -z "$(ls -A $3)" ] || exit 2
        cd $3 && printf 0.5 > score.txt && : > judgemessage.txt && echo x > other && exit 42"#;
    let outcome = Checker::new(script).run(mode);
    assert_eq!(outcome.ending, Ending::Exited(42), "{}", outcome.errors);
    let found: Vec<_> = outcome.collected.iter().collect();
    let (message, score) = ("judgemessage.txt".to_owned(), "score.txt".to_owned());
    assert_eq!(found, [(&message, &text("")), (&score, &text("0.5"))]);
}

fn every_run_starts_anew(mode: Mode) {
    let mut sandbox = start(mode);
    let script = r#"[ -z "$(ls -A $3)" ] && [ "$(cat $1)" = "3 4" ] || exit 1
        rm -f $1; echo x > $3/score.txt"#;
    for _ in 0..3 {
        let outcome = Checker::new(script).run_in(&mut sandbox, &AtomicBool::new(false));
        let outcome = outcome.expect("no fault");
        assert_eq!(outcome.ending, Ending::Exited(0), "{}", outcome.errors);
        assert_eq!(outcome.collected["score.txt"], text("x\n"));
    }
    let folder = sandbox.exchange_folder().to_owned();
    drop(sandbox);
    assert!(!Path::new(&folder).exists());
}

fn given_files_cannot_be_changed(mode: Mode) {
    let mut script = "for f in $1 $2; do echo x >> $f && exit 1; done 2> /dev/null\n".to_owned();
    if mode.is_sandboxed() {
        script += "folder=$(dirname $1)
            chmod u+w $1 && exit 2
            rm -f $1 && exit 3
            mv $3/.. /tmp/away && exit 4
            mv $folder /tmp/away && exit 5
            touch $folder/new && exit 6
            ln $1 $3/score.txt && exit 7\n";
    }
    let outcome = Checker::new(&(script + "exit 0")).run(mode);
    assert_eq!(outcome.ending, Ending::Exited(0), "{}", outcome.errors);
    assert!(outcome.collected.is_empty());
}

/// Neither the memory limit nor the temporary space shrinks by the size of the files, and neither grows by much.
fn given_files_use_nothing_up(mode: Mode) {
    let large = vec![b'x'; 100 << 20];
    let mut checker = Checker::new(
        "[ $(wc -c < $1) = 104857600 ] && [ $(wc -c < $2) = 104857600 ] || exit 1
        head -c 900000 /dev/full > $3/score.txt",
    );
    let files = [("instance", &large[..]), ("answer", &large[..])];
    checker.files = &files;
    checker.temporary = 1 << 20;
    checker.limits.memory = 32 << 20;
    let outcome = checker.run(mode);
    assert_eq!(outcome.ending, Ending::Exited(0), "{}", outcome.errors);
    assert!(outcome.collected.contains_key("score.txt"));
    checker.script = "head -c 300000000 /dev/full | tail -n 1 | wc -c";
    let outcome = checker.run(mode);
    assert_eq!(outcome.ending, Ending::Stopped(Limit::Memory(32 << 20)));
}

fn files_are_collected_after_every_end(mode: Mode) {
    let wall = Limit::Wall(Duration::from_millis(500));
    let ends = [
        ("kill -SEGV $$", Ending::Signalled(libc::SIGSEGV)),
        ("exec sleep 100", Ending::Stopped(wall)),
        ("yes", Ending::Stopped(Limit::Output(1 << 20))),
        (
            "head -c 300000000 /dev/full | tail -n 1",
            Ending::Stopped(Limit::Memory(64 << 20)),
        ),
    ];
    for (end, expected) in ends {
        let script = format!("printf 1 > $3/score.txt; {end}");
        let mut checker = Checker::new(&script);
        checker.limits.memory = 64 << 20;
        if end.contains("sleep") {
            checker.limits.wall = Duration::from_millis(500);
        }
        let outcome = checker.run(mode);
        assert_eq!(outcome.ending, expected, "{end}");
        assert_eq!(outcome.collected["score.txt"], text("1"), "{end}");
    }
}

fn an_interrupt_leaves_nothing(mode: Mode) {
    let mut sandbox = start(mode);
    let folder = sandbox.exchange_folder().to_owned();
    let interrupt = AtomicBool::new(false);
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            interrupt.store(true, Ordering::Relaxed);
        });
        Checker::new("printf 1 > $3/score.txt; sleep 100").run_in(&mut sandbox, &interrupt)
    });
    assert_eq!(outcome.expect("no fault").ending, Ending::Interrupted);
    drop(sandbox);
    assert!(!Path::new(&folder).exists());
}

fn a_killed_judge_leaves_nothing(mode: Mode) {
    if mode.is_sandboxed() {
        // There is nothing on the host that could be left.
        return;
    }
    let mut judge = Command::new("/proc/self/exe")
        .arg(VICTIM)
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program starts");
    let mut folder = String::new();
    let output = judge.stdout.take().expect("standard output");
    BufReader::new(output)
        .read_line(&mut folder)
        .expect("the path of a folder");
    let folder = Path::new(folder.trim());
    assert!(wait_until(|| folder.join("feedback/score.txt").exists()));
    judge.kill().expect("it can be killed");
    judge.wait().expect("it ends");
    assert!(wait_until(|| !folder.exists()));
}

/// Prints the path of the exchange folder and runs a program in it that does not end.
pub(crate) fn run_until_killed() {
    let wanted = Wanted {
        unsandboxed: true,
        ..Wanted::default()
    };
    let mode = Mode {
        name: "unsandboxed",
        wanted,
    };
    let mut sandbox = start(mode);
    println!("{}", sandbox.exchange_folder());
    let checker = Checker::new("printf 1 > $3/score.txt; sleep 100");
    let _ = checker.run_in(&mut sandbox, &AtomicBool::new(false));
}

fn wait_until(condition: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

fn bad_names_are_refused(mode: Mode) {
    let mut sandbox = start(mode);
    let never = AtomicBool::new(false);
    for name in ["", "..", "a/b", "/etc/passwd", "feedback"] {
        let mut checker = Checker::new("exit 0");
        let files = [(name, &b""[..])];
        checker.files = &files;
        let fault = checker.run_in(&mut sandbox, &never).expect_err(name);
        assert!(!fault.started, "{}", fault.reason);
    }
    let mut checker = Checker::new("exit 0");
    checker.collected = &["../answer"];
    assert!(checker.run_in(&mut sandbox, &never).is_err());
    // The launcher still works.
    assert!(Checker::new("exit 0").run_in(&mut sandbox, &never).is_ok());
}
