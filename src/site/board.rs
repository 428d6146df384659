//! The board: the standings of what counts, made once per change for everybody who looks.

use std::collections::BTreeMap;

use askama::Template;

use super::database::{ContestRow, Database, Phase};
use crate::contest::{Contest, Judged};
use crate::error::{Error, Result};
use crate::locale::Language;
use crate::report::page::{Column, ShownLine, shown_lines, standings_columns};
use crate::report::{self, has_gaps, remarks};
use crate::scoring::ScoringInput;
use crate::snapshot::Snapshot;
use crate::standings::{self, Standings};
use crate::timestamp::Timestamp;

/// The board as JSON, for everybody and for the staff. [`page_document`] names the same boards as parts of pages.
pub const BOARD: &str = "board";
pub const STAFF_BOARD: &str = "board-staff";

/// Returns the name of the document of a board that pages in a language contain.
pub fn page_document(board: &str, language: Language) -> String {
    format!("{board}.{language}.html")
}

/// Makes the boards of a contest.
#[derive(Debug)]
pub(super) struct Board {
    /// The contest as it counts before it closes.
    preliminary: Contest,
    /// Whether the gaps to the bounds may be shown before it closes: they say something about hidden instances.
    shows_gaps: bool,
}

#[derive(Template)]
#[template(path = "board.html", config = "src/report/askama.toml")]
struct Fragment {
    language: Language,
    is_preliminary: bool,
    columns: Vec<Column>,
    has_gaps: bool,
    lines: Vec<ShownLine>,
    remarks: Vec<String>,
}

/// The state of a contest that a board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Published {
    pub(super) changes: i64,
    is_frozen: bool,
}

impl Published {
    pub(super) fn of(row: &ContestRow) -> Self {
        Self {
            changes: row.changes,
            is_frozen: row.is_frozen(Timestamp::now()),
        }
    }
}

impl Board {
    pub(super) fn new(contest: &Contest) -> Result<Self> {
        let mut preliminary = Contest::from_document(&contest.document)?;
        let rounds = &mut preliminary.rounds;
        rounds.retain(|round| !round.tie_break && round.judged == Judged::OnHandIn);
        // Practice is all there is to rank by before the contest closes.
        if rounds.iter().all(|round| round.weight == 0.0) {
            for round in rounds {
                round.weight = 1.0;
            }
        }
        let shows_gaps = preliminary.rounds.iter().all(|round| round.public);
        Ok(Self {
            preliminary,
            shows_gaps,
        })
    }

    /// Publishes the board for everybody, unless it stands still, and that of the staff. Returns the state of the contest
    /// that it shows.
    pub(super) fn publish(
        &self,
        database: &mut Database,
        row: &ContestRow,
        snapshot: &Snapshot,
    ) -> Result<Published> {
        let is_final = row.phase == Phase::Final;
        let standings = self.standings(snapshot, is_final);
        let ids: BTreeMap<String, i64> = database
            .teams()?
            .into_iter()
            .map(|team| (team.name, team.id))
            .collect();
        let scores: Vec<(i64, f64)> = standings
            .lines
            .iter()
            .filter(|line| !line.baseline)
            .filter_map(|line| Some((*ids.get(&line.team)?, line.score?)))
            .collect();
        if !is_final {
            database.record_scores(&row.name, &scores)?;
        }
        let trends = trends(&database.scores(&row.name)?, &ids);
        let mut documents = documents(STAFF_BOARD, &standings, &trends, !is_final)?;
        let is_first = database.document(&row.name, BOARD)?.is_none();
        let state = Published::of(row);
        if is_first || !state.is_frozen {
            let public = self.public(row, &standings, &snapshot.facts.salt, is_final);
            let trends = if row.facts.anonymous {
                BTreeMap::new()
            } else {
                trends
            };
            documents.extend(self::documents(BOARD, &public, &trends, !is_final)?);
        }
        database.publish(&row.name, &documents)?;
        Ok(state)
    }

    fn standings(&self, snapshot: &Snapshot, is_final: bool) -> Standings {
        let rule = snapshot.contest.scoring.rule;
        if is_final {
            let mut standings = standings::rank(snapshot.into(), rule);
            standings.seal = snapshot.seal;
            return standings;
        }
        let mut facts = snapshot.facts.clone();
        let rounds = &self.preliminary.rounds;
        facts
            .instance
            .retain(|at| rounds.iter().any(|round| round.name == at.round));
        let input = ScoringInput {
            contest: &self.preliminary,
            facts: &facts,
            ..snapshot.into()
        };
        standings::rank(input, rule)
    }

    /// Returns the standings as everybody may see them.
    fn public(
        &self,
        row: &ContestRow,
        standings: &Standings,
        salt: &str,
        is_final: bool,
    ) -> Standings {
        let mut public = standings.clone();
        let pseudonyms = standings.pseudonyms(salt);
        let shown = match (row.facts.anonymous, row.facts.show) {
            (true, _) => 0,
            (false, 0) => usize::MAX,
            (false, show) => show,
        };
        let mut teams = 0;
        for line in &mut public.lines {
            if !is_final && !self.shows_gaps {
                line.gap = None;
            }
            // A reason may tell of a hidden instance, and contain the name of the team.
            line.failures = None;
            if line.baseline {
                continue;
            }
            teams += 1;
            if teams > shown
                && let Some(pseudonym) = pseudonyms.get(&line.team)
            {
                line.team.clone_from(pseudonym);
            }
        }
        if shown < teams {
            public.sort_ties_by(|line| line.team.clone());
        }
        public
    }
}

/// Returns a board as JSON, and as a part of pages in each language.
fn documents(
    board: &str,
    standings: &Standings,
    trends: &BTreeMap<String, String>,
    is_preliminary: bool,
) -> Result<Vec<(String, Vec<u8>)>> {
    let mut documents = vec![(board.to_owned(), report::json(standings)?.into_bytes())];
    for language in Language::ALL {
        let page = fragment(standings, trends, is_preliminary, language)?;
        documents.push((page_document(board, language), page.into_bytes()));
    }
    Ok(documents)
}

fn fragment(
    standings: &Standings,
    trends: &BTreeMap<String, String>,
    is_preliminary: bool,
    language: Language,
) -> Result<String> {
    let name = |line: &standings::Line| {
        if line.baseline {
            format!("[{}]", line.team)
        } else {
            line.team.clone()
        }
    };
    let mut lines = shown_lines(standings, language, &name, &|_| false);
    for line in &mut lines {
        if let Some(trend) = trends.get(&line.team) {
            line.trend.clone_from(trend);
        }
    }
    let has_gaps = has_gaps(standings);
    let fragment = Fragment {
        language,
        is_preliminary,
        columns: standings_columns(has_gaps, language),
        has_gaps,
        lines,
        remarks: remarks(standings, language),
    };
    let text = fragment.render();
    text.map_err(|error| Error::fault("write the board", &error))
}

/// Returns the corners of each team's line: its scores over time, from the first hand-in of anybody to the last.
fn trends(scores: &[(i64, i64, f64)], ids: &BTreeMap<String, i64>) -> BTreeMap<String, String> {
    let times = scores.iter().map(|(_, time, _)| *time);
    let (Some(start), Some(end)) = (times.clone().min(), times.max()) else {
        return BTreeMap::new();
    };
    let values = scores.iter().map(|(_, _, score)| *score);
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    let x = |time: i64| 100.0 * (time - start) as f64 / (end - start).max(1) as f64;
    let y = |score: f64| 18.0 - 16.0 * (score - low) / (high - low).max(f64::MIN_POSITIVE);
    let line = |id: i64| {
        let own: Vec<_> = scores.iter().filter(|(team, ..)| *team == id).collect();
        let mut corners = Vec::new();
        let mut last = None;
        for (_, time, score) in own {
            // A score stays until the next one.
            if let Some(before) = last {
                corners.push(format!("{:.1},{:.1}", x(*time), y(before)));
            }
            corners.push(format!("{:.1},{:.1}", x(*time), y(*score)));
            last = Some(*score);
        }
        if let Some(score) = last {
            corners.push(format!("100,{:.1}", y(score)));
        }
        corners.join(" ")
    };
    ids.iter()
        .map(|(name, id)| (name.clone(), line(*id)))
        .collect()
}
