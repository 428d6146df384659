//! Signing in by a secret link, signing out, and a new link.

use std::sync::Arc;

use askama::{Template, filters};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::frame::Frame;
use super::{html, see};
use crate::locale::Text;
use crate::site::database::{Identity, Secret};
use crate::site::web::app::App;
use crate::site::web::failure::Failure;
use crate::site::web::form::Signed;
use crate::site::web::routes::Place;
use crate::site::web::visitor::{SESSION, Visitor};

/// How long a browser keeps its cookie, in seconds; the database forgets the session then, too.
const COOKIE_AGE: u64 = 60 * 24 * 3600;

#[derive(Template)]
#[template(path = "entered.html", config = "src/site/web/askama.toml")]
struct EnteredPage {
    frame: Frame,
    /// As whom, in HTML.
    sentence: String,
    next: &'static str,
}

#[derive(Template)]
#[template(path = "link.html", config = "src/site/web/askama.toml")]
struct LinkPage {
    frame: Frame,
    name: String,
    link: String,
    next: &'static str,
}

/// Returns where somebody goes who has signed in.
fn next(app: &App, is_staff: bool) -> &'static str {
    match (app.published().contests.len(), is_staff) {
        (1, false) => "/team",
        (1, true) => "/staff",
        _ => "/",
    }
}

/// Returns the secret link of a token.
pub(super) fn link(app: &App, token: &Secret) -> String {
    format!("{}/enter/{}", app.url, token.text())
}

pub(super) async fn enter(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    // A picture or a frame on another site must not sign anybody in.
    let wanted = headers.get("sec-fetch-dest");
    if wanted.is_some_and(|wanted| wanted != "document") {
        return Err(Failure::forbidden(Text::message("site-failure-enter")));
    }
    let token = Secret::from_text(&token);
    let signed_in = app.database(move |database| {
        let Some(identity) = database.owner_of_token(&token)? else {
            return Ok(None);
        };
        Ok(database.sign_in(&token)?.map(|session| (identity, session)))
    });
    let Some((identity, session)) = signed_in.await? else {
        app.guesses.check(visitor.address)?;
        app.guesses.wrong(visitor.address);
        return Err(Failure::forbidden(Text::message("site-failure-link")));
    };
    let visitor = signed_in_as(&visitor, identity, &session);
    // No redirect: a browser that comes from another site would not send the strict cookie with the next request.
    let mut response = html(&EnteredPage {
        frame: Frame::shared(&app, &visitor, &Text::message("site-enter-title")),
        sentence: sentence(&visitor)?,
        next: next(&app, visitor.is_staff()),
    })?;
    set_cookie(&app, &mut response, session.text(), COOKIE_AGE)?;
    Ok(response)
}

/// Says who is signed in, in HTML.
fn sentence(visitor: &Visitor) -> Result<String, Failure> {
    let language = visitor.language;
    let Some(team) = visitor.team() else {
        return Ok(language.message("site-enter-as-staff").to_string());
    };
    let name = filters::escape(&team.name, filters::Html).map_err(Failure::internal)?;
    let message = language.message("site-enter-as");
    Ok(message
        .with("team", format!("<strong>{name}</strong>"))
        .to_string())
}

fn signed_in_as(visitor: &Visitor, identity: Identity, session: &Secret) -> Visitor {
    Visitor {
        identity: Some(identity),
        form: Some(session.form_token()),
        session: Some(session.clone()),
        address: visitor.address,
        language: visitor.language,
    }
}

/// Shows a new link once, and signs this browser in with it.
pub(super) async fn show_link(
    app: &Arc<App>,
    visitor: &Visitor,
    identity: Identity,
    token: Secret,
) -> Result<Response, Failure> {
    let link = link(app, &token);
    let session = app.database(move |database| database.sign_in(&token));
    let session = session.await?.ok_or_else(Failure::unauthorized)?;
    let visitor = signed_in_as(visitor, identity, &session);
    let name = visitor.team().map(|team| team.name.clone());
    let mut response = html(&LinkPage {
        frame: Frame::shared(app, &visitor, &Text::message("site-link-your")).without_switch(),
        name: name.unwrap_or_default(),
        link,
        next: next(app, false),
    })?;
    set_cookie(app, &mut response, session.text(), COOKIE_AGE)?;
    Ok(response)
}

/// Makes a new link of the visitor's team; the old one, and all browsers that used it, are signed out.
pub(super) async fn new_link(
    State(place): State<Place>,
    Signed(visitor, _): Signed,
) -> Result<Response, Failure> {
    let team = visitor.require_team()?.clone();
    let app = &place.app;
    let token = app.database({
        let team = team.clone();
        move |database| {
            let who = format!("team:{}", team.name);
            database.log(None, &who, &Text::message("site-log-link"), "")?;
            database.new_token(Some(team.id))
        }
    });
    let token = token.await?;
    show_link(app, &visitor, Identity::Team(team), token).await
}

pub(super) async fn sign_out(
    State(app): State<Arc<App>>,
    Signed(visitor, _): Signed,
) -> Result<Response, Failure> {
    if let Some(session) = visitor.session {
        app.database(move |database| database.sign_out(&session))
            .await?;
    }
    let mut response = see("/");
    set_cookie(&app, &mut response, "", 0)?;
    Ok(response)
}

fn set_cookie(app: &App, response: &mut Response, value: &str, age: u64) -> Result<(), Failure> {
    let secure = if app.secure { "; Secure" } else { "" };
    let cookie =
        format!("{SESSION}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={age}{secure}");
    let cookie = HeaderValue::from_str(&cookie).map_err(Failure::internal)?;
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(())
}
