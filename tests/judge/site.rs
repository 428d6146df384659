//! A whole site, as `judge serve` runs it: judging and web process, database and results folder.

mod crowd;
mod held;
mod kills;
mod operation;
mod problems;
mod serving;
