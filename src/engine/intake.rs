//! Takes in what workers have committed: the one place where results of a cluster become rows.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::sync::Arc;

use super::board::{Board, done_name};
use super::orders::{Hired, Orders};
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::store::{Facts, InstanceFacts, Judged, Provenance, Row, RunId, Store};
use crate::verdict::Verdict;

/// The largest result of a run that is read, in bytes.
const LARGEST: u64 = 2 << 30;

/// So many bytes of results are held in memory before they become rows.
const MOST_AT_ONCE: usize = 64 << 20;

/// What has been taken in of some orders.
#[derive(Debug)]
pub(super) struct Intake {
    orders: Orders,
    board: Board,
    /// Per instance, the entrants whose results were taken in.
    taken: Vec<BTreeSet<usize>>,
    /// The runs that have a final row.
    settled: HashSet<RunId>,
    /// Per entrant, whether what it was run under still holds.
    valid: Vec<bool>,
}

/// A result of a worker, with what it rests on.
#[derive(Debug)]
pub struct Handed {
    pub judged: Judged,
    pub provenance: Provenance,
    /// Where it lies: the instance and the entrant.
    place: (usize, usize),
}

impl Intake {
    /// `facts` say what holds; `rows` are those so far.
    pub(super) fn new(orders: Orders, board: Board, facts: &Facts, rows: &[Row]) -> Self {
        let holds = |hired: &Hired| {
            let now = facts.conditions(hired.name(), hired.is_baseline());
            now.is_some_and(|now| hired.provenance.conditions.hold_under(now))
        };
        let validity = facts.validity();
        let settled = rows
            .iter()
            .filter(|row| row.verdict.is_final() && validity.holds(row));
        Self {
            taken: vec![BTreeSet::new(); orders.instances.len()],
            valid: orders.entrants.iter().map(holds).collect(),
            settled: settled.map(Row::id).collect(),
            orders,
            board,
        }
    }

    /// How many cells have not been taken in.
    pub(super) fn left(&self) -> usize {
        let taken: usize = self.taken.iter().map(BTreeSet::len).sum();
        self.orders.count() - taken
    }

    /// All new results that count. One that is not what was ordered is nobody's result: the folder may have been filled
    /// by somebody else.
    pub(super) fn new_results(&mut self) -> Result<Vec<Handed>> {
        let failed = |error: &io::Error| Error::fault("take in results", error);
        let mut found = Vec::new();
        let mut size = 0;
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
                size += parcel.len();
                let unpacked = Judged::unpack(&parcel);
                let (judged, provenance) =
                    unpacked.map_err(|reason| Error::fault("read a result", &reason))?;
                let handed = Handed {
                    judged,
                    provenance,
                    place: (instance, entrant),
                };
                self.refuse_other(&handed)?;
                let row = &handed.judged.row;
                let counts = self.valid[entrant] && row.verdict != Verdict::Interrupted;
                if counts && self.settled.insert(row.id()) {
                    found.push(handed);
                }
                if size > MOST_AT_ONCE {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    fn refuse_other(&self, handed: &Handed) -> Result<()> {
        let (instance, entrant) = handed.place;
        let InstanceFacts {
            round,
            name,
            digest,
            ..
        } = &self.orders.instances[instance];
        let hired = &self.orders.entrants[entrant];
        let row = &handed.judged.row;
        let ordered = (
            &**round,
            &**name,
            &**digest,
            hired.name(),
            hired.is_baseline(),
        );
        let found = (
            &*row.round,
            &*row.instance,
            &*row.digest,
            &*row.team,
            row.baseline,
        );
        let rests_on_order = handed.provenance.is_of_worker_for(&hired.provenance);
        if ordered == found && rests_on_order {
            return Ok(());
        }
        Err(Error::user(format!(
            "{}: cells/{instance}/{entrant}.done holds the result of another run than {} on {name}",
            self.board.path().display(),
            hired.name(),
        ))
        .with_help("the folder was changed by hand or by another program: do not trust it"))
    }

    /// Makes rows of what is new.
    pub(super) fn take(
        &mut self,
        store: &Store,
        facts: &mut Facts,
        notify: &dyn Fn(&Row),
    ) -> Result<()> {
        let failed = |error: io::Error| Error::fault("take in results", &error);
        loop {
            let new = self.new_results()?;
            if new.is_empty() {
                return Ok(());
            }
            if facts.add_provenances(new.iter().map(|handed| &handed.provenance)) {
                store.write_facts(facts)?;
            }
            let places: Vec<_> = new.iter().map(|handed| handed.place).collect();
            let judged: Vec<Judged> = new.into_iter().map(|handed| handed.judged).collect();
            store.record(&judged)?;
            for ((instance, entrant), judged) in places.into_iter().zip(&judged) {
                notify(&judged.row);
                // It stays in its place, so that no ghost can put another there.
                let folder = self.board.instance(instance).map_err(failed)?;
                folder.replace(done_name(entrant), b"").map_err(failed)?;
            }
        }
    }
}

/// Takes in what workers have left since the last time, where nobody else is at it.
pub fn take_in(results: &Arc<Dir>, facts: &mut Facts) -> Result<()> {
    let Some(orders) = Orders::read(results)? else {
        return Ok(());
    };
    let board = orders.board(results);
    if board.is_gone() {
        return Ok(());
    }
    // Whoever has the folder open takes them in.
    let Ok((store, rows)) = Store::open(results.path(), false, 0) else {
        return Ok(());
    };
    let rows: Vec<Row> = rows.into_iter().map(|(row, _)| row).collect();
    Intake::new(orders, board, facts, &rows).take(&store, facts, &|_| {})
}

/// Results of workers that have not been taken in yet, without writing anything.
pub fn waiting(results: &Arc<Dir>, facts: &Facts, rows: &[Row]) -> Result<Vec<Handed>> {
    let Some(orders) = Orders::read(results)? else {
        return Ok(Vec::new());
    };
    let board = orders.board_to_look_at(results);
    if board.is_gone() {
        return Ok(Vec::new());
    }
    let mut intake = Intake::new(orders, board, facts, rows);
    let mut waiting = Vec::new();
    loop {
        let more = intake.new_results()?;
        if more.is_empty() {
            return Ok(waiting);
        }
        waiting.extend(more);
    }
}
