//! The workflows of `judge new ci`; the hook on a real repository.

use std::path::Path;
use std::process::{Command, Output};

use crate::world::{TINY_CONTEST, World, found_or_skipped, which};

/// Runs git without the configuration of this user.
fn git(world: &World, folder: &str, arguments: &[&str]) -> Output {
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let judge = judge.parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new("git");
    command
        .args(["-c", "user.name=T", "-c", "user.email=t@example.org"])
        .args(arguments)
        .current_dir(world.path(folder))
        .env("PATH", format!("{judge}:{path}"))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null");
    command.output().expect("git runs")
}

fn commit(world: &World, script: &str) {
    world.file("clone/team/solver", format!("#!/bin/sh\n{script}\n"));
    world.executable("clone/team/solver");
    for arguments in [&["add", "-A"][..], &["commit", "--quiet", "-m", script]] {
        let ran = git(world, "clone", arguments);
        assert!(ran.status.success(), "{ran:?}");
    }
}

/// Pushes the commit to a branch; returns what the hook said if it was refused.
fn push(world: &World, branch: &str) -> Result<(), String> {
    let target = format!("HEAD:refs/heads/{branch}");
    let ran = git(world, "clone", &["push", "--force", "../bare.git", &target]);
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    if ran.status.success() {
        Ok(())
    } else {
        Err(said)
    }
}

#[test]
fn a_push_that_lowers_the_score_is_refused() {
    if !found_or_skipped("git", which("git")) {
        return;
    }
    let world = World::tiny();
    world.file("grids/three.txt", "1 3 3\n0 1 2\n1 0 2\n");
    world.folder("bare.git").folder("clone");
    for (folder, arguments) in [
        ("bare.git", &["init", "--quiet", "--bare", "-b", "main"][..]),
        ("clone", &["init", "--quiet", "-b", "main"]),
    ] {
        assert!(git(&world, folder, arguments).status.success());
    }
    let ran =
        world.judge("new ci team --contest tiny.toml --host git -o bare.git/hooks/pre-receive");
    assert_eq!(ran.code, 0, "{}", ran.err);

    commit(&world, "echo SRSLSRL");
    push(&world, "main").expect("the first version is accepted");
    commit(&world, "echo SRSLSRL; : the same");
    push(&world, "main").expect("the score is kept");
    commit(&world, "echo SRSLS");
    push(&world, "main").expect("the score rises");
    commit(&world, "echo SRSLSRL");
    let said = push(&world, "main").expect_err("the score falls");
    assert!(said.contains("is worse than that of `before`"), "{said}");
    assert!(said.contains("refs/heads/main: refused"), "{said}");
    // Attributes do not make the judged program another one than the pushed one.
    world.file("clone/.gitattributes", "team/solver export-subst\n");
    commit(
        &world,
        "case '$Format:%H$' in '$'*) echo SRSLSRL;; *) echo SRSLS;; esac",
    );
    push(&world, "main").expect_err("the pushed file has the lower score");
    std::fs::remove_file(world.path("clone/.gitattributes")).expect("a file");
    commit(&world, "echo SRSLSRL");
    let said = push(&world, "side").expect_err("a new branch is compared with main");
    assert!(said.contains("is worse"), "{said}");
    commit(&world, "echo RRR");
    let said = push(&world, "main").expect_err("the answer is wrong");
    assert!(said.contains("leaves the grid"), "{said}");
    std::fs::remove_file(world.path("clone/team/solver")).expect("a file");
    std::fs::remove_dir(world.path("clone/team")).expect("a folder");
    std::os::unix::fs::symlink("/etc", world.path("clone/team")).expect("a link");
    git(&world, "clone", &["add", "-A"]);
    git(&world, "clone", &["commit", "--quiet", "-m", "link"]);
    let said = push(&world, "main").expect_err("a link is not followed");
    assert!(said.contains("is a link or missing"), "{said}");

    // What was accepted last is still there, and only that.
    let head = git(&world, "bare.git", &["log", "-1", "--format=%s", "main"]);
    assert_eq!(String::from_utf8_lossy(&head.stdout), "echo SRSLS\n");
    git(
        &world,
        "clone",
        &["checkout", "--quiet", "--force", "HEAD~3"],
    );
    let log = world.judge("try clone/team --contest tiny.toml --format json");
    let commit = log.json()["commit"].as_str().expect("a commit").to_owned();
    let head = git(&world, "clone", &["rev-parse", "HEAD"]);
    assert_eq!(String::from_utf8_lossy(&head.stdout).trim(), commit);
}

/// The script of a job, run as the hosts run it.
#[test]
fn the_job_compares_with_the_last_version_that_passed() {
    let world = World::tiny();
    world.file("tiny.toml", TINY_CONTEST);
    let ran = world.judge("new ci teams/t --contest tiny.toml --tolerance 0.5");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let workflow = world.read(".github/workflows/judge.yml");
    let script = workflow.split("Try the program\n        run: |\n").nth(1);
    let script = script.expect(&workflow).split("      - uses:").next();
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let judge = judge.parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    let passes = |program: &str| {
        world.script("t", program);
        let ran = Command::new("sh")
            .args(["-c", script.expect(&workflow)])
            .env("PATH", format!("{judge}:{path}"))
            .current_dir(world.path(""))
            .output();
        ran.expect("a shell").status.success()
    };
    assert!(passes("echo SRSLSRL"));
    assert!(passes("echo SRSLS"));
    assert!(!passes("echo SRSLSRL"));
    assert!(!passes("echo R"));
    assert!(passes("echo SRSLS; : again"));
    assert!(!world.path(".accepted/t/.judge").exists());
    assert!(world.path("report.html").is_file());
}

#[test]
fn workflows_are_not_overwritten_and_paths_are_checked() {
    let world = World::tiny();
    for (host, file) in [
        ("github", ".github/workflows/judge.yml"),
        ("gitlab", ".gitlab-ci.yml"),
        ("git", "pre-receive"),
    ] {
        let command = format!("new ci my-team --contest tiny.toml --host {host}");
        assert_eq!(world.judge(&command).code, 0);
        assert!(world.read(file).contains("my-team"), "{file}");
        let again = world.judge(&command);
        assert_eq!(again.code, 2);
        assert!(again.err.contains("already exists"), "{}", again.err);
    }
    let outside = world.judge("new ci ../team --contest tiny.toml -o x.yml");
    assert_eq!(outside.code, 2);
    assert!(
        outside.err.contains("not a path within the repository"),
        "{}",
        outside.err
    );
}
