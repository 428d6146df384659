//! What several integration tests share.

pub(crate) mod exhaustive;
pub(crate) mod grids;
