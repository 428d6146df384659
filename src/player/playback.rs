//! The position of a replay, and how keys and time change it.

use std::time::Duration;

use super::keys::Key;

/// Actions per second of short answers.
const SLOWEST: f64 = 4.0;
/// How long a longer answer takes, in seconds.
const LONGEST: f64 = 30.0;
/// The time between two frames is at least this.
const FRAME: Duration = Duration::from_millis(40);
/// How much one key changes the speed, and the limits of that.
const FACTOR: f64 = 2.0;
const SPEEDS: std::ops::RangeInclusive<f64> = 0.25..=1e9;
/// Up and down step over this many actions.
const STRIDE: u64 = 10;
/// The page keys step over this share of all actions.
const PAGES: u64 = 20;

#[derive(Debug)]
pub(super) struct Playback {
    /// The number of actions that are applied.
    at: u64,
    last: u64,
    playing: bool,
    /// Actions per second.
    speed: f64,
    /// The part of an action that is due, but not applied yet.
    due: f64,
}

impl Playback {
    /// Starts to play an answer of so many actions. All answers end after about half a minute at most.
    pub(super) fn new(last: u64) -> Self {
        Self {
            at: 0,
            last,
            playing: last > 0,
            speed: SLOWEST.max(last as f64 / LONGEST),
            due: 0.0,
        }
    }

    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn last(&self) -> u64 {
        self.last
    }

    pub(super) fn is_playing(&self) -> bool {
        self.playing
    }

    /// Returns the time between two frames: that of one action, or longer if many actions share a frame.
    pub(super) fn interval(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.speed).max(FRAME)
    }

    /// Applies the actions of one interval. Stops at the end.
    pub(super) fn advance(&mut self) {
        self.due += self.speed * self.interval().as_secs_f64();
        // Rounding errors must not delay the only action of an interval to the next one.
        let whole = (self.due + 1e-6).floor();
        self.due -= whole;
        self.at = self.at.saturating_add(whole as u64).min(self.last);
        self.playing = self.at < self.last;
    }

    /// Changes the position, the speed, or whether the replay plays. Returns whether the key leaves the replay.
    pub(super) fn press(&mut self, key: Key) -> bool {
        let page = (self.last / PAGES).max(1);
        let target = match key {
            Key::Left => self.at.saturating_sub(1),
            Key::Right => self.at.saturating_add(1),
            Key::Up => self.at.saturating_sub(STRIDE),
            Key::Down => self.at.saturating_add(STRIDE),
            Key::PageUp => self.at.saturating_sub(page),
            Key::PageDown => self.at.saturating_add(page),
            Key::Home => 0,
            Key::End => self.last,
            Key::Space => {
                if self.at == self.last {
                    // Play again.
                    self.at = 0;
                }
                self.playing = !self.playing && self.last > 0;
                return false;
            }
            Key::Faster => return self.set_speed(self.speed * FACTOR),
            Key::Slower => return self.set_speed(self.speed / FACTOR),
            Key::Leave => return true,
        };
        self.at = target.min(self.last);
        self.playing = false;
        false
    }

    fn set_speed(&mut self, speed: f64) -> bool {
        self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        false
    }

    /// Returns the position and the keys in one line, the most important first.
    pub(super) fn status(&self) -> String {
        let state = match self.playing {
            true if self.speed < 1.0 => format!("playing {:.2}/s", self.speed),
            true => format!("playing {:.0}/s", self.speed),
            false if self.at == self.last => "end".to_owned(),
            false => "paused".to_owned(),
        };
        format!(
            "action {} of {}, {state} | q quit, space play/pause, ←→ 1, ↑↓ {STRIDE}, Home/End, +- speed, PgUp/PgDn",
            self.at, self.last
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_within_the_answer() {
        let mut playback = Playback::new(25);
        assert!(playback.is_playing());
        for (key, expected) in [
            (Key::Right, 1),
            (Key::Left, 0),
            (Key::Left, 0),
            (Key::Down, 10),
            (Key::Down, 20),
            (Key::Down, 25),
            (Key::Right, 25),
            (Key::Up, 15),
            (Key::PageUp, 14),
            (Key::End, 25),
            (Key::Home, 0),
        ] {
            assert!(!playback.press(key));
            assert_eq!(playback.at(), expected, "{key:?}");
            assert!(!playback.is_playing(), "stepping pauses");
        }
        playback.press(Key::Space);
        assert!(playback.is_playing());
        playback.press(Key::Space);
        assert!(!playback.is_playing());
        playback.press(Key::End);
        playback.press(Key::Space);
        assert!(playback.is_playing() && playback.at() == 0, "plays again");
        assert!(playback.press(Key::Leave));
    }

    /// Returns the seconds and the frames of a whole replay.
    fn duration(actions: u64) -> (f64, usize) {
        let mut playback = Playback::new(actions);
        let (mut seconds, mut frames) = (0.0, 0);
        while playback.is_playing() {
            playback.advance();
            seconds += playback.interval().as_secs_f64();
            frames += 1;
        }
        assert_eq!(playback.at(), actions);
        (seconds, frames)
    }

    #[test]
    fn long_answers_play_faster() {
        assert_eq!(duration(0), (0.0, 0));
        assert_eq!(duration(8).1, 8, "one action per frame");
        for actions in [200, 1000, 100_000, 1_000_000_000] {
            let (seconds, frames) = duration(actions);
            assert!((25.0..35.0).contains(&seconds), "{actions}: {seconds}");
            assert!(frames <= 900, "{actions}: {frames}");
        }
    }

    #[test]
    fn an_empty_answer_stands_still() {
        let mut playback = Playback::new(0);
        playback.press(Key::Space);
        playback.press(Key::Right);
        assert!(!playback.is_playing() && playback.at() == 0);
    }
}
