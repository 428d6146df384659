//! The judging process of a site: takes hand-ins from the queue, runs them and publishes the board.

mod close;
mod contest;
mod program;
mod record;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use self::contest::ContestJudge;
use super::data::DataDir;
use super::database::Database;
use super::log;
use crate::contest::Contest;
use crate::error::Result;
use crate::results::Here;
use crate::session;

/// How often the queue is looked at.
const PAUSE: Duration = Duration::from_millis(100);

/// A contest that is served.
#[derive(Debug)]
pub struct Served {
    /// The stem of its file's name.
    pub name: String,
    pub contest: Contest,
    pub options: session::Options,
}

/// Works through the queue of all contests until it is interrupted.
pub fn judge(
    data: &DataDir,
    served: &[Served],
    here: &Here,
    interrupt: &Arc<AtomicBool>,
) -> Result<()> {
    let mut judges = Vec::new();
    for contest in served {
        judges.push(ContestJudge::new(data, contest, here, interrupt)?);
    }
    let database = Database::open(data.path())?;
    while !interrupt.load(Ordering::Relaxed) {
        let mut is_idle = true;
        for judge in &mut judges {
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            match judge.step() {
                Ok(worked) => is_idle &= !worked,
                // The others go on; what failed is tried again.
                Err(error) => log::line(
                    "judging-failed",
                    &[("contest", judge.name()), ("error", &error.to_string())],
                ),
            }
        }
        if is_idle {
            idle(&database, interrupt)?;
        }
    }
    Ok(())
}

/// Waits until the other process has written, a second has passed, or the judge is interrupted.
fn idle(database: &Database, interrupt: &AtomicBool) -> Result<()> {
    let before = database.data_version()?;
    for _ in 0..10 {
        std::thread::sleep(PAUSE);
        if interrupt.load(Ordering::Relaxed) || database.data_version()? != before {
            break;
        }
    }
    Ok(())
}
