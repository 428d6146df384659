//! Takes in what workers have committed: the one place where results of a cluster become rows.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::sync::Arc;

use super::board::{Board, done_name};
use super::orders::{Hired, Orders};
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::store::{Facts, InstanceFacts, Judged, Row, Store, TeamFacts};
use crate::verdict::Verdict;

/// The largest result of a run that is read, in bytes.
const LARGEST: u64 = 2 << 30;

/// What has been taken in of some orders.
#[derive(Debug)]
pub(super) struct Intake {
    orders: Orders,
    board: Board,
    /// Per instance, the entrants whose results were taken in.
    taken: Vec<BTreeSet<usize>>,
    /// The cells that have a row.
    rows: HashSet<(String, String, String, bool)>,
    /// Per entrant, whether what it was run under still holds.
    valid: Vec<bool>,
}

fn key(row: &Row) -> (String, String, String, bool) {
    (
        row.round.clone(),
        row.instance.clone(),
        row.team.clone(),
        row.baseline,
    )
}

impl Intake {
    /// `facts` say what holds; `rows` are those so far.
    pub(super) fn new(orders: Orders, board: Board, facts: &Facts, rows: &[Row]) -> Self {
        let holds = |hired: &Hired| {
            let same = |team: &&TeamFacts| team.is(&hired.name, hired.baseline);
            let team = facts.team.iter().find(same);
            team.is_some_and(|team| team.conditions == hired.conditions)
        };
        Self {
            taken: vec![BTreeSet::new(); orders.instances.len()],
            valid: orders.entrants.iter().map(holds).collect(),
            rows: rows.iter().map(key).collect(),
            orders,
            board,
        }
    }

    /// How many cells have not been taken in.
    pub(super) fn left(&self) -> usize {
        let taken: usize = self.taken.iter().map(BTreeSet::len).sum();
        self.orders.count() - taken
    }

    /// Gives every new result that counts to `take`. One that is not what was ordered is nobody's result: the folder
    /// may have been filled by somebody else.
    pub(super) fn each(
        &mut self,
        take: &mut dyn FnMut(Judged, &Dir, usize) -> Result<()>,
    ) -> Result<()> {
        let failed = |error: &io::Error| Error::fault("take in results", error);
        for instance in 0..self.orders.instances.len() {
            if self.taken[instance].len() == self.orders.cells[instance].len() {
                continue;
            }
            let listing = self.board.list(instance).map_err(|error| failed(&error))?;
            let folder = self
                .board
                .instance(instance)
                .map_err(|error| failed(&error))?;
            for entrant in self.orders.cells[instance].clone() {
                if !listing.done.contains(&entrant) || !self.taken[instance].insert(entrant) {
                    continue;
                }
                let parcel = folder.read(done_name(entrant), LARGEST);
                let parcel = parcel.map_err(|error| failed(&error))?;
                // Emptied once it was taken in.
                if parcel.is_empty() {
                    continue;
                }
                let judged = Judged::unpack(&parcel);
                let judged = judged.map_err(|reason| Error::fault("read a result", &reason))?;
                self.refuse_other(&judged.row, instance, entrant)?;
                let counts = self.valid[entrant] && judged.row.verdict != Verdict::Interrupted;
                if counts && self.rows.insert(key(&judged.row)) {
                    take(judged, &folder, entrant)?;
                }
            }
        }
        Ok(())
    }

    fn refuse_other(&self, row: &Row, instance: usize, entrant: usize) -> Result<()> {
        let InstanceFacts {
            round,
            name,
            digest,
            ..
        } = &self.orders.instances[instance];
        let hired = &self.orders.entrants[entrant];
        let ordered = (round, name, digest, &hired.name, hired.baseline);
        if ordered
            == (
                &row.round,
                &row.instance,
                &row.digest,
                &row.team,
                row.baseline,
            )
        {
            return Ok(());
        }
        Err(Error::user(format!(
            "{}: cells/{instance}/{entrant}.done holds the result of another run than {} on {name}",
            self.board.path().display(),
            hired.name,
        ))
        .with_help("the folder was changed by hand or by another program: do not trust it"))
    }

    /// Makes rows of what is new.
    pub(super) fn take(&mut self, store: &Store, notify: &dyn Fn(&Row)) -> Result<()> {
        self.each(&mut |judged, folder, entrant| {
            store.record(&judged)?;
            notify(&judged.row);
            // It stays in its place, so that no ghost can put another there.
            folder
                .replace(done_name(entrant), b"")
                .map_err(|error| Error::fault("take in results", &error))
        })
    }
}

/// Takes in what workers have left since the last time, where nobody else is at it.
pub fn take_in(results: &Arc<Dir>, facts: &Facts) -> Result<()> {
    let Some(orders) = Orders::read(results)? else {
        return Ok(());
    };
    let board = orders.board(results);
    if board.is_gone() {
        return Ok(());
    }
    // Whoever has the folder open takes them in.
    let Ok((store, rows)) = Store::open(results.path(), false, |_| true) else {
        return Ok(());
    };
    Intake::new(orders, board, facts, &rows).take(&store, &|_| {})
}

/// Results of workers that have not been taken in yet, without writing anything.
pub fn waiting(results: &Arc<Dir>, facts: &Facts, rows: &[Row]) -> Result<Vec<Judged>> {
    let Some(orders) = Orders::read(results)? else {
        return Ok(Vec::new());
    };
    let board = orders.board_to_look_at(results);
    if board.is_gone() {
        return Ok(Vec::new());
    }
    let mut waiting = Vec::new();
    Intake::new(orders, board, facts, rows).each(&mut |judged, _, _| {
        waiting.push(judged);
        Ok(())
    })?;
    Ok(waiting)
}
