//! Runs optimisation contests on grid puzzles.
//!
//! Data flows in one direction:
//!
//! ```text
//! contest.toml ─► contest ─► instances ─┐
//! submissions/ ────────────► entrants ──┼─► plan ─► engine (local | slurm) ─► results (runs.csv, bounds.csv, answers/)
//! bundled solvers ──────────────────────┘     each run: sandbox ─► judgement ─► row       │
//!                  report (table · csv · json · page) ◄─ standings ◄─ scoring ◄─ snapshot ┘
//! ```
//!
//! The slow part ends in files, so everything after it can be done again without running anything. Every module imports
//! only modules of its own layer or of an earlier one, and never in a cycle; a test checks this against the list below.

// Layer 1: leaves.
pub mod answers;
pub mod bundle;
pub mod digest;
pub mod dir;
pub mod document;
pub mod error;
pub mod ids;
pub mod limits;
pub mod locale;
pub mod machine;
pub mod parallel;
pub mod results_dir;
pub mod terminal;
pub mod timestamp;
pub mod units;
pub mod verdict;
pub mod zip_file;

// Layer 2: isolation.
pub mod sandbox;

// Layer 3: what is to be run.
pub mod collect;
pub mod contest;
pub mod entrants;
pub mod field;
pub mod instances;
pub mod problems;
pub mod recipe;

// Layer 4: running it and recording the results.
pub mod cluster;
pub mod engine;
pub mod judgement;
pub mod plan;
pub mod results;
pub mod resume;
pub mod session;
pub mod snapshot;

// Layer 5: ranking.
pub mod scoring;
pub mod standings;

// Layer 6: presentation and audit.
pub mod compare;
pub mod completion;
pub mod conclusion;
pub mod diff;
pub mod grades;
pub mod handout;
pub mod help;
pub mod lint;
pub mod player;
pub mod progress;
pub mod report;
pub mod schema;
pub mod similar;
pub mod site;
pub mod tries;
pub mod verify;

// Layer 7: the command line.
pub mod cli;
pub mod commands;
