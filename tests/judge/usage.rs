//! What programs used, by the judge's books and by their own; and what a long contest costs the judge itself.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::world::{Rows, TINY_CONTEST, World, found_or_skipped};

/// Burns CPU time by its own clock, in the way that its first lines choose, and tells on standard error how much.
const BURNER: &str = r#"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void burn_until(long ms) {
    while (used() < ms) {
    }
}

static void *help(void *unused) {
    burn_until(SHARE * 2);
    return unused;
}

int main(void) {
    if (FORM == 0) burn_until(2 * SHARE);
    if (FORM == 1) {
        pthread_t thread;
        pthread_create(&thread, 0, help, 0);
        burn_until(2 * SHARE);
        pthread_join(thread, 0);
    }
    if (FORM == 2) {
        if (fork() == 0) {
            burn_until(SHARE);
            _exit(0);
        }
        burn_until(SHARE);
        wait(0);
    }
    if (FORM == 3 || FORM == 4) {
        // The parent does not wait for its child, but for word from it that all is burnt.
        int ends[2];
        char byte;
        pipe(ends);
        if (FORM == 4) signal(SIGCHLD, SIG_IGN);
        if (fork() == 0) {
            if (FORM == 3) {
                setsid();
                if (fork()) _exit(0);
            }
            burn_until(SHARE);
            write(ends[1], "", 1);
            _exit(0);
        }
        burn_until(SHARE);
        read(ends[0], &byte, 1);
    }
    puts("SRSLS");
}
"#;

#[test]
fn cpu_time_is_what_the_tree_burnt() {
    const SHARE_MS: u64 = 400;
    let world = World::tiny();
    // Plenty of wall time: on a busy machine a second of CPU time may take many.
    let limits = "time = \"10s\"\nwall = \"60s\"";
    let contest = TINY_CONTEST.replace("time = \"1s\"\nwall = \"3s\"", limits);
    world.file("tiny.toml", contest);
    let forms = ["single", "threads", "forked", "daemon", "unwaited"];
    for (form, team) in forms.iter().enumerate() {
        let source = format!("#define FORM {form}\n#define SHARE {SHARE_MS}\n{BURNER}");
        world.file(&format!("teams/{team}/solver.c"), source);
    }
    let rows = world.run();
    for team in forms {
        assert_eq!(rows.verdict(team), "accepted", "{}", rows.detail(team));
        let (burnt, told) = (2 * SHARE_MS, number(&rows, team, "cpu_ms"));
        let allowed = 20.max(burnt / 20);
        assert!(
            told.abs_diff(burnt) <= allowed,
            "{team}: {told} ms, not {burnt}"
        );
    }
}

#[test]
fn memory_is_the_peak_of_the_tree() {
    let world = World::tiny();
    let touching = r"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void touch(long size) {
    volatile char *block = malloc(size);
    for (long at = 0; at < size; at += 4096) block[at] = 1;
}
";
    // All four have touched theirs before the first one ends.
    let tree = r#"
int main(void) {
    for (int child = 0; child < 3; child++)
        if (fork() == 0) {
            touch(30 << 20);
            usleep(300000);
            _exit(0);
        }
    touch(30 << 20);
    usleep(300000);
    while (wait(0) > 0) {
    }
    puts("SRSLS");
}
"#;
    let mapper = r#"
int main(void) {
    volatile char *block = mmap(0, 8L << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return 1;
    block[5L << 30] = 1;
    usleep(20000);
    puts("SRSLS");
}
"#;
    // Ten short lives, one after the other, of which no two are there at the same time.
    let relay = r#"
int main(void) {
    for (int child = 0; child < 10; child++) {
        if (fork() == 0) {
            touch(30 << 20);
            _exit(0);
        }
        wait(0);
    }
    puts("SRSLS");
}
"#;
    for (team, body) in [("tree", tree), ("mapper", mapper), ("relay", relay)] {
        world.file(
            &format!("teams/{team}/solver.c"),
            format!("{touching}{body}"),
        );
    }
    let rows = world.run();
    for (team, least, most) in [("tree", 100, 150), ("mapper", 0, 10), ("relay", 30, 45)] {
        assert_eq!(rows.verdict(team), "accepted", "{}", rows.detail(team));
        let mebibytes = number(&rows, team, "memory_kib") / 1024;
        assert!(
            (least..=most).contains(&mebibytes),
            "{team}: {mebibytes} MiB"
        );
    }
}

#[test]
fn orphans_that_have_ended_do_not_count_as_processes() {
    let world = World::tiny();
    let contest = TINY_CONTEST.replace("[limits]", "[limits]\nprocesses = 16");
    world.file(
        "tiny.toml",
        contest.replace("wall = \"3s\"", "wall = \"30s\""),
    );
    let source = r#"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int round = 0; round < 100; round++) {
        int ends[2], child;
        char byte;
        pipe(ends);
        if ((child = fork()) == 0) {
            child = fork();
            if (child == 0) write(ends[1], "", 1);
            _exit(child < 0);
        }
        close(ends[1]);
        if (child < 0 || read(ends[0], &byte, 1) != 1) return fprintf(stderr, "no fork %d\n", round), 1;
        close(ends[0]);
        waitpid(child, 0, 0);
        usleep(5000);
    }
    puts("SRSLS");
}
"#;
    world.file("teams/orphans/solver.c", source);
    let rows = world.run();
    assert_eq!(
        rows.verdict("orphans"),
        "accepted",
        "{}",
        rows.detail("orphans")
    );
}

fn number(rows: &Rows, team: &str, column: &str) -> u64 {
    rows.of(team)[column].parse().expect("a number")
}

#[test]
fn two_thousand_cells_in_a_row_leave_nothing() {
    const CELLS: usize = 2000;
    let world = World::new();
    let mut contest = TINY_CONTEST.replace("instances = \"grids\"\npublic = true", "seed = 1\n");
    // One team and one baseline, so half as many instances.
    let count = CELLS / 2;
    let recipe = format!("{{ count = {count}, layout = \"vector\", columns = 2 }}");
    let _ = writeln!(contest, "run = \"programs\"\ngenerate = [{recipe}]");
    world.file("tiny.toml", contest).folder("tmp");
    world.file("teams/quick/solver.c", "int main(void) { return 0; }");
    let mounts = fs::read_to_string("/proc/self/mountinfo").expect("mounts");
    let mut judge = world
        .command("run tiny.toml --jobs 2")
        .env("TMPDIR", world.path("tmp"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    let place = format!("/proc/{}", judge.id());
    let done = || {
        let rows = fs::read_to_string(world.path("results/tiny/runs.csv")).unwrap_or_default();
        rows.lines().count()
    };
    let mut seen = Vec::new();
    while judge.try_wait().expect("a child").is_none() {
        if let Some(usage) = Usage::of(Path::new(&place)) {
            seen.push((done(), usage));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(judge.wait().expect("a child").success());
    assert_eq!(world.rows("results/tiny").0.len(), CELLS);

    let early: Vec<_> = seen
        .iter()
        .filter(|(rows, _)| (100..500).contains(rows))
        .collect();
    let late: Vec<_> = seen
        .iter()
        .filter(|(rows, _)| (1500..1990).contains(rows))
        .collect();
    assert!(
        !early.is_empty() && !late.is_empty(),
        "{} looks",
        seen.len()
    );
    // What comes and goes with a cell depends on the moment of the look; what is never given back lifts the least of
    // all later looks.
    let of = |looks: &[&(usize, Usage)], what: fn(&Usage) -> u64| -> Vec<u64> {
        looks.iter().map(|(_, usage)| what(usage)).collect()
    };
    let grown = |what: fn(&Usage) -> u64| {
        let then = of(&early, what).into_iter().max().unwrap_or_default();
        let now = of(&late, what).into_iter().min().unwrap_or_default();
        now.saturating_sub(then)
    };
    assert_eq!(grown(|usage| usage.files), 0, "more open files");
    assert_eq!(grown(|usage| usage.children), 0, "more processes");
    // What is known of finished cells stays in memory, a few hundred bytes each.
    let memory = grown(|usage| usage.memory_kib);
    assert!(memory <= 4096, "{memory} KiB more");

    let mounts_after = fs::read_to_string("/proc/self/mountinfo").expect("mounts");
    assert_eq!(mounts, mounts_after);
    let left: BTreeSet<_> = fs::read_dir(world.path("tmp"))
        .expect("a folder")
        .flatten()
        .map(|e| e.path())
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let here = world.path("").display().to_string();
    let running = fs::read_dir("/proc")
        .expect("processes")
        .flatten()
        .filter(|entry| {
            let folder = fs::read_link(entry.path().join("cwd")).unwrap_or_default();
            folder.starts_with(here.trim_end_matches('/'))
        });
    assert_eq!(running.count(), 0);
}

/// What a running judge holds.
struct Usage {
    files: u64,
    memory_kib: u64,
    /// Its launchers and their cells.
    children: u64,
}

impl Usage {
    fn of(process: &Path) -> Option<Self> {
        let status = fs::read_to_string(process.join("status")).ok()?;
        let resident = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(Self {
            files: fs::read_dir(process.join("fd")).ok()?.count() as u64,
            memory_kib: resident.split_whitespace().next()?.parse().ok()?,
            children: descendants(process),
        })
    }
}

fn descendants(process: &Path) -> u64 {
    let threads = fs::read_dir(process.join("task"))
        .into_iter()
        .flatten()
        .flatten();
    let children = threads.map(|thread| {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let each = children.split_whitespace();
        each.map(|child| 1 + descendants(&process.with_file_name(child)))
            .sum::<u64>()
    });
    children.sum()
}

#[test]
fn children_too_short_to_be_seen_are_counted_where_the_kernel_counts() {
    let layers = World::new().judge("doctor --format json").json();
    let layers = layers["layers"].as_array().expect("a list").clone();
    let has_cgroups = layers
        .iter()
        .any(|layer| layer["name"] == "cgroups" && layer["present"] == true);
    if !found_or_skipped("a control group for this user", has_cgroups) {
        return;
    }
    let world = World::tiny();
    world.file(
        "tiny.toml",
        TINY_CONTEST.replace("wall = \"3s\"", "wall = \"60s\""),
    );
    // Children of a millisecond and a half, whose end the parent does not want to hear of.
    let deaf = r#"
        #include <signal.h>
        #include <stdio.h>
        #include <sys/wait.h>
        #include <time.h>
        #include <unistd.h>
        static double now(void) {
            struct timespec t;
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
            return t.tv_sec + t.tv_nsec / 1e9;
        }
        int main(void) {
            signal(SIGCHLD, SIG_IGN);
            for (int child = 0; child < 2000; child++) {
                if (fork() == 0) {
                    while (now() < 0.0015) {}
                    _exit(0);
                }
                wait(0);
            }
            puts("SRSLS");
        }
    "#;
    world.file("teams/deaf/solver.c", deaf);
    let rows = world.run();
    let told = rows.detail("deaf");
    assert_eq!(rows.verdict("deaf"), "time-limit", "{told}");
}
