//! The style and the script of the site's pages, compiled in.

use std::sync::LazyLock;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;

use super::failure::Failure;
use super::published::Document;

static STYLE: LazyLock<Document> = LazyLock::new(|| {
    let style = concat!(
        include_str!("../../report/page/page.css"),
        include_str!("assets/site.css")
    );
    Document::new("text/css; charset=utf-8", style)
});

static SCRIPT: LazyLock<Document> = LazyLock::new(|| {
    let script = include_str!("assets/site.js");
    Document::new("text/javascript; charset=utf-8", script)
});

/// Browsers ask each time whether there is a newer one: the answer is short, and a new version is seen at once.
const CACHING: &str = "no-cache";

pub(super) fn routes() -> Router {
    let answer = |document: &'static LazyLock<Document>| {
        get(move |headers: HeaderMap| async move { answered(document, &headers) })
    };
    Router::new()
        .route("/assets/site.css", answer(&STYLE))
        .route("/assets/site.js", answer(&SCRIPT))
}

fn answered(document: &Document, headers: &HeaderMap) -> Result<Response, Failure> {
    document.answer(headers, CACHING)
}
