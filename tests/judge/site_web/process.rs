//! A web process of its own for each test.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::ops::Deref;
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use judge::contest::Contest;
use judge::document::Document;
use judge::site::database::{Database, Secret};
use tempfile::TempDir;

use crate::site_client::{Client, Session};

/// A site with a web process and no judging process.
pub(super) struct Site {
    folder: TempDir,
    client: Client,
    pub(super) process: Child,
    /// Closed when the site is dropped, which ends the process.
    parent: Option<OwnedFd>,
    log: Arc<Mutex<String>>,
}

/// What comes before the keys of a site in French.
pub(super) const FRENCH: &str = "language = \"fr\"\n[site]\n";

/// Returns a contest with these keys of its site. Keys of the contest may come before, see [`FRENCH`].
pub(super) fn contest(site: &str) -> Contest {
    let (keys, site) = site.split_once("[site]\n").unwrap_or(("", site));
    let text = format!(
        "name = \"<b>Spring</b>\"\nproblem = \"sorting-robot\"\nsubmissions = \"s\"\nbaselines = [\"naive\"]\n\
         {keys}[site]\n{site}\n\
         [[round]]\nname = \"p\"\npublic = true\ninstances = \"i\"\n"
    );
    let document = Document {
        path: "spring.toml".into(),
        text,
    };
    Contest::from_document(&document).expect("a contest")
}

impl Site {
    /// Starts a site with one contest.
    pub(super) fn new(site: &str) -> Self {
        Self::with(&[("spring", site)])
    }

    pub(super) fn with(contests: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut database = Database::open(folder.path()).expect("a database");
        for (position, (name, site)) in contests.iter().enumerate() {
            let entered = database.enter_contest(name, position, &contest(site));
            entered.expect("a contest");
        }
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (read, write) =
            rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).expect("a pipe");
        // Copies without the flag are passed on.
        let passed =
            [OwnedFd::from(listener), read].map(|file| rustix::io::dup(file).expect("a copy"));
        let mut process = Command::new(env!("CARGO_BIN_EXE_judge"))
            .args(["site-web", "--data"])
            .arg(folder.path())
            .args(["--listener", &passed[0].as_raw_fd().to_string()])
            .args(["--parent", &passed[1].as_raw_fd().to_string()])
            .args(["--url", &format!("http://{address}")])
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        drop(passed);
        let log = Arc::new(Mutex::new(String::new()));
        let errors = process.stderr.take().expect("standard error");
        let lines = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                writeln!(lines.lock().unwrap(), "{line}").unwrap();
            }
        });
        Self {
            folder,
            client: Client { address },
            process,
            parent: Some(write),
            log,
        }
    }

    pub(super) fn database(&self) -> Database {
        Database::open(self.folder.path()).expect("a database")
    }

    /// Adds a team and returns its token.
    pub(super) fn team(&self, name: &str) -> (i64, Secret) {
        let mut database = self.database();
        let id = database.add_team(name).unwrap().expect("a new name");
        (id, database.new_token(Some(id)).unwrap())
    }

    pub(super) fn staff(&self) -> Session {
        let token = self.database().new_token(None).unwrap();
        self.sign_in(&token)
    }

    pub(super) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }
}

impl Deref for Site {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.parent.take());
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            if self.process.try_wait().expect("a status").is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
        assert!(
            std::thread::panicking(),
            "the web process outlives its parent"
        );
    }
}
