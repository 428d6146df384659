//! The page of the staff: the queue, teams, hand-ins, the moments of the contest, and a log of all changes.

mod archive;
mod contest;
mod hand_ins;
mod teams;

use std::collections::BTreeMap;

use askama::Template;
use axum::Router;
use axum::extract::{Extension, Query, State};
use axum::response::Response;
use axum::routing::{get, post};
use serde::Deserialize;

use super::board::Status;
use super::frame::Frame;
use super::hand_ins::{Item, items};
use super::{html, see};
use crate::locale::{Catalogue, Language, Text};
use crate::site::database::{Database, LogRow};
use crate::site::registration::CLASS_CODE;
use crate::site::web::clock::{Moment, Stage};
use crate::site::web::failure::Failure;
use crate::site::web::form::{Fields, Signed};
use crate::site::web::routes::Place;
use crate::site::web::visitor::Visitor;
use crate::timestamp::Timestamp;

/// So many entries of the log are shown.
const LOG: usize = 100;

/// So many hand-ins are shown at once; the earlier ones can be unfolded.
const NEWEST: usize = 20;

/// A longer list of teams is folded, and has a field to search it.
const FEW_TEAMS: usize = 12;

pub(super) fn routes() -> Router<Place> {
    Router::new()
        .route("/staff", get(page))
        .route("/staff/all.zip", get(archive::all))
        .route("/staff/teams/add", post(teams::add))
        .route("/staff/teams/link", post(teams::link))
        .route("/staff/teams/remove", post(teams::remove))
        .route("/staff/teams/extend", post(teams::extend))
        .route("/staff/hand-ins/again", post(hand_ins::again))
        .route("/staff/hand-ins/pin", post(hand_ins::pin))
        .route("/staff/hand-ins/unpin", post(hand_ins::unpin))
        .route("/staff/hand-ins/withdraw", post(hand_ins::withdraw))
        .route("/staff/moments", post(contest::moments))
        .route("/staff/reveal", post(contest::reveal))
        .route("/staff/announce", post(contest::announce))
        .route("/staff/code", post(contest::code))
}

#[derive(Template)]
#[template(path = "staff.html", config = "src/site/web/askama.toml")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the template tests one fact at a time"
)]
struct StaffPage {
    frame: Frame,
    status: Status,
    queue: Vec<Item>,
    teams: Vec<TeamItem>,
    hand_ins: Vec<Item>,
    /// The team whose hand-ins are shown, if not those of all.
    only: Option<String>,
    closes: String,
    freeze: String,
    is_closed: bool,
    is_frozen: bool,
    is_revealed: bool,
    has_registration: bool,
    code: String,
    log: Vec<LogItem>,
}

impl StaffPage {
    fn newest(&self) -> &[Item] {
        &self.hand_ins[..self.hand_ins.len().min(NEWEST)]
    }

    fn earlier(&self) -> &[Item] {
        &self.hand_ins[self.newest().len()..]
    }

    fn has_few_teams(&self) -> bool {
        self.teams.len() <= FEW_TEAMS
    }
}

/// An entry of the log as it is shown.
struct LogItem {
    time: Moment,
    moment: String,
    who: String,
    action: String,
    reason: String,
}

impl LogItem {
    fn new(row: LogRow, language: Language) -> Self {
        let translated = |text: &str| language.translate(&[Catalogue::SiteNotes], text);
        Self {
            time: Moment(row.time),
            moment: language.moment(row.time),
            who: translated(&row.who),
            action: translated(&row.action),
            reason: row.reason,
        }
    }
}

struct TeamItem {
    id: i64,
    name: String,
    is_removed: bool,
    extension: Option<Moment>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice {
    team: Option<i64>,
}

async fn page(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    Query(choice): Query<Choice>,
) -> Result<Response, Failure> {
    visitor.require_staff()?;
    let view = place.view()?;
    let language = visitor.language;
    let row = view.row.clone();
    let read = place.app.database(move |database| {
        let (_, hand_ins) = items(database, &row.name, choice.team, language)?;
        let unsettled = database.unsettled(&row.name)?;
        let item = |row| Item::new(row, &[], Vec::new(), language);
        let queue = unsettled.iter().map(item);
        let queue: Vec<Item> = queue.collect();
        let teams = teams(database, &row.name)?;
        let code = database.setting(CLASS_CODE)?.unwrap_or_default();
        Ok((queue, teams, hand_ins, code, database.log_entries(LOG)?))
    });
    let (queue, teams, hand_ins, code, log) = read.await?;
    let row = &view.row;
    let field = |moment: Option<Timestamp>| moment.map_or(String::new(), |m| Moment(m).field());
    let only = choice
        .team
        .and_then(|id| teams.iter().find(|team| team.id == id));
    let title = Text::message("site-staff");
    let mut frame = Frame::of(&place.app, &view, &visitor, "staff", &title);
    if let Some(team) = only {
        frame = frame.keeping(&format!("team={}", team.id));
    }
    html(&StaffPage {
        frame,
        status: Status::of(&view, language),
        only: only.map(|team| team.name.clone()),
        queue,
        teams,
        hand_ins,
        closes: field(row.moments.closes),
        freeze: field(row.moments.freeze),
        is_closed: matches!(view.stage, Stage::Closed | Stage::Final),
        is_frozen: view.is_frozen,
        is_revealed: row.revealed,
        has_registration: row.facts.registration,
        code,
        log: log
            .into_iter()
            .map(|row| LogItem::new(row, language))
            .collect(),
    })
}

fn teams(database: &Database, contest: &str) -> crate::error::Result<Vec<TeamItem>> {
    let extensions: BTreeMap<i64, Timestamp> = database.extensions(contest)?.into_iter().collect();
    let teams = database.teams()?.into_iter().map(|team| TeamItem {
        extension: extensions.get(&team.id).copied().map(Moment),
        id: team.id,
        name: team.name,
        is_removed: team.removed,
    });
    Ok(teams.collect())
}

/// Makes a change of the staff, writes it to the log with its reason, and shows the page again. The change returns what
/// it did, in words.
async fn change(
    place: &Place,
    Signed(visitor, fields): Signed,
    change: impl FnOnce(&mut Database, &str, &Fields) -> crate::error::Result<Result<Text, Failure>>
    + Send
    + 'static,
) -> Result<Response, Failure> {
    visitor.require_staff()?;
    let contest = place.view()?.row.name.clone();
    let changed = place.app.database(move |database| {
        let done = change(database, &contest, &fields)?;
        if let Ok(action) = &done {
            database.log(Some(&contest), "staff", action, fields.get("reason"))?;
        }
        Ok(done)
    });
    changed.await??;
    Ok(see(&format!("{}/staff", place.base)))
}
