//! Registration of a team by people who know the class code.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::enter::show_link;
use super::frame::Frame;
use super::html;
use crate::locale::Text;
use crate::site::database::{Database, Identity, Secret};
use crate::site::registration;
use crate::site::web::app::App;
use crate::site::web::failure::Failure;
use crate::site::web::form::Open;
use crate::site::web::visitor::Visitor;

#[derive(Template)]
#[template(path = "register.html", config = "src/site/web/askama.toml")]
struct RegisterPage {
    frame: Frame,
    error: String,
    team: String,
}

fn check(app: &App) -> Result<(), Failure> {
    let published = app.published();
    let mut contests = published.contests.iter();
    if contests.any(|view| view.row.facts.registration) {
        return Ok(());
    }
    let error = Text::message("site-register-closed");
    let help = Text::message("site-register-closed-help");
    Err(Failure::new(StatusCode::FORBIDDEN, error, help))
}

pub(super) async fn form(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Failure> {
    check(&app)?;
    html(&RegisterPage {
        frame: Frame::shared(&app, &visitor, &Text::message("site-register")),
        error: String::new(),
        team: String::new(),
    })
}

pub(super) async fn register(
    State(app): State<Arc<App>>,
    Open(visitor, fields): Open,
) -> Result<Response, Failure> {
    check(&app)?;
    app.guesses.check(visitor.address)?;
    let (code, name) = (
        fields.get("code").to_owned(),
        fields.get("team").trim().to_owned(),
    );
    let asked = name.clone();
    let added = app.database(move |database| add(database, &code, &asked));
    match added.await? {
        Ok((identity, token)) => show_link(&app, &visitor, identity, token).await,
        Err(wrong) => {
            if wrong == Wrong::Code {
                app.guesses.wrong(visitor.address);
            }
            let page = html(&RegisterPage {
                frame: Frame::shared(&app, &visitor, &Text::message("site-register")),
                error: wrong.text().in_language(visitor.language).to_string(),
                team: name,
            })?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
    }
}

#[derive(Debug, PartialEq)]
enum Wrong {
    Code,
    Name(Text),
}

impl Wrong {
    fn text(self) -> Text {
        match self {
            Self::Code => Text::message("site-register-wrong-code"),
            Self::Name(why) => why,
        }
    }
}

type Added = Result<(Identity, Secret), Wrong>;

fn add(database: &mut Database, code: &str, name: &str) -> crate::error::Result<Added> {
    if !registration::is_class_code(database, code)? {
        return Ok(Err(Wrong::Code));
    }
    let token = match add_team(database, name)? {
        Ok(token) => token,
        Err(why) => return Ok(Err(Wrong::Name(why))),
    };
    let who = Text::message("site-who-registration").with("team", name);
    database.log(
        None,
        &who.to_string(),
        &Text::message("site-log-register"),
        "",
    )?;
    let identity = database.owner_of_token(&token)?;
    let gone = || Wrong::Name(Text::message("site-register-removed"));
    Ok(identity.map(|identity| (identity, token)).ok_or_else(gone))
}

/// Adds a team and makes its link, or says why its name cannot be used.
pub(super) fn add_team(
    database: &mut Database,
    name: &str,
) -> crate::error::Result<Result<Secret, Text>> {
    let added = registration::add_team(database, name)?;
    let other = |reason| Text::message("site-register-other-name").with("reason", reason);
    Ok(added.map_err(other))
}
