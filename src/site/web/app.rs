//! What all requests share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::body::Bytes;
use tokio::sync::{Semaphore, broadcast, watch};

use super::WebOptions;
use super::guesses::Guesses;
use super::pool::Pool;
use super::published::Published;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::site::data::{HAND_INS, PAGES, UPLOADS};

/// A stream that is so many events behind loads its page anew.
const BACKLOG: usize = 1024;

/// So many uploads of one team and of all teams at a time. Each occupies a thread.
const UPLOADS_OF_TEAM: usize = 4;
const ALL_UPLOADS: usize = 100;

/// So many event streams at a time: the other connections are left to requests.
const STREAMS: usize = 3000;

#[derive(Debug)]
pub(super) struct App {
    pub(super) data: Dir,
    pub(super) url: String,
    pub(super) secure: bool,
    pub(super) pool: Pool,
    published: RwLock<Arc<Published>>,
    pub(super) events: broadcast::Sender<Arc<Live>>,
    pub(super) stopping: watch::Sender<bool>,
    pub(super) guesses: Guesses,
    uploads: Mutex<BTreeMap<i64, usize>>,
    /// Permits of event streams.
    pub(super) streams: Arc<Semaphore>,
}

/// An event as open pages get it.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) id: i64,
    pub(super) contest: String,
    /// Only this team and the staff get it.
    pub(super) team: Option<i64>,
    pub(super) kind: String,
    /// The event as it is sent.
    pub(super) frame: Bytes,
}

impl App {
    pub(super) fn open(options: &WebOptions) -> Result<Self> {
        let path = &options.data;
        let data = Dir::create(path).map_err(|error| Error::path("open", path, &error))?;
        for folder in [UPLOADS, HAND_INS, PAGES] {
            let created = data.create_dir(folder);
            created.map_err(|error| Error::path("create", &path.join(folder), &error))?;
        }
        // What a process that was killed has left behind: no request waits for it any more.
        let emptied = data.dir(UPLOADS).and_then(|uploads| {
            let entries = uploads.entries()?;
            let mut entries = entries.iter();
            entries.try_for_each(|entry| uploads.remove_file(&entry.name))
        });
        emptied.map_err(|error| Error::path("empty", &path.join(UPLOADS), &error))?;
        Ok(Self {
            data,
            url: options.url.trim_end_matches('/').to_owned(),
            secure: options.secure,
            pool: Pool::new(path),
            published: RwLock::new(Arc::default()),
            events: broadcast::Sender::new(BACKLOG),
            stopping: watch::Sender::new(false),
            guesses: Guesses::default(),
            uploads: Mutex::default(),
            streams: Arc::new(Semaphore::new(STREAMS)),
        })
    }

    pub(super) fn published(&self) -> Arc<Published> {
        let published = self.published.read();
        Arc::clone(&published.unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn publish(&self, new: Published) {
        let published = self.published.write();
        *published.unwrap_or_else(PoisonError::into_inner) = Arc::new(new);
    }

    /// Begins an upload of a team, unless several are going on.
    pub(super) fn begin_upload(self: &Arc<Self>, team: i64) -> Option<UploadSlot> {
        let mut uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        if uploads.values().sum::<usize>() >= ALL_UPLOADS {
            return None;
        }
        let count = uploads.entry(team).or_default();
        if *count >= UPLOADS_OF_TEAM {
            return None;
        }
        *count += 1;
        Some(UploadSlot {
            app: Arc::clone(self),
            team,
        })
    }
}

/// An upload that is going on, until it is dropped.
#[derive(Debug)]
pub(super) struct UploadSlot {
    app: Arc<App>,
    team: i64,
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        let uploads = self.app.uploads.lock();
        let mut uploads = uploads.unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = uploads.get_mut(&self.team) {
            *count -= 1;
            if *count == 0 {
                uploads.remove(&self.team);
            }
        }
    }
}

/// Waits until the process stops.
pub(super) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // The sender lives as long as the process.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
