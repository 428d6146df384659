//! The bundled algorithms, one a file.

use super::SortingRobot;
use crate::Solver;

pub(super) static ALL: &[Solver<SortingRobot>] = &[];
