//! A site that is served from a folder of its own.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use judge::site::database::{Database, Phase, Secret};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::site_client::{Client, eventually};
use crate::world::{Ran, TINY_GRID, World, process_with};

/// Solves the tiny grid in two steps.
pub(super) const SHORT: &str = "echo SRSLS";

/// Solves all grids of the contest.
pub(super) const BEST: &str =
    "read size; case \"$size\" in '1 3 2') echo SRRSLLS ;; *) echo SRSLS ;; esac";

/// Solves the tiny grid in four steps.
pub(super) const LONG: &str = "echo SRLRSLS";

/// Solves the tiny grid after seconds, so that the queue fills up behind it.
pub(super) const SLOW: &str = "sleep 3; echo SRSLS";

/// Returns a folder with a contest `tiny`: a public round judged on hand-in, and a hidden one judged at close.
pub(super) fn world(site: &str) -> World {
    let world = World::new();
    world
        .file("tiny.toml", contest(site))
        .file("grids/swap.txt", TINY_GRID)
        .file("hidden/late-a.txt", TINY_GRID)
        .file("hidden/late-b.txt", "1 3 2\n0 0 1\n1 0 0\n")
        .folder("teams");
    world
}

pub(super) fn contest(site: &str) -> String {
    format!(
        "name = \"Tiny\"\nproblem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n\
         [limits]\ntime = \"5s\"\nwall = \"20s\"\n\
         [site]\n{site}\n\
         [[round]]\nname = \"files\"\ninstances = \"grids\"\npublic = true\n\
         [[round]]\nname = \"late\"\ninstances = \"hidden\"\n"
    )
}

pub(super) fn data(world: &World) -> PathBuf {
    world.path("site")
}

pub(super) fn database(world: &World) -> Database {
    Database::open(&data(world)).expect("a database")
}

/// Adds a team and returns its token.
pub(super) fn team(world: &World, name: &str) -> Secret {
    token(&world.judge(&format!("teams add {name} --format json")))
}

pub(super) fn staff(world: &World) -> Secret {
    token(&world.judge("teams link --staff --format json"))
}

fn token(ran: &Ran) -> Secret {
    assert_eq!(ran.code, 0, "{}", ran.err);
    Secret::from_text(ran.json()[0]["token"].as_str().expect("a token"))
}

/// Returns a program that is a shell script.
pub(super) fn script(body: &str) -> Vec<u8> {
    format!("#!/bin/sh\n{body}\n").into_bytes()
}

/// A running site.
pub(super) struct Serving {
    process: Child,
    client: Client,
    log: Arc<Mutex<String>>,
    /// Is among the arguments of both processes, and of no other.
    mark: String,
}

impl Deref for Serving {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Serving {
    /// Serves the tiny contest.
    pub(super) fn start(world: &World) -> Self {
        Self::with(world, "tiny.toml")
    }

    /// Serves contests, and waits until the site says where it is.
    pub(super) fn with(world: &World, contests: &str) -> Self {
        let mark = data(world).display().to_string();
        let mut process = world
            .command(&format!("serve {contests} --jobs 1 --listen 127.0.0.1:0"))
            .args(["--data", &mark])
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        let log = Arc::new(Mutex::new(String::new()));
        let errors = process.stderr.take().expect("standard error");
        let lines = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                writeln!(lines.lock().unwrap(), "{line}").unwrap();
            }
        });
        let mut address = None;
        eventually(|| {
            let text = log.lock().unwrap().clone();
            if let Some(status) = process.try_wait().unwrap() {
                panic!("{status}: {text}");
            }
            let found = text.split("the site is at http://").nth(1);
            address = found.and_then(|rest| rest.split_once(';')?.0.parse().ok());
            address.is_some()
        });
        Self {
            process,
            client: Client {
                address: address.unwrap(),
            },
            log,
            mark,
        }
    }

    pub(super) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Hands in a shell script, which must be taken, and returns its id.
    pub(super) fn taken(&self, token: &Secret, body: &str) -> i64 {
        let answer = self.hand_in(token, &[("solver", &script(body))]);
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["id"].as_i64().expect("an id")
    }

    pub(super) fn hand_in_json(&self, token: &Secret, id: i64) -> Value {
        self.get_as(token, &format!("/api/hand-ins/{id}")).json()
    }

    pub(super) fn state(&self, token: &Secret, id: i64) -> String {
        let json = self.hand_in_json(token, id);
        json["state"].as_str().unwrap_or_default().to_owned()
    }

    pub(super) fn await_state(&self, token: &Secret, id: i64, state: &str) {
        eventually(|| self.state(token, id) == state);
    }

    /// Waits until a hand-in is judged, and returns it.
    pub(super) fn judged(&self, token: &Secret, id: i64) -> Value {
        self.await_state(token, id, "judged");
        self.hand_in_json(token, id)
    }

    /// Does something while a slow hand-in of this team is running and all others have to wait. What was done too
    /// late is done once more.
    pub(super) fn while_busy<T>(&self, busy: &Secret, mut act: impl FnMut() -> T) -> T {
        // A program whose results are known is not run.
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        for _ in 0..10 {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let slow = self.taken(busy, &format!("{SLOW} # {count}"));
            self.await_state(busy, slow, "running");
            let done = act();
            if self.state(busy, slow) == "running" {
                return done;
            }
        }
        panic!("the machine is too slow for this test");
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.process.id().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Asks the site to stop.
    pub(super) fn terminate(&self) {
        self.signal(Signal::TERM);
    }

    /// Waits for the end of the judging process.
    pub(super) fn ended(&mut self) -> ExitStatus {
        let mut status = None;
        eventually(|| {
            status = self.process.try_wait().unwrap();
            status.is_some()
        });
        status.unwrap()
    }

    /// Kills the judging process, and the web process too if it shall not have time to end by itself. Returns when
    /// nothing of the site is left.
    pub(super) fn kill(mut self, web_too: bool) {
        let web = process_with(&format!("--parent\u{0}1\u{0}--data\u{0}{}", self.mark));
        self.signal(Signal::KILL);
        let web = web.filter(|_| web_too);
        if let Some(web) = web.and_then(|web| Pid::from_raw(web.cast_signed())) {
            let _ = kill_process(web, Signal::KILL);
        }
        self.process.wait().unwrap();
        // Also programs in sandboxes, which have the arguments of the process that started them.
        eventually(|| process_with(&self.mark).is_none());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(super) fn phase(world: &World) -> Phase {
    let row = database(world).contest("tiny").unwrap();
    row.expect("a contest").phase
}
