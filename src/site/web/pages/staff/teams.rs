//! What the staff does with teams.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use super::change;
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
    action: &'static str,
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
        let action = format!("{action} {name}");
        database.log(None, "staff", &action, fields.get("reason"))?;
        Ok(Ok((name, token)))
    });
    let (name, token) = made.await??;
    html(&LinkPage {
        frame: Frame::of(&place.app, &view, Some(&visitor), "staff", "Link"),
        name,
        link: enter::link(&place.app, &token),
    })
}

pub(super) async fn add(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    show(place, form, "add team", |database, name| {
        let added = add_team(database, name)?;
        let failed = |why| Failure::bad(why, "go back to the page of the staff");
        Ok(added.map(|token| (name.to_owned(), token)).map_err(failed))
    })
    .await
}

pub(super) async fn link(State(place): State<Place>, form: Signed) -> Result<Response, Failure> {
    let id = form.1.id("id")?;
    show(place, form, "new link of team", move |database, _| {
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
        Ok(Ok(format!("remove team {name}")))
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
                "this is not a date and a time",
                "write for example 2027-03-21T20:00, in UTC",
            )));
        };
        database.extend(contest, id, until.0)?;
        Ok(Ok(format!("team {name} may hand in until {until}")))
    })
    .await
}
