//! The end of a contest: the tie-break, and the standings and the page in the results folder.

use std::path::Path;

use crate::engine::{Completion, Event};
use crate::entrants::Entrant;
use crate::error::Result;
use crate::report::{self, page};
use crate::results::Store;
use crate::results_dir::{REPORT, STANDINGS};
use crate::session::{Instances, Session};
use crate::snapshot::Snapshot;
use crate::standings::{self, Standings};

/// Lets teams that share a rank play the rounds that break ties, if the contest has any.
pub fn play_tie_break(
    session: &mut Session,
    instances: &mut Instances,
    all: &[Entrant],
    notify: &(dyn Fn(Event) + Sync),
) -> Result<Completion> {
    let contest = &session.snapshot().contest;
    if !contest.rounds.iter().any(|round| round.tie_break) {
        return Ok(Completion::Finished);
    }
    let standings = standings::rank(session.snapshot().into(), contest.scoring.rule);
    let level = standings.level_teams();
    if level.is_empty() {
        return Ok(Completion::Finished);
    }
    session.begin_tie_break(instances)?;
    if !session.has_played(&instances.tie_break, &level) {
        notify(Event::Remark(&format!(
            "tie-break: {} share a rank and play {} more instances",
            level.join(", "),
            instances.tie_break.len()
        )));
    }
    let plays = |entrant: &&Entrant| {
        !entrant.id.baseline && level.iter().any(|team| **team == *entrant.id.name)
    };
    let teams: Vec<Entrant> = all.iter().filter(plays).cloned().collect();
    session.play(&instances.tie_break, &teams, notify)
}

/// Writes the standings and the page, and returns the standings.
pub fn write(store: &Store, snapshot: &Snapshot) -> Result<Standings> {
    let mut standings = standings::rank(snapshot.into(), snapshot.contest.scoring.rule);
    standings.seal = snapshot.seal;
    store.write(Path::new(STANDINGS), report::csv(&standings)?.as_bytes())?;
    let page = page::page(snapshot, &standings, page::DEFAULT_SIZE)?;
    store.write(Path::new(REPORT), page.as_bytes())?;
    Ok(standings)
}
