//! Takes in what workers have committed: the one place where results of a cluster become rows.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use super::board::Board;
use super::orders::Orders;
use crate::error::{Error, Result};
use crate::store::{Facts, Judged, Row, Store, TeamFacts, read_facts};
use crate::verdict::Verdict;

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

impl Intake {
    /// `facts` say what holds; the store has the rows so far.
    pub(super) fn new(orders: Orders, facts: &Facts, store: &Store) -> Result<Self> {
        let board = orders.board(store.folder());
        let taken = vec![BTreeSet::new(); orders.instances.len()];
        let key = |row: Row| (row.round, row.instance, row.team, row.baseline);
        let rows = store.rows()?.into_iter().map(key).collect();
        let holds = |hired: &super::orders::Hired| {
            let same = |team: &&TeamFacts| team.is(&hired.name, hired.baseline);
            let team = facts.team.iter().find(same);
            team.is_some_and(|team| team.conditions == hired.conditions)
        };
        let valid = orders.entrants.iter().map(holds).collect();
        Ok(Self {
            orders,
            board,
            taken,
            rows,
            valid,
        })
    }

    /// How many cells have not been taken in.
    pub(super) fn left(&self) -> usize {
        let taken: usize = self.taken.iter().map(BTreeSet::len).sum();
        self.orders.count() - taken
    }

    /// Takes in what is new.
    pub(super) fn take(&mut self, store: &Store, notify: &dyn Fn(&Row)) -> Result<()> {
        let failed = |error: &io::Error| Error::fault("take in results", error);
        for instance in 0..self.orders.instances.len() {
            if self.taken[instance].len() == self.orders.cells[instance].len() {
                continue;
            }
            let listing = self.board.list(instance).map_err(|error| failed(&error))?;
            for entrant in self.orders.cells[instance].clone() {
                if listing.done.contains(&entrant) && self.taken[instance].insert(entrant) {
                    let path = self.board.done_path(instance, entrant);
                    let parcel = fs::read(&path).map_err(|error| failed(&error))?;
                    if !parcel.is_empty() {
                        self.open(entrant, &parcel, store, notify)?;
                        forget(&path).map_err(|error| failed(&error))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a row of a result, unless there is one, or it does not count any more.
    fn open(
        &mut self,
        entrant: usize,
        parcel: &[u8],
        store: &Store,
        notify: &dyn Fn(&Row),
    ) -> Result<()> {
        let judged = Judged::unpack(parcel);
        let judged = judged.map_err(|reason| Error::fault("read a result", &reason))?;
        let row = &judged.row;
        let key = (
            row.round.clone(),
            row.instance.clone(),
            row.team.clone(),
            row.baseline,
        );
        let counts = self.valid[entrant] && row.verdict != Verdict::Interrupted;
        if counts && self.rows.insert(key) {
            store.record(&judged)?;
            notify(row);
        }
        Ok(())
    }
}

/// Empties a result that was taken in. It stays in its place, so that no ghost can put another there.
fn forget(done: &Path) -> io::Result<()> {
    let empty = done.with_extension("taken");
    fs::File::create(&empty)?;
    fs::rename(&empty, done)
}

/// Takes in what workers have left since the last time, where nobody else is at it.
pub fn take_in(results: &Path) -> Result<()> {
    let (Some(orders), Some(facts)) = (Orders::read(results)?, read_facts(results)?) else {
        return Ok(());
    };
    if orders.board(results).is_gone() {
        return Ok(());
    }
    // Whoever has the folder open takes them in.
    let Ok((store, _)) = Store::open(results, false, |_| true) else {
        return Ok(());
    };
    Intake::new(orders, &facts, &store)?.take(&store, &|_| {})
}
