//! A web process of its own for each test, and a small HTTP client.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use judge::contest::Contest;
use judge::document::Document;
use judge::site::database::{Database, Secret};
use tempfile::TempDir;

/// A site with a web process and no judging process.
pub(super) struct Site {
    folder: TempDir,
    pub(super) address: SocketAddr,
    pub(super) process: Child,
    /// Closed when the site is dropped, which ends the process.
    parent: Option<OwnedFd>,
    log: Arc<Mutex<String>>,
}

pub(super) fn contest(site: &str) -> Contest {
    let text = format!(
        "name = \"<b>Spring</b>\"\nproblem = \"sorting-robot\"\nsubmissions = \"s\"\nbaselines = [\"naive\"]\n\
         [site]\n{site}\n\
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
            address,
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

    pub(super) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// Sends a request and reads the whole answer.
    pub(super) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = self.connect();
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        if method != "GET" {
            write!(head, "Content-Length: {}\r\n", body.len()).unwrap();
        }
        stream
            .write_all((head + "\r\n").as_bytes())
            .expect("a request");
        // The server may answer before it has read everything.
        let _ = stream.write_all(body);
        Answer::read(&mut stream)
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Signs in as a browser does.
    pub(super) fn sign_in(&self, token: &Secret) -> Session {
        let answer = self.get(&format!("/enter/{}", token.text()));
        assert_eq!(answer.status, 200, "{}", answer.body);
        let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
        for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let form = cookie.split_once('=').unwrap().1;
        Session {
            form: Secret::from_text(form).form_token(),
            cookie,
        }
    }

    /// Opens a page of a signed-in browser.
    pub(super) fn page(&self, session: &Session, path: &str) -> Answer {
        self.send("GET", path, &[("Cookie", &session.cookie)], b"")
    }

    /// Sends a form of a signed-in browser.
    pub(super) fn post(&self, session: &Session, path: &str, fields: &str) -> Answer {
        let headers = [
            ("Cookie", session.cookie.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        let body = format!("form={}&{fields}", session.form);
        self.send("POST", path, &headers, body.as_bytes())
    }

    /// Hands in by the interface for programs.
    pub(super) fn hand_in(&self, token: &Secret, files: &[(&str, &[u8])]) -> Answer {
        let bearer = format!("Bearer {}", token.text());
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", MULTIPART),
        ];
        self.send("POST", "/api/hand-ins", &headers, &multipart(None, files))
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

/// A signed-in browser.
pub(super) struct Session {
    pub(super) cookie: String,
    pub(super) form: String,
}

pub(super) const MULTIPART: &str = "multipart/form-data; boundary=XX";

pub(super) fn multipart(form: Option<&str>, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    if let Some(form) = form {
        write!(
            body,
            "--XX\r\nContent-Disposition: form-data; name=\"form\"\r\n\r\n{form}\r\n"
        )
        .unwrap();
    }
    for (name, content) in files {
        write!(
            body,
            "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        )
        .unwrap();
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--XX--\r\n");
    body
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    pub(super) body: String,
}

impl Answer {
    fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection that is reset after its answer has still been answered.
        let mut buffer = [0; 16384];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            bytes.extend_from_slice(&buffer[..count]);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let mut answer = Self {
            status: status.unwrap_or(0),
            headers,
            body: body.to_owned(),
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = unchunked(body);
        }
        answer
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn unchunked(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        body.push_str(&after[..size]);
        rest = &after[size + 2..];
    }
    body
}
