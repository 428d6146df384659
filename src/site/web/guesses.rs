//! Limits wrong tokens and class codes from one address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::failure::Failure;
use crate::locale::Text;

/// So many wrong attempts are allowed in a period.
const ALLOWED: u32 = 30;
const PERIOD: Duration = Duration::from_secs(600);

/// With more addresses than this, the oldest attempts are forgotten.
const ADDRESSES: usize = 100_000;

/// The wrong attempts of the last minutes, by address.
#[derive(Debug, Default)]
pub(super) struct Guesses(Mutex<BTreeMap<IpAddr, (Instant, u32)>>);

impl Guesses {
    /// Fails if the address has made too many wrong attempts.
    pub(super) fn check(&self, address: IpAddr) -> Result<(), Failure> {
        let guesses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match guesses.get(&address) {
            Some((since, count)) if *count >= ALLOWED && since.elapsed() < PERIOD => {
                let wait = PERIOD.saturating_sub(since.elapsed());
                Err(Failure::too_many(
                    Text::message("site-failure-guesses"),
                    wait,
                ))
            }
            _ => Ok(()),
        }
    }

    /// Records a wrong attempt.
    pub(super) fn wrong(&self, address: IpAddr) {
        let mut guesses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if guesses.len() >= ADDRESSES {
            guesses.retain(|_, (since, _)| since.elapsed() < PERIOD);
            if guesses.len() >= ADDRESSES {
                guesses.clear();
            }
        }
        let entry = guesses.entry(address).or_insert((Instant::now(), 0));
        if entry.0.elapsed() >= PERIOD {
            *entry = (Instant::now(), 0);
        }
        entry.1 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_that_guesses_is_refused() {
        let guesses = Guesses::default();
        let [bad, good] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        for _ in 0..ALLOWED {
            guesses.check(bad).unwrap();
            guesses.wrong(bad);
        }
        assert!(guesses.check(bad).is_err());
        guesses.check(good).unwrap();
    }
}
