//! The list of contests of a site that has several.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Extension, State};
use axum::response::Response;

use super::board::Status;
use super::frame::Frame;
use super::html;
use crate::locale::Text;
use crate::site::web::app::App;
use crate::site::web::failure::Failure;
use crate::site::web::routes;
use crate::site::web::visitor::Visitor;

#[derive(Template)]
#[template(path = "index.html", config = "src/site/web/askama.toml")]
struct IndexPage {
    frame: Frame,
    contests: Vec<Entry>,
}

struct Entry {
    title: String,
    base: String,
    status: Status,
}

pub(super) async fn page(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Failure> {
    let published = app.published();
    let contests = published.contests.iter().map(|view| Entry {
        title: view.row.title.clone(),
        base: routes::base(&app, &view.row.name),
        status: Status::of(view, visitor.language),
    });
    html(&IndexPage {
        frame: Frame::shared(&app, &visitor, &Text::message("site-contests")),
        contests: contests.collect(),
    })
}
