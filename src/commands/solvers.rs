//! `judge solvers`: lists the bundled solvers.

use serde::Serialize;

use crate::cli::{Format, Solvers};
use crate::error::Result;
use crate::problems;
use crate::report::grid;
use crate::terminal;

#[derive(Serialize)]
struct Entry {
    problem: &'static str,
    name: &'static str,
    about: &'static str,
    guarantee: &'static str,
    source: &'static str,
}

pub(super) fn solvers(arguments: &Solvers) -> Result<()> {
    let problems = match &arguments.problem.problem {
        Some(name) => vec![problems::named(name)?],
        None => puzzles::problems().to_vec(),
    };
    let mut entries = Vec::new();
    for problem in problems {
        entries.extend(problem.solvers().into_iter().map(|solver| Entry {
            problem: problem.name(),
            name: solver.name,
            about: solver.about,
            guarantee: solver.guarantee,
            source: solver.source,
        }));
    }
    let header = ["problem", "name", "about", "guarantee", "source"];
    let cells = entries.iter().map(|e| {
        [e.problem, e.name, e.about, e.guarantee, e.source]
            .map(str::to_owned)
            .to_vec()
    });
    match arguments.format {
        Format::Json => terminal::print_json(&entries),
        Format::Table => terminal::print(&grid::table(&header, cells.collect())),
        Format::Markdown => terminal::print(&grid::markdown(&header, cells.collect())),
        Format::Csv => terminal::print(&grid::csv(&header, &cells.collect::<Vec<_>>())?),
    }
}
