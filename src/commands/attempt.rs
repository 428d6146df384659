//! `judge try`: runs one program on a contest's public instances, beside the baselines.

use serde_json::json;

use super::scratch::Scratch;
use super::signals::{self, STOPPED};
use crate::cli::{Format, Try};
use crate::contest::{Contest, Mode};
use crate::engine::{Completion, Event, Execution, bounds};
use crate::entrants::{self, Entrant, Program};
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::plan;
use crate::progress::Progress;
use crate::report::grid;
use crate::results::Bounds;
use crate::results::{Conditions, Here, Provenance, Row, Store, WantedIsolation};
use crate::sandbox;
use crate::standings::gap;
use crate::terminal;
use crate::units::show_duration;

pub(super) fn attempt(arguments: &Try) -> Result<u8> {
    let contest = Contest::read(&arguments.contest)?;
    let instances = public_instances(&contest)?;
    let isolation = sandbox::prepare(arguments.isolation.wanted())?;
    let scratch = Scratch::new()?;
    let program = entrants::lone(&arguments.program)?;
    if let Program::Nothing(reason) = &program.program {
        return Err(Error::user(format!(
            "{} cannot be run: {reason}",
            arguments.program.display()
        )));
    }
    let mut entrants = vec![program];
    entrants.extend(entrants::baselines(&contest));
    let (store, _) = Store::open(
        &scratch.path().join("results"),
        true,
        0,
        contest.run_names(),
    )?;
    let here = Here::new(isolation);
    let provenances: Vec<Provenance> = entrants
        .iter()
        .map(|entrant| provenance(entrant, &contest, &here))
        .collect();
    let interrupt = signals::watch()?;
    let execution = Execution {
        contest: &contest,
        instances: &instances,
        entrants: &entrants,
        provenances: &provenances,
        wanted: arguments.isolation.wanted(),
        jobs: None,
        interrupt: &interrupt,
    };
    let runs = plan::interleave(&vec![1; instances.len()], entrants.len());
    let progress = Progress::new();
    progress.show(&Event::Planned(runs.len()));
    let completion = execution.run(&store, &runs, &|event| progress.show(&event))?;
    progress.finish();
    let all: Vec<&Instance> = instances.iter().collect();
    let bounds = if completion == Completion::Finished {
        bounds::find(&all, &[], &store, &interrupt, &|_| {})?
    } else {
        Vec::new()
    };
    let rows = store.take_new_rows();
    let table = Table::new(&contest, &instances, &entrants, &rows, Bounds::new(&bounds));
    terminal::print(&table.text(arguments.format)?)?;
    Ok(if completion == Completion::Stopped {
        STOPPED
    } else {
        0
    })
}

/// Returns a provenance with little in it: nothing of a try is kept.
fn provenance(entrant: &Entrant, contest: &Contest, here: &Here) -> Provenance {
    let conditions = Conditions {
        team: entrant.id.name.to_string(),
        baseline: entrant.id.baseline,
        program: entrant.digest.clone(),
        executable: String::new(),
        limits: contest.limits.to_string(),
        wanted: WantedIsolation::of(here.isolation),
        again: 0,
    };
    Provenance::new(conditions, Vec::new(), "", here)
}

/// Returns the public instances. Rounds that ask for answer files are run with the program, too.
fn public_instances(contest: &Contest) -> Result<Vec<Instance>> {
    let mut instances = instances::prepare_public(contest)?;
    if instances.is_empty() {
        let error = Error::user(format!(
            "{} has no public round to try programs on",
            contest.name
        ));
        return Err(error.with_help("add `public = true` to a round that students may see"));
    }
    for instance in &mut instances {
        instance.mode = Mode::Programs;
    }
    Ok(instances)
}

/// One line per instance.
struct Table<'a> {
    instances: &'a [Instance],
    entrants: &'a [Entrant],
    /// Per instance, then per entrant.
    rows: Vec<Vec<Option<&'a Row>>>,
    unit: &'static str,
    bounds: Bounds,
}

impl<'a> Table<'a> {
    fn new(
        contest: &Contest,
        instances: &'a [Instance],
        entrants: &'a [Entrant],
        rows: &'a [Row],
        bounds: Bounds,
    ) -> Self {
        let of = |i: &Instance, e: &Entrant| {
            let is_it = |row: &&Row| {
                (&*row.round, &*row.instance) == (&*i.round, &*i.name) && row.entrant() == e.id
            };
            rows.iter().find(is_it)
        };
        let line = |i: &Instance| entrants.iter().map(|e| of(i, e)).collect();
        Self {
            instances,
            entrants,
            rows: instances.iter().map(line).collect(),
            unit: contest.problem.unit(),
            bounds,
        }
    }

    fn text(&self, format: Format) -> Result<String> {
        let baselines = self.entrants[1..]
            .iter()
            .map(|e| format!("[{}]", e.id.name));
        let mut header = vec!["instance".to_owned(), "yours".to_owned()];
        header.extend(baselines);
        header.extend(["bound", "gap", "CPU", "verdict"].map(str::to_owned));
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let cells: Vec<_> = (0..self.instances.len())
            .map(|index| self.line(index))
            .collect();
        match format {
            Format::Table => {
                let legend = format!(
                    "values are {}; [in brackets]: bundled baselines\n",
                    self.unit
                );
                Ok(grid::table(&header, cells) + &legend + &self.reasons())
            }
            Format::Markdown => Ok(grid::markdown(&header, cells)),
            Format::Csv => grid::csv(&header, &cells),
            Format::Json => {
                let rows = self.rows.iter().flatten().flatten();
                let value = json!({"schema": 1, "runs": rows.collect::<Vec<_>>()});
                terminal::json(&value)
            }
        }
    }

    /// The details of the program's own runs.
    fn reasons(&self) -> String {
        let own = self.rows.iter().filter_map(|rows| rows[0]);
        let told = own.filter(|row| !row.detail.is_empty());
        told.map(|row| format!("{}: {}", row.instance, row.detail) + "\n")
            .collect()
    }

    fn line(&self, index: usize) -> Vec<String> {
        let number = |value: Option<i64>| value.map_or("–".to_owned(), |value| value.to_string());
        let own = self.rows[index][0];
        let mut cells = vec![self.instances[index].name.clone()];
        cells.extend(
            self.rows[index]
                .iter()
                .map(|row| number(row.and_then(|row| row.value))),
        );
        let bound = own.and_then(|row| self.bounds.of(row));
        cells.push(number(bound));
        let distance = own.and_then(|row| Some(gap(row.value?, bound?)));
        cells.push(distance.map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap)));
        cells.push(own.map_or("–".to_owned(), |row| {
            show_duration(std::time::Duration::from_millis(row.cpu_ms))
        }));
        cells.push(own.map_or("not run".to_owned(), |row| row.verdict.to_string()));
        cells
    }
}
