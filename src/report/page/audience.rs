//! The audience of a page, and what the page may disclose to it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::matrix::Entrant;
use super::options::PageOptions;
use crate::contest::Contest;
use crate::judgement;
use crate::locale::{Language, details};
use crate::results::{Facts, InstanceFacts, Row};
use crate::snapshot::Snapshot;
use crate::standings::{Line, Standings};
use crate::verdict::Verdict;

/// The audience of a page. The default is the instructor, who may see everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Audience<'a> {
    /// Everybody: hidden instances contribute to scores and are not shown otherwise.
    pub public: bool,
    /// The salt of the pseudonyms that replace the names of all teams except `team`.
    pub pseudonyms: Option<&'a str>,
    /// One team: of all teams, only its runs are shown.
    pub team: Option<&'a str>,
    /// The language of the page, if it is not that of the contest.
    pub language: Option<Language>,
}

/// What a page of these results may disclose to its audience.
pub(super) struct Disclosure<'a> {
    audience: &'a Audience<'a>,
    contest: &'a Contest,
    pseudonyms: BTreeMap<String, String>,
}

impl<'a> Disclosure<'a> {
    pub(super) fn new(
        audience: &'a Audience,
        results: &'a Snapshot,
        standings: &Standings,
    ) -> Self {
        let pseudonyms = audience.pseudonyms.map(|salt| standings.pseudonyms(salt));
        let mut pseudonyms = pseudonyms.unwrap_or_default();
        if let Some(own) = audience.team {
            pseudonyms.remove(own);
        }
        Self {
            audience,
            contest: &results.contest,
            pseudonyms,
        }
    }

    /// Returns the language that the page opens in.
    pub(super) fn language(&self) -> Language {
        self.audience.language.unwrap_or(self.contest.language)
    }

    /// Returns the options that reproduce the page.
    pub(super) fn options(&self, facts: &Facts, standings: &Standings, size: u64) -> PageOptions {
        PageOptions::new(self.audience, facts, standings.rule.name(), size)
    }

    /// Returns the name or pseudonym of an entrant, without the brackets of a baseline.
    pub(super) fn name<'n>(&'n self, team: &'n str, baseline: bool) -> &'n str {
        match self.pseudonyms.get(team) {
            Some(pseudonym) if !baseline => pseudonym,
            _ => team,
        }
    }

    /// Returns the name or pseudonym of an entrant; names of baselines are in brackets.
    pub(super) fn shown_name(&self, team: &str, baseline: bool) -> String {
        let name = self.name(team, baseline);
        if baseline {
            format!("[{name}]")
        } else {
            name.to_owned()
        }
    }

    /// Returns the detail of a verdict. Compiler messages may contain the name of the team's folder, which is replaced.
    /// What a checker that failed says is for the instructor.
    pub(super) fn detail<'d>(
        &self,
        who: &Entrant,
        row: &'d Row,
        language: Language,
    ) -> Cow<'d, str> {
        if row.verdict == Verdict::JudgeError
            && (self.audience.public || self.audience.team.is_some())
        {
            return details::in_language(judgement::FAULT_FOR_TEAMS, language);
        }
        let detail = details::in_language(&row.detail, language);
        match self.pseudonyms.get(&who.team) {
            Some(pseudonym) if !who.baseline => match replace_word(&detail, &who.team, pseudonym) {
                Cow::Borrowed(_) => detail,
                Cow::Owned(replaced) => Cow::Owned(replaced),
            },
            _ => detail,
        }
    }

    /// Returns whether an instance and the runs on it may be shown.
    pub(super) fn shows_instance(&self, at: &InstanceFacts) -> bool {
        self.shows_round(&at.round)
    }

    /// Returns whether the instances of a round may be shown.
    pub(super) fn shows_round(&self, round: &str) -> bool {
        !self.audience.public || self.is_public(round)
    }

    /// Returns whether a round is public. Rounds that are not in the contest file are hidden.
    fn is_public(&self, round: &str) -> bool {
        let mut rounds = self.contest.rounds.iter();
        rounds.any(|known| known.name == round && known.public)
    }

    /// Returns whether the runs of an entrant may be shown.
    pub(super) fn shows_runs_of(&self, line: &Line) -> bool {
        let own = |team: &str| line.baseline || line.team == team;
        self.audience.team.is_none_or(own)
    }

    /// Returns the team that the page is for, if it is for one team.
    pub(super) fn own_team(&self) -> Option<&str> {
        self.audience.team
    }

    /// Returns whether a line is that of the team that the page is for.
    pub(super) fn is_own(&self, line: &Line) -> bool {
        !line.baseline && self.audience.team == Some(line.team.as_str())
    }

    /// Returns whether all of these instances may be shown.
    pub(super) fn shows_all(&self, instances: &[InstanceFacts]) -> bool {
        instances.iter().all(|at| self.shows_instance(at))
    }

    /// Removes what the audience must not learn: the gaps to the bounds of hidden instances, and the alphabetical order
    /// of teams with pseudonyms.
    pub(super) fn redacted<'s>(
        &self,
        standings: &'s Standings,
        all: &[InstanceFacts],
    ) -> Cow<'s, Standings> {
        if self.shows_all(all) && self.pseudonyms.is_empty() {
            return Cow::Borrowed(standings);
        }
        let mut redacted = standings.clone();
        if !self.shows_all(all) {
            for line in &mut redacted.lines {
                line.gap = None;
            }
        }
        if !self.pseudonyms.is_empty() {
            redacted.sort_ties_by(|line| self.name(&line.team, line.baseline).to_owned());
        }
        Cow::Owned(redacted)
    }

    /// Returns a note about the instances that are not shown, if there are any.
    pub(super) fn note(&self, instances: &[InstanceFacts], language: Language) -> Option<String> {
        let hidden = instances.iter().filter(|at| !self.shows_instance(at));
        let hidden = Some(hidden.count()).filter(|&count| count > 0)?;
        let message = language.message("report-hidden-instances");
        Some(message.with("count", hidden).to_string())
    }

    /// Returns rank and score of the team that the page is for.
    pub(super) fn rank(&self, standings: &Standings, language: Language) -> Option<String> {
        let own = standings.lines.iter().find(|line| self.is_own(line))?;
        let teams = standings.lines.iter().filter(|line| !line.baseline).count();
        let (rank, score) = (own.rank?, own.score?);
        let message = match own.confidence {
            Some(c) if c.rank_low < c.rank_high => language
                .message("report-own-rank-interval")
                .with("interval", format!("{}–{}", c.rank_low, c.rank_high)),
            _ => language.message("report-own-rank"),
        };
        let message = message.with("team", &own.team).with("rank", rank);
        let score = language.decimal(score, 2);
        Some(
            message
                .with("teams", teams)
                .with("score", score)
                .to_string(),
        )
    }
}

/// Replaces a name where it is a whole word. Replacing parts of other words would reveal the name.
fn replace_word<'t>(text: &'t str, name: &str, other: &str) -> Cow<'t, str> {
    let mut replaced = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices(name) {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if is_word(before.chars().next_back()) || is_word(after.chars().next()) {
            continue;
        }
        replaced.push_str(&text[copied..at]);
        replaced.push_str(other);
        copied = at + name.len();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    replaced.push_str(&text[copied..]);
    Cow::Owned(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_replaced() {
        let text = "teams/x/solver.c: exit code of x, x.";
        assert_eq!(
            replace_word(text, "x", "owl"),
            "teams/owl/solver.c: exit code of owl, owl."
        );
        assert_eq!(replace_word("exit", "x", "owl"), "exit");
    }
}
