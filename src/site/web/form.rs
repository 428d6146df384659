//! Forms that change something: only the site's own pages can send them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};

use super::app::App;
use super::failure::Failure;
use super::visitor::Visitor;
use crate::digest::Sha;
use crate::locale::Text;

/// The largest form without files.
const LARGEST: usize = 64 << 10;

/// A form without files arrives within this time.
const PATIENCE: Duration = Duration::from_secs(15);

/// The most fields of a form without files.
const MOST_FIELDS: usize = 100;

/// The fields of a form.
#[derive(Debug, Default)]
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Returns a field, without blanks around it; empty if it is missing.
    pub(super) fn get(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// Returns the id in a field.
    pub(super) fn id(&self, name: &str) -> Result<i64, Failure> {
        let id = self.get(name).parse();
        id.map_err(|_| {
            Failure::bad(
                Text::message("site-failure-field-number").with("name", name),
                Text::message("site-failure-go-back"),
            )
        })
    }
}

/// A form of a signed-in browser, with its visitor.
#[derive(Debug)]
pub(super) struct Signed(pub(super) Visitor, pub(super) Fields);

/// A form of anybody.
#[derive(Debug)]
pub(super) struct Open(pub(super) Visitor, pub(super) Fields);

impl<S: Send + Sync> FromRequest<S> for Signed {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let Open(visitor, fields) = Open::from_request(request, state).await?;
        check_token(&visitor, fields.get("form"))?;
        Ok(Self(visitor, fields))
    }
}

impl<S: Send + Sync> FromRequest<S> for Open {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        let visitor = visitor(&request)?;
        let app = request.extensions().get::<Arc<App>>();
        check_origin(request.headers(), app.map_or("", |app| app.url.as_str()))?;
        let body = axum::body::to_bytes(request.into_body(), LARGEST);
        let body = tokio::time::timeout(PATIENCE, body).await;
        let body = body.map_err(|_| Failure::plain(StatusCode::REQUEST_TIMEOUT))?;
        let body = body.map_err(|_| Failure::plain(StatusCode::PAYLOAD_TOO_LARGE))?;
        let fields = form_fields(&body);
        if fields.len() > MOST_FIELDS {
            return Err(Failure::bad(
                Text::message("site-failure-too-many-fields"),
                Text::message("site-failure-go-back"),
            ));
        }
        Ok(Self(visitor, Fields(fields)))
    }
}

fn form_fields(body: &[u8]) -> Vec<(String, String)> {
    let fields = percent_fields(body);
    fields.take(MOST_FIELDS + 1).collect()
}

fn percent_fields(body: &[u8]) -> impl Iterator<Item = (String, String)> {
    let decode = |part: &[u8]| {
        let spaced: Vec<u8> = part
            .iter()
            .map(|&byte| if byte == b'+' { b' ' } else { byte })
            .collect();
        let decoded = percent_encoding::percent_decode(&spaced);
        decoded.decode_utf8_lossy().into_owned()
    };
    body.split(|&byte| byte == b'&').map(move |pair| {
        let mut parts = pair.splitn(2, |&byte| byte == b'=');
        let name = parts.next().unwrap_or_default();
        (decode(name), decode(parts.next().unwrap_or_default()))
    })
}

/// Returns the visitor that the middleware has found.
pub(super) fn visitor(request: &Request) -> Result<Visitor, Failure> {
    let visitor = request.extensions().get::<Visitor>().cloned();
    visitor.ok_or_else(|| Failure::internal("a request without a visitor"))
}

/// Fails unless the form carries the token of the visitor's session.
pub(super) fn check_token(visitor: &Visitor, sent: &str) -> Result<(), Failure> {
    let Some(expected) = &visitor.form else {
        return Err(Failure::unauthorized());
    };
    // Digests of equal length tell nothing by the time that their comparison takes.
    if Sha::of(sent.as_bytes()) == Sha::of(expected.as_bytes()) {
        return Ok(());
    }
    Err(foreign())
}

/// Fails if the browser says that the form is not on a page of this site.
pub(super) fn check_origin(headers: &HeaderMap, url: &str) -> Result<(), Failure> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return match site {
            "same-origin" | "none" => Ok(()),
            _ => Err(foreign()),
        };
    }
    // Browsers write `null`, because the site's pages never tell where a request comes from.
    let Some(origin) = text("origin").filter(|origin| *origin != "null") else {
        return Ok(());
    };
    let host = text(header::HOST.as_str()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, at)| at == host);
    let is_own = own || origin == url || url.starts_with(&format!("{origin}/"));
    if is_own { Ok(()) } else { Err(foreign()) }
}

fn foreign() -> Failure {
    Failure::new(
        StatusCode::FORBIDDEN,
        Text::message("site-failure-foreign"),
        Text::message("site-failure-foreign-help"),
    )
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn fields_are_decoded() {
        let fields = Fields(form_fields(b"a=+x%3D%26y&b=%C3%A9&c&=d&a=second"));
        assert_eq!(fields.get("a"), "x=&y");
        assert_eq!(fields.get("b"), "é");
        assert_eq!(fields.get("c"), "");
        assert_eq!(fields.get("missing"), "");
        assert_eq!(form_fields(&b"a&".repeat(1_000_000)).len(), MOST_FIELDS + 1);
    }

    #[test]
    fn forms_of_other_sites_are_refused() {
        let url = "https://contest.example";
        let check = |pairs: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(*name, HeaderValue::from_str(value).unwrap());
            }
            check_origin(&headers, url).is_ok()
        };
        assert!(check(&[]));
        assert!(check(&[
            ("origin", "null"),
            ("sec-fetch-site", "same-origin")
        ]));
        assert!(check(&[("origin", "https://contest.example")]));
        assert!(check(&[
            ("origin", "http://127.0.0.1:8080"),
            ("host", "127.0.0.1:8080")
        ]));
        assert!(!check(&[("sec-fetch-site", "cross-site")]));
        assert!(!check(&[("sec-fetch-site", "same-site")]));
        assert!(!check(&[(
            "origin",
            "https://contest.example.evil.example"
        )]));
        assert!(!check(&[
            ("origin", "https://evil.example"),
            ("host", "contest.example")
        ]));
    }
}
