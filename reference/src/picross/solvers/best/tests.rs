//! Checks the stages against exhaustive enumeration.

mod boards;
mod lines;
