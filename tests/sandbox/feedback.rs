//! Programs that try to make the judge read something else than their own small files, or nothing for ever.

use std::time::{Duration, Instant};

use judge::sandbox::{Collected, Ending, Limit};

use crate::program::{Checker, LARGEST, text};
use crate::{Mode, Test};

pub(crate) const TESTS: [Test; 5] = [
    (
        "feedback::long_files_are_truncated",
        long_files_are_truncated,
    ),
    (
        "feedback::only_regular_files_are_read",
        only_regular_files_are_read,
    ),
    (
        "feedback::the_folder_cannot_be_replaced",
        the_folder_cannot_be_replaced,
    ),
    (
        "feedback::a_full_folder_is_harmless",
        a_full_folder_is_harmless,
    ),
    (
        "feedback::a_folder_that_uses_all_memory_is_harmless",
        a_folder_that_uses_all_memory_is_harmless,
    ),
];

fn long_files_are_truncated(mode: Mode) {
    let zeros = |count: u64| Collected::File {
        content: vec![0; count.min(LARGEST) as usize],
        is_truncated: count > LARGEST,
    };
    // The third one is sparse; so would be the fourth one, but the limit on the size of a file ends its program.
    for (script, size) in [
        ("head -c 1000 /dev/full > $3/score.txt", 1000),
        ("head -c 1001 /dev/full > $3/score.txt", 1001),
        ("truncate -s 60M $3/score.txt", 60 << 20),
        ("truncate -s 10G $3/score.txt", 0),
    ] {
        let outcome = Checker::new(script).run(mode);
        assert_eq!(outcome.collected["score.txt"], zeros(size), "{script}");
    }
}

fn only_regular_files_are_read(mode: Mode) {
    let fifos = [
        "mkfifo $3/score.txt",
        "mkfifo $3/score.txt; (exec 3<> $3/score.txt; echo secret >&3; sleep 100) & sleep 0.1",
    ];
    // A program in a sandbox cannot create a FIFO.
    let fifos = fifos.iter().filter(|_| !mode.is_sandboxed());
    let others = [
        "ln -s /etc/passwd $3/score.txt",
        "ln -s /proc/1/environ $3/score.txt",
        "ln -s /proc/self/environ $3/score.txt",
        "ln -s score.txt $3/score.txt",
        "echo x > $3/other; ln -s other $3/score.txt",
        "ln -s $1 $3/score.txt",
        "ln -s /dev/zero $3/score.txt",
        "ln -s /proc/self/fd/0 $3/score.txt",
        "mkdir $3/score.txt",
    ];
    for script in fifos.chain(&others) {
        let began = Instant::now();
        let outcome = Checker::new(script).run(mode);
        let ended = (outcome.ending, outcome.collected.get("score.txt"));
        let expected = (Ending::Exited(0), Some(&Collected::Unreadable));
        assert_eq!(ended, expected, "{script}: {}", outcome.errors);
        assert!(began.elapsed() < Duration::from_secs(10), "{script}");
    }
    // What may fail must not make other content readable either.
    for script in [
        "ln /etc/passwd $3/score.txt",
        "mkfifo $3/score.txt",
        "mknod $3/score.txt c 1 5",
        "cd $3; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"score.txt\")'",
        "echo secret > /tmp/$$; ln /tmp/$$ $3/score.txt; rm -f /tmp/$$ $3/score.txt",
    ] {
        let found = Checker::new(script).run(mode).collected;
        let found = found.get("score.txt");
        assert!(
            matches!(found, None | Some(Collected::Unreadable)),
            "{script}: {found:?}"
        );
    }
}

fn the_folder_cannot_be_replaced(mode: Mode) {
    for script in [
        "mv $3 $3.old; ln -s /etc $3",
        "mv $3 /tmp/judge-$$; ln -s /etc $3; rm -rf /tmp/judge-$$",
        "rmdir $3; ln -s /etc $3",
        "rm -rf $3 $(dirname $3); ln -s /etc $3; ln -s / $(dirname $3)",
        "mkdir /tmp/judge-$$; cp /etc/passwd /tmp/judge-$$; mv -T /tmp/judge-$$ $3; rm -rf /tmp/judge-$$",
    ] {
        let script = format!("{{ {script}; }} 2> /dev/null; rm -rf $3.old; exit 0");
        let outcome = Checker::new(&script).run(mode);
        assert_eq!(outcome.ending, Ending::Exited(0), "{script}");
        assert!(
            outcome.collected.is_empty(),
            "{script}: {:?}",
            outcome.collected
        );
    }
    // Permissions that the program removes may hide its own file, and no more.
    for script in [
        "echo x > $3/score.txt; chmod 0 $3/score.txt",
        "echo x > $3/score.txt; chmod 0 $3",
    ] {
        let outcome = Checker::new(script).run(mode);
        let score = &outcome.collected["score.txt"];
        let may_hide = !mode.is_sandboxed() && *score == Collected::Unreadable;
        assert!(may_hide || *score == text("x\n"), "{script}: {score:?}");
    }
    // Processes that outlive the program are killed before anything is read.
    let script =
        "(while :; do rm -f $3/score.txt; ln -s /etc/passwd $3/score.txt; rm -f $3/score.txt
        echo x > $3/score.txt; done) & sleep 0.2";
    let outcome = Checker::new(script).run(mode);
    let score = outcome.collected.get("score.txt");
    let expected = [
        None,
        Some(Collected::Unreadable),
        Some(text("")),
        Some(text("x\n")),
    ];
    assert!(expected.contains(&score.cloned()), "{score:?}");
}

fn a_full_folder_is_harmless(mode: Mode) {
    let mut checker = Checker::new(
        "printf 1 > $3/score.txt
        for i in $(seq 40); do head -c 1000000 /dev/full > $3/$i || exit 9; done",
    );
    checker.temporary = 8 << 20;
    let outcome = checker.run(mode);
    let expected = if mode.is_sandboxed() { 9 } else { 0 };
    assert_eq!(outcome.ending, Ending::Exited(expected));
    assert_eq!(outcome.collected["score.txt"], text("1"));
    if !mode.is_sandboxed() {
        return;
    }
    assert!(
        outcome.errors.contains("No space left on device"),
        "{}",
        outcome.errors
    );
    checker.script = "printf 1 > $3/score.txt
        i=0; while [ $i -lt 21000 ]; do i=$((i + 1)); : > $3/$i || exit 9; done";
    let outcome = checker.run(mode);
    assert!(
        matches!(outcome.ending, Ending::Exited(2 | 9)),
        "{:?}",
        outcome.ending
    );
    assert_eq!(outcome.collected["score.txt"], text("1"));
}

/// Temporary files count as memory, so the init process has none left when it collects.
fn a_folder_that_uses_all_memory_is_harmless(mode: Mode) {
    if !mode.is_sandboxed() {
        return;
    }
    let mut checker = Checker::new(
        "printf 1 > $3/score.txt
        for i in $(seq 100); do head -c 1000000 /dev/full > $3/$i || exit 9; done",
    );
    checker.limits.memory = 64 << 20;
    let outcome = checker.run(mode);
    let memory = Ending::Stopped(Limit::Memory(64 << 20));
    assert!(
        [memory, Ending::Exited(9)].contains(&outcome.ending),
        "{:?}",
        outcome.ending
    );
    // Nothing is collected if the kernel has killed the init process too.
    let score = outcome.collected.get("score.txt");
    assert!(score.is_none_or(|score| *score == text("1")), "{score:?}");
}
