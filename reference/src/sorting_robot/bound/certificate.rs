//! Writes proofs of bounds in the format of `judge help proofs`.

mod envelope;
mod prices;
mod text;

pub(super) use self::text::{of_edges, of_prices, of_rounds};
