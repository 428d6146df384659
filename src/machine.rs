//! The machine that this is: what it is called, its processor, and how fast that is just now.

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
    /// How long a fixed piece of work took, in microseconds.
    pub calibration_us: u64,
}

impl Machine {
    /// This one; it takes some hundredths of a second to find out.
    pub fn this() -> Self {
        Self {
            node: node(),
            cpu: processor(),
            calibration_us: calibrate().as_micros() as u64,
        }
    }
}

/// What a cluster calls this machine, or what it calls itself.
fn node() -> String {
    std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| {
        let names = rustix::system::uname();
        names.nodename().to_string_lossy().into_owned()
    })
}

/// The model of the processor.
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| {
        let (_, name) = line.strip_prefix("model name")?.split_once(':')?;
        Some(name.trim()).filter(|name| !name.is_empty())
    });
    model.unwrap_or("unknown processor").to_owned()
}

/// SHA-256 of the executable that this is, computed once.
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

/// A chain of steps that no processor can take side by side; the best of three, since everything else only slows.
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
