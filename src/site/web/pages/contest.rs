//! The rules of a contest, the page to play its public instances, and what teams start from.

use askama::Template;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use super::board::Status;
use super::frame::Frame;
use super::html;
use crate::site::web::failure::Failure;
use crate::site::web::middleware::OwnPolicy;
use crate::site::web::routes::Place;
use crate::site::web::visitor::Visitor;

#[derive(Template)]
#[template(path = "contest.html", config = "src/site/web/askama.toml")]
struct ContestPage<'p> {
    frame: Frame,
    status: Status,
    rules: Option<&'p str>,
    has_play: bool,
    has_handout: bool,
}

pub(super) async fn page(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Failure> {
    let view = place.view()?;
    html(&ContestPage {
        frame: Frame::of(&place.app, &view, Some(&visitor), "contest", "Contest"),
        status: Status::of(&view),
        rules: view.fragment("rules.html"),
        has_play: view.document("play.html").is_some(),
        has_handout: view.document("handout.zip").is_some(),
    })
}

pub(super) async fn play(
    State(place): State<Place>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let mut response = document(&place, "play.html", &headers)?;
    response.extensions_mut().insert(OwnPolicy);
    Ok(response)
}

pub(super) async fn handout(
    State(place): State<Place>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let mut response = document(&place, "handout.zip", &headers)?;
    let name = HeaderValue::from_static("attachment; filename=\"handout.zip\"");
    response
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

fn document(place: &Place, name: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let view = place.view()?;
    let document = view.document(name).ok_or_else(|| {
        let error = "this is not published yet";
        Failure::new(StatusCode::NOT_FOUND, error, "try again in a minute")
    })?;
    document.answer(headers, "no-cache")
}
