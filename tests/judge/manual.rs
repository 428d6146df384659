//! `judge man`: a page for every command and every topic, which groff formats without warnings.

use std::process::Command;

use judge::help::TOPICS;
use walkdir::WalkDir;

use crate::world::{World, found_or_skipped, which};

#[test]
fn every_command_and_topic_has_a_page() {
    let world = World::new();
    let ran = world.judge("man -o pages");
    assert_eq!((ran.code, &*ran.out), (0, ""), "{}", ran.err);
    for page in [
        "judge",
        "judge-run",
        "judge-new-contest",
        "judge-teams-link",
    ] {
        let text = world.read(&format!("pages/man1/{page}.1"));
        assert!(text.contains(".TH "), "{page}");
    }
    for topic in TOPICS {
        let text = world.read(&format!("pages/man7/judge-{}.7", topic.name));
        assert!(text.lines().count() > 20, "{}", topic.name);
    }
    assert!(!world.path("pages/man1/judge-worker.1").exists());
    assert_eq!(
        world.judge("man run").out,
        world.read("pages/man1/judge-run.1")
    );
    assert_eq!(
        world.judge("man new contest").out,
        world.read("pages/man1/judge-new-contest.1")
    );
    assert_eq!(
        world.judge("man scoring").out,
        world.read("pages/man7/judge-scoring.7")
    );
    assert_eq!(world.judge("man").out, world.read("pages/man1/judge.1"));
    assert_eq!(world.judge("man bogus").code, 2);
}

#[test]
fn pages_are_formatted_without_warnings() {
    if !found_or_skipped("groff", which("groff")) {
        return;
    }
    let world = World::new();
    assert_eq!(world.judge("man -o pages").code, 0);
    let mut count = 0;
    for entry in WalkDir::new(world.path("pages")) {
        let path = entry.expect("an entry").into_path();
        if path.is_dir() {
            continue;
        }
        let ran = Command::new("groff")
            .args(["-man", "-Tutf8", "-Kutf8", "-ww"])
            .arg(&path)
            .output()
            .expect("groff runs");
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(errors, "", "{}", path.display());
        assert!(ran.stdout.len() > 300, "{}", path.display());
        count += 1;
    }
    assert!(count > 40, "{count} pages");
}
