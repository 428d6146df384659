//! Which address is answered by what.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::app::App;
use super::failure::Failure;
use super::published::ContestView;
use super::{api, assets, middleware, pages};
use crate::error::{Error, Result};

/// A contest and where its pages are.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) app: Arc<App>,
    name: Arc<str>,
    /// What comes before the paths of its pages: nothing if it is the only contest.
    pub(super) base: Arc<str>,
}

impl Place {
    pub(super) fn view(&self) -> std::result::Result<Arc<ContestView>, Failure> {
        let published = self.app.published();
        let view = published.contest(&self.name).cloned();
        view.ok_or_else(Failure::not_found)
    }
}

/// Returns what comes before the paths of a contest's pages.
pub(super) fn base(app: &App, contest: &str) -> String {
    match app.published().contests.len() {
        0 | 1 => String::new(),
        _ => format!("/{}", utf8_percent_encode(contest, NON_ALPHANUMERIC)),
    }
}

/// The addresses that all contests share.
const SHARED: [&str; 5] = ["api", "assets", "enter", "register", "sign-out"];

/// Fails if the pages of a contest would hide those that all contests share.
pub(super) fn check(app: &App) -> Result<()> {
    let published = app.published();
    let names = published.contests.iter().map(|view| &view.row.name);
    let mut hidden = names.filter(|name| SHARED.contains(&name.as_str()));
    match hidden.next() {
        Some(name) if published.contests.len() > 1 => Err(Error::user(format!(
            "the contest `{name}` would hide pages of the site: rename its file"
        ))),
        _ => Ok(()),
    }
}

pub(super) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new()
        .merge(assets::routes())
        .merge(api::routes().with_state(Arc::clone(app)))
        .merge(pages::entry_routes().with_state(Arc::clone(app)));
    let published = app.published();
    for view in &published.contests {
        let base = base(app, &view.row.name);
        let place = Place {
            app: Arc::clone(app),
            name: Arc::from(view.row.name.as_str()),
            base: Arc::from(base.as_str()),
        };
        let board = pages::board_route(&format!("{base}/")).with_state(place.clone());
        let contest = pages::contest_routes().with_state(place);
        router = match base.as_str() {
            "" => router.merge(contest),
            // The board is at both addresses, with and without a slash at the end.
            base => router.nest(base, contest).merge(board),
        };
    }
    if published.contests.len() != 1 {
        router = router.merge(pages::index_routes().with_state(Arc::clone(app)));
    }
    router
        .fallback(|| async { Failure::not_found() })
        // Every handler that reads a body has a limit of its own.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(Arc::clone(app), middleware::around))
}
