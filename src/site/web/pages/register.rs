//! Registration of a team by people who know the class code.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::enter::show_link;
use super::frame::Frame;
use super::html;
use crate::digest::Sha;
use crate::entrants::unusable_name;
use crate::site::database::{Database, Identity, Team};
use crate::site::web::app::App;
use crate::site::web::failure::Failure;
use crate::site::web::form::Open;
use crate::site::web::visitor::Visitor;

/// The setting that holds the class code.
pub(super) const CLASS_CODE: &str = "class_code";

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
    let error = "registration is closed";
    let help = "ask the staff for the link of your team";
    Err(Failure::new(StatusCode::FORBIDDEN, error, help))
}

pub(super) async fn form(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Failure> {
    check(&app)?;
    html(&RegisterPage {
        frame: Frame::shared(&app, Some(&visitor), "Register"),
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
    let (code, name) = (fields.get("code").to_owned(), fields.get("team").to_owned());
    let asked = name.clone();
    let added = app.database(move |database| add(database, &code, &asked));
    match added.await? {
        Ok((team, token)) => show_link(&app, &visitor, Identity::Team(team), token).await,
        Err(wrong) => {
            if wrong == Wrong::Code {
                app.guesses.wrong(visitor.address);
            }
            let page = html(&RegisterPage {
                frame: Frame::shared(&app, Some(&visitor), "Register"),
                error: wrong.text(),
                team: name,
            })?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    Code,
    Name(String),
}

impl Wrong {
    fn text(self) -> String {
        match self {
            Self::Code => "this is not the class code".to_owned(),
            Self::Name(why) => why,
        }
    }
}

type Added = Result<(Team, crate::site::database::Secret), Wrong>;

fn add(database: &mut Database, code: &str, name: &str) -> crate::error::Result<Added> {
    let expected = database.setting(CLASS_CODE)?.unwrap_or_default();
    // Digests of equal length tell nothing by the time that their comparison takes.
    if expected.is_empty() || Sha::of(code.as_bytes()) != Sha::of(expected.as_bytes()) {
        return Ok(Err(Wrong::Code));
    }
    let who = format!("registration:{name}");
    Ok(match add_team(database, name)? {
        Ok(id) => {
            database.log(None, &who, "register", "")?;
            let team = Team {
                id,
                name: name.to_owned(),
                removed: false,
            };
            Ok((team, database.new_token(Some(id))?))
        }
        Err(why) => Err(Wrong::Name(why)),
    })
}

/// Adds a team, or says why its name cannot be used.
pub(super) fn add_team(
    database: &mut Database,
    name: &str,
) -> crate::error::Result<Result<i64, String>> {
    if name.is_empty() {
        return Ok(Err("the team has no name: choose one".to_owned()));
    }
    let teams = database.teams()?;
    let others = teams.iter().map(|team| team.name.as_str());
    if let Some(why) = unusable_name(name, others) {
        return Ok(Err(why.replace(": rename it", ": choose another one")));
    }
    let added = database.add_team(name)?;
    Ok(added.ok_or_else(|| "there is a team of this name: choose another one".to_owned()))
}
