//! The end of a contest: the rounds that are judged at close, the tie-break, the bounds and the final standings.

use super::super::log;
use crate::conclusion;
use crate::engine::{Completion, Event};
use crate::entrants::Entrant;
use crate::error::Result;
use crate::session::{Instances, Session};
use crate::snapshot::Snapshot;

/// Runs what is missing of all rounds and writes standings, page and seal, as `judge run` does. Returns `None` if it was
/// interrupted.
pub(super) fn close(
    mut session: Session,
    mut instances: Instances,
    entrants: &[(Entrant, u32)],
) -> Result<Option<Snapshot>> {
    session.enter(entrants);
    let entrants: Vec<Entrant> = entrants
        .iter()
        .map(|(entrant, _)| entrant.clone())
        .collect();
    let notify = |event: Event| {
        if let Event::Remark(remark) = event {
            log::line("remark", &[("text", remark)]);
        }
    };
    let mut completion = session.play(&instances.main, &entrants, &notify)?;
    if completion == Completion::Finished {
        completion = conclusion::play_tie_break(&mut session, &mut instances, &entrants, &notify)?;
    }
    session.affirm_plan()?;
    if completion != Completion::Finished {
        session.finish(false)?;
        return Ok(None);
    }
    session.find_bounds(&instances.all(), &notify)?;
    let (store, snapshot) = session.finish(true)?;
    conclusion::write(&store, &snapshot)?;
    Ok(Some(snapshot))
}
