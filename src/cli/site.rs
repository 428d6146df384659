//! Commands for the contest as a site.

use std::os::fd::RawFd;
use std::path::PathBuf;

use clap::Args;

/// Talk HTTP for a site. `judge serve` starts this, and passes open files by their numbers.
#[derive(Debug, Args)]
#[command(after_long_help = "Example:
  judge site-web --data site --listener 3 --parent 4 --url http://127.0.0.1:8080")]
pub struct SiteWeb {
    /// The data folder.
    #[arg(long, value_name = "DIR")]
    pub data: PathBuf,
    /// The number of the socket that listens.
    #[arg(long, value_name = "FD")]
    pub listener: RawFd,
    /// The number of a pipe that ends when the judging process is gone.
    #[arg(long, value_name = "FD")]
    pub parent: RawFd,
    /// Browsers reach the site by TLS only.
    #[arg(long)]
    pub secure: bool,
    /// The address of the site in links.
    #[arg(long)]
    pub url: String,
}
