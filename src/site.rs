//! The contest as a site: people hand in programs on a page, and a board shows the standings as they change.
//!
//! Two processes share one data folder. The *web* process talks HTTP and is confined to the folder; the *judging* process
//! takes hand-ins from the queue, runs them as `judge run` does, and publishes what the web process shows. They meet only
//! at the [`database`].

pub mod board;
pub mod client;
pub mod data;
pub mod database;
pub mod judging;
mod log;
pub mod overview;
mod publication;
pub mod registration;
pub mod supervisor;
pub mod web;

pub use self::database::team_names;

/// Returns the part of an address that stands for a contest: its name in small letters, digits and hyphens.
pub fn address_of(name: &str) -> String {
    let letter = |c: char| match c.to_ascii_lowercase() {
        c if c.is_ascii_alphanumeric() || c == '_' => c,
        _ => '-',
    };
    name.chars().map(letter).collect()
}
