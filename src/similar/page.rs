//! A comparison as a web page: both sources of each pair side by side, with what they share marked.

mod source;

use askama::Template;

use self::source::{File, Mark, files};
use super::text::{HEADER, remarks, row, why};
use super::{PURPOSE, Pair, Program, Similar};
use crate::error::{Error, Result};
use crate::report::html::BasePage;
use crate::terminal::printable;

/// The number of colours of passages in `similar.css`.
const COLOURS: usize = 8;

#[derive(Template)]
#[template(path = "similar.html", config = "src/report/askama.toml")]
struct SimilarPage {
    base: BasePage,
    purpose: &'static str,
    header: [&'static str; 6],
    pairs: Vec<PairView>,
    remarks: Vec<String>,
}

/// A pair of teams.
struct PairView {
    number: usize,
    cells: Vec<String>,
    title: String,
    why: String,
    passages: Vec<Passage>,
    sides: Vec<Side>,
}

/// A shared passage, with its place in both sources.
struct Passage {
    number: usize,
    colour: usize,
    tokens: usize,
    places: [String; 2],
}

/// The source of one team.
struct Side {
    team: String,
    files: Vec<File>,
}

/// Returns the page; `name` is that of the folder that was compared.
pub fn page(similar: &Similar, name: &str) -> Result<String> {
    let programs = &similar.corpus.programs;
    let pairs = similar.pairs.iter().enumerate();
    let mut remarks = remarks(similar);
    remarks.retain(|remark| remark != PURPOSE);
    let page = SimilarPage {
        base: BasePage::fixed(format!("Similar submissions: {name}"))
            .with_style(include_str!("similar.css")),
        purpose: PURPOSE,
        header: HEADER,
        pairs: pairs.map(|pair| view(programs, pair)).collect(),
        remarks,
    };
    page.render()
        .map_err(|error| Error::fault("write the page", &error))
}

fn view(programs: &[Program], (number, pair): (usize, &Pair)) -> PairView {
    let mut passages = Vec::new();
    let mut marks: [Vec<Mark>; 2] = Default::default();
    let mut sides = Vec::new();
    if let Some(found) = &pair.programs {
        let both = [&programs[found.first], &programs[found.second]];
        for (index, region) in found.regions.iter().enumerate() {
            let starts = [region.first, region.second];
            let places = [0, 1].map(|side| {
                let (program, start) = (both[side], starts[side]);
                let place = program.place(start..start + region.length);
                let shown = printable(&program.shown_place(&place)).into_owned();
                marks[side].push(Mark {
                    place,
                    passage: Some(index),
                });
                shown
            });
            passages.push(Passage {
                number: index + 1,
                colour: index % COLOURS,
                tokens: region.length,
                places,
            });
        }
        let both = both.into_iter().zip(marks).enumerate();
        sides.extend(both.map(|(side, (program, marks))| Side {
            team: program.team.clone(),
            files: files(program, marks, number + 1, side),
        }));
    }
    PairView {
        number: number + 1,
        cells: row((number, pair)),
        title: pair.teams.join(" – "),
        why: printable(&why(programs, pair)).into_owned(),
        passages,
        sides,
    }
}
