//! The legend of the standings and remarks about how they came about.

use crate::digest::Sha;
use crate::locale::{Language, Message};
use crate::sandbox::{Accounting, Isolation};
use crate::standings::{Line, Machines, Needed, Standings, Unsettled};

/// Returns what was run and how it was scored, in one line.
pub(super) fn summary(standings: &Standings, language: Language) -> String {
    let message = match standings.complete.saturating_sub(standings.counted) {
        0 => language.message("report-summary"),
        more => {
            let message = language.message("report-summary-uncounted");
            message.with("uncounted", more)
        }
    };
    let message = message.with("problem", standings.problem);
    let message = message.with("count", standings.counted);
    message.with("rule", standings.rule.name()).to_string()
}

/// Returns whether any line has a gap to a bound.
pub(crate) fn has_gaps(standings: &Standings) -> bool {
    standings.lines.iter().any(|line| line.gap.is_some())
}

/// Returns the letter of a group of statistically indistinguishable teams.
pub(super) fn group_letter(group: usize) -> String {
    let letter = char::from(b'a' + (group % 26) as u8);
    letter.to_string().repeat(group / 26 + 1)
}

/// Returns the legend and the remarks, one line each. The English lines of the legend fit into 80 columns.
pub(crate) fn remarks(standings: &Standings, language: Language) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut add = |message: Message| remarks.push(message.to_string());
    let message = |key| language.message(key);
    let lines = &standings.lines;
    if lines.iter().any(|line| line.baseline) {
        add(message("remark-baselines"));
    }
    let about = standings.rule.about_in(language);
    add(message("remark-score").with("about", about));
    if has_gaps(standings) {
        add(message("remark-gap-and-cpu"));
    } else {
        add(message("remark-cpu"));
    }
    if lines.iter().any(|line| line.group.is_some()) {
        add(message("remark-interval").with("method", bootstrap(standings, language)));
        add(message("remark-letters"));
    }
    if lines.iter().any(|line| line.unjudged > 0 && !line.baseline) {
        add(message("remark-unjudged"));
    }
    if !standings.uncounted.is_empty() {
        add(message("remark-uncounted").with("instances", standings.uncounted.join(", ")));
    }
    let first = lines.iter().filter(|line| line.rank == Some(1)).count();
    if first > 1 {
        add(message("remark-shared-first").with("count", first));
    } else if let Some(unsettled) = standings.unsettled {
        add(first_place(unsettled, standings.complete, language));
    }
    let fragile: usize = lines.iter().map(|line| line.fragile).sum();
    if fragile > 0 {
        add(message("remark-fragile").with("count", fragile));
    }
    remarks.extend(processors(&standings.machines, language));
    remarks.extend(isolation(&standings.isolations, language));
    let seal = |seal: Sha| message("remark-seal").with("seal", seal.to_string());
    remarks.extend(standings.seal.map(|found| seal(found).to_string()));
    remarks.extend(unfinished(standings, language));
    remarks
}

/// Names the method of the confidence intervals.
pub(super) fn bootstrap(standings: &Standings, language: Language) -> Message<'static> {
    language.message(if standings.repetitions > 1 {
        "report-bootstrap-repetitions"
    } else {
        "report-bootstrap"
    })
}

/// Warns that programs ran without isolation.
pub(super) fn unsandboxed(language: Language) -> String {
    language.message("remark-unsandboxed").to_string()
}

/// Describes an isolation.
pub(super) fn isolation_words(isolation: Isolation, language: Language) -> String {
    let message = |key| language.message(key);
    let limit = match isolation {
        Isolation::Sandboxed { accounting, .. } => match accounting {
            Accounting::CgroupV2 => message("isolation-enforced").with("version", "2"),
            Accounting::CgroupV1 => message("isolation-enforced").with("version", "1"),
            Accounting::Sampled => message("isolation-sampled"),
        },
        Isolation::Unsandboxed => message("isolation-sampled"),
    };
    let layers = match isolation {
        Isolation::Sandboxed { landlock: true, .. } => "namespaces, seccomp, landlock".to_owned(),
        Isolation::Sandboxed { .. } => "namespaces, seccomp".to_owned(),
        Isolation::Unsandboxed => message("isolation-none").to_string(),
    };
    let whole = message("isolation-layers").with("layers", layers);
    whole.with("limit", limit).to_string()
}

/// Returns one line per team with failed or unjudged runs. Not for pages, which may hide teams and instances.
pub(super) fn failures(standings: &Standings) -> Vec<String> {
    let lines = standings.lines.iter();
    lines
        .flat_map(|line| [failures_of(line), unjudged(line)])
        .flatten()
        .collect()
}

fn unjudged(line: &Line) -> Option<String> {
    let is_shown = !line.baseline && line.unjudged > 0;
    let runs = counted(line.unjudged, "run");
    is_shown.then(|| format!("{}: no rank, because the judge failed on {runs}", line.team))
}

fn failures_of(line: &Line) -> Option<String> {
    const LONGEST: usize = 100;
    let failures = line.failures.as_ref().filter(|_| !line.baseline)?;
    let counts = failures.verdicts.iter();
    let counts: Vec<String> = counts
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    let text = format!("{}: {}; {}", line.team, counts.join(", "), failures.first);
    if text.chars().count() <= LONGEST {
        return Some(text);
    }
    let cut: String = text.chars().take(LONGEST - 1).collect();
    Some(cut + "…")
}

/// Returns the remark about missing results, if any are missing.
pub(super) fn unfinished(standings: &Standings, language: Language) -> Option<String> {
    let Standings {
        complete, planned, ..
    } = standings;
    let message = language.message("remark-unfinished");
    let message = message
        .with("complete", *complete)
        .with("planned", *planned);
    (complete < planned).then(|| message.to_string())
}

fn first_place(unsettled: Unsettled, instances: usize, language: Language) -> Message<'static> {
    match unsettled {
        Unsettled::Tied => language.message("remark-first-tied"),
        Unsettled::Needs(Needed {
            instances: more,
            repetitions: None,
        }) if more > 100 * instances.max(1) => language.message("remark-first-hopeless"),
        Unsettled::Needs(Needed {
            instances,
            repetitions,
        }) => {
            let message = match repetitions {
                Some(more) => {
                    let message = language.message("remark-first-needs-either");
                    message.with("repetitions", more)
                }
                None => language.message("remark-first-needs"),
            };
            message.with("count", instances)
        }
    }
}

/// Returns remarks if the isolation was incomplete or differed between runs.
fn isolation(used: &[Isolation], language: Language) -> Vec<String> {
    match used {
        [one] if !one.is_sandboxed() => {
            vec![unsandboxed(language)]
        }
        [one] if one.enforces_memory() => Vec::new(),
        [_] => vec![language.message("remark-memory-sampled").to_string()],
        _ => {
            let head = language.message("remark-different-isolation").to_string();
            let list = used.iter().map(|one| isolation_words(*one, language));
            let list = list.map(|isolation| format!("  {isolation}"));
            std::iter::once(head).chain(list).collect()
        }
    }
}

/// Returns a remark if the runs used different processor models.
fn processors(machines: &Machines, language: Language) -> Option<String> {
    let model = |(cpu, runs): &(String, usize)| {
        let runs = language.message("runs").with("count", *runs);
        format!("{cpu} ({runs})")
    };
    let models: Vec<String> = machines.models.iter().map(model).collect();
    let message = language.message("remark-processors");
    let message = message.with("count", machines.mixed);
    let message = message.with("models", models.join(", "));
    (models.len() > 1).then(|| message.to_string())
}

/// Returns a number with its noun in the singular or the plural.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isolations_are_described_as_in_files() {
        for accounting in [
            Accounting::CgroupV2,
            Accounting::CgroupV1,
            Accounting::Sampled,
        ] {
            for landlock in [true, false] {
                let isolation = Isolation::Sandboxed {
                    landlock,
                    accounting,
                };
                let words = isolation_words(isolation, Language::English);
                assert_eq!(words, isolation.to_string());
            }
        }
        let words = isolation_words(Isolation::Unsandboxed, Language::English);
        assert_eq!(words, Isolation::Unsandboxed.to_string());
    }
}
