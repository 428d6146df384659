//! How the scores come about: the score of each round, bonuses and the tie-break.

use super::audience::Disclosure;
use crate::contest::Contest;
use crate::report::table::shown_score;
use crate::standings::{Line, Standings};

/// A table for the template.
pub(super) struct ScoreParts {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl ScoreParts {
    /// Returns `None` if the score has only one part.
    pub(super) fn new(
        contest: &Contest,
        standings: &Standings,
        disclosure: &Disclosure,
    ) -> Option<Self> {
        let has_bonuses = standings.lines.iter().any(|line| !line.bonuses.is_empty());
        let has_tie_break = standings.lines.iter().any(|line| line.tie_break.is_some());
        if standings.rounds.len() < 2 && !has_bonuses && !has_tie_break {
            return None;
        }
        let weight = |name: &str| {
            let round = contest.rounds.iter().find(|round| round.name == name);
            round.map_or(1.0, |round| round.weight)
        };
        let round = |name: &String| format!("{name} (weight {})", weight(name));
        let bonuses = |line: &Line| {
            let bonuses = line.bonuses.iter().map(|bonus| {
                let round = &contest.rounds[bonus.round].name;
                format!("{round}: {} +{}", bonus.reason, bonus.points)
            });
            bonuses.collect::<Vec<_>>().join(", ")
        };
        let tie_break = |line: &Line| {
            line.tie_break
                .map_or(String::new(), |sum| format!("sum of ranks {sum}"))
        };
        let row = |line: &Line| {
            let mut cells = vec![disclosure.shown_name(&line.team, line.baseline)];
            cells.extend(line.rounds.iter().map(|score| shown_score(*score)));
            cells.extend(has_bonuses.then(|| bonuses(line)));
            cells.extend(has_tie_break.then(|| tie_break(line)));
            cells.push(shown_score(line.score));
            cells
        };
        let mut header = vec!["team".to_owned()];
        header.extend(standings.rounds.iter().map(round));
        header.extend(has_bonuses.then(|| "bonuses".to_owned()));
        header.extend(has_tie_break.then(|| "tie-break".to_owned()));
        header.push("score".to_owned());
        Some(Self {
            header,
            rows: standings.lines.iter().map(row).collect(),
        })
    }
}
