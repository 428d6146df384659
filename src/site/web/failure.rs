//! Why a request is not answered as wished, for people and for programs.

use std::fmt::Display;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::clock::Moment;
use crate::site::database::Refusal;
use crate::site::log;

/// A failed request. [`super::middleware`] makes a page or JSON of it.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    pub(super) error: String,
    /// What to do about it.
    pub(super) help: String,
    pub(super) retry_after: Option<u64>,
}

impl Failure {
    pub(super) fn new(
        status: StatusCode,
        error: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            status,
            error: error.into(),
            help: help.into(),
            retry_after: None,
        }
    }

    /// A failure of the site itself. The reason goes to the log only.
    pub(super) fn internal(reason: impl Display) -> Self {
        log::line("failure", &[("error", &reason.to_string())]);
        Self::plain(StatusCode::INTERNAL_SERVER_ERROR)
    }

    pub(super) fn bad(error: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error, help)
    }

    pub(super) fn not_found() -> Self {
        Self::plain(StatusCode::NOT_FOUND)
    }

    pub(super) fn unauthorized() -> Self {
        Self::plain(StatusCode::UNAUTHORIZED)
    }

    pub(super) fn forbidden(error: &str) -> Self {
        let help = "sign in with the link that you got for your team";
        Self::new(StatusCode::FORBIDDEN, error, help)
    }

    pub(super) fn too_many(error: &str, wait: Duration) -> Self {
        let seconds = wait.as_millis().div_ceil(1000).max(1) as u64;
        let help = match seconds {
            0..120 => format!("wait {seconds} s"),
            _ => format!("wait {} min", seconds.div_ceil(60)),
        };
        Self {
            retry_after: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, error, help)
        }
    }

    pub(super) fn too_large(limit: u64) -> Self {
        let limit = crate::units::show_size(limit);
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the upload is larger than {limit}"),
            "leave out build products, data and libraries",
        )
    }

    /// The failure that stands for a status without more words.
    pub(super) fn plain(status: StatusCode) -> Self {
        let (error, help) = match status {
            StatusCode::UNAUTHORIZED => (
                "you are not signed in",
                "open the link of your team; a program sends its token in the header `Authorization: Bearer TOKEN`",
            ),
            StatusCode::FORBIDDEN => ("this is not allowed", "sign in with another link"),
            StatusCode::NOT_FOUND => ("there is no such page", "go to the board"),
            StatusCode::METHOD_NOT_ALLOWED => (
                "this address does not take such a request",
                "go to the board",
            ),
            StatusCode::REQUEST_TIMEOUT => ("the upload made no progress", "try again"),
            StatusCode::PAYLOAD_TOO_LARGE => ("the request is too large", "send less"),
            StatusCode::INTERNAL_SERVER_ERROR => (
                "the site failed",
                "try again; tell the staff if it happens again",
            ),
            StatusCode::SERVICE_UNAVAILABLE => ("the site is busy", "try again in a minute"),
            _ => ("the request is not valid", "go back and try again"),
        };
        Self::new(status, error, help)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotOpen(opens) => Self::new(
                StatusCode::FORBIDDEN,
                format!("the contest opens at {}", Moment(opens)),
                "hand in after that",
            ),
            Refusal::Closed => Self::new(
                StatusCode::FORBIDDEN,
                "the contest is closed",
                "ask the staff for an extension",
            ),
            Refusal::TooMany(wait) => {
                Self::too_many("your team has handed in as often as it may for now", wait)
            }
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
