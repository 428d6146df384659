//! The language of a visitor: what the address asks for, else what the browser has kept, else that of the contest.

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use percent_encoding::percent_decode_str;

use super::app::App;
use super::published::Published;
use crate::locale::Language;

/// The cookie with the code of the language, and the parameter of an address.
const NAME: &str = "lang";

/// How long a browser keeps the language, in seconds.
const COOKIE_AGE: u64 = 365 * 24 * 3600;

/// Returns the language in which a request is answered.
pub(super) fn of(app: &App, request: &Parts) -> Language {
    let wished = asked(request).or_else(|| kept(&request.headers));
    wished.unwrap_or_else(|| of_contests(&app.published(), request.uri.path()))
}

/// Returns the language that the address asks for.
fn asked(request: &Parts) -> Option<Language> {
    let parameters = request.uri.query()?.split('&');
    let mut pairs = parameters.filter_map(|pair| pair.split_once('='));
    let (_, code) = pairs.find(|(name, _)| *name == NAME)?;
    Language::of_code(code)
}

/// Returns the language that the browser has kept.
fn kept(headers: &HeaderMap) -> Option<Language> {
    cookies(headers).find_map(|(name, value)| (name == NAME).then(|| Language::of_code(value))?)
}

/// Returns the language of the contest to which a path leads, or that of all contests if they agree.
fn of_contests(published: &Published, path: &str) -> Language {
    let first = path.split('/').nth(1).unwrap_or_default();
    let first = percent_decode_str(first).decode_utf8_lossy();
    let contests = &published.contests;
    let is_one = contests.len() == 1;
    if let Some(view) = published.contest(&first).filter(|_| !is_one) {
        return view.row.facts.language;
    }
    let mut languages = contests.iter().map(|view| view.row.facts.language);
    let first = languages.next().unwrap_or_default();
    if languages.all(|other| other == first) {
        first
    } else {
        Language::default()
    }
}

/// Returns the language that the browser shall keep: that of an address that a person opens. What scripts load for an open
/// page changes nothing.
pub(super) fn choice(request: &Parts) -> Option<Language> {
    let asked = asked(request)?;
    let mode = request.headers.get("sec-fetch-mode");
    let is_opened = mode.is_none_or(|mode| mode == "navigate");
    (is_opened && kept(&request.headers) != Some(asked)).then_some(asked)
}

/// Makes the browser keep a language.
pub(super) fn keep(app: &App, response: &mut Response, language: Language) {
    let secure = if app.secure { "; Secure" } else { "" };
    let cookie =
        format!("{NAME}={language}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}{secure}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

/// Returns the names and values of the cookies of a request.
pub(super) fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let values = headers.get_all(COOKIE).iter();
    let values = values.filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
}
