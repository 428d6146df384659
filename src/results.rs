//! The results folder: the journal of runs, its hash chain, and the files of each run.

mod append;
mod bounds;
pub mod evidence;
mod facts;
mod files;
mod journal;
mod lock;
mod provenance;
mod read;
mod row;
mod row_reader;
mod run_record;
mod runs;
mod seal;
mod store;
mod superseded;
mod validity;

pub use self::bounds::{BoundRow, Bounds, read as read_bounds, text as bounds_text};
pub use self::evidence::Mark;
pub use self::facts::{Facts, InstanceFacts, JournalEnd};
pub use self::files::file_digests;
pub use self::journal::Journal;
pub use self::lock::lock;
pub use self::provenance::{Conditions, Here, Provenance, WantedIsolation};
pub use self::read::{Recorded, has_rows, read_lines, read_results, read_sealed};
pub use self::row::{COLUMNS, Row};
pub use self::run_record::{RunFiles, RunRecord, TRACE_HEADER};
pub use self::seal::{FileDigests, SealedRow, seal};
pub use self::store::{NOT_KEPT, Store};
pub use self::superseded::{ReplacedFiles, read as read_superseded};
pub use self::validity::Validity;

#[cfg(test)]
pub(crate) use self::provenance::tests::sample as sample_provenance;
#[cfg(test)]
pub(crate) use self::row::tests::sample as sample_row;
