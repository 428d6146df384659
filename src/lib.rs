//! Runs optimisation contests on grid puzzles. The modules follow the way of the data:
//!
//! ```text
//! contest.toml ─► contest ─► instances ─┐
//! submissions/ ─────────────► entrants ─┼─► plan ─► engine ─► sandbox ─► store (runs.csv, answers/)
//! reference (bundled solvers) ──────────┘                                  │
//!              report (table · csv · json · page) ◄─ standings ◄─ scoring ◄─ verdict (reference replays)
//! ```
//!
//! compare: bundled solvers over a range of instances ─► measurements ─► summary ─► table · csv · page
//!
//! The slow part ends in files, so everything behind the store can be done again without running anything.

pub mod contest;
pub mod instances;

pub mod entrants;

pub mod plan;
pub mod resume;

pub mod engine;
pub mod sandbox;

pub mod store;
pub mod verdict;

pub mod scoring;
pub mod standings;

pub mod report;
pub mod verify;

pub mod compare;

pub mod cli;
pub mod commands;
pub mod progress;

pub mod answers;
pub mod bundle;
pub mod dir;
pub mod document;
pub mod error;
pub mod help;
pub mod machine;
pub mod recipe;

pub mod terminal;
pub mod timestamp;
pub mod units;
