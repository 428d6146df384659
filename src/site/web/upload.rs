//! Takes hand-ins: what is uploaded goes to a temporary file, then under the name of its digest, then into the database.

mod names;
mod spool;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};

use self::spool::{Spool, Stored};
use super::app::App;
use super::failure::Failure;
use super::form::check_token;
use super::paced::{Stopped, Taken, paced};
use super::published::ContestView;
use super::visitor::Visitor;
use crate::locale::Text;
use crate::site::database::{NewHandIn, Team};

/// The most files of one upload.
const MOST_FILES: usize = 2000;

/// The most fields of an upload that are no files.
const MOST_FIELDS: usize = 20;

/// What a part of the body adds to its file: boundary and headers.
const PART: u64 = 1024;

/// The longest field that is no file.
const LONGEST_FIELD: usize = 1000;

/// A refused client may send the rest of its upload for so long, so that it reads the answer instead of an error.
const DRAIN: Duration = Duration::from_secs(5);

/// Takes a hand-in of a team and returns its id. It is on the disk then. A form of a page must carry its token.
pub(super) async fn take(
    app: &Arc<App>,
    view: &ContestView,
    visitor: &Visitor,
    request: Request,
    is_form: bool,
) -> Result<i64, Failure> {
    let team = visitor.require_team()?.clone();
    let slot = app.begin_upload(team.id).ok_or_else(|| {
        let error = Text::message("site-failure-uploads");
        Failure::too_many(error, Duration::from_secs(5))
    })?;
    refuse(app, view, &team).await?;
    let limit = view.row.facts.upload;
    let most = limit + (MOST_FILES + MOST_FIELDS) as u64 * PART;
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > most) {
        return Err(Failure::too_large(limit));
    }
    let (head, body) = request.into_parts();
    let (body, taken) = paced(body, most);
    let request = Request::from_parts(head, body);
    let parts = Multipart::from_request(request, &()).await;
    let parts = parts.map_err(|_| {
        Failure::bad(
            Text::message("site-failure-not-form"),
            Text::message("site-failure-not-form-help"),
        )
    })?;
    let mut upload = Upload {
        parts,
        taken,
        limit,
        size: 0,
        files: 0,
        is_checked: !is_form,
    };
    let spool = Spool::start(app)?;
    let stored = match upload.read(visitor, &spool).await {
        Ok(()) => spool.finish().await?,
        Err(failure) => {
            drop(spool);
            upload.drain().await;
            return Err(failure);
        }
    };
    let id = enter(app, view, &team, stored).await?;
    drop(slot);
    Ok(id)
}

/// Fails if the team cannot hand in now, before its upload begins.
async fn refuse(app: &Arc<App>, view: &ContestView, team: &Team) -> Result<(), Failure> {
    let (contest, team) = (view.row.name.clone(), team.id);
    let refusal = app.database(move |database| database.hand_in_refusal(&contest, team));
    refusal.await?.map_or(Ok(()), |refusal| Err(refusal.into()))
}

async fn enter(
    app: &Arc<App>,
    view: &ContestView,
    team: &Team,
    stored: Stored,
) -> Result<i64, Failure> {
    let (contest, team) = (view.row.name.clone(), team.id);
    let taken = app.database(move |database| {
        database.take_hand_in(&NewHandIn {
            contest: &contest,
            team,
            digest: &stored.digest.to_string(),
            file_name: &stored.file_name,
            size: stored.size,
        })
    });
    taken.await?.map_err(Failure::from)
}

/// An upload while it is read.
struct Upload {
    parts: Multipart,
    taken: Taken,
    limit: u64,
    size: u64,
    files: usize,
    /// Whether the token of the form has come.
    is_checked: bool,
}

impl Upload {
    async fn read(&mut self, visitor: &Visitor, spool: &Spool) -> Result<(), Failure> {
        let mut fields = 0;
        loop {
            self.taken.all();
            let part = self.parts.next_field().await;
            let Some(mut part) = part.map_err(|error| stopped(&error, self.limit))? else {
                break;
            };
            let name = part.name().unwrap_or_default().to_owned();
            if name == "file" {
                if !self.is_checked {
                    check_token(visitor, "")?;
                }
                let Some(file_name) = part.file_name().map(str::to_owned) else {
                    return Err(Failure::bad(
                        Text::message("site-failure-file-name"),
                        Text::message("site-failure-file-name-help"),
                    ));
                };
                // A form without a chosen file sends one without a name.
                if file_name.is_empty() {
                    continue;
                }
                self.files += 1;
                if self.files > MOST_FILES {
                    return Err(Failure::bad(
                        Text::message("site-failure-too-many-files").with("count", MOST_FILES),
                        Text::message("site-failure-too-many-files-help"),
                    ));
                }
                spool.begin(names::checked(&file_name)?).await?;
                let (taken, limit) = (self.taken.clone(), self.limit);
                while let Some(chunk) =
                    part.chunk().await.map_err(|error| stopped(&error, limit))?
                {
                    taken.all();
                    self.size += chunk.len() as u64;
                    if self.size > limit {
                        return Err(Failure::too_large(limit));
                    }
                    spool.write(chunk).await?;
                }
                continue;
            }
            fields += 1;
            if fields > MOST_FIELDS {
                return Err(Failure::bad(
                    Text::message("site-failure-too-many-fields"),
                    Text::message("site-failure-send-fewer"),
                ));
            }
            let text = text(&mut part, &self.taken, self.limit).await?;
            if name == "form" && !self.is_checked {
                check_token(visitor, &text)?;
                self.is_checked = true;
            }
        }
        if !self.is_checked {
            check_token(visitor, "")?;
        }
        if self.files == 0 {
            return Err(Failure::bad(
                Text::message("site-failure-no-file"),
                Text::message("site-failure-no-file-help"),
            ));
        }
        Ok(())
    }

    /// Reads on for a while without keeping anything.
    async fn drain(&mut self) {
        let drained = async {
            loop {
                self.taken.all();
                let Ok(Some(mut part)) = self.parts.next_field().await else {
                    break;
                };
                while matches!(part.chunk().await, Ok(Some(_))) {
                    self.taken.all();
                }
            }
        };
        let _ = tokio::time::timeout(DRAIN, drained).await;
    }
}

/// Reads a short field.
async fn text(part: &mut Field<'_>, taken: &Taken, limit: u64) -> Result<String, Failure> {
    let mut text = Vec::new();
    while let Some(chunk) = part.chunk().await.map_err(|error| stopped(&error, limit))? {
        taken.all();
        text.extend_from_slice(&chunk);
        if text.len() > LONGEST_FIELD {
            return Err(Failure::bad(
                Text::message("site-failure-field-long"),
                Text::message("site-failure-large-help"),
            ));
        }
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn stopped(error: &MultipartError, limit: u64) -> Failure {
    match Stopped::of(error) {
        Stopped::Slow => Failure::plain(StatusCode::REQUEST_TIMEOUT),
        Stopped::Large => Failure::too_large(limit),
        Stopped::Malformed => Failure::bad(
            Text::message("site-failure-connection"),
            Text::message("site-failure-connection-help"),
        ),
    }
}
