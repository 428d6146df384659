//! Where each cell ran: beside the results, since the columns of these are fixed.

use serde::{Deserialize, Serialize};

use super::Row;
use crate::machine::Machine;

pub(super) const COLUMNS: &str = "round,instance,team,baseline,node,cpu,calibration_us\n";

/// One row of `machines.csv`. Of several rows of one cell the last one holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts {
    pub round: String,
    pub instance: String,
    pub team: String,
    pub baseline: bool,
    pub node: String,
    pub cpu: String,
    pub calibration_us: u64,
}

impl Whereabouts {
    pub(super) fn new(row: &Row, machine: &Machine) -> Self {
        // A row never holds a line break.
        let plain = |text: &str| text.replace(char::is_control, " ");
        Self {
            round: row.round.clone(),
            instance: row.instance.clone(),
            team: row.team.clone(),
            baseline: row.baseline,
            node: plain(&machine.node),
            cpu: plain(&machine.cpu),
            calibration_us: machine.calibration_us,
        }
    }
}
