//! The web process of a site: talks HTTP, takes hand-ins, and shows what the judging process publishes.
//!
//! It is confined to the data folder and can neither start programs nor open connections, so that a fault in it gives
//! nothing but what the site shows anyway.

mod api;
mod app;
mod assets;
mod clock;
mod confinement;
mod failure;
mod form;
mod guesses;
mod language;
mod middleware;
mod paced;
mod pages;
mod pool;
mod published;
mod routes;
mod server;
mod upload;
mod visitor;
mod watcher;

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

use self::app::App;
use crate::error::{Error, Result};
use crate::site::database::Database;

/// What the web process is started with.
#[derive(Debug)]
pub struct WebOptions {
    /// The data folder.
    pub data: PathBuf,
    pub listener: TcpListener,
    /// A pipe: its end means that the judging process is gone, and the web process stops too.
    pub parent: OwnedFd,
    /// Whether browsers reach the site by TLS only.
    pub secure: bool,
    /// The address of the site in links.
    pub url: String,
}

/// Serves the site until the judging process is gone or SIGTERM arrives.
pub fn serve(options: WebOptions) -> Result<()> {
    let failed = |error: std::io::Error| Error::fault("start the web process", &error);
    options.listener.set_nonblocking(true).map_err(failed)?;
    let app = Arc::new(App::open(&options)?);
    confinement::raise_file_limit();
    let held = Database::open(&options.data)?;
    // There are no threads yet: all that are started from here on are confined.
    confinement::confine(&options.data)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    watcher::start(&app)?;
    routes::check(&app)?;
    let served = runtime.block_on(server::run(&app, options.listener, options.parent));
    // A stream that nobody reads must not keep the process.
    runtime.shutdown_background();
    drop(held);
    served.map_err(failed)
}
