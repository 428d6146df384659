//! Tests what programs can see, `doctor`, `try`, and `--unsandboxed`.

use std::os::unix::process::CommandExt;
use std::process::Command;

use crate::modes::{Mode, NOBODY};
use crate::world::{Ran, TINY_CONTEST, World, found_or_skipped};

/// Returns a shell program that prints the right answer only if all conditions hold.
fn only_if(conditions: &[&str]) -> String {
    let test = |c: &&str| format!("{c} || {{ echo 'not: {c}' >&2; exit 1; }}\n");
    conditions.iter().map(test).collect::<String>() + "echo SRSLS"
}

#[test]
fn a_program_sees_only_its_own_folder_and_the_system() {
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
        "[ $(ls -A /exchange | wc -l) = 0 ]",
        "! touch /exchange/mine 2>/dev/null",
    ]);
    world.script("curious", &program);
    let rows = world.run();
    let detail = rows.detail("curious");
    assert_eq!(rows.verdict("curious"), "accepted", "{detail}");
}

#[test]
fn paths_are_visible_read_only() {
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
    let detail = rows.detail("reader");
    assert_eq!(rows.verdict("reader"), "accepted", "{detail}");
    world.file("tiny.toml", showing("gone"));
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 2);
    let expected = "tiny.toml:8:10: `gone` cannot be shown to programs";
    assert!(ran.err.contains(expected), "{}", ran.err);
}

#[test]
fn builds_cannot_read_other_submissions() {
    let world = World::tiny();
    world.file("teams/other/solver.py", "SECRET = 1");
    let other = world.path("teams/other/solver.py");
    let spy = format!(
        "#include \"{}\"\nint main(void) {{ return 0; }}\n",
        other.display()
    );
    world.file("teams/spy/solver.c", spy);
    let rows = world.run();
    let detail = rows.detail("spy");
    assert_eq!(rows.verdict("spy"), "build-failed");
    assert!(detail.contains("No such file"), "{detail}");
}

#[test]
fn doctor_lists_the_layers() {
    let ran = World::new().judge("doctor");
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.contains("present  namespaces"), "{}", ran.out);
    let json = World::new().judge("doctor --format json").json();
    assert_eq!(json["isolated"], true);
}

#[test]
fn nothing_runs_without_isolation_unless_unsandboxed_is_given() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    // Runs the judge in a user namespace that must not create further ones.
    let in_restricted_namespace = |arguments: &str| -> Ran {
        let inside = "echo 0 > /proc/sys/user/max_user_namespaces; exec \"$0\" $1";
        Command::new("setpriv")
            .args("--reuid=65534 --clear-groups unshare --user --map-root-user".split(' '))
            .args(["sh", "-c", inside])
            .arg(world.path("judge"))
            .arg(arguments)
            .current_dir(world.path(""))
            .output()
            .expect("setpriv and unshare run")
            .into()
    };
    if !give_to_nobody(&world) {
        return;
    }
    let refused = in_restricted_namespace("run tiny.toml");
    assert_eq!(refused.code, 2, "{}", refused.err);
    let expected = "programs cannot be isolated on this machine";
    assert!(refused.err.contains(expected), "{}", refused.err);
    assert!(refused.err.contains("--unsandboxed"), "{}", refused.err);
    let doctor = in_restricted_namespace("doctor");
    assert_eq!(doctor.code, 2, "{}", doctor.out);
    assert!(doctor.out.contains("MISSING  namespaces"), "{}", doctor.out);
    assert!(doctor.out.contains("max_user_namespaces"), "{}", doctor.out);
    let unsandboxed = in_restricted_namespace("run tiny.toml --unsandboxed");
    assert_eq!(unsandboxed.code, 0, "{}", unsandboxed.err);
    let warning = "warning: programs run without isolation";
    assert!(unsandboxed.err.contains(warning), "{}", unsandboxed.err);
    assert_eq!(world.rows("results/tiny").verdict("team"), "accepted");
    let facts = world.read("results/tiny/run.toml");
    assert!(
        facts.contains("isolation = \"none (--unsandboxed)"),
        "{facts}"
    );
}

/// Gives the test folder and a copy of the judge in it to an unprivileged user. Returns `false` if that is not
/// possible.
fn give_to_nobody(world: &World) -> bool {
    let is_root = rustix::process::getuid().is_root();
    if found_or_skipped("root, to become another user", is_root) {
        let user = Some(NOBODY);
        Mode { user, options: "" }.prepare(world);
    }
    is_root
}

#[test]
fn programs_of_an_ordinary_user_are_isolated_too() {
    let world = World::tiny();
    world.script(
        "team",
        &only_if(&["[ $(id -u) = 1000 ]", "[ ! -e /root ]", "[ ! -e /home ]"]),
    );
    let source = "#include <stdio.h>\nint main(void) { puts(\"SRSLS\"); return 0; }\n";
    world.file("teams/builder/solver.c", source);
    if !give_to_nobody(&world) {
        return;
    }
    let ran: Ran = Command::new(world.path("judge"))
        .args(["run", "tiny.toml"])
        .current_dir(world.path(""))
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = world.rows("results/tiny");
    for team in ["team", "builder", "naive"] {
        let detail = rows.detail(team);
        assert_eq!(rows.verdict(team), "accepted", "{team}: {detail}");
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
fn the_judge_of_an_ordinary_user_restarts_in_a_scope_once() {
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    // Logs its arguments and executes the command without a scope.
    let fake = "#!/bin/sh\necho \"$*\" >> \"$SCOPE_LOG\"\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n";
    world
        .file("bin/systemd-run", fake)
        .executable("bin/systemd-run")
        .folder("session/systemd");
    if !give_to_nobody(&world) {
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
            .uid(NOBODY)
            .gid(NOBODY)
            .output();
        let logged = std::fs::read_to_string(&log).unwrap_or_default();
        (ran.expect("judge runs").into(), logged)
    };
    let (ran, logged) = run("");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(world.rows("results/tiny").verdict("team"), "accepted");
    let expected = "--user --scope --quiet --collect -p Delegate=yes --";
    let calls: Vec<&str> = logged.lines().collect();
    assert_eq!(calls.len(), 2, "one to probe, one to restart: {logged}");
    assert!(
        calls.iter().all(|call| call.starts_with(expected)),
        "{logged}"
    );
    assert!(calls[1].ends_with("run tiny.toml --fresh"), "{logged}");
    let (ran, logged) = run("--no-scope");
    assert_eq!((ran.code, logged.as_str()), (0, ""), "{}", ran.err);
}
