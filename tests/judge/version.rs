//! `judge --version`: where the commit and the date come from.

use std::process::Command;

use crate::world::{World, found_or_skipped, which};

/// The build script, as a module: its functions are tested here.
#[path = "../../src/build.rs"]
#[expect(dead_code, reason = "cargo calls `main`")]
mod script;

#[test]
fn versions_are_short_and_long() {
    let world = World::new();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(world.judge("-V").out, format!("judge {version}\n"));
    let long = world.judge("--version").out;
    let rest = long.strip_prefix(&format!("judge {version} ("));
    let rest = rest.unwrap_or_else(|| panic!("{long}"));
    let (origin, target) = rest.trim_end().split_once(") ").expect("an origin");
    assert!(!origin.is_empty());
    assert!(target.starts_with(std::env::consts::ARCH), "{target}");
    assert!(target.contains("linux"), "{target}");
}

#[test]
fn dates_are_those_of_utc() {
    for (seconds, date) in [
        (0, "1970-01-01"),
        (-1, "1969-12-31"),
        (951_782_400, "2000-02-29"),
        (1_798_761_599, "2026-12-31"),
        (1_798_761_600, "2027-01-01"),
    ] {
        assert_eq!(script::date(seconds), date);
    }
}

#[test]
fn packages_and_plain_folders_need_no_git() {
    let world = World::new();
    assert_eq!(script::origin(&world.path(""), ""), "unknown commit");
    assert_eq!(script::origin(&world.path(""), "0"), "1970-01-01");
    let info =
        r#"{"git": {"sha1": "0123456789abcdef0123456789abcdef01234567"}, "path_in_vcs": ""}"#;
    world.file(".cargo_vcs_info.json", info);
    assert_eq!(script::origin(&world.path(""), ""), "0123456");
    assert_eq!(
        script::origin(&world.path(""), "86400"),
        "0123456 1970-01-02"
    );
    assert_eq!(script::watched(&world.path("")).len(), 1);
}

#[test]
fn checkouts_have_commit_and_date() {
    if !found_or_skipped("git", which("git")) {
        return;
    }
    let world = World::new();
    world.file("a", "a").folder("inner");
    let git = |arguments: &str| {
        let ran = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org"])
            .args(arguments.split(' '))
            .env("GIT_COMMITTER_DATE", "2026-11-18T12:00:00Z")
            .current_dir(world.path(""))
            .output()
            .expect("git runs");
        assert!(ran.status.success());
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    };
    git("init --quiet");
    git("add a");
    git("commit --quiet --message a");
    let commit = git("rev-parse --short=7 HEAD");
    let origin = script::origin(&world.path(""), "");
    assert_eq!(origin, format!("{commit} 2026-11-18"));
    let origin = script::origin(&world.path(""), "0");
    assert_eq!(origin, format!("{commit} 1970-01-01"));
    assert!(script::watched(&world.path("")).len() >= 2);
    // The repository of something else.
    assert_eq!(script::origin(&world.path("inner"), ""), "unknown commit");
}
