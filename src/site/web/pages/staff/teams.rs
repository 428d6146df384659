//! What the staff does with teams.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::change;
use crate::locale::Text;
use crate::site::database::{Database, Secret};
use crate::site::web::clock::Moment;
use crate::site::web::failure::Failure;
use crate::site::web::form::Signed;
use crate::site::web::pages::enter;
use crate::site::web::pages::frame::Frame;
use crate::site::web::pages::html;
use crate::site::web::pages::register::add_team;
use crate::site::web::routes::Place;

#[derive(Template)]
#[template(path = "staff_link.html", config = "src/site/web/askama.toml")]
struct LinkPage {
    frame: Frame,
    name: String,
    link: String,
}

/// Makes a link for a team and shows it once.
async fn show(
    place: Place,
    Signed(visitor, fields): Signed,
    action: Text,
    made: impl FnOnce(&mut Database, &str) -> crate::error::Result<Result<(String, Secret), Failure>>
    + Send
    + 'static,
) -> Result<Response, Failure> {
    visitor.require_staff()?;
    let view = place.view()?;
    let made = place.app.database(move |database| {
        let (name, token) = match made(database, fields.get("team").trim())? {
            Ok(made) => made,
            Err(failure) => return Ok(Err(failure)),
        };
        let action = action.with("team", &name);
        database.log(None, "staff", &action, fields.get("reason"))?;
        Ok(Ok((name, token)))
    });
    let (name, token) = made.await??;
    let title = Text::message("site-link-page");
    let frame = Frame::of(&place.app, &view, &visitor, "staff", &title);
    html(&LinkPage {
        frame: frame.without_switch(),
        name,
        link: enter::link(&place.app, &token),
    })
}

pub(super) async fn add(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let action = Text::message("site-log-add-team");
    show(place, form, action, |database, name| {
        let added = add_team(database, name)?;
        let failed = |why| Failure::bad(why, Text::message("site-failure-go-to-staff"));
        Ok(added.map(|token| (name.to_owned(), token)).map_err(failed))
    })
    .await
}

pub(super) async fn link(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let id = form.1.id("id")?;
    let action = Text::message("site-log-link-of-team");
    show(place, form, action, move |database, _| {
        Ok(match named(database, id)? {
            Ok((id, name)) => Ok((name, database.new_token(Some(id))?)),
            Err(failure) => Err(failure),
        })
    })
    .await
}

/// Returns a team that was not removed.
fn named(database: &Database, id: i64) -> crate::error::Result<Result<(i64, String), Failure>> {
    let mut teams = database.teams()?.into_iter();
    let found = teams.find(|team| team.id == id && !team.removed);
    let found = found.map(|team| (team.id, team.name));
    Ok(found.ok_or_else(Failure::not_found))
}

pub(super) async fn remove(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let id = form.1.id("id")?;
    change(&place, form, move |database, _, _| {
        let (id, name) = match named(database, id)? {
            Ok(team) => team,
            Err(failure) => return Ok(Err(failure)),
        };
        database.remove_team(id)?;
        Ok(Ok(Text::message("site-log-remove-team").with("team", name)))
    })
    .await
}

pub(super) async fn extend(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let id = form.1.id("id")?;
    change(&place, form, move |database, contest, fields| {
        let (id, name) = match named(database, id)? {
            Ok(team) => team,
            Err(failure) => return Ok(Err(failure)),
        };
        let Some(until) = Moment::from_field(fields.get("until")) else {
            return Ok(Err(Failure::bad(
                Text::message("site-failure-date"),
                Text::message("site-failure-date-help"),
            )));
        };
        database.extend(contest, id, until.0)?;
        let action = Text::message("site-log-extend").with("team", name);
        Ok(Ok(action.with("until", until.0)))
    })
    .await
}
