//! Experiments: compares the bundled algorithms over a range of generated instances.
//!
//! An [`Experiment`] describes what to measure. [`runner`] measures each run in a process of its own and records it on
//! disk. [`Summary`] aggregates the measurements, which [`report`] and [`page`] present.

mod experiment;
mod export;
pub mod measurement;
pub mod page;
pub mod report;
pub mod runner;
mod summary;

pub use self::experiment::{Experiment, Point};
pub use self::measurement::{Measurement, Status};
pub use self::summary::{Statistics, Summary};
