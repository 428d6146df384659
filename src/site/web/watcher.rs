//! Notices what the judging process and other requests write, and keeps [`Published`] and open pages up to date.

use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use axum::body::Bytes;

use super::app::{App, Live};
use super::clock::Stage;
use super::published::{ContestView, Document, Published, kind};
use crate::error::{Error, Result};
use crate::locale::Language;
use crate::site::database::{ContestRow, Database, EventKind, EventRow};
use crate::timestamp::Timestamp;

/// How often the database is asked whether anything has changed.
const INTERVAL: Duration = Duration::from_millis(100);

/// Loads what is published and starts a thread that watches for changes until the process stops.
pub(super) fn start(app: &Arc<App>) -> Result<()> {
    let database = Database::open(app.data.path())?;
    let mut watcher = Watcher {
        app: Arc::clone(app),
        version: database.data_version()?,
        last: database.last_event()?,
        database,
    };
    watcher.refresh()?;
    let watch = move || {
        let mut failed = false;
        while !*watcher.app.stopping.borrow() {
            thread::sleep(INTERVAL);
            // One line for a failure that lasts.
            match watcher.look() {
                Ok(()) => failed = false,
                Err(error) if !failed => {
                    failed = true;
                    crate::site::log::line("watch-failed", &[("error", &error.to_string())]);
                }
                Err(_) => {}
            }
        }
    };
    let started = thread::Builder::new().name("watcher".to_owned());
    started
        .spawn(watch)
        .map_err(|error| Error::fault("start a thread", &error))?;
    Ok(())
}

struct Watcher {
    app: Arc<App>,
    database: Database,
    version: i64,
    last: i64,
}

impl Watcher {
    fn look(&mut self) -> Result<()> {
        let version = self.database.data_version()?;
        let turned = self.turned();
        if version == self.version && turned.is_empty() {
            return Ok(());
        }
        self.refresh()?;
        for contest in turned {
            self.database.notify(EventKind::Phase, &contest, 0)?;
        }
        let events = self.database.events_after(self.last)?;
        self.version = version;
        for event in events {
            self.last = event.id;
            // Nobody listening is no failure.
            let _ = self.app.events.send(Arc::new(live(event)));
        }
        Ok(())
    }

    /// Returns the contests that have opened, frozen or closed since the last look because it was time.
    fn turned(&self) -> Vec<String> {
        let now = Timestamp::now();
        let published = self.app.published();
        let turned = published.contests.iter().filter(|view| {
            (view.stage, view.is_frozen) != (Stage::of(&view.row, now), view.row.is_frozen(now))
        });
        turned.map(|view| view.row.name.clone()).collect()
    }

    fn refresh(&mut self) -> Result<()> {
        let old = self.app.published();
        // Read first, so that nothing that happens meanwhile is missed.
        let last = self.database.last_event()?;
        let contests = self.database.contests()?.into_iter();
        let contests = contests.map(|row| self.view(row, last, &old));
        let contests = contests.collect::<Result<Vec<Arc<ContestView>>>>()?;
        self.app.publish(Published { contests });
        Ok(())
    }

    fn view(&self, row: ContestRow, last_event: i64, old: &Published) -> Result<Arc<ContestView>> {
        let old = old.contest(&row.name);
        let mut documents = std::collections::BTreeMap::new();
        for (name, version) in self.database.document_versions(&row.name)? {
            let known = old.and_then(|old| old.documents.get(&name));
            let known = known.filter(|(known, _)| *known == version);
            let document = match known {
                Some(known) => known.clone(),
                None => match self.database.document(&row.name, &name)? {
                    Some(found) => (
                        found.version,
                        Arc::new(Document::new(kind(&name), found.content)),
                    ),
                    None => continue,
                },
            };
            documents.insert(name, document);
        }
        let now = Timestamp::now();
        Ok(Arc::new(ContestView {
            stage: Stage::of(&row, now),
            is_frozen: row.is_frozen(now),
            announcements: self.database.announcements(&row.name)?,
            documents,
            last_event,
            board_pages: [const { OnceLock::new() }; Language::ALL.len()],
            row,
        }))
    }
}

pub(super) fn live(event: EventRow) -> Live {
    let EventRow { id, kind, data, .. } = &event;
    let frame = format!("id: {id}\nevent: {kind}\ndata: {data}\n\n");
    Live {
        frame: Bytes::from(frame),
        id: event.id,
        contest: event.contest,
        team: event.team,
        kind: event.kind,
    }
}
