//! All counting hand-ins in one archive, made while it is sent.

use std::io::{self, Write};

use axum::body::{Body, Bytes};
use axum::extract::{Extension, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::dir::Dir;
use crate::locale::Text;
use crate::site::data::HAND_INS;
use crate::site::database::HandInRow;
use crate::site::log;
use crate::site::web::failure::Failure;
use crate::site::web::pages::hand_in::attachment;
use crate::site::web::routes::Place;
use crate::site::web::visitor::Visitor;

/// The size of the pieces that are sent.
const PIECE: usize = 64 << 10;

pub(super) async fn all(
    State(place): State<Place>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Failure> {
    visitor.require_staff()?;
    let view = place.view()?;
    let contest = view.row.name.clone();
    let counting = place.app.database(move |database| {
        database.log(
            Some(&contest),
            "staff",
            &Text::message("site-log-download"),
            "",
        )?;
        database.counting(&contest)
    });
    let counting = counting.await?;
    let hand_ins = place.app.data.dir(HAND_INS).map_err(Failure::internal)?;
    let (sender, receiver) = mpsc::channel::<io::Result<Bytes>>(4);
    tokio::task::spawn_blocking(move || {
        let pieces = Pieces {
            sender: sender.clone(),
            piece: Vec::with_capacity(PIECE),
        };
        if let Err(error) = pack(&hand_ins, &counting, pieces) {
            log::line("failure", &[("error", &error.to_string())]);
            // The client must not take half an archive for a whole one.
            let _ = sender.blocking_send(Err(error));
        }
    });
    let body = stream::unfold(receiver, |mut receiver| async move {
        let piece = receiver.recv().await?;
        Some((piece, receiver))
    });
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/zip"),
        ),
        (
            header::CONTENT_DISPOSITION,
            attachment(&format!("{}.zip", view.row.name))?,
        ),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// Packs each hand-in into a folder of its team.
fn pack(hand_ins: &Dir, counting: &[HandInRow], pieces: Pieces) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new_stream(pieces);
    for row in counting {
        let mut file = hand_ins.file(&row.digest)?;
        archive.start_file(format!("{}/{}", row.team_name, row.file_name), options)?;
        io::copy(&mut file, &mut archive)?;
    }
    archive.finish()?.into_inner().flush()
}

/// Collects what is written into pieces and sends them.
struct Pieces {
    sender: mpsc::Sender<io::Result<Bytes>>,
    piece: Vec<u8>,
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = std::mem::take(&mut self.piece);
        if piece.is_empty() {
            return Ok(());
        }
        let sent = self.sender.blocking_send(Ok(piece.into()));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
