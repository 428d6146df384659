//! What every page has around its content: title, navigation, who is signed in.

use std::sync::Arc;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::locale::{Language, Message, Text};
use crate::site::web::app::App;
use crate::site::web::published::ContestView;
use crate::site::web::routes;
use crate::site::web::visitor::Visitor;

/// The frame of a page.
pub(super) struct Frame {
    pub(super) language: Language,
    /// Leads to the page in the other language; empty if the page cannot be loaded again.
    pub(super) switch: String,
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
        visitor: &Visitor,
        here: &'static str,
        title: &Text,
    ) -> Self {
        let row = &view.row;
        let is_live = visitor.identity.is_some() || row.facts.board == "public";
        Self {
            title: format!("{} · {}", title.in_language(visitor.language), row.title),
            contest: row.name.clone(),
            heading: row.title.clone(),
            base: routes::base(app, &row.name),
            here,
            events: if is_live {
                let name = utf8_percent_encode(&row.name, NON_ALPHANUMERIC);
                format!("/api/events?contest={name}&after={}", view.last_event)
            } else {
                String::new()
            },
            ..Self::shared(app, visitor, title)
        }
    }

    /// The frame of a page that all contests share. If there is one contest, it leads to its pages.
    pub(super) fn shared(app: &Arc<App>, visitor: &Visitor, title: &Text) -> Self {
        let language = visitor.language;
        let published = app.published();
        let only = match &published.contests[..] {
            [only] => Some(only),
            _ => None,
        };
        let contests = &published.contests;
        Self {
            language,
            switch: format!("?lang={}", language.other()),
            title: title.in_language(language).to_string(),
            contest: only.map_or(String::new(), |view| view.row.name.clone()),
            heading: only.map_or_else(
                || language.message("site-contests").to_string(),
                |view| view.row.title.clone(),
            ),
            base: String::new(),
            here: "",
            team: visitor.team().map(|team| team.name.clone()),
            is_staff: visitor.is_staff(),
            form: visitor.form.clone().unwrap_or_default(),
            has_registration: contests.iter().any(|view| view.row.facts.registration),
            is_one_of_several: contests.len() > 1,
            events: String::new(),
        }
    }

    /// Keeps a parameter of the address in the other language.
    #[must_use]
    pub(super) fn keeping(mut self, parameter: &str) -> Self {
        self.switch = format!("?{parameter}&lang={}", self.language.other());
        self
    }

    /// Leaves out the switch: the page answers a form, and cannot be loaded again.
    #[must_use]
    pub(super) fn without_switch(mut self) -> Self {
        self.switch.clear();
        self
    }

    /// Returns a message in the language of the page.
    pub(super) fn message<'m>(&self, key: &'m str) -> Message<'m> {
        self.language.message(key)
    }

    /// Returns a message with a place for a number that the script writes.
    pub(super) fn scripted<'m>(&self, key: &'m str, variable: &'m str) -> Message<'m> {
        self.message(key).with(variable, "#")
    }
}
