//! Tests builds that fail for reasons outside the submission: these are not the team's failure and are repeated.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::world::{Rows, TINY_CONTEST, World, found_or_skipped, process_with};

/// Runs a script in its own mount namespace, with the judge as `$judge`. Returns `false` if that is not permitted.
fn in_own_mounts(world: &World, script: &str) -> bool {
    let allowed = Command::new("unshare").args(["-m", "true"]).status();
    if !found_or_skipped(
        "the right to mount",
        allowed.is_ok_and(|status| status.success()),
    ) {
        return false;
    }
    let ran = Command::new("unshare")
        .args(["-m", "sh", "-e", "-c", script])
        .current_dir(world.path(""))
        .env("judge", env!("CARGO_BIN_EXE_judge"))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let detail = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{detail}");
    true
}

#[test]
fn a_full_disk_is_not_the_teams_failure() {
    let world = World::tiny();
    // The space that is kept free for results grows with the output limit.
    let contest = TINY_CONTEST.replace("[limits]", "[limits]\noutput = \"64 KiB\"");
    world.file("tiny.toml", contest);
    // Larger than the disk.
    world.file(
        "teams/large/solver.c",
        "#include <stdio.h>\nvolatile char large[16 << 20] = {1};\nint main(void) { puts(large[0] ? \"SRSLS\" : \"\"); }\n",
    );
    world.folder("results").folder("first").folder("second");
    let done = in_own_mounts(
        &world,
        "mount -t tmpfs -o size=12m none results
         $judge run tiny.toml || [ $? = 3 ]
         cp results/tiny/runs.csv first/
         mount -o remount,size=512m results
         $judge run tiny.toml
         cp results/tiny/runs.csv second/",
    );
    if !done {
        return;
    }
    let first = world.rows("first");
    let detail = first.detail("large");
    assert_eq!(first.verdict("large"), "judge-error", "{detail}");
    assert!(detail.contains("make room and run it again"), "{detail}");
    assert_eq!(last(&world.rows("second"), "large"), "accepted");
}

/// Returns the verdict in a team's last row.
fn last<'r>(rows: &'r Rows, team: &str) -> &'r str {
    let row = rows.0.iter().rfind(|row| row["team"] == team);
    &row.expect("a row")["verdict"]
}

#[test]
fn a_language_that_is_not_installed_is_not_the_teams_failure() {
    let world = World::tiny();
    world.file("teams/script/solver.js", "console.log(\"SRSLS\")\n");
    world.file(
        "teams/own/submission.toml",
        "run = [\"no-such-interpreter\", \"x\"]\n",
    );
    let done = in_own_mounts(
        &world,
        "for place in /usr/local/bin /usr/bin /bin; do
             if [ -e $place/node ]; then mount --bind /dev/null $(readlink -f $place/node); fi
         done
         PATH=/usr/bin:/bin $judge run tiny.toml || [ $? = 3 ]",
    );
    if !done {
        return;
    }
    let rows = world.rows("results/tiny");
    let detail = rows.detail("script");
    assert_eq!(rows.verdict("script"), "judge-error", "{detail}");
    assert!(detail.contains("install Node.js"), "{detail}");
    assert_eq!(rows.verdict("own"), "build-failed");
}

/// Runs a contest with a slow build and kills its first `kills` attempts.
fn run_with_kills(world: &World, mark: &str, kills: usize) -> Rows {
    let mut judge = world
        .command("run tiny.toml")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("judge runs");
    let mut killed = Vec::new();
    while killed.len() < kills {
        assert_eq!(judge.try_wait().expect("a state"), None, "it has ended");
        if let Some(build) = process_with(mark).filter(|pid| !killed.contains(pid)) {
            let pid = Pid::from_raw(build as i32).expect("a number");
            let _ = kill_process(pid, Signal::KILL);
            killed.push(build);
        }
        sleep(Duration::from_millis(5));
    }
    let code = judge.wait().expect("judge ends").code();
    assert!(matches!(code, Some(0 | 3)), "{code:?}");
    world.rows("results/tiny")
}

#[test]
fn a_build_that_was_killed_is_repeated() {
    let mark = format!("build-{}", std::process::id());
    let slow = || {
        let world = World::tiny();
        world.file(
            "teams/slow/submission.toml",
            format!("build = [\"sh\", \"make.sh\", \"{mark}\"]\nrun = [\"./made\"]\n"),
        );
        world.file(
            "teams/slow/make.sh",
            "sleep 1; printf '#!/bin/sh\\necho SRSLS\\n' > made; chmod +x made\n",
        );
        world
    };
    let world = slow();
    let rows = run_with_kills(&world, &mark, 1);
    assert_eq!(rows.verdict("slow"), "accepted", "{}", rows.detail("slow"));
    let world = slow();
    let rows = run_with_kills(&world, &mark, 2);
    let detail = rows.detail("slow");
    assert_eq!(rows.verdict("slow"), "judge-error", "{detail}");
    assert!(detail.contains("run it again"), "{detail}");
    assert_eq!(last(&run_with_kills(&world, &mark, 0), "slow"), "accepted");
}
