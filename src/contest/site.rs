//! Reads the settings of the contest's site.

use std::time::Duration;

use super::{Contest, Round};
use crate::document::{Document, Section};
use crate::error::Result;
use crate::timestamp::Timestamp;
use crate::units;

/// The largest upload that a contest may allow: what is handed in is unpacked and packed again.
const MOST_UPLOAD: u64 = 1 << 30;

/// How the contest is served as a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// When hand-ins are taken; without a moment from the start, and until the staff closes the contest.
    pub opens: Option<Timestamp>,
    pub closes: Option<Timestamp>,
    /// From when the board stands still.
    pub freeze: Option<Timestamp>,
    /// Who may see the board.
    pub board: Audience,
    /// Whether the board shows pseudonyms.
    pub anonymous: bool,
    /// So many teams are shown with their names; 0: all.
    pub show: usize,
    /// Whether people who know the class code may register a team.
    pub registration: bool,
    pub hand_ins: Rate,
    /// The largest upload, in bytes.
    pub upload: u64,
}

/// Who may see the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Public,
    Teams,
    Staff,
}

/// So many hand-ins in a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    pub count: u32,
    pub period: Duration,
}

/// When a round is judged on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    OnHandIn,
    AtClose,
}

impl Default for Site {
    fn default() -> Self {
        Self {
            opens: None,
            closes: None,
            freeze: None,
            board: Audience::Public,
            anonymous: false,
            show: 0,
            registration: false,
            hand_ins: Rate {
                count: 10,
                period: HOUR,
            },
            upload: 10 << 20,
        }
    }
}

impl Audience {
    pub const ALL: [(Self, &str); 3] = [
        (Self::Public, "public"),
        (Self::Teams, "teams"),
        (Self::Staff, "staff"),
    ];
}

impl Contest {
    /// Returns the names of the rounds that a site judges then, without those of a tie-break.
    pub fn judged(&self, when: Judged) -> Vec<String> {
        let rounds = self.rounds.iter();
        let rounds = rounds.filter(|round| !round.tie_break && round.judged == when);
        rounds.map(|round| round.name.clone()).collect()
    }
}

const HOUR: Duration = Duration::from_secs(3600);

pub(super) fn site(document: &Document, section: &mut Section) -> Result<Site> {
    let standard = Site::default();
    let opens = section.moment("opens")?;
    let closes = section.moment("closes")?;
    let freeze = section.moment("freeze")?;
    if let (Some(opens), Some(closes)) = (&opens, &closes)
        && closes.value <= opens.value
    {
        return Err(document.error(closes.span.clone(), "the contest closes before it opens"));
    }
    if let (Some(freeze), Some(closes)) = (&freeze, &closes)
        && freeze.value > closes.value
    {
        return Err(document.error(
            freeze.span.clone(),
            "the board freezes after the contest has closed",
        ));
    }
    let board = choice(document, section, "board", &Audience::ALL)?;
    let names = [(false, "real"), (true, "anonymous")];
    let registration = [(false, "closed"), (true, "code")];
    let most_shown = 1_000_000;
    Ok(Site {
        opens: opens.map(|moment| moment.value),
        closes: closes.map(|moment| moment.value),
        freeze: freeze.map(|moment| moment.value),
        board: board.unwrap_or(standard.board),
        anonymous: choice(document, section, "names", &names)?.unwrap_or(standard.anonymous),
        show: section
            .integer("show", 0..=most_shown)?
            .map_or(standard.show, |shown| shown.value as usize),
        registration: choice(document, section, "registration", &registration)?
            .unwrap_or(standard.registration),
        hand_ins: section
            .text("hand_ins")?
            .map(|text| rate(&text.value).map_err(|why| document.error(text.span, why)))
            .transpose()?
            .unwrap_or(standard.hand_ins),
        upload: section
            .size("upload", MOST_UPLOAD)?
            .unwrap_or(standard.upload),
    })
}

/// Reads when the round is judged. By default, public rounds and rounds that do not count are judged on hand-in.
pub(super) fn judged(
    document: &Document,
    section: &mut Section,
    public: bool,
    weight: f64,
) -> Result<Judged> {
    let known = [
        (Judged::OnHandIn, "on hand-in"),
        (Judged::AtClose, "at close"),
    ];
    let standard = if public || weight == 0.0 {
        Judged::OnHandIn
    } else {
        Judged::AtClose
    };
    Ok(choice(document, section, "judged", &known)?.unwrap_or(standard))
}

/// Takes one of the known words.
fn choice<T: Copy>(
    document: &Document,
    section: &mut Section,
    key: &'static str,
    known: &[(T, &str)],
) -> Result<Option<T>> {
    let Some(text) = section.text(key)? else {
        return Ok(None);
    };
    let found = known.iter().find(|(_, name)| *name == text.value);
    found.map(|(value, _)| Some(*value)).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(_, name)| *name).collect();
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let message = format!(
            "`{key}` must be {}, not \"{}\"",
            quoted.join(" or "),
            text.value
        );
        let unknown = document.diagnostic(text.span, message);
        unknown.suggest(&text.value, &names).into()
    })
}

/// Reads a rate such as `10 per hour`.
fn rate(text: &str) -> std::result::Result<Rate, String> {
    let wrong = || format!("`{text}` is not a rate: write for example \"10 per hour\"");
    let (count, period) = text.split_once(" per ").ok_or_else(wrong)?;
    let count: u32 = count.trim().parse().map_err(|_| wrong())?;
    let period = match period.trim() {
        "minute" => Duration::from_secs(60),
        "hour" => HOUR,
        "day" => 24 * HOUR,
        other => units::duration(other).map_err(|_| wrong())?,
    };
    if count == 0 || period.is_zero() {
        return Err(format!("`{text}` allows no hand-in at all"));
    }
    Ok(Rate { count, period })
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let period = match self.period.as_secs() {
            60 => "minute".to_owned(),
            3600 => "hour".to_owned(),
            86_400 => "day".to_owned(),
            _ => units::show_duration(self.period),
        };
        write!(f, "{} per {period}", self.count)
    }
}

/// Returns whether the round's instances and reasons may be shown to teams before the end.
pub fn shows_reasons(round: &Round) -> bool {
    round.public && round.judged == Judged::OnHandIn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_and_written() {
        for text in ["10 per hour", "1 per minute", "3 per day", "2 per 90s"] {
            let rate = rate(text).unwrap();
            assert_eq!(super::rate(&rate.to_string()), Ok(rate), "{text}");
        }
        for text in [
            "",
            "10",
            "ten per hour",
            "0 per hour",
            "5 per 0s",
            "5 per moon",
        ] {
            assert!(rate(text).is_err(), "{text}");
        }
    }
}
