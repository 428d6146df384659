//! Drives the real binary, as users do.

mod answers;
mod compare;
mod entrants;
mod limits;
mod pages;
mod ranking;
mod resume;
mod robustness;
mod rogues;
mod samples;
mod transcripts;
mod usage;
mod walls;
mod world;
