//! The board: the standings as they are published, the phase of the contest, and announcements.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Extension, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::frame::Frame;
use super::html;
use crate::site::web::app::App;
use crate::site::web::clock::{Moment, Stage};
use crate::site::web::failure::Failure;
use crate::site::web::published::{ContestView, Document};
use crate::site::web::routes::Place;
use crate::site::web::visitor::Visitor;

#[derive(Template)]
#[template(path = "board.html", config = "src/site/web/askama.toml")]
struct BoardPage<'p> {
    frame: Frame,
    status: Status,
    announcements: Vec<(Moment, &'p str)>,
    /// The published table; without it, nothing is judged yet.
    board: Option<&'p str>,
    /// Whether the visitor sees what the public does not.
    is_staff_view: bool,
    fragment: String,
}

/// Where the contest stands, in a template of its own.
#[derive(Template)]
#[template(path = "status.html", config = "src/site/web/askama.toml")]
pub(super) struct Status {
    stage: Stage,
    opens: Option<Moment>,
    closes: Option<Moment>,
    frozen_since: Option<Moment>,
}

impl Status {
    pub(super) fn of(view: &ContestView) -> Self {
        let moments = &view.row.moments;
        Self {
            stage: view.stage,
            opens: moments.opens.map(Moment),
            closes: moments.closes.map(Moment),
            frozen_since: moments.freeze.filter(|_| view.is_frozen).map(Moment),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    view: Option<String>,
}

pub(super) async fn page(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    Query(choice): Query<Choice>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let view = place.view()?;
    check(&view, &visitor)?;
    if visitor.identity.is_some() {
        return html(&board(&place.app, &view, Some(&visitor), &choice));
    }
    // The same for everybody who is not signed in.
    let made = if let Some(made) = view.board_page.get() {
        Arc::clone(made)
    } else {
        let page = board(&place.app, &view, None, &choice);
        let text = page.render().map_err(Failure::internal)?;
        let made = Document::new("text/html; charset=utf-8", text);
        Arc::clone(view.board_page.get_or_init(|| Arc::new(made)))
    };
    made.answer(&headers, "no-cache")
}

pub(super) async fn fragment(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    Query(choice): Query<Choice>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let view = place.view()?;
    check(&view, &visitor)?;
    match view.document(document(&visitor, &choice)) {
        Some(document) => document.answer(&headers, "no-cache"),
        None => Ok(Html("").into_response()),
    }
}

fn check(view: &ContestView, visitor: &Visitor) -> Result<(), Failure> {
    if visitor.may_see_board(&view.row.facts.board) {
        return Ok(());
    }
    let error = match view.row.facts.board.as_str() {
        "teams" => "the board is for teams that are signed in",
        _ => "the board is for the staff",
    };
    Err(Failure::forbidden(error))
}

fn document(visitor: &Visitor, choice: &Choice) -> &'static str {
    if is_staff_view(Some(visitor), choice) {
        "board-staff.html"
    } else {
        "board.html"
    }
}

fn is_staff_view(visitor: Option<&Visitor>, choice: &Choice) -> bool {
    visitor.is_some_and(Visitor::is_staff) && choice.view.as_deref() != Some("public")
}

fn board<'p>(
    app: &Arc<App>,
    view: &'p ContestView,
    visitor: Option<&Visitor>,
    choice: &Choice,
) -> BoardPage<'p> {
    let frame = Frame::of(app, view, visitor, "board", "Board");
    let is_staff_view = is_staff_view(visitor, choice);
    let query = if visitor.is_some_and(Visitor::is_staff) && !is_staff_view {
        "?view=public"
    } else {
        ""
    };
    let announcements = view.announcements.iter();
    BoardPage {
        fragment: format!("{}/fragment/board{query}", frame.base),
        status: Status::of(view),
        announcements: announcements
            .map(|(time, text)| (Moment(*time), text.as_str()))
            .collect(),
        board: visitor.map_or_else(
            || view.fragment("board.html"),
            |visitor| view.fragment(document(visitor, choice)),
        ),
        is_staff_view,
        frame,
    }
}
