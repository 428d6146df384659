//! The board: the standings as they are published, the phase of the contest, and announcements.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Extension, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::frame::Frame;
use super::html;
use crate::locale::{Language, Text};
use crate::site::board::{BOARD, STAFF_BOARD, page_document};
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
    language: Language,
    stage: Stage,
    opens: Option<Moment>,
    closes: Option<Moment>,
    frozen_since: Option<Moment>,
}

impl Status {
    /// Returns a sentence with a moment and the time that is left, in HTML.
    fn until(&self, key: &str, moment: Moment) -> String {
        let sentence = self.language.message(key);
        let sentence = sentence.with("time", moment.html(self.language));
        let sentence = sentence.with("countdown", moment.countdown());
        sentence.to_string()
    }

    pub(super) fn of(view: &ContestView, language: Language) -> Self {
        let moments = &view.row.moments;
        Self {
            language,
            stage: view.stage,
            opens: moments.opens.map(Moment),
            closes: moments.closes.map(Moment),
            frozen_since: moments.freeze.filter(|_| view.is_frozen).map(Moment),
        }
    }
}

/// What the staff adds to the address to see the board as the public does.
const PUBLIC_VIEW: &str = "view=public";

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
        return html(&board(&place.app, &view, &visitor, &choice));
    }
    // The same for everybody who is not signed in and reads the same language.
    let kept = &view.board_pages[visitor.language as usize];
    let made = if let Some(made) = kept.get() {
        Arc::clone(made)
    } else {
        let page = board(&place.app, &view, &visitor, &choice);
        let text = page.render().map_err(Failure::internal)?;
        let made = Document::new("text/html; charset=utf-8", text);
        Arc::clone(kept.get_or_init(|| Arc::new(made)))
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
    match view.document(&document(&visitor, &choice)) {
        Some(document) => document.answer(&headers, "no-cache"),
        None => Ok(Html("").into_response()),
    }
}

fn check(view: &ContestView, visitor: &Visitor) -> Result<(), Failure> {
    if visitor.may_see_board(&view.row.facts.board) {
        return Ok(());
    }
    let error = match view.row.facts.board.as_str() {
        "teams" => Text::message("site-failure-board-teams"),
        _ => Text::message("site-failure-board-staff"),
    };
    Err(Failure::forbidden(error))
}

fn document(visitor: &Visitor, choice: &Choice) -> String {
    let board = if is_staff_view(visitor, choice) {
        STAFF_BOARD
    } else {
        BOARD
    };
    page_document(board, visitor.language)
}

fn is_staff_view(visitor: &Visitor, choice: &Choice) -> bool {
    visitor.is_staff() && choice.view.as_deref() != Some("public")
}

fn board<'p>(
    app: &Arc<App>,
    view: &'p ContestView,
    visitor: &Visitor,
    choice: &Choice,
) -> BoardPage<'p> {
    let language = visitor.language;
    let title = Text::message("site-board");
    let mut frame = Frame::of(app, view, visitor, "board", &title);
    let is_staff_view = is_staff_view(visitor, choice);
    let mut fragment = format!("{}/fragment/board?lang={language}", frame.base);
    if visitor.is_staff() && !is_staff_view {
        frame = frame.keeping(PUBLIC_VIEW);
        fragment = format!("{fragment}&{PUBLIC_VIEW}");
    }
    let announcements = view.announcements.iter();
    BoardPage {
        fragment,
        status: Status::of(view, language),
        announcements: announcements
            .map(|(time, text)| (Moment(*time), text.as_str()))
            .collect(),
        board: view.fragment(&document(visitor, choice)),
        is_staff_view,
        frame,
    }
}
