//! The interface for programs: JSON, with a token in the header `Authorization`.

mod events;

use std::sync::Arc;

use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::app::App;
use super::failure::Failure;
use super::published::ContestView;
use super::upload;
use super::visitor::Visitor;
use crate::locale::Text;
use crate::site::board::{BOARD, STAFF_BOARD};
use crate::site::database::RunRow;

/// The setting in which the judging process writes its last sign of life, in milliseconds since 1970.
const ALIVE: &str = "judging_alive";

#[derive(Debug, Deserialize)]
struct Choice {
    contest: Option<String>,
    view: Option<String>,
    /// The last event that the page has seen.
    after: Option<i64>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/hand-ins", post(hand_in))
        .route("/api/hand-ins/{id}", get(state))
        .route("/api/board", get(board))
        .route("/api/events", get(events::events))
        .route("/api/health", get(health))
}

/// Returns the contest that a request is about.
fn contest(app: &App, choice: &Choice) -> Result<Arc<ContestView>, Failure> {
    let published = app.published();
    let names: Vec<&str> = published
        .contests
        .iter()
        .map(|view| view.row.name.as_str())
        .collect();
    let help = || Text::message("site-failure-contest-name").with("names", names.join(", "));
    match (&choice.contest, &published.contests[..]) {
        (Some(name), _) => published.contest(name).cloned().ok_or_else(|| {
            let error = Text::message("site-failure-contest-unknown");
            Failure::new(StatusCode::NOT_FOUND, error, help())
        }),
        (None, [only]) => Ok(Arc::clone(only)),
        (None, _) => Err(Failure::bad(
            Text::message("site-failure-contest-several"),
            help(),
        )),
    }
}

async fn hand_in(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(choice): Query<Choice>,
    request: Request,
) -> Result<Response, Failure> {
    visitor.require_team()?;
    let view = contest(&app, &choice)?;
    let id = upload::take(&app, &view, &visitor, request, false).await?;
    Ok((StatusCode::CREATED, Json(json!({"schema": 1, "id": id}))).into_response())
}

async fn state(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    if visitor.identity.is_none() {
        return Err(Failure::unauthorized());
    }
    let missing = || {
        let error = Text::message("site-failure-hand-in-unknown");
        let help = Text::message("site-failure-hand-in-unknown-help");
        Failure::new(StatusCode::NOT_FOUND, error, help)
    };
    let id: i64 = id.parse().map_err(|_| missing())?;
    let found = app.database(move |database| {
        Ok(match database.hand_in(id)? {
            Some(row) => Some((row, database.runs(id)?)),
            None => None,
        })
    });
    let found = found.await?;
    let found = found.filter(|(row, _)| visitor.may_see(row.team));
    let (row, runs) = found.ok_or_else(missing)?;
    let is_staff = visitor.is_staff();
    let runs = runs.into_iter().filter(|run| run.public || is_staff);
    let runs = runs.map(|run| if is_staff { run } else { run.for_team() });
    Ok(Json(json!({
        "schema": 1,
        "id": row.id,
        "team": row.team_name,
        "time": row.time,
        "digest": row.digest,
        "state": row.state.name(),
        "note": row.note,
        "built": row.built,
        "found": row.found,
        "build_log": row.build_log,
        "planned": row.planned,
        "done": row.done,
        "runs": runs.map(|row| run(&row)).collect::<Vec<Value>>(),
    })))
}

fn run(run: &RunRow) -> Value {
    json!({
        "round": run.round,
        "instance": run.instance,
        "repetition": run.repetition,
        "verdict": run.verdict.to_string(),
        "value": run.value,
        "detail": run.detail,
    })
}

async fn board(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(choice): Query<Choice>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let view = contest(&app, &choice)?;
    if !visitor.may_see_board(&view.row.facts.board) {
        return Err(match visitor.identity {
            None => Failure::unauthorized(),
            Some(_) => Failure::forbidden(Text::message("site-failure-board-staff")),
        });
    }
    let is_staff = visitor.is_staff() && choice.view.as_deref() != Some("public");
    let name = if is_staff { STAFF_BOARD } else { BOARD };
    let document = view.document(name).ok_or_else(|| {
        let error = Text::message("site-failure-not-judged");
        Failure::new(
            StatusCode::NOT_FOUND,
            error,
            Text::message("site-failure-try-later"),
        )
    })?;
    document.answer(&headers, "no-cache")
}

async fn health(State(app): State<Arc<App>>) -> Result<Json<Value>, Failure> {
    let asked = app.database(|database| {
        let mut waiting = 0;
        for contest in database.contests()? {
            waiting += database.unsettled(&contest.name)?.len();
        }
        Ok((database.setting(ALIVE)?, waiting))
    });
    let failed = |failure: Failure| Failure {
        status: StatusCode::SERVICE_UNAVAILABLE,
        error: Text::message("site-failure-database"),
        help: Text::message("site-failure-database-help"),
        ..failure
    };
    let (alive, waiting) = asked.await.map_err(failed)?;
    let alive: Option<i64> = alive.and_then(|alive| alive.parse().ok());
    let alive = alive.map(crate::timestamp::Timestamp::from_millis);
    Ok(Json(
        json!({"schema": 1, "status": "ok", "judging": alive, "queue": waiting}),
    ))
}
