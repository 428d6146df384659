//! The rules of a contest, the page to play its public instances, and what teams start from.

use askama::Template;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use super::board::Status;
use super::frame::Frame;
use super::html;
use crate::locale::Text;
use crate::site::publication::{PLAY, handout_document, rules_document};
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
    let language = visitor.language;
    let title = Text::message("site-contest");
    html(&ContestPage {
        frame: Frame::of(&place.app, &view, &visitor, "contest", &title),
        status: Status::of(&view, language),
        rules: view.fragment(&rules_document(language)),
        has_play: view.document(PLAY).is_some(),
        has_handout: view.document(&handout_document(language)).is_some(),
    })
}

pub(super) async fn play(
    State(place): State<Place>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let mut response = document(&place, PLAY, &headers)?;
    response.extensions_mut().insert(OwnPolicy);
    Ok(response)
}

pub(super) async fn handout(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let mut response = document(&place, &handout_document(visitor.language), &headers)?;
    let name = HeaderValue::from_static("attachment; filename=\"handout.zip\"");
    response
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

fn document(place: &Place, name: &str, headers: &HeaderMap) -> Result<Response, Failure> {
    let view = place.view()?;
    let document = view.document(name).ok_or_else(|| {
        let error = Text::message("site-failure-not-published");
        let help = Text::message("site-failure-busy-help");
        Failure::new(StatusCode::NOT_FOUND, error, help)
    })?;
    document.answer(headers, "no-cache")
}
