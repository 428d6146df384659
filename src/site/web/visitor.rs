//! Who sends a request: by the cookie of a browser or the token of a program.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};

use super::app::App;
use super::failure::Failure;
use super::language;
use crate::locale::{Language, Text};
use crate::site::database::{Identity, Secret, Team};

/// The cookie of a signed-in browser.
pub(super) const SESSION: &str = "judge_session";

/// Longer secrets are not looked up.
const LONGEST_SECRET: usize = 100;

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// Who sends a request.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    pub(super) identity: Option<Identity>,
    /// What the forms of a signed-in browser carry.
    pub(super) form: Option<String>,
    /// The content of the cookie.
    pub(super) session: Option<Secret>,
    pub(super) address: IpAddr,
    /// The language of the pages that the visitor sees.
    pub(super) language: Language,
}

impl Visitor {
    /// Returns a visitor who is not signed in.
    pub(super) fn nobody(app: &App, request: &Parts) -> Self {
        Self {
            identity: None,
            form: None,
            session: None,
            address: address(request),
            language: language::of(app, request),
        }
    }

    pub(super) async fn of(app: &Arc<App>, request: &Parts) -> Result<Self, Failure> {
        let headers = &request.headers;
        let mut visitor = Self::nobody(app, request);
        // The style and the script are the same for everybody.
        if request.uri.path().starts_with("/assets/") {
            return Ok(visitor);
        }
        if let Some(token) = token(headers) {
            let found = app.database(move |database| database.owner_of_token(&token));
            let identity = found.await?;
            // Those who know a token are let in, whoever else guesses at the same address.
            if identity.is_none() {
                app.guesses.check(visitor.address)?;
                app.guesses.wrong(visitor.address);
                return Err(Failure {
                    error: Text::message("site-failure-token"),
                    ..Failure::unauthorized()
                });
            }
            visitor.identity = identity;
        } else if let Some(session) = cookie(headers) {
            let asked = session.clone();
            let found = app.database(move |database| database.owner_of_session(&asked));
            visitor.identity = found.await?;
            // A program's request that changes something needs a token: a cookie is sent by every page's request.
            let changes = request.method != Method::GET && request.method != Method::HEAD;
            if changes && request.uri.path().starts_with("/api/") {
                visitor.identity = None;
            }
            if visitor.identity.is_some() {
                visitor.form = Some(session.form_token());
                visitor.session = Some(session);
            }
        }
        // A removed team has no links; this is for those who are signed in at that moment.
        if visitor.team().is_some_and(|team| team.removed) {
            visitor.identity = None;
        }
        Ok(visitor)
    }

    pub(super) fn team(&self) -> Option<&Team> {
        self.identity.as_ref().and_then(Identity::team)
    }

    pub(super) fn is_staff(&self) -> bool {
        self.identity.as_ref().is_some_and(Identity::is_staff)
    }

    /// Returns the team, or fails for everybody else.
    pub(super) fn require_team(&self) -> Result<&Team, Failure> {
        match &self.identity {
            Some(Identity::Team(team)) => Ok(team),
            Some(Identity::Staff) => {
                Err(Failure::forbidden(Text::message("site-failure-teams-only")))
            }
            None => Err(Failure::unauthorized()),
        }
    }

    pub(super) fn require_staff(&self) -> Result<(), Failure> {
        match &self.identity {
            Some(Identity::Staff) => Ok(()),
            Some(Identity::Team(_)) => {
                Err(Failure::forbidden(Text::message("site-failure-staff-only")))
            }
            None => Err(Failure::unauthorized()),
        }
    }

    /// Whether the visitor may see what belongs to a team.
    pub(super) fn may_see(&self, team: i64) -> bool {
        self.is_staff() || self.team().is_some_and(|own| own.id == team)
    }

    /// Whether the visitor may see the board of a contest.
    pub(super) fn may_see_board(&self, audience: &str) -> bool {
        match audience {
            "public" => true,
            "teams" => self.identity.is_some(),
            _ => self.is_staff(),
        }
    }

    /// The visitor for the log.
    pub(super) fn name(&self) -> String {
        match &self.identity {
            Some(Identity::Staff) => "staff".to_owned(),
            Some(Identity::Team(team)) => format!("team:{}", team.name),
            None => "nobody".to_owned(),
        }
    }
}

/// The address that a request comes from. A reverse proxy on this machine says whose request it passes on.
fn address(request: &Parts) -> IpAddr {
    let peer = request.extensions.get::<Peer>();
    let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    if !peer.is_loopback() {
        return peer;
    }
    let forwarded = request
        .headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    let last = forwarded
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.rsplit(',').next())
        .and_then(|value| value.trim().parse().ok());
    last.unwrap_or(peer)
}

fn token(headers: &HeaderMap) -> Option<Secret> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    secret(token).filter(|_| scheme.eq_ignore_ascii_case("bearer"))
}

fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let mut cookies = language::cookies(headers).filter(|(name, _)| *name == SESSION);
    cookies.find_map(|(_, value)| secret(value))
}

fn secret(text: &str) -> Option<Secret> {
    let text = text.trim();
    (!text.is_empty() && text.len() <= LONGEST_SECRET).then(|| Secret::from_text(text))
}
