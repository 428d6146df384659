//! `judge worker`: executes runs of a results folder together with other workers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::SIGCONT;

use super::signals::{self, STOPPED};
use crate::cli::Worker;
use crate::engine::worker::{self, Ceilings, Signals, WorkerExit, WorkerOptions};
use crate::error::{Error, Result};
use crate::results_dir::ResultsDir;
use crate::terminal::say;

pub(super) fn worker(arguments: &Worker) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    let path = std::path::absolute(&arguments.results)
        .map_err(|error| Error::path("find", &arguments.results, &error))?;
    let results = ResultsDir::open(&path)?;
    let options = WorkerOptions {
        wanted: arguments.isolation.wanted(),
        shown: arguments.show.clone(),
        ceilings: ceilings(arguments),
    };
    let interrupt = signals::watch()?;
    let resumed = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGCONT, Arc::clone(&resumed))
        .map_err(|error| Error::fault("watch for signals", &error))?;
    let watched = Signals {
        interrupt: &interrupt,
        resumed: &resumed,
    };
    Ok(match worker::work(results.dir(), &options, &watched)? {
        WorkerExit::Done => {
            say("nothing is left to do");
            0
        }
        WorkerExit::OutOfTime => {
            say("too little time is left for another run");
            0
        }
        WorkerExit::Stopped => {
            say("stopped; unfinished runs are left to other workers");
            STOPPED
        }
    })
}

fn ceilings(arguments: &Worker) -> Ceilings {
    let usual = Ceilings::of_this_machine();
    Ceilings {
        memory: arguments.most_memory.unwrap_or(usual.memory),
        output: arguments.most_output.unwrap_or(usual.output),
        time: arguments.most_time.unwrap_or(usual.time),
    }
}
