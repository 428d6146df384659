//! What programs see and what they do not; `doctor`, `try`, and doing without walls.

use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::world::{Ran, TINY_CONTEST, World};

/// A shell program that answers rightly only if all conditions hold.
fn only_if(conditions: &[&str]) -> String {
    let test = |c: &&str| format!("{c} || {{ echo 'not: {c}' >&2; exit 1; }}\n");
    conditions.iter().map(test).collect::<String>() + "echo SRSLS"
}

#[test]
fn a_program_sees_its_own_folder_and_little_else() {
    let world = World::tiny();
    world.file("secret.txt", "42");
    let hidden = |name: &str| format!("[ ! -e {} ]", world.path(name).display());
    let program = only_if(&[
        &hidden("secret.txt"),
        &hidden("grids/swap.txt"),
        "[ ! -e /root ]",
        "[ ! -e /home ]",
        "[ ! -e /etc/shadow ]",
        "[ -e ./solver ]",
        "! touch ./mine 2>/dev/null",
        "! touch /usr/mine 2>/dev/null",
        "! touch /mine 2>/dev/null",
        "touch /tmp/mine",
        "touch /dev/shm/mine",
        "[ $(id -u) = 1000 ]",
        "[ $(ls -d /proc/[0-9]* | wc -l) -lt 6 ]",
        "[ $(ls /tmp | wc -l) = 1 ]",
    ]);
    world.script("curious", &program);
    let rows = world.run();
    let told = rows.detail("curious");
    assert_eq!(rows.verdict("curious"), "accepted", "{told}");
}

#[test]
fn paths_widen_the_view_for_reading() {
    let world = World::tiny();
    world.file("library/words.txt", "hello");
    let showing =
        |path: &str| TINY_CONTEST.replace("time =", &format!("paths = [\"{path}\"]\ntime ="));
    world.file("tiny.toml", showing("library"));
    let library = world.path("library").canonicalize().expect("the folder");
    let library = library.display();
    let program = only_if(&[
        &format!("grep -q hello {library}/words.txt"),
        &format!("! touch {library}/x 2>/dev/null"),
    ]);
    world.script("reader", &program);
    let rows = world.run();
    let told = rows.detail("reader");
    assert_eq!(rows.verdict("reader"), "accepted", "{told}");
    world.file("tiny.toml", showing("gone"));
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 2);
    let expected = "tiny.toml:8:10: `gone` cannot be shown to programs";
    assert!(ran.err.contains(expected), "{}", ran.err);
}

#[test]
fn builds_see_nothing_of_others() {
    let world = World::tiny();
    world.file("teams/other/solver.py", "SECRET = 1");
    let other = world.path("teams/other/solver.py");
    let spy = format!(
        "#include \"{}\"\nint main(void) {{ return 0; }}\n",
        other.display()
    );
    world.file("teams/spy/solver.c", spy);
    let rows = world.run();
    let told = rows.detail("spy");
    assert_eq!(rows.verdict("spy"), "build-failed");
    assert!(told.contains("No such file"), "{told}");
}

#[test]
fn the_doctor_says_what_is_there() {
    let ran = World::new().judge("doctor");
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("present  namespaces"), "{}", ran.out);
    let json = World::new().judge("doctor --format json").json();
    assert_eq!(json["isolated"], true);
}

#[test]
fn without_walls_nothing_runs_unless_the_user_insists() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    // Inside a user namespace that may have no further ones.
    let without = |arguments: &str| -> Ran {
        let inside = "echo 0 > /proc/sys/user/max_user_namespaces; exec \"$0\" $1";
        Command::new("setpriv")
            .args([
                "--reuid=65534",
                "--clear-groups",
                "unshare",
                "--user",
                "--map-root-user",
            ])
            .args([
                "sh",
                "-c",
                inside,
                &world.path("judge").display().to_string(),
                arguments,
            ])
            .current_dir(world.path(""))
            .output()
            .expect("setpriv and unshare run")
            .into()
    };
    if !hand_over_to_nobody(&world) {
        return;
    }
    let refused = without("run tiny.toml");
    assert_eq!(refused.code, 2, "{}", refused.err);
    let expected = "programs cannot be isolated on this machine";
    assert!(refused.err.contains(expected), "{}", refused.err);
    assert!(refused.err.contains("--unsandboxed"), "{}", refused.err);
    let sick = without("doctor");
    assert_eq!(sick.code, 2, "{}", sick.out);
    assert!(sick.out.contains("MISSING  namespaces"), "{}", sick.out);
    assert!(sick.out.contains("max_user_namespaces"), "{}", sick.out);
    let insisting = without("run tiny.toml --unsandboxed");
    assert_eq!(insisting.code, 0, "{}", insisting.err);
    let warning = "warning: programs run without isolation";
    assert!(insisting.err.contains(warning), "{}", insisting.err);
    assert_eq!(world.rows("results/tiny").verdict("team"), "accepted");
    let facts = world.read("results/tiny/run.toml");
    assert!(
        facts.contains("isolation = \"none (--unsandboxed)"),
        "{facts}"
    );
}

/// Gives the world, and a copy of the judge in it, to an ordinary user.
fn hand_over_to_nobody(world: &World) -> bool {
    if !rustix::process::getuid().is_root() {
        eprintln!("skipped: becoming another user takes root");
        return false;
    }
    std::fs::copy(env!("CARGO_BIN_EXE_judge"), world.path("judge")).expect("a copy");
    let mut chown = Command::new("chown");
    let status = chown
        .args(["-R", "65534:65534"])
        .arg(world.path(""))
        .status();
    assert!(status.expect("chown runs").success());
    true
}

#[test]
fn an_ordinary_user_has_the_same_walls() {
    let world = World::tiny();
    world.script(
        "team",
        &only_if(&["[ $(id -u) = 1000 ]", "[ ! -e /root ]", "[ ! -e /home ]"]),
    );
    let source = "#include <stdio.h>\nint main(void) { puts(\"SRSLS\"); return 0; }\n";
    world.file("teams/builder/solver.c", source);
    if !hand_over_to_nobody(&world) {
        return;
    }
    let ran: Ran = Command::new(world.path("judge"))
        .args(["run", "tiny.toml"])
        .current_dir(world.path(""))
        .uid(65534)
        .gid(65534)
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = world.rows("results/tiny");
    for team in ["team", "builder", "naive"] {
        let told = rows.detail(team);
        assert_eq!(rows.verdict(team), "accepted", "{team}: {told}");
    }
}

#[test]
fn a_student_tries_a_program() {
    let world = World::tiny();
    world
        .file("mine.py", "print('SRLRSLS')\n")
        .file("wrong.py", "print('SRRR')\n");
    let ran = world.judge("try mine.py --contest tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let line = ran
        .out
        .lines()
        .find(|line| line.contains("swap"))
        .expect("a line");
    let cells: Vec<_> = line.split_whitespace().collect();
    assert_eq!(cells[..4], ["swap", "4", "2", "2"], "{line}");
    let ran = world.judge("try wrong.py --contest tiny.toml");
    let reason = "swap: action 2 (`R`) leaves the grid";
    assert!(
        ran.out.contains("rejected") && ran.out.contains(reason),
        "{}",
        ran.out
    );
    let json = world
        .judge("try mine.py --contest tiny.toml --format json")
        .json();
    assert_eq!(json["runs"][0]["team"], "mine");
    world.file("tiny.toml", TINY_CONTEST.replace("public = true", ""));
    let hidden = world.judge("try mine.py --contest tiny.toml");
    assert_eq!(hidden.code, 2);
    assert!(hidden.err.contains("no public round"), "{}", hidden.err);
    assert!(!world.path("results").exists(), "nothing is kept");
}

#[test]
fn an_ordinary_user_is_started_again_in_a_scope_once() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    // Tells that it was called, and starts what it is to start, without a scope.
    let fake = "#!/bin/sh\necho \"$*\" >> \"$SCOPE_LOG\"\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n";
    world
        .file("bin/systemd-run", fake)
        .executable("bin/systemd-run")
        .folder("session/systemd");
    if !hand_over_to_nobody(&world) {
        return;
    }
    let run = |options: &str| -> (Ran, String) {
        let log = world.path("scope.log");
        let _ = std::fs::remove_file(&log);
        let ran = Command::new(world.path("judge"))
            .args(["run", "tiny.toml", "--fresh"])
            .args(options.split_whitespace())
            .current_dir(world.path(""))
            .env(
                "PATH",
                format!("{}:/usr/bin:/bin", world.path("bin").display()),
            )
            .env("XDG_RUNTIME_DIR", world.path("session"))
            .env("SCOPE_LOG", &log)
            .uid(65534)
            .gid(65534)
            .output();
        let told = std::fs::read_to_string(&log).unwrap_or_default();
        (ran.expect("judge runs").into(), told)
    };
    let (ran, told) = run("");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(world.rows("results/tiny").verdict("team"), "accepted");
    let expected = "--user --scope --quiet --collect -p Delegate=yes --";
    let calls: Vec<&str> = told.lines().collect();
    assert_eq!(calls.len(), 2, "one to try, one to start: {told}");
    assert!(
        calls.iter().all(|call| call.starts_with(expected)),
        "{told}"
    );
    assert!(calls[1].ends_with("run tiny.toml --fresh"), "{told}");
    let (ran, told) = run("--no-scope");
    assert_eq!((ran.code, told.as_str()), (0, ""), "{}", ran.err);
}
