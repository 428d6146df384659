//! Describes this machine: its name, its processor, and the processor's current speed.

use std::fs;
use std::hint::black_box;
use std::io::Read;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::digest::hex;

/// A machine on which programs ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    pub node: String,
    /// The processor's model.
    pub cpu: String,
    /// The duration of a fixed computation, in microseconds.
    pub calibration_us: u64,
}

impl Machine {
    /// Describes this machine. Takes some hundredths of a second.
    pub fn this() -> Self {
        Self {
            node: node(),
            cpu: processor(),
            calibration_us: calibrate().as_micros() as u64,
        }
    }
}

/// Returns the name of this machine in a Slurm cluster, or its host name.
fn node() -> String {
    std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| {
        let names = rustix::system::uname();
        names.nodename().to_string_lossy().into_owned()
    })
}

/// Returns the model of the processor.
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| {
        let (_, name) = line.strip_prefix("model name")?.split_once(':')?;
        Some(name.trim()).filter(|name| !name.is_empty())
    });
    model.unwrap_or("unknown processor").to_owned()
}

/// Returns the SHA-256 of this executable, computed once.
pub fn judge_digest() -> &'static str {
    static DIGEST: OnceLock<String> = OnceLock::new();
    DIGEST.get_or_init(|| {
        let mut hash = Sha256::new();
        let read = fs::File::open("/proc/self/exe").and_then(|mut file| {
            let mut buffer = vec![0; 1 << 16];
            loop {
                match file.read(&mut buffer)? {
                    0 => return Ok(()),
                    length => hash.update(&buffer[..length]),
                }
            }
        });
        match read {
            Ok(()) => hex(&hash.finalize()),
            Err(_) => "unknown".to_owned(),
        }
    })
}

/// Times a chain of dependent operations. Returns the best of three, because disturbances only make it slower.
fn calibrate() -> Duration {
    const STEPS: u32 = 2_000_000;
    let once = || {
        let started = Instant::now();
        let mut state = black_box(0x9e37_79b9_7f4a_7c15_u64);
        for _ in 0..STEPS {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
        }
        black_box(state);
        started.elapsed()
    };
    once().min(once()).min(once())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_name_and_a_speed() {
        let machine = Machine::this();
        assert!(!machine.node.is_empty() && !machine.cpu.is_empty());
        assert!(machine.calibration_us > 0);
    }
}
