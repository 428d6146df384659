//! Checks the stages against exhaustive enumeration.

mod lines;
mod stages;
