//! What the web process keeps in memory: contests and what the judging process published, ready to be sent.
//!
//! Thousands look at the same board, so that a page is made once for each change and compressed once.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::clock::Stage;
use super::failure::Failure;
use crate::digest::Sha;
use crate::locale::Language;
use crate::site::database::ContestRow;
use crate::timestamp::Timestamp;

/// The contests that are served.
#[derive(Debug, Default)]
pub(super) struct Published {
    pub(super) contests: Vec<Arc<ContestView>>,
}

impl Published {
    pub(super) fn contest(&self, name: &str) -> Option<&Arc<ContestView>> {
        self.contests.iter().find(|view| view.row.name == name)
    }
}

/// A contest with everything that is published of it.
#[derive(Debug)]
pub(super) struct ContestView {
    pub(super) row: ContestRow,
    pub(super) stage: Stage,
    pub(super) is_frozen: bool,
    /// The last event that this takes into account.
    pub(super) last_event: i64,
    /// Newest first.
    pub(super) announcements: Vec<(Timestamp, String)>,
    pub(super) documents: BTreeMap<String, (i64, Arc<Document>)>,
    /// The board's page for people who are not signed in, in each language.
    pub(super) board_pages: [OnceLock<Arc<Document>>; Language::ALL.len()],
}

impl ContestView {
    pub(super) fn document(&self, name: &str) -> Option<&Arc<Document>> {
        self.documents.get(name).map(|(_, document)| document)
    }

    /// Returns a published fragment of a page.
    pub(super) fn fragment(&self, name: &str) -> Option<&str> {
        let document = self.document(name)?;
        std::str::from_utf8(&document.content).ok()
    }
}

/// Something that is sent to many.
#[derive(Debug)]
pub(super) struct Document {
    kind: &'static str,
    pub(super) content: Bytes,
    compressed: Option<Bytes>,
    tag: String,
}

/// Smaller documents are not worth the time to unpack them.
const COMPRESSED_FROM: usize = 1024;

impl Document {
    pub(super) fn new(kind: &'static str, content: impl Into<Bytes>) -> Self {
        let content = content.into();
        let is_text = !matches!(kind, "application/zip");
        let compressed = (is_text && content.len() >= COMPRESSED_FROM)
            .then(|| compress(&content))
            .flatten();
        let tag = Sha::of(&content).to_string();
        Self {
            kind,
            compressed,
            tag: format!("W/\"{}\"", &tag[..32]),
            content,
        }
    }

    /// Answers a request; a browser that has the document already is told so.
    pub(super) fn answer(
        &self,
        request: &HeaderMap,
        caching: &'static str,
    ) -> Result<Response, Failure> {
        let has = |name, wanted: &str| {
            let values = request.get_all(name).iter();
            values
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(','))
                .any(|value| value.trim() == wanted)
        };
        let response = Response::builder()
            .header(header::ETAG, &self.tag)
            .header(header::CACHE_CONTROL, caching)
            .header(header::VARY, "Accept-Encoding, Cookie");
        if has(header::IF_NONE_MATCH, &self.tag) {
            let response = response.status(StatusCode::NOT_MODIFIED);
            return response.body(Body::empty()).map_err(Failure::internal);
        }
        let response = response.header(header::CONTENT_TYPE, self.kind);
        let answered = match &self.compressed {
            Some(compressed) if has(header::ACCEPT_ENCODING, "gzip") => response
                .header(header::CONTENT_ENCODING, "gzip")
                .body(Body::from(compressed.clone())),
            _ => response.body(Body::from(self.content.clone())),
        };
        answered.map_err(Failure::internal)
    }
}

fn compress(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns the kind of a published document by its name.
pub(super) fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "zip")) => "application/zip",
        _ => "application/json",
    }
}
