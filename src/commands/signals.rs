//! Signals that ask the judge to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::error::{Error, Result};
use crate::problems::workshop;

/// The exit code of a command that the user stopped.
pub(super) const STOPPED: u8 = 130;

/// Returns a flag that is set when the user or the system asks the judge to stop. A second signal ends it at once.
pub(super) fn watch() -> Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let code = i32::from(STOPPED);
        signal_hook::flag::register_conditional_shutdown(signal, code, Arc::clone(&interrupt))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&interrupt)))
            .map_err(|error| failed(&error))?;
    }
    workshop::set_interrupt(&interrupt);
    Ok(interrupt)
}

/// Returns a flag that is set when the user or the system asks the judge to stop. No signal ends it at once, because the
/// terminal has to be restored.
pub(super) fn flag() -> Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&interrupt))
            .map_err(|error| failed(&error))?;
    }
    Ok(interrupt)
}

fn failed(error: &std::io::Error) -> Error {
    Error::fault("watch for signals", error)
}
