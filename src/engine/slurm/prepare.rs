//! Gives the orders of a fan-out: everything built, everything written down, before any worker starts.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::{CLUSTER, FanOut, has_workers};
use crate::dir;
use crate::engine::board::Board;
use crate::engine::orders::{Hired, Orders};
use crate::engine::{Event, builds, local};
use crate::entrants::{Build, MYSELF};
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
        let unsandboxed = self.work.wanted.unsandboxed;
        let same = orders.unsandboxed == unsandboxed;
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
            .and_then(|()| self.equip(&board, &orders))
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

    /// Workers run a copy of this very judge, whatever becomes of the original meanwhile.
    fn equip(&self, board: &Board, orders: &Orders) -> io::Result<()> {
        let folder = board.folder()?;
        let mut copy = folder.create_new("judge", 0o755)?;
        io::copy(&mut std::fs::File::open(MYSELF)?, &mut copy)?;
        copy.flush()?;
        let (judge, results) = (
            quoted(&board.path().join("judge")),
            quoted(self.results.path()),
        );
        let options = self.worker_options(orders);
        let script = format!("#!/bin/sh\nexec {judge} worker {results}{options}\n");
        folder.replace_with_mode(Path::new("worker.sh"), script.as_bytes(), 0o755)?;
        self.results.create_dir(Path::new(CLUSTER).join("logs"))?;
        Ok(())
    }

    /// How workers isolate programs, and what they show to them: said to each when it is started, for they must not
    /// believe what they find in a folder.
    fn worker_options(&self, orders: &Orders) -> String {
        let wanted = self.work.wanted;
        let flags = [
            ("--unsandboxed", wanted.unsandboxed),
            ("--no-cgroups", wanted.no_cgroups),
            ("--no-scope", wanted.no_scope),
        ];
        let flags = flags.iter().filter(|(_, given)| *given);
        let mut options: String = flags.flat_map(|(flag, _)| [" ", flag]).collect();
        let paths: BTreeSet<_> = orders
            .entrants
            .iter()
            .flat_map(|hired| &hired.paths)
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
