//! How the scores come about: the score of each round, bonuses and the tie-break.

use super::audience::Disclosure;
use crate::contest::Contest;
use crate::locale::Language;
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
        language: Language,
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
        let round = |name: &String| {
            let message = language.message("scores-round");
            let weight = language.number(&weight(name).to_string());
            message
                .with("round", name)
                .with("weight", weight)
                .to_string()
        };
        let bonuses = |line: &Line| {
            let bonuses = line.bonuses.iter().map(|bonus| {
                let round = &contest.rounds[bonus.round].name;
                let message = language.message("scores-bonus");
                let message = message.with("round", round);
                let message = message.with("reason", bonus.reason.show(language));
                let points = language.number(&bonus.points.to_string());
                message.with("points", points).to_string()
            });
            bonuses.collect::<Vec<_>>().join(", ")
        };
        let tie_break = |line: &Line| {
            line.tie_break.map_or(String::new(), |sum| {
                let message = language.message("scores-sum-of-ranks");
                let sum = language.number(&sum.to_string());
                message.with("sum", sum).to_string()
            })
        };
        let row = |line: &Line| {
            let mut cells = vec![disclosure.shown_name(&line.team, line.baseline)];
            cells.extend(
                line.rounds
                    .iter()
                    .map(|score| shown_score(*score, language)),
            );
            cells.extend(has_bonuses.then(|| bonuses(line)));
            cells.extend(has_tie_break.then(|| tie_break(line)));
            cells.push(shown_score(line.score, language));
            cells
        };
        let title = |key| language.message(key).to_string();
        let mut header = vec![title("scores-team")];
        header.extend(standings.rounds.iter().map(round));
        header.extend(has_bonuses.then(|| title("scores-bonuses")));
        header.extend(has_tie_break.then(|| title("scores-tie-break")));
        header.push(title("scores-score"));
        Some(Self {
            header,
            rows: standings.lines.iter().map(row).collect(),
        })
    }
}
