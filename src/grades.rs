//! Marks for a gradebook: one line per person, from the standings and a scale.

mod feedback;
mod people;
mod scale;
mod sheet;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

pub use self::feedback::{MoodleFolders, moodle_folders};
pub use self::people::{Person, Roster};
pub use self::scale::Scale;
pub use self::sheet::{NotFound, Sheet};
use crate::error::Result;
use crate::report::{Format, grid};
use crate::standings::{Line, Standings};
use crate::terminal;

/// The marks of a contest.
#[derive(Debug)]
pub struct Grades<'s> {
    standings: &'s Standings,
    scale: &'s Scale,
    rows: Vec<Grade<'s>>,
    /// Whether people are known.
    has_people: bool,
}

/// The mark of one person, or of a team whose people are not known.
#[derive(Debug)]
pub struct Grade<'s> {
    pub person: Person,
    line: &'s Line,
    /// `None` if the team has no rank yet.
    pub mark: Option<f64>,
    /// Whether the roster names the people of the team, or there is no roster.
    is_known: bool,
}

/// What happened to a sheet.
#[derive(Debug)]
pub struct Filled {
    pub sheet: Vec<u8>,
    pub count: usize,
    /// What a person has to decide, one line each.
    pub remarks: Vec<String>,
}

impl<'s> Grades<'s> {
    pub fn new(standings: &'s Standings, roster: &Roster, scale: &'s Scale) -> Self {
        let teams = standings.lines.iter().filter(|line| !line.baseline);
        let rows = teams.flat_map(|line| {
            let mark = scale.mark(line, standings);
            let people = roster.people(&line.team).into_iter();
            let is_known = roster.knows(&line.team);
            people.map(move |person| Grade {
                person,
                line,
                mark,
                is_known,
            })
        });
        Self {
            standings,
            scale,
            rows: rows.collect(),
            has_people: !roster.is_empty(),
        }
    }

    /// Returns the marks as text.
    pub fn text(&self, format: Format) -> Result<String> {
        if format == Format::Json {
            return self.json();
        }
        let is_shown = format != Format::Csv;
        let rounds: &[String] = match self.standings.rounds.as_slice() {
            [_] => &[],
            several => several,
        };
        let mut header = vec!["team", "rank", "score"];
        if self.has_people {
            header.insert(0, "person");
        }
        header.extend(rounds.iter().map(String::as_str));
        header.extend(["accepted", "failed", "mark"]);
        let number = |number: Option<f64>| match number {
            Some(number) if is_shown => format!("{number:.2}"),
            Some(number) => number.to_string(),
            None if is_shown => "–".to_owned(),
            None => String::new(),
        };
        let row = |grade: &Grade| {
            let line = grade.line;
            let rank = line.rank.map(|rank| rank.to_string());
            let mut cells = vec![
                line.team.clone(),
                rank.unwrap_or_else(|| number(None)),
                number(line.score),
            ];
            cells.extend(
                line.rounds
                    .iter()
                    .take(rounds.len())
                    .map(|score| number(*score)),
            );
            cells.extend([line.accepted.to_string(), line.failed.to_string()]);
            cells.push(number(grade.mark));
            if self.has_people {
                cells.insert(0, grade.person.name.clone());
            }
            cells
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(row).collect();
        match format {
            Format::Csv => grid::csv(&header, &rows),
            Format::Markdown => Ok(grid::markdown(&header, rows)),
            _ => Ok(format!(
                "{}: marks by {}\n{}",
                self.standings.contest,
                self.scale,
                grid::table(&header, rows)
            )),
        }
    }

    fn json(&self) -> Result<String> {
        let row = |grade: &Grade| {
            let Person { name, email, id } = &grade.person;
            let line = grade.line;
            let rounds: serde_json::Map<_, _> = self
                .standings
                .rounds
                .iter()
                .zip(&line.rounds)
                .map(|(round, score)| (round.clone(), json!(score)))
                .collect();
            json!({
                "person": name, "email": email, "id": id, "team": line.team, "rank": line.rank, "score": line.score,
                "rounds": rounds, "accepted": line.accepted, "failed": line.failed, "mark": grade.mark,
            })
        };
        terminal::json(&json!({
            "schema": 1,
            "contest": self.standings.contest,
            "scale": self.scale.to_string(),
            "grades": self.rows.iter().map(row).collect::<Vec<_>>(),
        }))
    }

    /// Writes the marks into a sheet. Nobody is guessed: a row that fits two people gets no mark.
    pub fn fill(&self, sheet: &Sheet) -> Filled {
        let mut remarks = Vec::new();
        let mut found: BTreeMap<usize, Vec<&Grade>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for grade in &self.rows {
            let who = grade.who();
            if !grade.is_known {
                remarks.push(format!("{who}: not in the roster"));
                continue;
            }
            match sheet.find(&grade.person) {
                Ok(row) => found.entry(row).or_default().push(grade),
                Err(NotFound::Missing) => remarks.push(format!("{who}: not in the sheet")),
                Err(NotFound::Ambiguous(rows)) => {
                    seen.extend(rows);
                    remarks.push(format!("{who}: several rows fit; fill them in by hand"));
                }
            }
        }
        let mut marks: Vec<(usize, f64)> = Vec::new();
        for (&row, grades) in &found {
            seen.insert(row);
            match grades.as_slice() {
                [
                    Grade {
                        mark: Some(mark), ..
                    },
                ] => {
                    if let Some(most) = sheet.maximum(row).filter(|most| mark > most) {
                        let who = grades[0].who();
                        remarks.push(format!(
                            "{who}: the mark {mark} is above the sheet's maximum of {most}"
                        ));
                    }
                    marks.push((row, *mark));
                }
                [grade] => remarks.push(format!(
                    "{}: no mark, because there is no rank yet",
                    grade.who()
                )),
                several => {
                    let names: Vec<String> = several.iter().map(|grade| grade.who()).collect();
                    let names = names.join(" and ");
                    remarks.push(format!("{names}: one row fits both; fill it in by hand"));
                }
            }
        }
        let others = sheet.others(&seen).into_iter();
        remarks.extend(others.map(|row| format!("no result for: {row}")));
        Filled {
            sheet: sheet.filled(&marks),
            count: marks.len(),
            remarks,
        }
    }
}

impl Grade<'_> {
    fn who(&self) -> String {
        format!("{} (team {})", self.person.name, self.line.team)
    }
}
