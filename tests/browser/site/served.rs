//! A small contest, served by the real `judge serve` on a free port.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};
use serde_json::Value;

use crate::world::{TINY_GRID, World};

const CONTEST: &str = r#"
name = "Autumn"
problem = "sorting-robot"
submissions = "teams"
baselines = ["naive"]

[limits]
time = "1s"
wall = "10s"

[[round]]
name = "practice"
instances = "grids"
public = true

[[round]]
name = "finals"
instances = "finals"

[site]
registration = "code"
"#;

/// A program with a short answer, which takes long enough to be watched.
pub(super) const SLOW_GOOD: &str = "good/solver";

/// A program with a longer answer.
pub(super) const SLOW_LONG: &str = "long/solver";

/// A program with an even longer answer.
pub(super) const SLOW_LONGEST: &str = "longest/solver";

pub(super) struct Served {
    pub(super) world: World,
    pub(super) code: String,
    pub(super) staff_link: String,
    url: String,
    process: Child,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = rustix::process::kill_process(Pid::from_child(&self.process), Signal::TERM);
        let _ = self.process.wait();
    }
}

impl Served {
    pub(super) fn start() -> Self {
        Self::with_teams(&[])
    }

    /// Starts a site in French.
    pub(super) fn in_french() -> Self {
        Self::of(&format!("language = \"fr\"\n{CONTEST}"), &[])
    }

    /// Starts a site that has teams already.
    pub(super) fn with_teams(teams: &[String]) -> Self {
        Self::of(CONTEST, teams)
    }

    fn of(contest: &str, teams: &[String]) -> Self {
        let world = World::new();
        let program = |answer: &str| format!("#!/bin/sh\nsleep 1\necho {answer}\n");
        world
            .file("autumn.toml", contest)
            .file("grids/one.txt", TINY_GRID)
            .file("grids/two.txt", TINY_GRID)
            .file("finals/three.txt", TINY_GRID)
            .file(SLOW_GOOD, program("SRSLS"))
            .file(SLOW_LONG, program("SRSLSRLRL"))
            .file(SLOW_LONGEST, program("SRSLSRLRLRL"))
            .folder("teams");
        if !teams.is_empty() {
            let ran = world.judge(&format!("teams add {}", teams.join(" ")));
            assert_eq!(ran.code, 0, "{}", ran.err);
        }
        let port = {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
            listener.local_addr().expect("its address").port()
        };
        let url = format!("http://127.0.0.1:{port}");
        let mut process = world
            .command(&format!("serve autumn.toml --listen 127.0.0.1:{port}"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("judge starts");
        let mut lines = BufReader::new(process.stderr.take().expect("its messages")).lines();
        let mut said = |before: &str| {
            let line = lines.by_ref().map_while(Result::ok).find_map(|line| {
                let (_, rest) = line.split_once(before)?;
                Some(rest.trim().to_owned())
            });
            line.unwrap_or_else(|| panic!("`{before}` was not written"))
        };
        let staff_link = said("keep it secret: ");
        let code = said("class code ");
        // The pipe must not become full.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let site = Self {
            world,
            code,
            staff_link,
            url,
            process,
        };
        site.wait();
        site
    }

    /// Waits until the site answers.
    fn wait(&self) {
        let begun = Instant::now();
        let address = self.url.trim_start_matches("http://");
        while std::net::TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// Runs the contest with `judge run` on the same programs, and returns its table.
    pub(super) fn expected(&self, teams: &[(&str, &str)]) -> Vec<Value> {
        for (team, program) in teams {
            let copy = format!("teams/{team}/solver");
            let program = self.world.read(program);
            self.world.file(&copy, program).executable(&copy);
        }
        let ran = self.world.judge("run autumn.toml --out direct");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let board = self.world.judge("leaderboard direct --format json");
        table(&board.json())
    }
}

/// Returns what a table in JSON says of each entrant, without times.
pub(super) fn table(board: &Value) -> Vec<Value> {
    let lines = board["standings"].as_array().expect("lines").iter();
    let kept = ["rank", "team", "baseline", "score", "accepted", "rounds"];
    lines
        .map(|line| kept.iter().map(|key| (*key, line[key].clone())).collect())
        .collect()
}
