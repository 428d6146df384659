//! The protocol by which workers on many machines share the runs of a contest, through files in the results folder
//! alone.

mod claims;
mod collector;
mod coordination;
mod heartbeat;
mod manifest;
mod scheduler;

pub use self::claims::{Claims, Commit};
pub(crate) use self::collector::Collector;
pub use self::collector::{WorkerResult, collect, uncollected};
pub use self::coordination::{Coordination, Listing, Worker};
pub(crate) use self::heartbeat::{Finished, run as send_heartbeats};
pub(crate) use self::manifest::FILE as MANIFEST;
pub use self::manifest::{Manifest, ManifestEntrant};
pub(crate) use self::scheduler::{ArrayPosition, Next, Scheduler};
