//! Starts the web process and starts it again if it dies.

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::pipe::PipeFlags;
use wait_timeout::ChildExt;

use super::database::Database;
use super::log;
use crate::entrants::MYSELF;
use crate::error::{Error, Result};
use crate::timestamp::Timestamp;

/// How often the web process is looked after, and after how many times the database is told.
const PAUSE: Duration = Duration::from_millis(100);
const BEATS: u32 = 50;

/// A web process that dies sooner is not started again at once.
const SHORTEST_LIFE: Duration = Duration::from_secs(1);

/// How long the web process may take to answer its last requests.
const FAREWELL: Duration = Duration::from_secs(15);

/// The web process, and what it is started with.
#[derive(Debug)]
pub struct Supervisor {
    listener: TcpListener,
    data: PathBuf,
    url: String,
    child: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    started: Instant,
    /// The web process stops when this end of a pipe is closed, whatever ends the judge.
    life: OwnedFd,
}

impl Supervisor {
    pub fn new(listener: TcpListener, data: PathBuf, url: String) -> Self {
        Self {
            listener,
            data,
            url,
            child: None,
        }
    }

    /// Keeps the web process running until `stop` is set, then lets it end. Tells by the database that this process
    /// lives, whatever it is judging.
    pub fn supervise(mut self, stop: &AtomicBool) {
        let mut beats = 0_u32;
        while !stop.load(Ordering::Relaxed) {
            let kept = self.look_after().and_then(|()| {
                if beats.is_multiple_of(BEATS) {
                    let alive = Timestamp::now().millis().to_string();
                    Database::open(&self.data)?.set_setting("judging_alive", &alive)?;
                }
                Ok(())
            });
            if let Err(error) = kept {
                log::line("supervision-failed", &[("error", &error.to_string())]);
            }
            beats = beats.wrapping_add(1);
            std::thread::sleep(PAUSE);
        }
        self.stop();
    }

    /// Starts the web process if it does not run.
    fn look_after(&mut self) -> Result<()> {
        if let Some(running) = &mut self.child {
            let ended = running.child.try_wait();
            match ended.map_err(|error| Error::fault("watch the web process", &error))? {
                None => return Ok(()),
                Some(status) => {
                    log::line("web-process-ended", &[("status", &status.to_string())]);
                    if running.started.elapsed() < SHORTEST_LIFE {
                        std::thread::sleep(SHORTEST_LIFE);
                    }
                }
            }
        }
        self.child = Some(self.start()?);
        Ok(())
    }

    /// The listener is the standard input of the web process and its end of the pipe the standard output, so that
    /// no other descriptor has to be inherited, which programs in sandboxes would inherit too.
    fn start(&self) -> Result<Running> {
        let failed = |error: &std::io::Error| Error::fault("start the web process", error);
        let listener = self.listener.try_clone().map_err(|error| failed(&error))?;
        let pipe = rustix::pipe::pipe_with(PipeFlags::CLOEXEC);
        let (theirs, life) = pipe.map_err(|error| failed(&error.into()))?;
        let child = Command::new(MYSELF)
            .args(["site-web", "--listener", "0", "--parent", "1"])
            .arg("--data")
            .arg(&self.data)
            .arg("--url")
            .arg(&self.url)
            .args(self.url.starts_with("https://").then_some("--secure"))
            .stdin(Stdio::from(OwnedFd::from(listener)))
            .stdout(Stdio::from(theirs))
            .spawn()
            .map_err(|error| failed(&error))?;
        Ok(Running {
            child,
            started: Instant::now(),
            life,
        })
    }

    /// Lets the web process answer its last requests and end.
    fn stop(&mut self) {
        let Some(Running {
            mut child, life, ..
        }) = self.child.take()
        else {
            return;
        };
        drop(life);
        if !matches!(child.wait_timeout(FAREWELL), Ok(Some(_))) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop();
    }
}
