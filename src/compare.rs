//! Experiments: compares bundled algorithms and programs over a range of generated instances.
//!
//! An [`Experiment`] describes what to measure. [`runner`] measures each run in a process of its own, programs in a
//! sandbox ([`Programs`]), and records it on disk. [`Summary`] aggregates the measurements, which [`report`] and [`page`] present.

mod experiment;
mod export;
pub mod measurement;
pub mod page;
mod programs;
pub mod report;
pub mod runner;
mod solver;
mod summary;

pub use self::experiment::{Experiment, Point};
pub use self::measurement::{Measurement, Status};
pub use self::programs::Programs;
pub use self::solver::{Solver, add_programs};
pub use self::summary::{Statistics, Summary};
