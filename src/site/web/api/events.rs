//! Server-sent events: what has changed, for open pages.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Instant, timeout_at};

use super::Choice;
use crate::locale::Text;
use crate::site::web::app::{App, Live, stopped};
use crate::site::web::failure::Failure;
use crate::site::web::visitor::Visitor;
use crate::site::web::watcher::live;

/// A line without meaning is sent so often, so that proxies keep the connection and a lost one is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A stream ends after this time, and the browser opens another one: who has signed out gets nothing more.
const LIFETIME: Duration = Duration::from_secs(600);

/// What a stream begins with: the browser waits so long, in milliseconds, before it opens a lost stream again.
const BEGINNING: &[u8] = b"retry: 3000\n\n";

pub(super) async fn events(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(choice): Query<Choice>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let view = super::contest(&app, &choice)?;
    if visitor.identity.is_none() && !visitor.may_see_board(&view.row.facts.board) {
        return Err(Failure::unauthorized());
    }
    let permit = Arc::clone(&app.streams).try_acquire_owned();
    let permit = permit.map_err(|_| {
        let error = Text::message("site-failure-pages");
        Failure::too_many(error, Duration::from_secs(30))
    })?;
    // The subscription comes first, so that nothing falls between what is read and what is awaited.
    let receiver = app.events.subscribe();
    let stopping = app.stopping.subscribe();
    let last = headers.get("last-event-id");
    let last = last.and_then(|last| last.to_str().ok()?.parse::<i64>().ok());
    // A browser that comes back names the last event itself; at first, the page does.
    let last = last.or(choice.after);
    let missed = match last {
        Some(last) => {
            let missed = app.database(move |database| database.events_after(last));
            missed.await?
        }
        None => Vec::new(),
    };
    let audience = Audience {
        visitor,
        contest: view.row.name.clone(),
        board: view.row.facts.board.clone(),
    };
    let mut frames = VecDeque::from([Bytes::from_static(BEGINNING)]);
    let mut sent = last.unwrap_or(0);
    for event in missed {
        sent = event.id;
        let event = live(event);
        if audience.sees(&event) {
            frames.push_back(event.frame);
        }
    }
    let feed = Feed {
        _permit: permit,
        frames,
        receiver,
        stopping,
        audience,
        sent,
        end: Instant::now() + LIFETIME,
    };
    let body = Body::from_stream(stream::unfold(feed, |mut feed| async move {
        let frame = feed.next().await?;
        Some((Ok::<Bytes, std::convert::Infallible>(frame), feed))
    }));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Reverse proxies would collect events otherwise.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, body).into_response())
}

/// Who gets a stream. It outlives many versions of the board, so that it must not hold one.
struct Audience {
    visitor: Visitor,
    contest: String,
    /// Who may see the board.
    board: String,
}

impl Audience {
    fn sees(&self, event: &Live) -> bool {
        if event.contest != self.contest {
            return false;
        }
        let sees_board = self.visitor.may_see_board(&self.board);
        match event.team {
            Some(team) => self.visitor.may_see(team),
            None if event.kind == "board" => sees_board,
            None => sees_board || self.visitor.identity.is_some(),
        }
    }
}

struct Feed {
    /// Held while the stream is open.
    _permit: OwnedSemaphorePermit,
    frames: VecDeque<Bytes>,
    receiver: Receiver<Arc<Live>>,
    stopping: watch::Receiver<bool>,
    audience: Audience,
    /// The last event that was sent.
    sent: i64,
    end: Instant,
}

impl Feed {
    /// Waits for what is to be sent next; `None` ends the stream.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(frame) = self.frames.pop_front() {
            return Some(frame);
        }
        let quiet = Instant::now() + KEEP_ALIVE;
        loop {
            if Instant::now() >= self.end {
                return None;
            }
            let received = tokio::select! {
                received = timeout_at(quiet, self.receiver.recv()) => received,
                () = stopped(&mut self.stopping) => return None,
            };
            match received {
                Err(_) => return Some(Bytes::from_static(b":\n\n")),
                Ok(Ok(event)) if event.id > self.sent && self.audience.sees(&event) => {
                    self.sent = event.id;
                    return Some(event.frame.clone());
                }
                Ok(Ok(_)) => {}
                // The browser comes back with the last id that it has seen.
                Ok(Err(RecvError::Lagged(_) | RecvError::Closed)) => return None,
            }
        }
    }
}
