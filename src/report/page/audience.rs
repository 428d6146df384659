//! Who reads a page, and what it therefore leaves out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::making::Making;
use super::matrix::Entrant;
use crate::contest::Contest;
use crate::results::{Facts, InstanceFacts};
use crate::snapshot::Snapshot;
use crate::standings::{Line, Standings};

/// Who reads a page. The default is the instructor, who may see everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Audience<'a> {
    /// Everybody: of hidden instances only the scores are told.
    pub public: bool,
    /// The salt of the pseudonyms that stand for all teams but the one that reads the page.
    pub pseudonyms: Option<&'a str>,
    /// One team: of all teams only its own runs are told.
    pub team: Option<&'a str>,
}

/// What a page of these results may tell its audience.
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

    /// How the page is made, for whoever wants to make it again.
    pub(super) fn making(&self, facts: &Facts, standings: &Standings, size: u64) -> String {
        Making::new(self.audience, facts, standings.rule.name(), size).text()
    }

    /// The name of an entrant on the page, without the brackets of a baseline.
    pub(super) fn name<'n>(&'n self, team: &'n str, baseline: bool) -> &'n str {
        match self.pseudonyms.get(team) {
            Some(pseudonym) if !baseline => pseudonym,
            _ => team,
        }
    }

    /// The name as tables show it: baselines stand in brackets, as in the terminal.
    pub(super) fn shown_name(&self, team: &str, baseline: bool) -> String {
        let name = self.name(team, baseline);
        if baseline {
            format!("[{name}]")
        } else {
            name.to_owned()
        }
    }

    /// The reason of a verdict; messages of compilers may quote the name of the team's folder.
    pub(super) fn detail<'d>(&self, who: &Entrant, detail: &'d str) -> Cow<'d, str> {
        match self.pseudonyms.get(&who.team) {
            Some(pseudonym) if !who.baseline => replace_word(detail, &who.team, pseudonym),
            _ => Cow::Borrowed(detail),
        }
    }

    /// Whether the runs on an instance may be told, and the instance itself.
    pub(super) fn tells_instance(&self, at: &InstanceFacts) -> bool {
        !self.audience.public || self.tells_round(&at.round)
    }

    /// A round that the contest file does not know counts as hidden.
    fn tells_round(&self, round: &str) -> bool {
        let mut rounds = self.contest.rounds.iter();
        rounds.any(|known| known.name == round && known.public)
    }

    /// Whether single runs of an entrant may be told.
    pub(super) fn tells_runs_of(&self, line: &Line) -> bool {
        let own = |team: &str| line.baseline || line.team == team;
        self.audience.team.is_none_or(own)
    }

    /// The team that reads the page, if it is one.
    pub(super) fn own_team(&self) -> Option<&str> {
        self.audience.team
    }

    /// Whether a line is that of the team that reads the page.
    pub(super) fn is_own(&self, line: &Line) -> bool {
        !line.baseline && self.audience.team == Some(line.team.as_str())
    }

    /// Whether all of these instances may be told.
    pub(super) fn tells_all(&self, instances: &[InstanceFacts]) -> bool {
        instances.iter().all(|at| self.tells_instance(at))
    }

    /// The standings without what the audience must not learn: how far values on hidden instances are from the bounds,
    /// and the alphabetical order of teams behind pseudonyms.
    pub(super) fn edited<'s>(
        &self,
        standings: &'s Standings,
        all: &[InstanceFacts],
    ) -> Cow<'s, Standings> {
        if self.tells_all(all) && self.pseudonyms.is_empty() {
            return Cow::Borrowed(standings);
        }
        let mut edited = standings.clone();
        if !self.tells_all(all) {
            for line in &mut edited.lines {
                line.gap = None;
            }
        }
        if !self.pseudonyms.is_empty() {
            edited.sort_ties_by(|line| self.name(&line.team, line.baseline).to_owned());
        }
        Cow::Owned(edited)
    }

    /// Says which instances the page is silent about.
    pub(super) fn note(&self, instances: &[InstanceFacts]) -> String {
        let secret = instances.iter().filter(|at| !self.tells_instance(at));
        match secret.count() {
            0 => String::new(),
            1 => "One instance is hidden: only its score counts in the standings.".to_owned(),
            count => {
                format!("{count} instances are hidden: only their scores count in the standings.")
            }
        }
    }

    /// The rank of the team that reads the page, in a sentence.
    pub(super) fn rank(&self, standings: &Standings) -> Option<String> {
        let own = standings.lines.iter().find(|line| self.is_own(line))?;
        let teams = standings.lines.iter().filter(|line| !line.baseline).count();
        let (rank, score) = (own.rank?, own.score);
        let interval = match own.confidence {
            Some(c) if c.rank_low < c.rank_high => {
                format!(" (95 % interval {}–{})", c.rank_low, c.rank_high)
            }
            _ => String::new(),
        };
        let name = &own.team;
        Some(format!(
            "{name}: rank {rank} of {teams}{interval}, score {score:.2}"
        ))
    }
}

/// Replaces a name where it stands by itself: within other words it would be no name, and a replacement would tell it.
fn replace_word<'t>(text: &'t str, name: &str, other: &str) -> Cow<'t, str> {
    let mut replaced = String::new();
    let mut copied = 0;
    for (at, _) in text.match_indices(name) {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let touches = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if touches(before.chars().next_back()) || touches(after.chars().next()) {
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
    fn names_are_replaced_as_words() {
        let text = "teams/x/solver.c: exit code of x, x.";
        assert_eq!(
            replace_word(text, "x", "owl"),
            "teams/owl/solver.c: exit code of owl, owl."
        );
        assert_eq!(replace_word("exit", "x", "owl"), "exit");
    }
}
