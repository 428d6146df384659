//! The legend of the standings and remarks about how they came about.

use crate::sandbox::Isolation;
use crate::standings::{Line, Machines, Needed, Standings, Unsettled};

pub(super) const UNSANDBOXED: &str = "programs ran without isolation (--unsandboxed)";

/// Returns what was run and how it was scored, in one line.
pub(super) fn summary(standings: &Standings) -> String {
    let Standings {
        problem, complete, ..
    } = standings;
    let rule = standings.rule.name();
    let uncounted = match complete.saturating_sub(standings.counted) {
        0 => String::new(),
        more => format!(" ({more} more not counted)"),
    };
    let instances = counted(standings.counted, "instance");
    format!("{problem}, {instances}{uncounted}, scoring by {rule}")
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

/// Returns the legend and the remarks, one line each. The lines of the legend fit into 80 columns.
pub(crate) fn remarks(standings: &Standings) -> Vec<String> {
    let mut remarks = Vec::new();
    let mut add = |text: &str| remarks.push(text.to_owned());
    if standings.lines.iter().any(|line| line.baseline) {
        add("[in brackets]: baselines, shown but not ranked");
    }
    add(&format!("score: {}", standings.rule.about()));
    if has_gaps(standings) {
        add("gap: mean distance of accepted answers from the bound; CPU: mean per run");
    } else {
        add("CPU: mean per run");
    }
    if standings.lines.iter().any(|line| line.group.is_some()) {
        add(&format!(
            "95 %: confidence interval of the rank ({})",
            bootstrap(standings)
        ));
        add("letters: teams with the same letter are not significantly different");
    }
    if standings
        .lines
        .iter()
        .any(|line| line.unjudged > 0 && !line.baseline)
    {
        add("teams with runs that could not be judged have no rank until these are judged");
    }
    if !standings.uncounted.is_empty() {
        add(&format!(
            "not counted (weight 0): {}",
            standings.uncounted.join(", ")
        ));
    }
    let first = standings
        .lines
        .iter()
        .filter(|line| line.rank == Some(1))
        .count();
    if first > 1 {
        add(&format!("{first} teams share first place"));
    } else if let Some(unsettled) = standings.unsettled {
        add(&first_place(unsettled, standings.complete));
    }
    let fragile: usize = standings.lines.iter().map(|line| line.fragile).sum();
    if fragile > 0 {
        let runs = counted(fragile, "run");
        add(&format!(
            "!: {runs} near the time limit or on a busy machine may end differently in a rerun"
        ));
    }
    remarks.extend(processors(&standings.machines));
    remarks.extend(isolation(&standings.isolations));
    remarks.extend(standings.seal.map(|seal| format!("seal: {seal}")));
    remarks.extend(unfinished(standings));
    remarks
}

/// Names the method of the confidence intervals.
pub(super) fn bootstrap(standings: &Standings) -> &'static str {
    if standings.repetitions > 1 {
        "bootstrap over instances and repetitions"
    } else {
        "bootstrap over instances"
    }
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
pub(super) fn unfinished(standings: &Standings) -> Option<String> {
    let Standings {
        complete, planned, ..
    } = standings;
    let text = format!(
        "unfinished: ranked on the {complete} of {planned} instances for which every entrant has a result"
    );
    (complete < planned).then_some(text)
}

fn first_place(unsettled: Unsettled, instances: usize) -> String {
    let why = match unsettled {
        Unsettled::Tied => "the first two teams are tied".to_owned(),
        Unsettled::Needs(Needed {
            instances: more,
            repetitions: None,
        }) if more > 100 * instances.max(1) => {
            "more instances of this kind would hardly change that".to_owned()
        }
        Unsettled::Needs(Needed {
            instances,
            repetitions,
        }) => {
            let instances = counted(instances, "more instance");
            match repetitions {
                Some(more) => {
                    format!(
                        "about {instances}, or {} needed",
                        counted(more, "more repetition")
                    )
                }
                None => format!("about {instances} needed"),
            }
        }
    };
    format!("first place is not significant: {why}")
}

/// Returns remarks if the isolation was incomplete or differed between runs.
fn isolation(used: &[Isolation]) -> Vec<String> {
    match used {
        [one] if !one.is_sandboxed() => {
            vec![UNSANDBOXED.to_owned()]
        }
        [one] if one.enforces_memory() => Vec::new(),
        [_] => vec![
            "memory limit: sampled, not enforced by the kernel (see `judge doctor`)".to_owned(),
        ],
        _ => {
            let head = "the runs had different isolation:".to_owned();
            let list = used.iter().map(|isolation| format!("  {isolation}"));
            std::iter::once(head).chain(list).collect()
        }
    }
}

/// Returns a remark if the runs used different processor models.
fn processors(machines: &Machines) -> Option<String> {
    let model = |(cpu, runs): &(String, usize)| format!("{cpu} ({})", counted(*runs, "run"));
    let models: Vec<String> = machines.models.iter().map(model).collect();
    let mixed = match machines.mixed {
        0 => "each instance was run on one of them".to_owned(),
        1 => "1 instance was run on more than one".to_owned(),
        count => format!("{count} instances were run on more than one"),
    };
    let models_list = models.join(", ");
    (models.len() > 1)
        .then(|| format!("the runs used different processors: {models_list}; {mixed}"))
}

/// Returns a number with its noun in the singular or the plural.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
