//! A browser of its own for each test: Chromium without a window, driven as a person would.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use rustix::process::{Pid, Signal};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::world::{found_or_skipped, which};

/// Nothing on these pages takes long; only a machine that is busy with other things does.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) downloads: TempDir,
    driver: Driver,
}

/// The process between us and the browser, in one group with it.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // A test that fails leaves a browser behind, which goes too.
        let group = Pid::from_child(&self.0);
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
        let _ = self.0.wait();
    }
}

impl Browser {
    /// `None`, with the reason printed, where there is no browser to drive.
    pub(crate) async fn start() -> Option<Self> {
        for tool in ["chromium", "chromedriver"] {
            if !found_or_skipped(tool, which(tool)) {
                return None;
            }
        }
        let (driver, address) = start_driver();
        let downloads = tempfile::tempdir().expect("a folder for downloads");
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(downloads.path()))
            .connect(&address)
            .await
            .expect("a session");
        Some(Self {
            client,
            downloads,
            driver,
        })
    }

    pub(crate) async fn open(&self, page: &Path) {
        let page = page.canonicalize().expect("the page");
        let address = format!("file://{}", page.display());
        self.client.goto(&address).await.expect("the page opens");
    }

    /// What a script gives.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let done = self.client.execute(script, arguments).await;
        done.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        let begun = Instant::now();
        let script = format!("return Boolean({expression})");
        while self.run(&script, Vec::new()).await != Value::Bool(true) {
            assert!(begun.elapsed() < PATIENCE, "never true: {expression}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    pub(crate) async fn find(&self, selector: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE);
        found
            .for_element(Locator::Css(selector))
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    pub(crate) async fn click(&self, selector: &str) {
        let element = self.find(selector).await;
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        let element = self.find(selector).await;
        element.text().await.expect("its text")
    }

    /// Presses the mouse at one place of an element, moves it and lets it go at another; both as shares of its size.
    pub(crate) async fn drag(&self, selector: &str, from: (f64, f64), to: (f64, f64)) {
        let element = self.find(selector).await;
        let (_, _, width, height) = element.rectangle().await.expect("its place");
        // Places are counted from the middle.
        let at = |(x, y): (f64, f64)| PointerAction::MoveToElement {
            element: element.clone(),
            duration: Some(Duration::from_millis(20)),
            x: (x - 0.5) * width,
            y: (y - 0.5) * height,
        };
        let mouse = MouseActions::new("mouse".to_owned())
            .then(at(from))
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            })
            .then(at(to))
            .then(PointerAction::Up {
                button: MOUSE_BUTTON_LEFT,
            });
        let done = self.client.perform_actions(mouse).await;
        done.expect("the mouse moves");
    }

    /// The file that the page has saved under this name.
    pub(crate) async fn download(&self, name: &str) -> std::path::PathBuf {
        let path = self.downloads.path().join(name);
        let begun = Instant::now();
        while !path.exists() {
            assert!(begun.elapsed() < PATIENCE, "{name} was never saved");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        path
    }

    /// The browser has had nothing to complain of, and has asked nobody for anything but the page itself.
    pub(crate) async fn assert_quiet(&self) {
        let complaints = self.log("browser").await;
        assert_eq!(complaints, json!([]), "the console is not empty");
        let events = self.log("performance").await;
        let mut pages = 0;
        for entry in events.as_array().expect("a list") {
            let text = entry["message"].as_str().expect("a message");
            let event: Value = serde_json::from_str(text).expect("JSON");
            if event["message"]["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let address = event["message"]["params"]["request"]["url"].as_str();
            let address = address.expect("an address");
            let own = address.starts_with("file://") && address.contains(".html");
            let made_here = address.starts_with("blob:") || address.starts_with("data:");
            assert!(own || made_here, "the page asked for {address}");
            pages += usize::from(own);
        }
        assert!(pages > 0, "not even the page was asked for");
    }

    async fn log(&self, kind: &'static str) -> Value {
        let body = json!({ "type": kind });
        self.command("se/log", body).await
    }

    /// A command of Chromium's own tools.
    pub(crate) async fn tool(&self, name: &str, parameters: Value) -> Value {
        let body = json!({"cmd": name, "params": parameters});
        self.command("goog/cdp/execute", body).await
    }

    async fn command(&self, path: &'static str, body: Value) -> Value {
        let command = Beyond { path, body };
        let done = self.client.issue_cmd(command).await;
        done.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) async fn close(self) {
        self.client.close().await.expect("the session ends");
        drop(self.driver);
    }
}

/// A command that is not in the standard.
#[derive(Debug)]
struct Beyond {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Beyond {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

/// Starts the driver on a free port, which it tells on its standard output.
fn start_driver() -> (Driver, String) {
    let mut child = Command::new("chromedriver")
        .arg("--port=0")
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts");
    let out = BufReader::new(child.stdout.take().expect("its output"));
    let driver = Driver(child);
    let port = out.lines().map_while(Result::ok).find_map(|line| {
        let (_, rest) = line.split_once("started successfully on port ")?;
        rest.trim_end_matches('.').parse::<u16>().ok()
    });
    let port = port.expect("chromedriver tells its port");
    (driver, format!("http://127.0.0.1:{port}"))
}

fn capabilities(downloads: &Path) -> Capabilities {
    let wanted = json!({
        "goog:chromeOptions": {
            // Tests may run as root and in containers, where Chromium's own walls do not stand.
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"],
            "prefs": {"download.default_directory": downloads},
        },
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    });
    match wanted {
        Value::Object(wanted) => wanted,
        _ => Capabilities::new(),
    }
}
