//! Tries: runs of one program on instances that students may see, kept so that each can be compared with earlier ones.
//!
//! A try is an ordinary results folder with a file `try.toml`: `.judge/<number>` in the program's folder, or
//! `.judge/<file>/<number>` beside a program of one file. `judge diff`, `judge report` and `judge leaderboard` read it.
//! Its contest is derived from the contest file: it has the chosen instances only, and no seeds.

mod commit;
mod contest;
mod csv;
mod fingerprint;
mod history;
mod json;
mod log;
mod record;
mod reuse;
mod run;
mod screen;
mod selection;
mod summary;
mod table;

pub use self::commit::commit_of;
pub use self::fingerprint::Fingerprint;
pub use self::history::{History, Kept};
pub use self::log::log;
pub use self::record::Record;
pub use self::run::{Outcome, Setup};
pub use self::screen::Screen;
pub use self::selection::{Chosen, Selection, select};
pub use self::summary::Summary;
