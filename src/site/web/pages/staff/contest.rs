//! What the staff does with the contest: its moments, the board, announcements, the class code.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::change;
use crate::locale::{Language, Text};
use crate::site::database::{EventKind, Moments, Phase};
use crate::site::registration::new_class_code;
use crate::site::web::clock::Moment;
use crate::site::web::failure::Failure;
use crate::site::web::form::Signed;
use crate::site::web::routes::Place;
use crate::timestamp::Timestamp;

/// The longest announcement, in bytes.
const LONGEST_ANNOUNCEMENT: usize = 2000;

/// Sets when the contest closes and when its board freezes; `close` or `freeze` in the field `action` means now.
pub(super) async fn moments(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    change(&place, form, move |database, contest, fields| {
        let Some(row) = database.contest(contest)? else {
            return Ok(Err(Failure::not_found()));
        };
        let old = row.moments;
        let (action, moments) = match wished(fields.get("action"), old, |name| fields.get(name)) {
            Ok(wished) => wished,
            Err(failure) => return Ok(Err(failure)),
        };
        if row.phase == Phase::Final && moments.closes != old.closes {
            let error = Text::message("site-failure-ended");
            let help = Text::message("site-failure-ended-help");
            return Ok(Err(Failure::new(StatusCode::CONFLICT, error, help)));
        }
        database.set_moments(contest, &moments)?;
        // A board that was revealed would never freeze again.
        if moments.freeze != old.freeze && row.revealed {
            database.set_revealed(contest, false)?;
        }
        database.notify(EventKind::Phase, contest, 0)?;
        Ok(Ok(action))
    })
    .await
}

fn wished<'f>(
    action: &str,
    old: Moments,
    field: impl Fn(&str) -> &'f str,
) -> Result<(Text, Moments), Failure> {
    let now = Some(Timestamp::now());
    let read = |name: &str, old: Option<Timestamp>| match field(name) {
        "" => Ok(None),
        // The field has no seconds: a form that is saved as it was changes nothing.
        text if old.is_some_and(|old| Moment(old).field() == text) => Ok(old),
        text => match Moment::from_field(text) {
            Some(moment) => Ok(Some(moment.0)),
            None => Err(Failure::bad(
                Text::message("site-failure-date-text").with("text", text),
                Text::message("site-failure-date-help"),
            )),
        },
    };
    let shown = |moment: Option<Timestamp>| {
        moment.map_or("never".to_owned(), |moment| {
            Moment(moment).shown(Language::English)
        })
    };
    Ok(match action {
        "close" => {
            let moments = Moments { closes: now, ..old };
            (Text::message("site-log-close"), moments)
        }
        "freeze" => {
            let moments = Moments { freeze: now, ..old };
            (Text::message("site-log-freeze"), moments)
        }
        _ => {
            let (closes, freeze) = (read("closes", old.closes)?, read("freeze", old.freeze)?);
            let action = Text::message("site-log-moments");
            let action = action.with("closes", shown(closes));
            let action = action.with("freezes", shown(freeze));
            let moments = Moments {
                closes,
                freeze,
                ..old
            };
            (action, moments)
        }
    })
}

pub(super) async fn reveal(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    change(&place, form, |database, contest, fields| {
        let is_revealed = fields.get("revealed") == "1";
        database.set_revealed(contest, is_revealed)?;
        database.notify(EventKind::Phase, contest, 0)?;
        let action = if is_revealed {
            Text::message("site-log-reveal")
        } else {
            Text::message("site-log-hide")
        };
        Ok(Ok(action))
    })
    .await
}

pub(super) async fn announce(
    State(place): State<Place>,
    form: Signed,
) -> Result<Response, Failure> {
    change(&place, form, |database, contest, fields| {
        let text = fields.get("text");
        if text.is_empty() || text.len() > LONGEST_ANNOUNCEMENT {
            let error = Text::message("site-failure-announcement");
            let help = Text::message("site-failure-announcement-help");
            let help = help.with("count", LONGEST_ANNOUNCEMENT);
            return Ok(Err(Failure::bad(error, help)));
        }
        database.announce(contest, text)?;
        Ok(Ok(Text::message("site-log-announce").with("text", text)))
    })
    .await
}

pub(super) async fn code(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    change(&place, form, |database, _, _| {
        new_class_code(database)?;
        Ok(Ok(Text::message("site-log-code")))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_from_the_form() {
        let old = Moments {
            opens: Some(Timestamp::from_millis(1)),
            ..Moments::default()
        };
        let fields = |name: &str| {
            if name == "closes" {
                "2027-03-21T20:00"
            } else {
                ""
            }
        };
        let (action, new) = wished("set", old, fields).unwrap();
        assert_eq!(
            action.to_string(),
            "closes 2027-03-21 20:00 UTC, freezes never"
        );
        assert_eq!(new.opens, old.opens);
        assert_eq!(new.closes, "2027-03-21T20:00:00.000Z".parse().ok());
        assert!(wished("set", old, |_| "soon").is_err());
        let (_, closed) = wished("close", old, |_| "soon").unwrap();
        assert!(closed.closes.is_some() && closed.freeze.is_none());
    }
}
