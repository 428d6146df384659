//! A comparison as a table, CSV, Markdown or JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::answers::AnswerPair;
use super::{PURPOSE, Pair, Program, ProgramPair, Similar};
use crate::error::Result;
use crate::report::{Format, grid};
use crate::terminal;

pub(super) const HEADER: [&str; 6] = [
    "#",
    "teams",
    "alike",
    "shared tokens",
    "of each",
    "same answers",
];

/// Returns the comparison as text.
pub fn text(similar: &Similar, format: Format) -> Result<String> {
    let rows = similar.pairs.iter().enumerate().map(row).collect();
    match format {
        Format::Table | Format::Markdown => {
            let (table, item) = match format {
                Format::Markdown => (grid::markdown(&HEADER, rows), "- "),
                _ => (grid::table(&HEADER, rows), "  "),
            };
            let mut text = if similar.pairs.is_empty() {
                String::new()
            } else {
                table + "\n"
            };
            for (number, pair) in similar.pairs.iter().enumerate() {
                let _ = writeln!(
                    text,
                    "{item}{}. {}",
                    number + 1,
                    why(&similar.corpus.programs, pair)
                );
            }
            if !similar.pairs.is_empty() {
                text.push('\n');
            }
            text = text + &remarks(similar).join("\n") + "\n";
            Ok(match format {
                Format::Markdown => text,
                _ => terminal::fitted(&text).into_owned(),
            })
        }
        Format::Csv => csv(similar),
        Format::Json => terminal::json(&json!({
            "schema": 1,
            "teams": similar.teams,
            "pairs": similar.pairs.iter().enumerate().map(|pair| value(similar, pair)).collect::<Vec<_>>(),
            "without_source": similar.without_source,
            "remarks": remarks(similar),
        })),
    }
}

pub(super) fn row((number, pair): (usize, &Pair)) -> Vec<String> {
    let (tokens, shares) = match &pair.programs {
        Some(found) => (
            found.tokens.to_string(),
            found.shares.map(percent).join(", "),
        ),
        None => ("–".to_owned(), "–".to_owned()),
    };
    let same = pair
        .answers
        .as_ref()
        .map(|found| format!("{} of {}", found.identical.len(), found.compared));
    vec![
        (number + 1).to_string(),
        pair.teams.join(" – "),
        percent(pair.similarity),
        tokens,
        shares,
        same.unwrap_or_else(|| "–".to_owned()),
    ]
}

pub(super) fn percent(part: f64) -> String {
    match 100.0 * part {
        tiny if tiny > 0.0 && tiny < 0.5 => "< 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// Says in one line why a pair is in the list.
pub(super) fn why(programs: &[Program], pair: &Pair) -> String {
    let mut reasons = Vec::new();
    if let Some(found) = &pair.programs {
        reasons.push(why_programs(programs, found));
    }
    reasons.extend(pair.answers.as_ref().map(why_answers));
    reasons.join("; ")
}

fn why_programs(programs: &[Program], found: &ProgramPair) -> String {
    let passages = match found.regions.len() {
        1 => "1 passage".to_owned(),
        count => format!("{count} passages"),
    };
    let longest = found.regions.iter().max_by_key(|region| region.length);
    let longest = longest.map_or(String::new(), |region| {
        let place = |program: &Program, start: usize| {
            program.shown_place(&program.place(start..start + region.length))
        };
        let one = place(&programs[found.first], region.first);
        let other = place(&programs[found.second], region.second);
        format!(", the longest of {} at {one} and {other}", region.length)
    });
    let wording = match found.verbatim {
        same if same > 0.98 => "word for word".to_owned(),
        same => format!("{} of them word for word", percent(same)),
    };
    format!("{} tokens in {passages}, {wording}{longest}", found.tokens)
}

fn why_answers(found: &AnswerPair) -> String {
    let mut parts = Vec::new();
    if let [first, ..] = found.identical.as_slice() {
        let (same, compared) = (found.identical.len(), found.compared);
        parts.push(format!(
            "the same answer to {same} of {compared} hidden instances, such as {first}"
        ));
    }
    if found.identical.len() < found.compared {
        let which = if parts.is_empty() {
            "answers"
        } else {
            "other answers"
        };
        parts.push(format!("{} of the {which} in common", percent(found.near)));
    }
    if found.traces > 0 {
        let traces = found.traces;
        parts.push(format!("the same sequence of values in {traces} runs"));
    }
    parts.join(", ")
}

/// Returns the legend and what was not compared, one line each.
pub(super) fn remarks(similar: &Similar) -> Vec<String> {
    let mut remarks = Vec::new();
    match (similar.teams, similar.pairs.len()) {
        (0 | 1, _) => remarks.push("there are fewer than two teams: nothing to compare".to_owned()),
        (teams, 0) => remarks.push(format!(
            "no two of {teams} teams share a passage or an answer"
        )),
        (teams, 1) => remarks.push(format!("{teams} teams; 1 pair has something in common")),
        (teams, pairs) => remarks.push(format!("{teams} teams; the first {pairs} pairs")),
    }
    if !similar.pairs.is_empty() {
        remarks.push("alike: the larger of the similarities of programs and of answers; what many teams share counts less (judge help course)".to_owned());
        remarks.push("of each: the part of each program that is shared; starters and what most teams have are left out".to_owned());
    }
    if similar.corpus.common > 0 {
        remarks.push("passages that more than half of the teams have are left out".to_owned());
    }
    if let Some(answers) = &similar.answers {
        if answers.runs == 0 {
            remarks.push("there are no hidden rounds, so no answers are compared".to_owned());
        }
        if answers.too_large > 0 {
            remarks.push(format!(
                "answers that are too large to be compared: {}",
                answers.too_large
            ));
        }
    }
    if !similar.without_source.is_empty() {
        remarks.push(format!(
            "no source to compare: {}",
            similar.without_source.join(", ")
        ));
    }
    remarks.extend(similar.remarks.iter().cloned());
    remarks.push(PURPOSE.to_owned());
    remarks
}

fn value(similar: &Similar, (number, pair): (usize, &Pair)) -> Value {
    let programs = &similar.corpus.programs;
    let shared = pair.programs.as_ref().map(|found| {
        let regions = found.regions.iter().map(|region| {
            let place = |program: &Program, start: usize| {
                let place = program.place(start..start + region.length);
                let (first, last) = program.lines(&place);
                json!({"file": program.files[place.file].path, "from": first, "to": last})
            };
            json!({
                "tokens": region.length,
                "first": place(&programs[found.first], region.first),
                "second": place(&programs[found.second], region.second),
            })
        });
        json!({
            "similarity": rounded(found.similarity),
            "tokens": found.tokens,
            "first_share": rounded(found.shares[0]),
            "second_share": rounded(found.shares[1]),
            "verbatim": rounded(found.verbatim),
            "regions": regions.collect::<Vec<_>>(),
        })
    });
    let answers = pair.answers.as_ref().map(|found| {
        json!({
            "similarity": rounded(found.similarity),
            "compared": found.compared,
            "identical": found.identical,
            "near": rounded(found.near),
            "traces": found.traces,
        })
    });
    json!({
        "rank": number + 1,
        "first": pair.teams[0],
        "second": pair.teams[1],
        "similarity": rounded(pair.similarity),
        "programs": shared,
        "answers": answers,
        "why": why(programs, pair),
    })
}

/// Rounds to four digits: more would say nothing.
fn rounded(part: f64) -> f64 {
    (part * 1e4).round() / 1e4
}

fn csv(similar: &Similar) -> Result<String> {
    let header = [
        "rank",
        "first",
        "second",
        "similarity",
        "program_similarity",
        "tokens",
        "first_share",
        "second_share",
        "regions",
        "verbatim",
        "answer_similarity",
        "compared",
        "identical",
        "near",
        "traces",
        "why",
    ];
    let rows = similar.pairs.iter().enumerate().map(|(number, pair)| {
        let mut row = vec![
            (number + 1).to_string(),
            pair.teams[0].clone(),
            pair.teams[1].clone(),
            rounded(pair.similarity).to_string(),
        ];
        match &pair.programs {
            Some(found) => row.extend([
                rounded(found.similarity).to_string(),
                found.tokens.to_string(),
                rounded(found.shares[0]).to_string(),
                rounded(found.shares[1]).to_string(),
                found.regions.len().to_string(),
                rounded(found.verbatim).to_string(),
            ]),
            None => row.extend(std::iter::repeat_n(String::new(), 6)),
        }
        match &pair.answers {
            Some(found) => row.extend([
                rounded(found.similarity).to_string(),
                found.compared.to_string(),
                found.identical.len().to_string(),
                rounded(found.near).to_string(),
                found.traces.to_string(),
            ]),
            None => row.extend(std::iter::repeat_n(String::new(), 5)),
        }
        row.push(why(&similar.corpus.programs, pair));
        row
    });
    grid::csv(&header, &rows.collect::<Vec<_>>())
}
