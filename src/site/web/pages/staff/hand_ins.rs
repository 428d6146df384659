//! What the staff does with a hand-in.

use axum::extract::State;
use axum::response::Response;

use super::change;
use crate::locale::Text;
use crate::site::database::{Database, HandInRow};
use crate::site::web::failure::Failure;
use crate::site::web::form::Signed;
use crate::site::web::routes::Place;

/// Changes the hand-in that a form names.
async fn of_hand_in(
    place: Place,
    form: Signed,
    action: Text,
    apply: fn(&mut Database, &HandInRow, &str) -> crate::error::Result<()>,
) -> Result<Response, Failure> {
    let id = form.1.id("id")?;
    change(&place, form, move |database, contest, fields| {
        let found = database.hand_in(id)?;
        let Some(row) = found.filter(|row| row.contest == contest) else {
            return Ok(Err(Failure::not_found()));
        };
        apply(database, &row, fields.get("reason"))?;
        let action = action.with("id", id.to_string());
        Ok(Ok(action.with("team", row.team_name)))
    })
    .await
}

pub(super) async fn again(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let action = Text::message("site-log-again");
    of_hand_in(place, form, action, |database, row, _| {
        database.judge_again(row)
    })
    .await
}

pub(super) async fn pin(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let action = Text::message("site-log-pin");
    of_hand_in(place, form, action, |database, row, _| {
        database.pin(row, true)
    })
    .await
}

pub(super) async fn unpin(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let action = Text::message("site-log-unpin");
    of_hand_in(place, form, action, |database, row, _| {
        database.pin(row, false)
    })
    .await
}

pub(super) async fn withdraw(
    State(place): State<Place>,
    form: Signed,
) -> Result<Response, Failure> {
    let action = Text::message("site-log-withdraw");
    of_hand_in(place, form, action, |database, row, reason| {
        let note = match reason {
            "" => Text::message("site-note-withdrawn-by-staff"),
            reason => Text::message("site-note-withdrawn-by-staff-because").with("reason", reason),
        };
        database.withdraw(row, &note.to_string())
    })
    .await
}
