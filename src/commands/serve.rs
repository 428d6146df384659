//! `judge serve`: the contest as a site.

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};

use super::signals::{self, STOPPED};
use crate::cli::{Engine, Serve};
use crate::contest::Contest;
use crate::engine::physical_cores;
use crate::engine::slurm::Cluster;
use crate::error::{Error, Result};
use crate::results::Here;
use crate::session::Options;
use crate::site::data::DataDir;
use crate::site::database::Database;
use crate::site::judging::{self, Served};
use crate::site::supervisor::Supervisor;
use crate::site::{overview, registration};
use crate::terminal::{self, say, warn};
use crate::{sandbox, site};

pub(super) fn serve(arguments: &Serve) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    let served = contests(arguments)?;
    if arguments.check {
        let isolation = sandbox::prepare(arguments.isolation.wanted())?;
        terminal::print(&overview::overview(
            &served,
            isolation,
            &url(arguments, arguments.listen),
        ))?;
        return Ok(0);
    }
    let isolation = sandbox::prepare(arguments.isolation.wanted())?;
    if !isolation.is_sandboxed() {
        warn("warning: programs run without isolation: they can read and change whatever you can");
    }
    let here = Here::new(isolation);
    let data = DataDir::open(&arguments.data.data)?;
    let mut database = Database::open(data.path())?;
    let listener = TcpListener::bind(arguments.listen).map_err(|error| {
        let error = Error::user(format!("failed to listen on {}: {error}", arguments.listen));
        error.with_help("choose another address with --listen")
    })?;
    // With port 0 the kernel chooses one.
    let address = listener.local_addr();
    let address = address.map_err(|error| Error::fault("read the address of the site", &error))?;
    let url = url(arguments, address);
    enter(&mut database, &served)?;
    database.set_setting(registration::URL, &url)?;
    for line in registration::invitations(&mut database, &served)? {
        say(&line);
    }
    say(&format!("the site is at {url}; stop it with Ctrl-C"));
    let interrupt = signals::watch()?;
    let supervisor = Supervisor::new(listener, data.path().to_owned(), url);
    let ended = AtomicBool::new(false);
    let judged = std::thread::scope(|scope| {
        scope.spawn(|| supervisor.supervise(&ended));
        let judged = judging::judge(&data, &served, &here, &interrupt);
        ended.store(true, Ordering::Relaxed);
        judged
    });
    judged?;
    say("stopped; the same command goes on where it stopped");
    Ok(STOPPED)
}

/// Returns the address of the site as people type it.
fn url(arguments: &Serve, listen: SocketAddr) -> String {
    let url = arguments.url.clone();
    let url = url.unwrap_or_else(|| format!("http://{listen}"));
    url.trim_end_matches('/').to_owned()
}

/// Reads the contest files, and fails if two have the same name.
fn contests(arguments: &Serve) -> Result<Vec<Served>> {
    let mut served: Vec<Served> = Vec::new();
    for path in &arguments.contests {
        let contest = Contest::read(path)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = site::address_of(&stem);
        if served.iter().any(|other| other.name == name) {
            let error = Error::user(format!("two contests would be served as `{name}`"));
            return Err(error.with_help("rename one of the files"));
        }
        let options = Options {
            folder: arguments.data.data.join(site::data::RESULTS).join(&name),
            fresh: false,
            again: Vec::new(),
            wanted: arguments.isolation.wanted(),
            jobs: Some(jobs(arguments, &contest)),
            cluster: (arguments.engine == Engine::Slurm).then(|| Cluster {
                workers: arguments.workers.map_or(10, usize::from),
                partition: arguments.partition.clone(),
                arguments: Vec::new(),
                detach: false,
                patience: std::time::Duration::from_secs(60),
            }),
        };
        served.push(Served {
            name,
            contest,
            options,
        });
    }
    Ok(served)
}

/// Returns the number of concurrent runs. One core is left to the site, so that it does not disturb the runs.
fn jobs(arguments: &Serve, contest: &Contest) -> usize {
    let free = physical_cores().len().saturating_sub(1) / contest.limits.cores;
    arguments.jobs.map_or(free.max(1), usize::from)
}

fn enter(database: &mut Database, served: &[Served]) -> Result<()> {
    database.leave_contests()?;
    for (position, contest) in served.iter().enumerate() {
        database.enter_contest(&contest.name, position, &contest.contest)?;
    }
    Ok(())
}
