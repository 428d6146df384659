//! The limits of one run.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What a program may use, per instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// CPU time of the whole process tree.
    pub time: Duration,
    pub wall: Duration,
    pub memory: u64,
    pub output: u64,
    pub processes: u64,
    pub cores: usize,
    /// Whether the last answer before the time limit counts.
    pub anytime: bool,
    /// Time between SIGTERM and SIGKILL.
    pub grace: Duration,
    /// What programs may see of the host, read-only, beyond the system's own folders.
    pub paths: Vec<PathBuf>,
}

impl Default for Limits {
    fn default() -> Self {
        let time = Duration::from_secs(10);
        Self {
            time,
            wall: default_wall(time),
            memory: 512 << 20,
            output: 64 << 20,
            processes: 64,
            cores: 1,
            anytime: false,
            grace: Duration::from_millis(200),
            paths: Vec::new(),
        }
    }
}

/// All limits in a line, as results folders keep them.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            time,
            wall,
            memory,
            output,
            processes,
            cores,
            anytime,
            grace,
            paths,
        } = self;
        let ms = |duration: &Duration| duration.as_millis();
        write!(
            f,
            "time {} ms, wall {} ms, memory {memory} B, output {output} B, processes {processes}, cores {cores}, \
             anytime {anytime}, grace {} ms, paths {paths:?}",
            ms(time),
            ms(wall),
            ms(grace)
        )
    }
}

/// The wall limit of a contest that sets only the CPU limit.
pub fn default_wall(time: Duration) -> Duration {
    time.mul_f64(1.5) + Duration::from_secs(1)
}
