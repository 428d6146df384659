//! What happens around every request: who sends it, panics, failures as pages or JSON, security headers, the log.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use super::app::App;
use super::failure::Failure;
use super::language;
use super::pages::failure_page;
use super::visitor::Visitor;
use crate::site::log;

/// What browsers may load in the site's own pages.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Marks a page that has a policy of its own, by digests of its scripts and styles.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnPolicy;

const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

pub(super) async fn around(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let (mut head, body) = request.into_parts();
    let method = head.method.clone();
    let path = head.uri.path().to_owned();
    let is_api = path.starts_with("/api/");
    let visitor = Visitor::of(&app, &head).await;
    let who = visitor.as_ref().map_or("nobody".to_owned(), Visitor::name);
    let found = visitor.as_ref().ok().cloned();
    let found = found.unwrap_or_else(|| Visitor::nobody(&app, &head));
    let chosen = language::choice(&head).filter(|_| !is_api);
    let response = match visitor {
        Ok(visitor) => {
            head.extensions.insert(visitor);
            head.extensions.insert(Arc::clone(&app));
            let request = Request::from_parts(head, body);
            let answered = AssertUnwindSafe(next.run(request)).catch_unwind().await;
            // The panic itself has written where it happened.
            answered.unwrap_or_else(|_| {
                Failure::plain(StatusCode::INTERNAL_SERVER_ERROR).into_response()
            })
        }
        Err(failure) => failure.into_response(),
    };
    let is_read = method == Method::GET || method == Method::HEAD;
    let mut response = if is_api {
        as_json(response)
    } else {
        as_page(&app, &found, response, is_read)
    };
    if let Some(chosen) = chosen {
        language::keep(&app, &mut response, chosen);
    }
    let status = response.status();
    if !is_read || status.is_server_error() {
        let ms = begun.elapsed().as_millis().to_string();
        let values = [
            ("method", method.as_str()),
            ("path", without_token(&path)),
            ("status", status.as_str()),
            ("ms", &ms),
            ("who", &who),
        ];
        log::line("request", &values);
    }
    secure(&mut response);
    response
}

/// Makes JSON of a failure, in English.
fn as_json(response: Response) -> Response {
    shown(response, |failure| {
        let (error, help) = (failure.error.to_string(), failure.help.to_string());
        axum::Json(serde_json::json!({"error": error, "help": help})).into_response()
    })
}

/// Makes a page of a failure, in the language of the visitor.
fn as_page(app: &Arc<App>, visitor: &Visitor, response: Response, is_read: bool) -> Response {
    shown(response, |failure| {
        failure_page(app, visitor, failure, is_read).into_response()
    })
}

/// Replaces a failure by what says why.
fn shown(response: Response, says: impl FnOnce(&Failure) -> Response) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let own = response.extensions().get::<Failure>().cloned();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_page = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if own.is_none() && is_page {
        // A form that says itself what is wrong.
        return response;
    }
    let failure = own.unwrap_or_else(|| Failure::plain(status));
    let mut shown = (status, says(&failure)).into_response();
    let headers = shown.headers_mut();
    if let Some(seconds) = failure.retry_after {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        headers.insert(header::ALLOW, allowed.clone());
    }
    shown
}

fn secure(response: &mut Response) {
    let own = response.extensions().get::<OwnPolicy>().is_some();
    let policy = if own {
        "frame-ancestors 'none'"
    } else {
        POLICY
    };
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(policy),
    );
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What depends on who asks must not be kept for the next one.
    let entry = headers.entry(header::CACHE_CONTROL);
    entry.or_insert(HeaderValue::from_static("no-store"));
}

/// Returns the path for the log.
fn without_token(path: &str) -> &str {
    if path.starts_with("/enter/") {
        "/enter/…"
    } else {
        path
    }
}
