//! The client of a site's API, for `judge hand-in`.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use puzzles::Value;
use serde::{Deserialize, Serialize};
use ureq::http::StatusCode;
use ureq::{Agent, Body};

use crate::dir::{self, Dir};
use crate::entrants::HISTORY;
use crate::entrants::project::{self, junk};
use crate::error::{Error, Result};
use crate::zip_file::{self, Member};

/// The largest answer of a site that is read.
const LARGEST_ANSWER: u64 = 64 << 20;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// A site, and who is talking to it.
#[derive(Debug)]
pub struct Client {
    agent: Agent,
    url: String,
    token: String,
    contest: Option<String>,
}

/// A hand-in as the site describes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HandInStatus {
    pub schema: u32,
    pub id: i64,
    pub team: String,
    pub time: String,
    pub digest: String,
    pub state: String,
    #[serde(default)]
    pub note: String,
    /// Whether it could be built; unknown until it is judged.
    #[serde(default)]
    pub built: Option<bool>,
    pub runs: Vec<RunStatus>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunStatus {
    pub round: String,
    pub instance: String,
    pub repetition: u32,
    pub verdict: String,
    pub value: Option<Value>,
    pub detail: String,
}

impl HandInStatus {
    /// Whether nothing more will happen to it by itself.
    pub fn is_settled(&self) -> bool {
        ["judged", "replaced", "withdrawn"].contains(&self.state.as_str())
    }
}

#[derive(Deserialize)]
struct Created {
    id: i64,
}

#[derive(Deserialize)]
struct Refused {
    error: String,
    #[serde(default)]
    help: String,
}

impl Client {
    pub fn new(url: &str, token: &str, contest: Option<&str>) -> Result<Self> {
        if !url.starts_with("http://") && !url.starts_with("https://") {
            let error = Error::user(format!("`{url}` is not the address of a site"));
            return Err(error.with_help("write for example --to https://judge.example.org"));
        }
        let settings = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            // A redirect could take the token elsewhere.
            .max_redirects(0)
            .build();
        Ok(Self {
            agent: settings.into(),
            url: url.trim_end_matches('/').to_owned(),
            token: token.to_owned(),
            contest: contest.map(str::to_owned),
        })
    }

    /// Hands in a file, and returns the number of the hand-in once the site has it on its disk.
    pub fn hand_in(&self, name: &str, content: &[u8]) -> Result<i64> {
        let boundary = format!("judge-{:016x}{:016x}", dir::random(), dir::random());
        let name = name.replace(['"', '\\', '\r', '\n'], "_");
        let mut body = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        )
        .into_bytes();
        body.extend_from_slice(content);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        let mut request = self
            .agent
            .post(format!("{}/api/hand-ins", self.url))
            .header("Authorization", format!("Bearer {}", self.token))
            .header(
                "Content-Type",
                format!("multipart/form-data; boundary={boundary}"),
            );
        if let Some(contest) = &self.contest {
            request = request.query("contest", contest);
        }
        let answer = request.send(&body[..]);
        let created: Created = self.read(answer, StatusCode::CREATED)?;
        Ok(created.id)
    }

    pub fn status(&self, id: i64) -> Result<HandInStatus> {
        let request = self
            .agent
            .get(format!("{}/api/hand-ins/{id}", self.url))
            .header("Authorization", format!("Bearer {}", self.token));
        self.read(request.call(), StatusCode::OK)
    }

    fn read<T: for<'d> Deserialize<'d>>(
        &self,
        answer: std::result::Result<ureq::http::Response<Body>, ureq::Error>,
        expected: StatusCode,
    ) -> Result<T> {
        let url = &self.url;
        let mut answer = answer.map_err(|error| {
            let error = Error::user(format!("failed to reach {url}: {error}"));
            error.with_help("check the address, and whether the site is running")
        })?;
        let status = answer.status();
        let mut text = String::new();
        let body = answer.body_mut().as_reader();
        body.take(LARGEST_ANSWER)
            .read_to_string(&mut text)
            .map_err(|error| Error::user(format!("failed to read the answer of {url}: {error}")))?;
        if status != expected {
            let refused: Option<Refused> = serde_json::from_str(&text).ok();
            let reason =
                refused.map_or(
                    format!("the site answered {status}"),
                    |refused| match refused.help.as_str() {
                        "" => refused.error,
                        help => format!("{}; {help}", refused.error),
                    },
                );
            return Err(Error::user(format!("{url}: {reason}")));
        }
        serde_json::from_str(&text).map_err(|error| {
            let error = Error::user(format!("{url} gave an answer of another kind: {error}"));
            error.with_help("is this the address of a judge's site?")
        })
    }
}

/// Returns the name and content of what to hand in: a file as it is, or a folder as a zip archive.
pub fn package(program: &Path) -> Result<(String, Vec<u8>)> {
    let failed = |error: &std::io::Error| Error::path("read", program, error);
    let found = program.canonicalize().map_err(|error| failed(&error))?;
    let name = found.file_name().unwrap_or_default().to_string_lossy();
    if !found.is_dir() {
        let content = std::fs::read(&found).map_err(|error| failed(&error))?;
        return Ok((name.into_owned(), content));
    }
    let folder = Dir::open(&found).map_err(|error| failed(&error))?;
    let listing = project::list(&folder).map_err(Error::user)?;
    let mut members = Vec::new();
    for file in listing.files {
        let is_history = file.path.starts_with(&format!("{HISTORY}/"));
        if is_history || junk(&file.path).is_some() {
            continue;
        }
        let mut content = Vec::new();
        folder
            .file(Path::new(&file.path))
            .and_then(|mut file| file.read_to_end(&mut content))
            .map_err(|error| failed(&error))?;
        members.push(Member {
            name: file.path,
            content,
            executable: file.executable,
        });
    }
    Ok((format!("{name}.zip"), zip_file::pack(&members)?))
}
