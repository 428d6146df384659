//! The page of one hand-in, its report, and what was handed in.

use askama::Template;
use axum::body::Body;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tokio_util::io::ReaderStream;

use super::frame::Frame;
use super::hand_ins::{Item, show_detail, show_found, show_verdict};
use super::html;
use crate::locale::{Language, Text};
use crate::site::data::{HAND_INS, PAGES, page_name};
use crate::site::database::{HandInRow, RunRow};
use crate::site::web::clock::Stage;
use crate::site::web::failure::Failure;
use crate::site::web::middleware::OwnPolicy;
use crate::site::web::published::ContestView;
use crate::site::web::routes::Place;
use crate::site::web::visitor::Visitor;

#[derive(Template)]
#[template(path = "hand_in.html", config = "src/site/web/askama.toml")]
struct HandInPage {
    frame: Frame,
    item: Item,
    is_own: bool,
    digest: String,
    found: String,
    build_log: String,
    runs: Vec<Run>,
    /// The number of runs of which the team sees only the score.
    hidden: usize,
    has_report: bool,
    machine: String,
}

/// A run as it is shown.
struct Run {
    round: String,
    instance: String,
    repetition: u32,
    /// The name of the verdict, for the style sheet.
    verdict: String,
    shown_verdict: String,
    value: String,
    cpu: String,
    detail: String,
    stderr: String,
}

impl Run {
    fn new(row: RunRow, language: Language) -> Self {
        let verdict = row.verdict.to_string();
        let value = row.value.map(|value| language.number(&value.to_string()));
        Self {
            round: row.round,
            instance: row.instance,
            repetition: row.repetition,
            shown_verdict: show_verdict(&verdict, language),
            verdict,
            value: value.unwrap_or_default(),
            cpu: format!("{} ms", language.number(&row.cpu_ms.to_string())),
            detail: show_detail(&row.detail, language),
            stderr: row.stderr,
        }
    }
}

/// Returns a hand-in that the visitor may see.
async fn find(
    place: &Place,
    view: &ContestView,
    visitor: &Visitor,
    id: &str,
) -> Result<HandInRow, Failure> {
    if visitor.identity.is_none() {
        return Err(Failure::unauthorized());
    }
    let id: i64 = id.parse().map_err(|_| Failure::not_found())?;
    let found = place.app.database(move |database| database.hand_in(id));
    let found = found.await?;
    let seen = |row: &HandInRow| row.contest == view.row.name && visitor.may_see(row.team);
    found.filter(seen).ok_or_else(Failure::not_found)
}

pub(super) async fn page(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let view = place.view()?;
    let row = find(&place, &view, &visitor, &id).await?;
    let (id, contest, team) = (row.id, row.contest.clone(), row.team);
    let read = place.app.database(move |database| {
        let counting = database.counting_of(&contest, team)?;
        Ok((database.runs(id)?, counting))
    });
    let (runs, counting) = read.await?;
    let (runs, others): (Vec<RunRow>, Vec<RunRow>) = runs
        .into_iter()
        .partition(|run| run.public || visitor.is_staff());
    let runs = if visitor.is_staff() {
        runs
    } else {
        runs.into_iter().map(RunRow::for_team).collect()
    };
    let hidden = others.iter().filter(|run| is_counted(&view, run));
    let has_report = place.app.data.is_file(report_path(id));
    let is_own = visitor.team().is_some_and(|own| own.id == team);
    let language = visitor.language;
    html(&HandInPage {
        frame: Frame::of(
            &place.app,
            &view,
            &visitor,
            "hand-in",
            &Text::message("site-hand-in-title").with("id", id.to_string()),
        ),
        item: Item::new(&row, counting.as_slice(), Vec::new(), language),
        is_own,
        digest: row.digest,
        found: show_found(&row.found, language),
        build_log: row.build_log,
        hidden: hidden.count(),
        runs: runs
            .into_iter()
            .map(|run| Run::new(run, language))
            .collect(),
        has_report,
        machine: language.duration(row.machine),
    })
}

/// Whether a team may know that a run of a hidden round was judged: that of a round at close only at the end.
fn is_counted(view: &ContestView, run: &RunRow) -> bool {
    let mut rounds = view.row.facts.rounds.iter();
    let on_hand_in = rounds.any(|round| round.name == run.round && round.on_hand_in);
    on_hand_in || view.stage == Stage::Final
}

fn report_path(id: i64) -> String {
    format!("{PAGES}/{}", page_name(id))
}

pub(super) async fn report(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let view = place.view()?;
    let row = find(&place, &view, &visitor, &id).await?;
    let mut response = send(&place, &report_path(row.id), "text/html; charset=utf-8")?;
    response.extensions_mut().insert(OwnPolicy);
    Ok(response)
}

pub(super) async fn files(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let view = place.view()?;
    let row = find(&place, &view, &visitor, &id).await?;
    let mut response = send(
        &place,
        &format!("{HAND_INS}/{}", row.digest),
        "application/octet-stream",
    )?;
    let name = attachment(&row.file_name)?;
    response
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// Returns the header that makes a browser save a file instead of showing it.
pub(super) fn attachment(name: &str) -> Result<HeaderValue, Failure> {
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    let value = format!("attachment; filename*=UTF-8''{name}");
    HeaderValue::from_str(&value).map_err(Failure::internal)
}

/// Sends a file of the data folder.
fn send(place: &Place, path: &str, kind: &'static str) -> Result<Response, Failure> {
    let file = place.app.data.file(path).map_err(|_| {
        let error = Text::message("site-failure-file-absent");
        let help = Text::message("site-failure-busy-help");
        Failure::new(StatusCode::NOT_FOUND, error, help)
    })?;
    let length = file.metadata().map_err(Failure::internal)?.len();
    let stream = ReaderStream::with_capacity(tokio::fs::File::from_std(file), 64 << 10);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_LENGTH, length.into()),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}
