//! Starter programs for students, one per language.

use crate::Starter;
use crate::starter::starters;

pub(super) static ALL: &[Starter] = starters!();
