//! What a worker writes to the coordination folder: claims, results, heartbeats.
//!
//! Runs are executed at least once and counted once. A claim is never revoked: if its worker is dead, another worker
//! claims the run with the next number, which only one can do. If the first worker turns out to be alive, both execute
//! the run, and the first to commit its result wins.

use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;

use super::coordination::{Coordination, claim_name, done_name};
use crate::dir::{self, Dir};
use crate::machine::Machine;

/// The claims of one worker.
#[derive(Debug)]
pub struct Claims {
    coordination: Coordination,
    me: String,
    cpu: String,
    /// A random number, so that workers search for work in different orders.
    salt: u64,
}

/// The result of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    First,
    /// Another worker was faster; this result is dropped.
    Late,
}

impl Claims {
    /// Registers a worker.
    pub fn join(coordination: Coordination, machine: &Machine) -> io::Result<Self> {
        let salt = dir::random();
        let node = machine
            .node
            .replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "-");
        let me = format!("{node}-{}-{salt:016x}", std::process::id());
        let mut file = coordination.workers_folder()?.create_new(&me, 0o666)?;
        file.write_all(&serde_json::to_vec(machine)?)?;
        file.sync_all()?;
        Ok(Self {
            coordination,
            me,
            cpu: machine.cpu.clone(),
            salt,
        })
    }

    pub(crate) fn coordination(&self) -> &Coordination {
        &self.coordination
    }

    pub(crate) fn cpu(&self) -> &str {
        &self.cpu
    }

    pub(crate) fn salt(&self) -> u64 {
        self.salt
    }

    /// Sends a heartbeat, which is valid for all claims of this worker.
    pub fn beat(&self) -> io::Result<()> {
        self.coordination.workers_folder()?.touch(&self.me)
    }

    /// Signs off: what this worker has claimed and not committed can be claimed by others at once.
    pub fn leave(&self) {
        if let Ok(workers) = self.coordination.workers_folder() {
            let _ = workers.remove_file(&self.me);
        }
    }

    /// Claims a run for the n-th time; returns whether the claim succeeded.
    pub fn claim(&self, instance: usize, entrant: usize, turn: u32) -> io::Result<bool> {
        let folder = self.coordination.instance(instance)?;
        link_first(&self.me, &folder, &claim_name(entrant, turn)).map(|owner| owner == self.me)
    }

    /// Proposes this CPU model for an instance; returns the model that was agreed on.
    pub(crate) fn agree_on_model(&self, instance: usize) -> io::Result<String> {
        link_first(&self.cpu, &self.coordination.instance(instance)?, "model")
    }

    /// Commits a run record: written to disk first, then linked to its name; only the first commit counts.
    pub fn commit(&self, instance: usize, entrant: usize, record: &[u8]) -> io::Result<Commit> {
        let folder = self.coordination.instance(instance)?;
        let draft = format!("draft.{}.{entrant}", self.me);
        let done = done_name(entrant);
        // A draft of an earlier, interrupted commit.
        folder.remove_file(&draft)?;
        let mut file = folder.create_new(&draft, 0o666)?;
        file.write_all(record)?;
        file.sync_all()?;
        let named = match folder.link(&draft, &done) {
            Ok(()) => Ok(Commit::First),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // If the reply of the file server was lost, the client asks again and then finds our own file.
                let ours = folder.stat(&done)?.st_ino == file.metadata()?.ino();
                Ok(if ours { Commit::First } else { Commit::Late })
            }
            Err(error) => Err(error),
        };
        let _ = folder.remove_file(&draft);
        named
    }
}

/// Creates a link with this text, unless it exists; returns the text of the link.
fn link_first(text: &str, folder: &Dir, link: &str) -> io::Result<String> {
    match folder.symlink(text, link) {
        Ok(()) => Ok(text.to_owned()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Ok(folder.read_link(link)?.to_string_lossy().into_owned())
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::coordination::Clock;
    use super::*;

    fn coordination(folder: &tempfile::TempDir, patience: Duration) -> Coordination {
        let results = std::sync::Arc::new(Dir::open(folder.path()).unwrap());
        let coordination = Coordination::new(results, "id".into(), patience, Clock::Server);
        coordination.make(1).unwrap();
        coordination
    }

    fn machine() -> Machine {
        Machine {
            node: "here".to_owned(),
            cpu: "any".to_owned(),
            calibration_us: 1,
        }
    }

    #[test]
    fn one_of_many_concurrent_claims_succeeds() {
        let folder = tempfile::tempdir().unwrap();
        let coordination = coordination(&folder, Duration::from_secs(60));
        let workers: Vec<Claims> = (0..8)
            .map(|_| Claims::join(coordination.clone(), &machine()).unwrap())
            .collect();
        for run in 0..50 {
            let won = std::thread::scope(|scope| {
                let tries: Vec<_> = workers
                    .iter()
                    .map(|worker| scope.spawn(move || worker.claim(0, run, 0).unwrap()))
                    .collect();
                let won = tries.into_iter().map(|t| usize::from(t.join().unwrap()));
                won.sum::<usize>()
            });
            assert_eq!(won, 1);
        }
    }

    #[test]
    fn the_first_commit_counts_and_a_later_one_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let coordination = coordination(&folder, Duration::ZERO);
        let slow = Claims::join(coordination.clone(), &machine()).unwrap();
        assert!(slow.claim(0, 3, 0).unwrap());
        std::thread::sleep(Duration::from_millis(20));
        assert!(!coordination.is_alive(&coordination.owner(0, 3, 0).unwrap()));
        let other = Claims::join(coordination.clone(), &machine()).unwrap();
        assert!(other.claim(0, 3, 1).unwrap());
        assert_eq!(other.commit(0, 3, b"other").unwrap(), Commit::First);
        assert_eq!(slow.commit(0, 3, b"slow").unwrap(), Commit::Late);
        let runs = coordination.instance(0).unwrap();
        assert_eq!(runs.read("3.done", 99).unwrap(), b"other");
        let listing = coordination.list(0).unwrap();
        assert_eq!(listing.claimed[&3], 1);
        assert!(listing.done.contains(&3));
        assert_eq!(runs.entries().unwrap().len(), 3);
    }

    #[test]
    fn a_worker_is_alive_until_it_signs_off_or_its_heartbeat_expires() {
        let folder = tempfile::tempdir().unwrap();
        let coordination = coordination(&folder, Duration::from_secs(3600));
        let one = Claims::join(coordination.clone(), &machine()).unwrap();
        assert!(coordination.is_alive(&one.me));
        // An hour and a half without a heartbeat.
        let last_beat = std::time::SystemTime::now() - Duration::from_secs(5400);
        let workers = coordination.workers_folder().unwrap();
        let file = workers.file(&one.me).unwrap();
        file.set_modified(last_beat).unwrap();
        assert!(!coordination.is_alive(&one.me));
        one.beat().unwrap();
        assert!(coordination.is_alive(&one.me));
        assert_eq!(coordination.workers().len(), 1);
        one.leave();
        assert!(!coordination.is_alive(&one.me));
        assert!(coordination.workers().is_empty());
        assert!(one.beat().is_err());
    }
}
