//! The proven bound of each instance: computed once, and shared among the workers of a cluster.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use reference::Budget;

use super::claims::Claims;
use crate::instances::Instance;
use crate::store::Row;

/// The time that a bound may take, per instance.
pub const BOUND_TIME: Duration = Duration::from_secs(5);

/// Per instance; known ones are not computed again.
#[derive(Debug)]
pub struct Bounds<'a> {
    known: Vec<OnceLock<i64>>,
    /// Where other workers leave theirs.
    shared: Option<&'a Claims>,
}

impl<'a> Bounds<'a> {
    pub fn new(known: impl IntoIterator<Item = Option<i64>>) -> Self {
        let cell = |bound: Option<i64>| bound.map_or_else(OnceLock::new, OnceLock::from);
        Self {
            known: known.into_iter().map(cell).collect(),
            shared: None,
        }
    }

    /// Those that earlier rows tell.
    pub fn of_rows(instances: &[Instance], rows: &[Row]) -> Self {
        let known: HashMap<&str, i64> = rows
            .iter()
            .filter_map(|row| Some((row.digest.as_str(), row.bound?)))
            .collect();
        let bound = |instance: &Instance| known.get(instance.digest.as_str()).copied();
        Self::new(instances.iter().map(bound))
    }

    pub(super) fn shared_through(self, claims: &'a Claims) -> Self {
        Self {
            shared: Some(claims),
            ..self
        }
    }

    /// What is known without computing anything.
    pub(super) fn known(&self, number: usize) -> Option<i64> {
        self.known[number].get().copied()
    }

    /// The bound of an instance; `value` is what an answer has reached.
    pub(super) fn of(&self, number: usize, instance: &Instance, value: Option<i64>) -> i64 {
        let compute = || {
            let budget = Budget::unlimited().with_time(BOUND_TIME);
            instance.case.bound(&budget, value).value
        };
        *self.known[number].get_or_init(|| match self.shared {
            None => compute(),
            // Whoever is first tells all: rows of one instance must not differ in their bound.
            Some(claims) => claims
                .bound(number)
                .unwrap_or_else(|| claims.publish_bound(number, compute())),
        })
    }
}
