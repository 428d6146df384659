//! The contest as a site: people hand in programs on a page, and a board shows the standings as they change.
//!
//! Two processes share one data folder. The *web* process talks HTTP and is confined to the folder; the *judging* process
//! takes hand-ins from the queue, runs them as `judge run` does, and publishes what the web process shows. They meet only
//! at the [`database`].

pub mod database;
pub mod web;
