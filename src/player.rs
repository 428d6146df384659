//! Replays an answer in the terminal, action by action, controlled by keys.

mod frame;
mod keys;
mod playback;
mod screen;

use std::time::{Duration, Instant};

use puzzles::{Case, Picture, Refusal};

use self::frame::View;
use self::playback::Playback;
use self::screen::{Screen, Signals};
use crate::error::{Error, Result};
use crate::terminal;

/// How a replay ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    ByKey,
    BySignal,
}

/// How long to wait for a key before looking at signals again, if nothing is to be drawn.
const IDLE: Duration = Duration::from_millis(250);

/// Fails if standard output is not a terminal.
pub fn require_terminal() -> Result<()> {
    if terminal::is_terminal() {
        return Ok(());
    }
    let error = Error::user("--play needs a terminal, and standard output is none");
    Err(error.with_help("print one state instead: --step K shows it after K actions"))
}

/// Replays an answer until the user leaves. `last` is the picture after all actions, or at the action that breaks a rule.
///
/// Every state is drawn by replaying the answer from its start: that takes a few milliseconds for a million actions, and
/// needs no memory for states.
pub fn play(case: &dyn Case, answer: &[u8], last: &Picture) -> Result<Ended> {
    let rejection = match case.check(answer) {
        Err(Refusal::Rejected(rejection)) => Some(format!("rejected: {}", rejection.reason)),
        Err(Refusal::Declined(declined)) => Some(format!("rejected: {}", declined.reason)),
        _ => None,
    };
    let mut playback = Playback::new(last.actions);
    let signals = Signals::watch()?;
    let mut screen = Screen::enter()?;
    let mut view = View::default();
    let mut last_frame = Instant::now();
    let mut is_stale = true;
    loop {
        if signals.ends() {
            return Ok(Ended::BySignal);
        }
        if signals.continues() {
            screen.reenter()?;
            is_stale = true;
        }
        is_stale |= signals.resizes();
        if playback.is_playing() && last_frame.elapsed() >= playback.interval() {
            playback.advance();
            is_stale = true;
        }
        if is_stale {
            let end = playback.at() == playback.last();
            // The first actions of an answer that could be drawn can be drawn, too.
            let picture = if end {
                last.clone()
            } else {
                let drawn = case.draw(Some(answer), Some(playback.at()));
                drawn.map_err(|error| Error::fault("draw the answer", &error))?
            };
            let reason = rejection.as_deref().filter(|_| end);
            let status = playback.status();
            last_frame = Instant::now();
            screen.show(&view.frame(picture, reason, &status, screen::size()))?;
            is_stale = false;
        }
        let wait = if playback.is_playing() {
            playback.interval().saturating_sub(last_frame.elapsed())
        } else {
            IDLE
        };
        let Some(keys) = screen.keys(wait)? else {
            return Ok(Ended::ByKey);
        };
        for key in keys {
            if playback.press(key) {
                return Ok(Ended::ByKey);
            }
            is_stale = true;
        }
    }
}
