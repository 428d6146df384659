//! Drives the real binary, as users do.

mod answers;
mod builds;
mod busy;
mod cluster;
mod compare;
mod durability;
mod entrants;
mod forgeries;
mod guest;
mod hostile_results;
mod isolation;
mod limits;
mod modes;
mod pages;
mod power_cut;
mod ranking;
mod resume;
mod robustness;
mod rogues;
mod samples;
mod slurm;
mod synthetic;
mod transcripts;
mod usage;
mod workers;
mod world;
