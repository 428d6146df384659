//! The body of an upload: it must make progress, and what the reader of its parts keeps in memory is limited.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes};
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep};

/// How long an upload may stand still.
const PAUSE: Duration = Duration::from_secs(15);

/// How long an upload may take.
const WHOLE: Duration = Duration::from_secs(600);

/// So many bytes may arrive without being taken: the reader of parts would keep a header of any length in memory.
const CREDIT: usize = 256 << 10;

/// Says that what has arrived was taken.
#[derive(Clone, Debug)]
pub(super) struct Taken(Arc<AtomicUsize>);

impl Taken {
    pub(super) fn all(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

pub(super) struct Paced {
    body: BodyDataStream,
    waiting: Arc<AtomicUsize>,
    pause: Pin<Box<Sleep>>,
    end: Instant,
    /// The bytes that the body may still have.
    left: u64,
    /// Whether the reader has just got a chunk. It asks for more until there is none, so that it is made to stop.
    was_given: bool,
}

/// Returns a body of at most so many bytes.
pub(super) fn paced(body: Body, limit: u64) -> (Body, Taken) {
    let waiting = Arc::<AtomicUsize>::default();
    let paced = Paced {
        body: body.into_data_stream(),
        waiting: Arc::clone(&waiting),
        pause: Box::pin(sleep(PAUSE)),
        end: Instant::now() + WHOLE,
        left: limit,
        was_given: false,
    };
    (Body::from_stream(paced), Taken(waiting))
}

/// Why an upload was not read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    Slow,
    Large,
    Malformed,
}

impl Stopped {
    /// Finds the reason in an error of the reader of parts.
    pub(super) fn of(error: &(dyn std::error::Error + 'static)) -> Self {
        let mut at = Some(error);
        while let Some(error) = at {
            if let Some(stopped) = error.downcast_ref::<io::Error>() {
                return match stopped.kind() {
                    io::ErrorKind::TimedOut => Self::Slow,
                    io::ErrorKind::FileTooLarge => Self::Large,
                    _ => Self::Malformed,
                };
            }
            at = error.source();
        }
        Self::Malformed
    }
}

impl Stream for Paced {
    type Item = io::Result<Bytes>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Bytes>>> {
        if std::mem::take(&mut self.was_given) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let fail = |kind: io::ErrorKind| Poll::Ready(Some(Err(kind.into())));
        match Pin::new(&mut self.body).poll_next(context) {
            Poll::Ready(Some(Ok(chunk))) => {
                let Some(left) = self.left.checked_sub(chunk.len() as u64) else {
                    return fail(io::ErrorKind::FileTooLarge);
                };
                self.left = left;
                let waiting = self.waiting.fetch_add(chunk.len(), Ordering::Relaxed);
                if waiting > CREDIT {
                    return fail(io::ErrorKind::InvalidData);
                }
                let next = self.end.min(Instant::now() + PAUSE);
                self.pause.as_mut().reset(next);
                self.was_given = true;
                Poll::Ready(Some(Ok(chunk)))
            }
            Poll::Ready(Some(Err(_))) => fail(io::ErrorKind::ConnectionAborted),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => match self.pause.as_mut().poll(context) {
                Poll::Ready(()) => fail(io::ErrorKind::TimedOut),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}
