//! Small working programs for students to start from, one a language.

use crate::Starter;
use crate::starter::starters;

pub(super) static ALL: &[Starter] = starters!();
