//! A team's own page: handing in, its hand-ins, and which one counts.

use std::time::Duration;

use askama::Template;
use axum::extract::{Extension, Request, State};
use axum::response::Response;

use super::board::Status;
use super::frame::Frame;
use super::hand_ins::{Item, items};
use super::{html, see};
use crate::locale::{Argument, Text};
use crate::site::database::{ContestFacts, Database, HandInRow};
use crate::site::web::failure::Failure;
use crate::site::web::form::{Signed, check_origin};
use crate::site::web::routes::Place;
use crate::site::web::upload;
use crate::site::web::visitor::Visitor;
use crate::timestamp::Timestamp;

#[derive(Template)]
#[template(path = "team.html", config = "src/site/web/askama.toml")]
struct TeamPage {
    frame: Frame,
    status: Status,
    name: String,
    /// Why the team cannot hand in now, and what to do.
    refusal: Option<Failure>,
    /// How much may be handed in, how often, and what is left of it in the current period.
    limits: String,
    hand_ins: Vec<Item>,
    counting: Option<(i64, bool)>,
}

pub(super) async fn page(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Failure> {
    let team = visitor.require_team()?.clone();
    let view = place.view()?;
    let language = visitor.language;
    let contest = view.row.name.clone();
    let found = place.app.database(move |database| {
        let (rows, hand_ins) = items(database, &contest, Some(team.id), language)?;
        let refusal = database.hand_in_refusal(&contest, team.id)?;
        Ok((rows, hand_ins, refusal))
    });
    let (rows, hand_ins, refusal) = found.await?;
    let facts = &view.row.facts;
    let counting = hand_ins.iter().find(|item| item.is_counting);
    let left = facts
        .hand_ins
        .saturating_sub(recent(&rows, facts.period_ms));
    let limits = language
        .message("site-team-limits")
        .with("size", Argument::Size(facts.upload))
        .with("rate", rate(facts))
        .with("left", left);
    let title = Text::message("site-your-team");
    html(&TeamPage {
        frame: Frame::of(&place.app, &view, &visitor, "team", &title),
        status: Status::of(&view, language),
        name: visitor.require_team()?.name.clone(),
        refusal: refusal.map(Failure::from),
        limits: limits.to_string(),
        counting: counting.map(|item| (item.id, item.is_pinned)),
        hand_ins,
    })
}

/// Returns how often a team may hand in, in words.
fn rate(facts: &ContestFacts) -> Text {
    let period = Duration::from_millis(facts.period_ms);
    let message = match period.as_secs() {
        60 => Text::message("site-rate-minute"),
        3600 => Text::message("site-rate-hour"),
        86_400 => Text::message("site-rate-day"),
        _ => Text::message("site-rate-period").with("period", period),
    };
    message.with("count", facts.hand_ins)
}

/// Returns how many hand-ins came in the current period.
fn recent(rows: &[HandInRow], period_ms: u64) -> u32 {
    let since = Timestamp::now().millis() - period_ms as i64;
    let recent = rows.iter().filter(|row| row.time.millis() > since);
    recent.count() as u32
}

pub(super) async fn hand_in(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
) -> Result<Response, Failure> {
    visitor.require_team()?;
    check_origin(request.headers(), &place.app.url)?;
    let view = place.view()?;
    let id = upload::take(&place.app, &view, &visitor, request, true).await?;
    Ok(see(&format!("{}/hand-ins/{id}", place.base)))
}

pub(super) async fn pin(
    State(place): State<Place>,
    Signed(visitor, fields): Signed,
) -> Result<Response, Failure> {
    let id = fields.id("id")?;
    let action = Text::message("site-log-own-pin");
    change(place, visitor, id, action, |database, row| {
        database.pin(row, true)
    })
    .await
}

pub(super) async fn unpin(
    State(place): State<Place>,
    Signed(visitor, fields): Signed,
) -> Result<Response, Failure> {
    let id = fields.id("id")?;
    let action = Text::message("site-log-own-unpin");
    change(place, visitor, id, action, |database, row| {
        database.pin(row, false)
    })
    .await
}

pub(super) async fn withdraw(
    State(place): State<Place>,
    Signed(visitor, fields): Signed,
) -> Result<Response, Failure> {
    let id = fields.id("id")?;
    let action = Text::message("site-log-own-withdraw");
    change(place, visitor, id, action, |database, row| {
        let note = Text::message("site-note-withdrawn-by-team");
        database.withdraw(row, &note.to_string())
    })
    .await
}

/// Changes one of the team's own hand-ins while the contest is open for it.
async fn change(
    place: Place,
    visitor: Visitor,
    id: i64,
    action: Text,
    change: fn(&mut Database, &HandInRow) -> crate::error::Result<()>,
) -> Result<Response, Failure> {
    use crate::site::database::Refusal;
    let team = visitor.require_team()?.clone();
    let view = place.view()?;
    let contest = view.row.name.clone();
    let most = view.row.facts.hand_ins as usize;
    let period = Duration::from_millis(view.row.facts.period_ms);
    let changed = place.app.database(move |database| {
        let found = database.hand_in(id)?;
        let own = |row: &HandInRow| row.team == team.id && row.contest == contest;
        let Some(row) = found.filter(own) else {
            return Ok(Err(Failure::not_found()));
        };
        // Afterwards the choice of hand-in would be made with knowledge of the final standings.
        if let Some(closed @ (Refusal::Closed | Refusal::NotOpen(_))) =
            database.hand_in_refusal(&contest, team.id)?
        {
            return Ok(Err(closed.into()));
        }
        let who = format!("team:{}", team.name);
        // What counts again runs again: that costs as much as handing in.
        let since = Timestamp::from_millis(Timestamp::now().millis() - period.as_millis() as i64);
        if database.log_count(&contest, &who, since)? >= most {
            return Ok(Err(Refusal::TooMany(period).into()));
        }
        change(database, &row)?;
        let action = action.with("id", id.to_string());
        database.log(Some(&contest), &who, &action, "")?;
        Ok(Ok(()))
    });
    changed.await??;
    Ok(see(&format!("{}/team", place.base)))
}
