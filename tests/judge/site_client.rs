//! A small HTTP client of a site: what browsers and programs send.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use judge::site::database::Secret;

/// The longest time without a part of an answer.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// Waits until a condition holds: what another process does is noticed a little later.
pub(crate) fn eventually(mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < end, "it does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A client of the site at an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
}

impl Client {
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// Sends a request and reads the whole answer.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let sent = self.try_send(method, path, headers, body);
        sent.expect("a request")
    }

    /// Sends a request to a site that may be gone. The status is 0 if there was no answer.
    pub(crate) fn try_send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Answer> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(ANSWER_TIME))?;
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
        stream.write_all((head + "\r\n").as_bytes())?;
        // The server may answer before it has read everything.
        let _ = stream.write_all(body);
        Ok(Answer::read(&mut stream))
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(ANSWER_TIME)).unwrap();
        stream
    }

    /// Signs in as a browser does.
    pub(crate) fn sign_in(&self, token: &Secret) -> Session {
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
    pub(crate) fn page(&self, session: &Session, path: &str) -> Answer {
        self.send("GET", path, &[("Cookie", &session.cookie)], b"")
    }

    /// Sends a form of a signed-in browser.
    pub(crate) fn post(&self, session: &Session, path: &str, fields: &str) -> Answer {
        let headers = [
            ("Cookie", session.cookie.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        let body = format!("form={}&{fields}", session.form);
        self.send("POST", path, &headers, body.as_bytes())
    }

    /// Hands in by the interface for programs.
    pub(crate) fn hand_in(&self, token: &Secret, files: &[(&str, &[u8])]) -> Answer {
        self.try_hand_in(token, files).expect("a request")
    }

    /// Hands in to a site that may be gone.
    pub(crate) fn try_hand_in(
        &self,
        token: &Secret,
        files: &[(&str, &[u8])],
    ) -> io::Result<Answer> {
        let bearer = bearer(token);
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", MULTIPART),
        ];
        let body = multipart(None, files);
        self.try_send("POST", "/api/hand-ins", &headers, &body)
    }

    /// Reads from the interface for programs.
    pub(crate) fn get_as(&self, token: &Secret, path: &str) -> Answer {
        self.send("GET", path, &[("Authorization", &bearer(token))], b"")
    }
}

pub(crate) fn bearer(token: &Secret) -> String {
    format!("Bearer {}", token.text())
}

/// A signed-in browser.
pub(crate) struct Session {
    pub(crate) cookie: String,
    pub(crate) form: String,
}

pub(crate) const MULTIPART: &str = "multipart/form-data; boundary=XX";

pub(crate) fn multipart(form: Option<&str>, files: &[(&str, &[u8])]) -> Vec<u8> {
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
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
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

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> serde_json::Value {
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
