//! The entrants of a contest: the teams of its submissions folder, and its baselines.

use crate::contest::Contest;
use crate::entrants::{self, Entrant, Field};
use crate::error::Result;
use crate::problems;

/// Reads the submissions folder of a contest and adds the baselines.
pub fn gather(contest: &Contest) -> Result<Field> {
    let help = "create it, or correct `submissions` in the contest file";
    let field = entrants::teams(&contest.submissions, &contest.baselines);
    let mut field = field.map_err(|error| error.with_help(help))?;
    field.entrants.extend(baselines(contest));
    Ok(field)
}

/// Returns the baselines of a contest.
pub fn baselines(contest: &Contest) -> impl Iterator<Item = Entrant> {
    let names = contest.baselines.iter();
    names.map(|name| problems::baseline(contest.problem, name))
}
