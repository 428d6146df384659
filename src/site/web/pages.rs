//! The pages for people. They work without scripts, but for live updates and dropping files.

mod board;
mod contest;
mod enter;
mod frame;
mod hand_in;
mod hand_ins;
mod index;
mod register;
mod staff;
mod team;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use self::frame::Frame;
use super::app::App;
use super::failure::Failure;
use super::routes::Place;
use super::visitor::Visitor;
use crate::locale::{Message, Text};

/// The pages of one contest.
pub(super) fn contest_routes() -> Router<Place> {
    Router::new()
        .route("/", get(board::page))
        .route("/fragment/board", get(board::fragment))
        .route("/contest", get(contest::page))
        .route("/play", get(contest::play))
        .route("/handout.zip", get(contest::handout))
        .route("/team", get(team::page))
        .route("/team/hand-in", post(team::hand_in))
        .route("/team/pin", post(team::pin))
        .route("/team/unpin", post(team::unpin))
        .route("/team/withdraw", post(team::withdraw))
        .route("/team/link", post(enter::new_link))
        .route("/hand-ins/{id}", get(hand_in::page))
        .route("/hand-ins/{id}/report", get(hand_in::report))
        .route("/hand-ins/{id}/files", get(hand_in::files))
        .merge(staff::routes())
}

/// The board of a contest at another address.
pub(super) fn board_route(path: &str) -> Router<Place> {
    Router::new().route(path, get(board::page))
}

/// The pages that all contests share.
pub(super) fn entry_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/enter/{token}", get(enter::enter))
        .route("/sign-out", post(enter::sign_out))
        .route("/register", get(register::form).post(register::register))
}

/// The list of contests of a site that has several.
pub(super) fn index_routes() -> Router<Arc<App>> {
    Router::new().route("/", get(index::page))
}

fn html(page: &impl Template) -> Result<Response, Failure> {
    let text = page.render().map_err(Failure::internal)?;
    Ok(Html(text).into_response())
}

/// Answers a form: the browser loads the page, and loading it again sends nothing again.
fn see(path: &str) -> Response {
    Redirect::to(path).into_response()
}

#[derive(Template)]
#[template(path = "failure.html", config = "src/site/web/askama.toml")]
struct FailurePage<'p> {
    frame: Frame,
    status: u16,
    error: Message<'p>,
    help: Message<'p>,
}

/// Returns the page that says why a request failed. A request that changes something cannot be repeated in another
/// language.
pub(super) fn failure_page(
    app: &Arc<App>,
    visitor: &Visitor,
    failure: &Failure,
    is_read: bool,
) -> Html<String> {
    let language = visitor.language;
    let frame = Frame::shared(app, visitor, &Text::message("site-failure-title"));
    let page = FailurePage {
        frame: if is_read {
            frame
        } else {
            frame.without_switch()
        },
        status: failure.status.as_u16(),
        error: failure.error.in_language(language),
        help: failure.help.in_language(language),
    };
    let text = page.render();
    Html(text.unwrap_or_else(|_| failure.error.to_string()))
}
