//! Gives the orders of a fan-out: everything built, everything written down, before any worker starts.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::{CLUSTER, FanOut, has_workers};
use crate::dir;
use crate::engine::board::Board;
use crate::engine::orders::{Hired, Orders};
use crate::engine::{Event, Work, builds, local};
use crate::entrants::{self, Build, MYSELF};
use crate::error::{Error, Result};
use crate::machine::judge_digest;
use crate::plan::Cell;
use crate::store::{Conditions, InstanceFacts};

impl FanOut<'_> {
    /// Whether workers are already about all that is left to do.
    pub(super) fn goes_on(&self, orders: &Orders, programs: &[Cell]) -> bool {
        let board = orders.board(&self.results);
        if programs.is_empty() || board.is_gone() || board.is_stopped() {
            return false;
        }
        let mut ordered = HashSet::new();
        for (instance, entrants) in orders.instances.iter().zip(&orders.cells) {
            for hired in entrants.iter().map(|&entrant| &orders.entrants[entrant]) {
                let conditions = &hired.provenance.conditions;
                ordered.insert((
                    &*instance.digest,
                    &*instance.round,
                    &*instance.name,
                    conditions_key(conditions),
                ));
            }
        }
        let is_ordered = |cell: &Cell| {
            let instance = &self.work.instances[cell.instance];
            let conditions = &self.work.provenances[cell.entrant].conditions;
            let who = conditions_key(conditions);
            ordered.contains(&(&*instance.digest, &*instance.round, &*instance.name, who))
        };
        // Without a sandbox nothing is run that was found in a folder: all is built anew.
        let same = !orders.unsandboxed && !self.work.wanted.unsandboxed;
        same && programs.iter().all(is_ordered) && has_workers(&board)
    }

    /// Builds, judges what cannot be run, and gives orders for the rest, if there is any.
    pub(super) fn prepare(&self, programs: &[Cell]) -> Result<Option<Orders>> {
        if self.cluster.workers > 0 && !programs.is_empty() {
            self.request(programs.len()).check()?;
        }
        let built = builds::make(&self.work.with_cells(programs), self.notify)?;
        (self.notify)(Event::RunsStarted);
        let is_ready = |cell: &&Cell| matches!(built[cell.entrant].get(), Some(Build::Ready(_)));
        let (ready, broken): (Vec<Cell>, Vec<Cell>) = programs.iter().partition(is_ready);
        local::run_cells(&self.work.with_cells(&broken), &built, self.notify)?;
        if ready.is_empty() || self.work.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let orders = self.orders(&ready, &built);
        let board = orders.board(&self.results);
        let instances = ready.iter().map(|cell| cell.instance);
        board
            .make(orders.instances.len())
            .and_then(|()| self.lay_out(&board, instances))
            .map_err(|error| Error::path("write", &board.path(), &error))?;
        orders.write(&self.results)?;
        Ok(Some(orders))
    }

    fn orders(&self, ready: &[Cell], built: &[OnceLock<Build>]) -> Orders {
        let instances = self.work.instances;
        let facts = self.cluster.facts;
        let mut orders = Orders {
            id: format!("{:016x}", dir::random()),
            executable: judge_digest().to_owned(),
            contest_file: facts.contest_file.clone(),
            contest: facts.contest.clone(),
            unsandboxed: self.work.wanted.unsandboxed,
            patience_ms: self.cluster.patience.as_millis() as u64,
            instances: Vec::new(),
            entrants: Vec::new(),
            cells: Vec::new(),
        };
        let mut hired = vec![None; self.work.entrants.len()];
        let mut last = None;
        for cell in ready {
            let Some(Build::Ready(program)) = built[cell.entrant].get() else {
                continue;
            };
            let entrant = *hired[cell.entrant].get_or_insert_with(|| {
                orders.entrants.push(Hired {
                    provenance: self.work.provenances[cell.entrant].clone(),
                    command: program.command.clone(),
                    paths: program.paths.clone(),
                });
                orders.entrants.len() - 1
            });
            // All cells of an instance stand next to each other.
            if last.replace(cell.instance) != Some(cell.instance) {
                let instance = &instances[cell.instance];
                orders.instances.push(InstanceFacts::new(instance, false));
                orders.cells.push(Vec::new());
            }
            if let Some(entrants) = orders.cells.last_mut() {
                entrants.push(entrant);
            }
        }
        orders
    }

    /// Writes the instances down in the order that the orders have them in.
    fn lay_out(&self, board: &Board, instances: impl Iterator<Item = usize>) -> io::Result<()> {
        let mut instances: Vec<usize> = instances.collect();
        instances.dedup();
        for (number, &instance) in instances.iter().enumerate() {
            let text = self.work.instances[instance].text.as_bytes();
            board.instance(number)?.replace("text", text)?;
        }
        Ok(())
    }

    /// Writes a copy of this very judge for workers to run, whatever becomes of the original meanwhile; gives the script
    /// that starts one. Done anew for every submission: a results folder that somebody else has shaped may hold anything
    /// under the names of files that were written earlier.
    pub(super) fn equip(&self, board: &Board, orders: &Orders) -> io::Result<String> {
        let name = format!("judge-{:016x}", dir::random());
        let mut copy = board.folder()?.create_new(&name, 0o755)?;
        io::copy(&mut std::fs::File::open(MYSELF)?, &mut copy)?;
        copy.flush()?;
        self.results.create_dir(Path::new(CLUSTER).join("logs"))?;
        let (judge, results) = (
            quoted(&board.path().join(name)),
            quoted(self.results.path()),
        );
        let options = self.worker_options(orders);
        Ok(format!(
            "#!/bin/sh\nexec {judge} worker {results}{options}\n"
        ))
    }

    /// How workers isolate programs, what they show to them and how high limits may be: said to each when it is started,
    /// for they must not believe what they find in a folder.
    fn worker_options(&self, orders: &Orders) -> String {
        let Work { wanted, limits, .. } = self.work;
        let flags = [
            ("--unsandboxed", wanted.unsandboxed),
            ("--no-cgroups", wanted.no_cgroups),
            ("--no-scope", wanted.no_scope),
        ];
        let flags = flags.iter().filter(|(_, given)| *given);
        let mut options: String = flags.flat_map(|(flag, _)| [" ", flag]).collect();
        let time = limits.time.max(limits.wall).max(limits.grace);
        let _ = write!(
            options,
            " --most-memory {}B --most-output {}B --most-time {}ms",
            limits.memory,
            limits.output,
            time.as_millis() + 1
        );
        // The orders may have been found in the folder, too: what they want shown must be what the contest shows, or
        // what a language needs here.
        let paths: BTreeSet<_> = orders
            .entrants
            .iter()
            .flat_map(|hired| hired.paths.iter().map(move |path| (path, hired)))
            .filter(|(path, hired)| {
                let tool = hired.command.first().map(Path::new);
                let home = tool.and_then(entrants::tool_home);
                limits.paths.contains(path) || home.as_ref() == Some(*path)
            })
            .map(|(path, _)| path)
            .collect();
        for path in paths {
            options.push_str(" --show ");
            options.push_str(&quoted(path));
        }
        options
    }
}

/// What must be the same for an earlier order to stand for a new one.
fn conditions_key(conditions: &Conditions) -> (&str, bool, [&str; 3], u32) {
    let Conditions {
        team,
        baseline,
        program,
        executable,
        limits,
        again,
        ..
    } = conditions;
    (team, *baseline, [program, executable, limits], *again)
}

/// A path as one word for a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}
