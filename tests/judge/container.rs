//! The judge in a container, started with the options that `judge doctor` asks for.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::package::{BASE, artefact};
use crate::world::{found_or_skipped, left_out, repository, which};

/// Container engines. Which of the runtimes can start a container depends on the control groups of the machine.
const ENGINES: [&[&str]; 3] = [&["podman"], &["podman", "--runtime", "runc"], &["docker"]];

/// Fewer than an engine's own, which need a capability to raise them.
const LIMITS: [&str; 5] = [
    "--network=none",
    "--ulimit",
    "nofile=1024:1024",
    "--ulimit",
    "nproc=4096:4096",
];

/// An engine that keeps its images in a folder of the test's own, where it can.
struct Engine {
    words: Vec<String>,
    _images: TempDir,
}

impl Engine {
    /// Returns an engine that can start a container.
    fn working(base: &Path) -> Option<Self> {
        ENGINES.into_iter().find_map(|words| Self::new(words, base))
    }

    fn new(words: &[&str], base: &Path) -> Option<Self> {
        if !which(words[0]) {
            return None;
        }
        let images = tempfile::tempdir().expect("a folder");
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        if words[0] == "podman" {
            let folder = |name: &str| images.path().join(name).display().to_string();
            let own = [
                "--root".into(),
                folder("images"),
                "--runroot".into(),
                folder("run"),
            ];
            words.extend(own);
        }
        let engine = Self {
            words,
            _images: images,
        };
        let base = base.to_str().expect("a path");
        let imported = engine.call(&["import", base, "localhost/judge-base"]);
        let started = imported.status.success() && {
            let run = [
                &["run", "--rm"],
                &LIMITS[..],
                &["localhost/judge-base", "true"],
            ];
            engine.call(&run.concat()).status.success()
        };
        started.then_some(engine)
    }

    fn call(&self, arguments: &[&str]) -> Output {
        Command::new(&self.words[0])
            .args(&self.words[1..])
            .args(arguments)
            .output()
            .expect("the engine runs")
    }

    /// Runs a command in a container and returns what it printed, and whether it succeeded.
    fn run(&self, options: &[&str], command: &[&str]) -> (String, bool) {
        let words = [
            &["run", "--rm"],
            &LIMITS[..],
            options,
            &["localhost/judge"],
            command,
        ];
        let ran = self.call(&words.concat());
        let said = [ran.stdout, ran.stderr].concat();
        (
            String::from_utf8_lossy(&said).into_owned(),
            ran.status.success(),
        )
    }
}

#[test]
fn a_contest_runs_in_a_container_that_was_started_as_doctor_says() {
    let package = artefact(".deb");
    let base = repository(BASE);
    let is_made = found_or_skipped(
        "a package in target/dist (src/packaging/release --snapshot)",
        package.is_some(),
    );
    if !is_made || !found_or_skipped(BASE, base.exists()) {
        return;
    }
    // Left out even where everything is required: whether an engine can start a container is up to the machine.
    let Some(engine) = Engine::working(&base) else {
        left_out("container: no container engine that can start a container");
        return;
    };
    let file = repository("tests/container/Containerfile");
    let built = engine.call(&[
        "build",
        "--network=none",
        "--build-arg=BASE=localhost/judge-base",
        "--tag=localhost/judge",
        "--file",
        file.to_str().expect("a path"),
        repository("target/dist").to_str().expect("a path"),
    ]);
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");

    let (plain, isolated) = engine.run(&[], &["judge", "doctor"]);
    let start = format!("{} run ", engine.words[0]);
    let advised = plain
        .lines()
        .find_map(|line| line.trim().strip_prefix(&start));
    assert!(isolated || advised.is_some(), "{plain}");
    let options: Vec<&str> = advised
        .unwrap_or_default()
        .split_whitespace()
        .filter(|word| *word != "…")
        .collect();
    let (doctor, isolated) = engine.run(&options, &["judge", "doctor"]);
    assert!(isolated, "{options:?}\n{doctor}");
    // The image has Python and no compiler, so that only one team can be run.
    let only = [
        "judge",
        "run",
        "contests/spring.toml",
        "--only",
        "first-steps",
    ];
    let (table, finished) = engine.run(&options, &only);
    assert!(finished && table.contains("1  first-steps"), "{table}");
}
