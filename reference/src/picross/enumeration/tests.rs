//! Checks the stages against exhaustive enumeration.

mod stages;
mod lines;
