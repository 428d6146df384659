//! Experiments: the bundled algorithms side by side over a range of instances.
//!
//! An [`Experiment`] says what to measure; [`runner`] measures it, one process a run, and keeps every measurement on
//! disk; [`Summary`] makes means of them, which [`report`] writes down.

mod experiment;
pub mod measurement;
pub mod page;
mod plot;
pub mod report;
pub mod runner;
mod summary;

pub use self::experiment::{Experiment, Point};
pub use self::measurement::{Measurement, Status};
pub use self::summary::{Spread, Summary};
