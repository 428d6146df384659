//! Why a request is not answered as wished, for people and for programs.

use std::fmt::Display;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::locale::{Argument, Text};
use crate::site::database::Refusal;
use crate::site::log;

/// A failed request. [`super::middleware`] makes a page or JSON of it.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    pub(super) error: Text,
    /// What to do about it.
    pub(super) help: Text,
    pub(super) retry_after: Option<u64>,
}

impl Failure {
    pub(super) fn new(status: StatusCode, error: Text, help: Text) -> Self {
        Self {
            status,
            error,
            help,
            retry_after: None,
        }
    }

    /// A failure of the site itself. The reason goes to the log only.
    pub(super) fn internal(reason: impl Display) -> Self {
        log::line("failure", &[("error", &reason.to_string())]);
        Self::plain(StatusCode::INTERNAL_SERVER_ERROR)
    }

    pub(super) fn bad(error: Text, help: Text) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, help)
    }

    pub(super) fn not_found() -> Self {
        Self::plain(StatusCode::NOT_FOUND)
    }

    pub(super) fn unauthorized() -> Self {
        Self::plain(StatusCode::UNAUTHORIZED)
    }

    pub(super) fn forbidden(error: Text) -> Self {
        let help = Text::message("site-failure-sign-in");
        Self::new(StatusCode::FORBIDDEN, error, help)
    }

    pub(super) fn too_many(error: Text, wait: Duration) -> Self {
        let seconds = wait.as_millis().div_ceil(1000).max(1) as u64;
        let help = match seconds {
            0..120 => Text::message("site-failure-wait-seconds").with("count", seconds),
            _ => Text::message("site-failure-wait-minutes").with("count", seconds.div_ceil(60)),
        };
        Self {
            retry_after: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, error, help)
        }
    }

    pub(super) fn too_large(limit: u64) -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            Text::message("site-failure-upload-large").with("size", Argument::Size(limit)),
            Text::message("site-failure-upload-large-help"),
        )
    }

    /// The failure that stands for a status without more words.
    pub(super) fn plain(status: StatusCode) -> Self {
        let (error, help) = match status {
            StatusCode::UNAUTHORIZED => (
                Text::message("site-failure-unauthorized"),
                Text::message("site-failure-unauthorized-help"),
            ),
            StatusCode::FORBIDDEN => (
                Text::message("site-failure-forbidden"),
                Text::message("site-failure-forbidden-help"),
            ),
            StatusCode::NOT_FOUND => (
                Text::message("site-failure-not-found"),
                Text::message("site-failure-go-to-board"),
            ),
            StatusCode::METHOD_NOT_ALLOWED => (
                Text::message("site-failure-method"),
                Text::message("site-failure-go-to-board"),
            ),
            StatusCode::REQUEST_TIMEOUT => (
                Text::message("site-failure-slow"),
                Text::message("site-failure-try-again"),
            ),
            StatusCode::PAYLOAD_TOO_LARGE => (
                Text::message("site-failure-large"),
                Text::message("site-failure-large-help"),
            ),
            StatusCode::INTERNAL_SERVER_ERROR => (
                Text::message("site-failure-site"),
                Text::message("site-failure-site-help"),
            ),
            StatusCode::SERVICE_UNAVAILABLE => (
                Text::message("site-failure-busy"),
                Text::message("site-failure-busy-help"),
            ),
            _ => (
                Text::message("site-failure-invalid"),
                Text::message("site-failure-invalid-help"),
            ),
        };
        Self::new(status, error, help)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotOpen(opens) => Self::new(
                StatusCode::FORBIDDEN,
                Text::message("site-failure-not-open").with("time", opens),
                Text::message("site-failure-not-open-help"),
            ),
            Refusal::Closed => Self::new(
                StatusCode::FORBIDDEN,
                Text::message("site-failure-closed"),
                Text::message("site-failure-closed-help"),
            ),
            Refusal::TooMany(wait) => Self::too_many(Text::message("site-failure-too-often"), wait),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
