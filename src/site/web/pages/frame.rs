//! What every page has around its content: title, navigation, who is signed in.

use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::site::web::app::App;
use crate::site::web::published::ContestView;
use crate::site::web::routes;
use crate::site::web::visitor::Visitor;

/// The frame of a page.
pub(super) struct Frame {
    pub(super) title: String,
    /// The name of the contest, and the title of it; empty on pages that all contests share.
    pub(super) contest: String,
    pub(super) heading: String,
    /// What comes before the paths of the contest's pages.
    pub(super) base: String,
    pub(super) here: &'static str,
    pub(super) team: Option<String>,
    pub(super) is_staff: bool,
    /// What the forms of this visitor carry.
    pub(super) form: String,
    pub(super) has_registration: bool,
    pub(super) is_one_of_several: bool,
    /// Where the page hears of what happens; empty if it is not live.
    pub(super) events: String,
}

impl Frame {
    /// The frame of a page of a contest.
    pub(super) fn of(
        app: &Arc<App>,
        view: &ContestView,
        visitor: Option<&Visitor>,
        here: &'static str,
        title: &str,
    ) -> Self {
        let row = &view.row;
        let is_signed_in = visitor.is_some_and(|visitor| visitor.identity.is_some());
        let is_live = is_signed_in || row.facts.board == "public";
        Self {
            title: format!("{title} · {}", row.title),
            contest: row.name.clone(),
            heading: row.title.clone(),
            base: routes::base(app, &row.name),
            here,
            events: if is_live {
                let name = utf8_percent_encode(&row.name, NON_ALPHANUMERIC);
                format!("/api/events?contest={name}")
            } else {
                String::new()
            },
            ..Self::shared(app, visitor, title)
        }
    }

    /// The frame of a page that all contests share. If there is one contest, it leads to its pages.
    pub(super) fn shared(app: &Arc<App>, visitor: Option<&Visitor>, title: &str) -> Self {
        let published = app.published();
        let only = match &published.contests[..] {
            [only] => Some(only),
            _ => None,
        };
        let contests = &published.contests;
        Self {
            title: title.to_owned(),
            contest: only.map_or(String::new(), |view| view.row.name.clone()),
            heading: only.map_or("Contests".to_owned(), |view| view.row.title.clone()),
            base: String::new(),
            here: "",
            team: visitor.and_then(|visitor| visitor.team().map(|team| team.name.clone())),
            is_staff: visitor.is_some_and(Visitor::is_staff),
            form: visitor
                .and_then(|visitor| visitor.form.clone())
                .unwrap_or_default(),
            has_registration: contests.iter().any(|view| view.row.facts.registration),
            is_one_of_several: contests.len() > 1,
            events: String::new(),
        }
    }
}
