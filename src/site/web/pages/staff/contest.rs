//! What the staff does with the contest: its moments, the board, announcements, the class code.

use axum::extract::State;
use axum::response::Response;
use rustix::rand::{GetRandomFlags, getrandom};

use super::change;
use crate::error::Error;
use crate::site::database::{EventKind, Moments};
use crate::site::web::clock::Moment;
use crate::site::web::failure::Failure;
use crate::site::web::form::Signed;
use crate::site::web::pages::register::CLASS_CODE;
use crate::site::web::routes::Place;
use crate::timestamp::Timestamp;

/// The longest announcement, in bytes.
const LONGEST_ANNOUNCEMENT: usize = 2000;

/// The letters of class codes: none looks like another one.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// The length of class codes.
const CODE: usize = 10;

/// Sets when the contest closes and when its board stands still; `now` in the field `action` means the present.
pub(super) async fn moments(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let old = place.view()?.row.moments;
    change(&place, form, move |database, contest, fields| {
        let (action, moments) = match wished(fields.get("action"), old, |name| fields.get(name)) {
            Ok(wished) => wished,
            Err(failure) => return Ok(Err(failure)),
        };
        database.set_moments(contest, &moments)?;
        database.notify(EventKind::Phase, contest, 0)?;
        Ok(Ok(action))
    })
    .await
}

fn wished<'f>(
    action: &str,
    old: Moments,
    field: impl Fn(&str) -> &'f str,
) -> Result<(String, Moments), Failure> {
    let now = Some(Timestamp::now());
    let read = |name: &str| match field(name) {
        "" => Ok(None),
        text => match Moment::from_field(text) {
            Some(moment) => Ok(Some(moment.0)),
            None => Err(Failure::bad(
                format!("`{text}` is not a date and a time"),
                "write for example 2027-03-21T20:00, in UTC",
            )),
        },
    };
    let shown = |moment: Option<Timestamp>| {
        moment.map_or("never".to_owned(), |moment| Moment(moment).to_string())
    };
    Ok(match action {
        "close" => ("close now".to_owned(), Moments { closes: now, ..old }),
        "freeze" => ("freeze now".to_owned(), Moments { freeze: now, ..old }),
        _ => {
            let (closes, freeze) = (read("closes")?, read("freeze")?);
            let action = format!("closes {}, freezes {}", shown(closes), shown(freeze));
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
            "reveal the board"
        } else {
            "hide the board again"
        };
        Ok(Ok(action.to_owned()))
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
            let error = "the announcement is empty or too long";
            let help = format!("write at most {LONGEST_ANNOUNCEMENT} letters");
            return Ok(Err(Failure::bad(error, help)));
        }
        database.announce(contest, text)?;
        Ok(Ok(format!("announce: {text}")))
    })
    .await
}

pub(super) async fn code(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    change(&place, form, |database, _, _| {
        database.set_setting(CLASS_CODE, &new_code()?)?;
        Ok(Ok("new class code".to_owned()))
    })
    .await
}

/// Returns a new class code, of 50 random bits.
fn new_code() -> crate::error::Result<String> {
    let mut bytes = [0; CODE];
    getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| Error::fault("get random bytes from the kernel", &error))?;
    let letters = bytes.iter();
    let letters = letters.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    Ok(letters.collect())
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
        assert_eq!(action, "closes 2027-03-21 20:00 UTC, freezes never");
        assert_eq!(new.opens, old.opens);
        assert_eq!(new.closes, "2027-03-21T20:00:00.000Z".parse().ok());
        assert!(wished("set", old, |_| "soon").is_err());
        let (_, closed) = wished("close", old, |_| "soon").unwrap();
        assert!(closed.closes.is_some() && closed.freeze.is_none());
    }

    #[test]
    fn codes_differ() {
        let (one, other) = (new_code().unwrap(), new_code().unwrap());
        assert!(one.len() == CODE && one != other);
    }
}
