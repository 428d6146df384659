//! The stages against trying everything.

mod boards;
mod lines;
