//! The terminal during a replay: keys arrive at once and unseen, frames are drawn on the alternate screen. The previous
//! state is restored in all cases, also after a panic.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize,
    tcsetattr,
};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};

use super::frame::Size;
use super::keys::{self, Key};
use crate::error::{Error, Result};
use crate::parallel::lock;

/// Switches to the alternate screen, whose content does not survive, and hides the cursor.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";
/// Terminals that know these show the changes between them at once; others ignore them.
const BEGIN_UPDATE: &str = "\x1b[?2026h";
const END_UPDATE: &str = "\x1b[?2026l";

/// How long the rest of an escape sequence may take.
const SEQUENCE: Duration = Duration::from_millis(50);

/// The terminal and its attributes before the replay, until they are restored.
static BEFORE: Mutex<Option<(Arc<File>, Termios)>> = Mutex::new(None);

/// Signals that arrived.
pub(super) struct Signals {
    ends: Arc<AtomicBool>,
    resizes: Arc<AtomicBool>,
    continues: Arc<AtomicBool>,
}

impl Signals {
    pub(super) fn watch() -> Result<Self> {
        let watch = |signals: &[i32]| -> Result<Arc<AtomicBool>> {
            let flag = Arc::new(AtomicBool::new(false));
            for &signal in signals {
                signal_hook::flag::register(signal, Arc::clone(&flag))
                    .map_err(|error| Error::fault("watch for signals", &error))?;
            }
            Ok(flag)
        };
        Ok(Self {
            ends: watch(&[SIGINT, SIGTERM, SIGHUP, SIGQUIT])?,
            resizes: watch(&[SIGWINCH])?,
            continues: watch(&[SIGCONT])?,
        })
    }

    /// Returns whether the replay is asked to end.
    pub(super) fn ends(&self) -> bool {
        self.ends.load(Ordering::Relaxed)
    }

    /// Returns whether the window changed its size since the last call.
    pub(super) fn resizes(&self) -> bool {
        self.resizes.swap(false, Ordering::Relaxed)
    }

    /// Returns whether the process was stopped and continued since the last call.
    pub(super) fn continues(&self) -> bool {
        self.continues.swap(false, Ordering::Relaxed)
    }
}

/// The terminal in its state for replays. Dropping it restores the previous state.
pub(super) struct Screen {
    /// The controlling terminal: standard input may be a pipe.
    terminal: Arc<File>,
    raw: Termios,
    size: Size,
}

impl Screen {
    /// Fails if there is no terminal to read keys from.
    pub(super) fn enter() -> Result<Self> {
        let no_keys = |error: &dyn std::fmt::Display| {
            Error::user(format!("keys cannot be read from /dev/tty: {error}"))
                .with_help("--play needs a terminal; --step K prints the state after K actions")
        };
        let terminal = File::open("/dev/tty").map_err(|error| no_keys(&error))?;
        let terminal = Arc::new(terminal);
        let before = tcgetattr(&terminal).map_err(|error| no_keys(&error))?;
        let mut raw = before.clone();
        // Keys arrive one by one and are not echoed; Ctrl-C and the like are keys.
        raw.local_modes &=
            !(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG | LocalModes::IEXTEN);
        raw.input_modes &= !(InputModes::IXON | InputModes::ICRNL);
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        *lock(&BEFORE) = Some((Arc::clone(&terminal), before));
        restore_before_panic_messages();
        let mut screen = Self {
            terminal,
            raw,
            size: (0, 0),
        };
        screen.reenter()?;
        Ok(screen)
    }

    /// Takes the terminal back after another process used it.
    pub(super) fn reenter(&mut self) -> Result<()> {
        tcsetattr(&self.terminal, OptionalActions::Now, &self.raw)
            .map_err(|error| Error::fault("set up the terminal", &error))?;
        self.size = (0, 0);
        write(ENTER)
    }

    /// Draws a frame over the previous one. Lines are overwritten instead of cleared, which would flicker.
    pub(super) fn show(&mut self, lines: &[String]) -> Result<()> {
        let mut text = BEGIN_UPDATE.to_owned();
        let size = size();
        if self.size != size {
            text.push_str("\x1b[2J");
            self.size = size;
        }
        text.push_str("\x1b[H");
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                text.push_str("\r\n");
            }
            text.push_str(line);
            text.push_str("\x1b[K");
        }
        text.push_str("\x1b[J");
        text.push_str(END_UPDATE);
        write(&text)
    }

    /// Waits for keys, at most so long. Returns `None` if the terminal is gone.
    pub(super) fn keys(&mut self, wait: Duration) -> Result<Option<Vec<Key>>> {
        let mut bytes = Vec::new();
        let mut wait = wait;
        while self.is_ready(wait)? {
            let mut piece = [0; 256];
            match rustix::io::read(&self.terminal, &mut piece) {
                Ok(0) | Err(rustix::io::Errno::IO) => return Ok(None),
                Ok(length) => bytes.extend_from_slice(&piece[..length]),
                Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
                Err(error) => return Err(Error::fault("read keys", &error)),
            }
            if !keys::is_incomplete(&bytes) {
                break;
            }
            wait = SEQUENCE;
        }
        Ok(Some(keys::parse(&bytes)))
    }

    /// Returns whether a key, or the end of the terminal, can be read within this time. A signal ends the wait.
    fn is_ready(&self, wait: Duration) -> Result<bool> {
        let mut fds = [PollFd::new(&self.terminal, PollFlags::IN)];
        let wait = Timespec {
            tv_sec: wait.as_secs() as i64,
            tv_nsec: wait.subsec_nanos().into(),
        };
        match poll(&mut fds, Some(&wait)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(Error::fault("wait for keys", &error)),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal once. Failures are ignored: the terminal may be gone.
fn restore() {
    if let Some((terminal, before)) = lock(&BEFORE).take() {
        let mut out = io::stdout();
        let _ = out.write_all(LEAVE.as_bytes()).and_then(|()| out.flush());
        let _ = tcsetattr(&terminal, OptionalActions::Now, &before);
    }
}

/// Makes panics restore the terminal before they print their message, which would be lost on the alternate screen.
fn restore_before_panic_messages() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            print(panic);
        }));
    });
}

/// Returns the size of the window without its last column: some terminals erase a character there when the rest of its
/// line is cleared.
pub(super) fn size() -> Size {
    const DEFAULT: Size = (24, 79);
    let size = tcgetwinsize(io::stdout().as_fd());
    let size = size.map(|size| (usize::from(size.ws_row), usize::from(size.ws_col)));
    size.ok()
        .filter(|&(rows, columns)| rows > 0 && columns > 0)
        .map_or(DEFAULT, |(rows, columns)| (rows, columns - 1))
}

fn write(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Error::fault("draw on the terminal", &error))
}
