//! Headless Chromium, controlled through `WebDriver`; one browser per test.

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

/// The timeout of all waiting; only a busy machine needs more than a second.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) downloads: TempDir,
    driver: Driver,
}

/// The chromedriver process, the leader of a process group that includes the browser.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // A failed test does not close its browser, so the whole group is killed.
        let group = Pid::from_child(&self.0);
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
        let _ = self.0.wait();
    }
}

impl Browser {
    /// Starts a browser. Returns `None` and prints the reason if it is not installed; fails then if all tools are required.
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
        self.go(&format!("file://{}", page.display())).await;
    }

    /// Opens an address.
    pub(crate) async fn go(&self, address: &str) {
        self.client.goto(address).await.expect("the page opens");
    }

    /// Runs a script and returns its result.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        let done = self.client.execute(script, arguments).await;
        done.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        let begun = Instant::now();
        let script = format!("return Boolean({expression})");
        while self.run(&script, Vec::new()).await != Value::Bool(true) {
            if begun.elapsed() > TIMEOUT {
                let page = "return document.body.innerText.slice(0, 1500)";
                let page = self.run(page, Vec::new()).await;
                panic!("never true: {expression}\n{page}");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    pub(crate) async fn find(&self, selector: &str) -> Element {
        let found = self.client.wait().at_most(TIMEOUT);
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

    /// Drags the mouse from one position in an element to another; both are fractions of its size.
    pub(crate) async fn drag(&self, selector: &str, from: (f64, f64), to: (f64, f64)) {
        let element = self.find(selector).await;
        let (_, _, width, height) = element.rectangle().await.expect("its place");
        // WebDriver counts offsets from the centre.
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

    /// Waits for a file that the page saves, and returns its path.
    pub(crate) async fn download(&self, name: &str) -> std::path::PathBuf {
        let path = self.downloads.path().join(name);
        let begun = Instant::now();
        while !path.exists() {
            assert!(begun.elapsed() < TIMEOUT, "{name} was never saved");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
        path
    }

    /// Fails if the console is not empty or if the page requested anything but itself.
    pub(crate) async fn assert_quiet(&self) {
        let is_page = |address: &str| address.starts_with("file://") && address.contains(".html");
        self.assert_requests_only(is_page).await;
    }

    /// Fails if the console is not empty or if anything else was requested since the last call.
    pub(crate) async fn assert_requests_only(&self, is_own: impl Fn(&str) -> bool) {
        let messages = self.log("browser").await;
        assert_eq!(messages, json!([]), "the console is not empty");
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
            let own = is_own(address);
            let is_local = address.starts_with("blob:") || address.starts_with("data:");
            assert!(own || is_local, "the page requested {address}");
            pages += usize::from(own);
        }
        assert!(pages > 0, "the page was not requested");
    }

    async fn log(&self, kind: &'static str) -> Value {
        let body = json!({ "type": kind });
        self.command("se/log", body).await
    }

    /// Executes a command of the Chrome `DevTools` Protocol.
    pub(crate) async fn tool(&self, name: &str, parameters: Value) -> Value {
        let body = json!({"cmd": name, "params": parameters});
        self.command("goog/cdp/execute", body).await
    }

    async fn command(&self, path: &'static str, body: Value) -> Value {
        let command = VendorCommand { path, body };
        let done = self.client.issue_cmd(command).await;
        done.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) async fn close(self) {
        self.client.close().await.expect("the session ends");
        drop(self.driver);
    }
}

/// A command that is not part of the `WebDriver` standard.
#[derive(Debug)]
struct VendorCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for VendorCommand {
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

/// Starts the driver on a free port and reads the port from its output.
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
    let port = port.expect("chromedriver prints its port");
    (driver, format!("http://127.0.0.1:{port}"))
}

fn capabilities(downloads: &Path) -> Capabilities {
    let wanted = json!({
        "goog:chromeOptions": {
            // Chromium's sandbox does not work for root and in containers.
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
