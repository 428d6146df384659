//! What a worker writes on the board: claims, results, signs of life.
//!
//! Cells are run at least once and counted once. A claim is never taken away: where its worker is dead, the next one
//! claims the cell with the next number, and only one can. Should the dead worker turn out to be alive, both run the
//! cell, and the first to commit has settled it.

use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;

use super::board::{Board, claim_name, done_name};
use crate::dir::{self, Dir};
use crate::machine::Machine;

/// One worker's hand in the game.
#[derive(Debug)]
pub struct Claims {
    board: Board,
    me: String,
    cpu: String,
    /// A number that hardly any other worker has, to go another way than the others.
    salt: u64,
}

/// What became of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    First,
    /// Another worker was faster; this result is dropped.
    Late,
}

impl Claims {
    /// Joins the workers of a board.
    pub fn join(board: Board, machine: &Machine) -> io::Result<Self> {
        let salt = dir::random();
        let node = machine
            .node
            .replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "-");
        let me = format!("{node}-{}-{salt:016x}", std::process::id());
        let mut file = board.workers_folder()?.create_new(&me, 0o666)?;
        file.write_all(&serde_json::to_vec(machine)?)?;
        file.sync_all()?;
        Ok(Self {
            board,
            me,
            cpu: machine.cpu.clone(),
            salt,
        })
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn cpu(&self) -> &str {
        &self.cpu
    }

    pub(super) fn salt(&self) -> u64 {
        self.salt
    }

    /// A sign of life, which holds for all claims of this worker.
    pub fn beat(&self) -> io::Result<()> {
        self.board.workers_folder()?.touch(&self.me)
    }

    /// Ends this worker: whatever it has claimed and not committed is free at once.
    pub fn leave(&self) {
        if let Ok(workers) = self.board.workers_folder() {
            let _ = workers.remove_file(&self.me);
        }
    }

    /// Claims a cell for the n-th time; tells whether it is ours.
    pub fn claim(&self, instance: usize, entrant: usize, turn: u32) -> io::Result<bool> {
        let folder = self.board.instance(instance)?;
        say_first(&self.me, &folder, &claim_name(entrant, turn)).map(|said| said == self.me)
    }

    /// Asks for an instance to be run on this CPU model; tells which one it is.
    pub(super) fn agree_on_model(&self, instance: usize) -> io::Result<String> {
        say_first(&self.cpu, &self.board.instance(instance)?, "model")
    }

    /// Hands in what came of a cell: written to the disk as a whole, then named; the first one counts.
    pub fn commit(&self, instance: usize, entrant: usize, parcel: &[u8]) -> io::Result<Commit> {
        let folder = self.board.instance(instance)?;
        let draft = format!("draft.{}.{entrant}", self.me);
        let done = done_name(entrant);
        // One of our own that was not finished.
        folder.remove_file(&draft)?;
        let mut file = folder.create_new(&draft, 0o666)?;
        file.write_all(parcel)?;
        file.sync_all()?;
        let named = match folder.link(&draft, &done) {
            Ok(()) => Ok(Commit::First),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // A file server whose reply was lost is asked again and then finds our own file there.
                let ours = folder.stat(&done)?.st_ino == file.metadata()?.ino();
                Ok(if ours { Commit::First } else { Commit::Late })
            }
            Err(error) => Err(error),
        };
        let _ = folder.remove_file(&draft);
        named
    }
}

/// Makes a link that says something, unless there is one; gives what it says now.
fn say_first(text: &str, folder: &Dir, link: &str) -> io::Result<String> {
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

    use super::*;
    use crate::engine::board::Clock;

    fn board(folder: &tempfile::TempDir, patience: Duration) -> Board {
        let results = std::sync::Arc::new(Dir::open(folder.path()).unwrap());
        let board = Board::new(results, "id".into(), patience, Clock::Server);
        board.make(1).unwrap();
        board
    }

    fn machine() -> Machine {
        Machine {
            node: "here".to_owned(),
            cpu: "any".to_owned(),
            calibration_us: 1,
        }
    }

    #[test]
    fn of_many_who_claim_one_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let board = board(&folder, Duration::from_secs(60));
        let workers: Vec<Claims> = (0..8)
            .map(|_| Claims::join(board.clone(), &machine()).unwrap())
            .collect();
        for cell in 0..50 {
            let won = std::thread::scope(|scope| {
                let tries: Vec<_> = workers
                    .iter()
                    .map(|worker| scope.spawn(move || worker.claim(0, cell, 0).unwrap()))
                    .collect();
                let won = tries.into_iter().map(|t| usize::from(t.join().unwrap()));
                won.sum::<usize>()
            });
            assert_eq!(won, 1);
        }
    }

    #[test]
    fn the_first_commit_counts_and_a_ghost_comes_late() {
        let folder = tempfile::tempdir().unwrap();
        let board = board(&folder, Duration::ZERO);
        let ghost = Claims::join(board.clone(), &machine()).unwrap();
        assert!(ghost.claim(0, 3, 0).unwrap());
        std::thread::sleep(Duration::from_millis(20));
        assert!(!board.is_alive(&board.owner(0, 3, 0).unwrap()));
        let other = Claims::join(board.clone(), &machine()).unwrap();
        assert!(other.claim(0, 3, 1).unwrap());
        assert_eq!(other.commit(0, 3, b"other").unwrap(), Commit::First);
        assert_eq!(ghost.commit(0, 3, b"ghost").unwrap(), Commit::Late);
        let cells = board.instance(0).unwrap();
        assert_eq!(cells.read("3.done", 99).unwrap(), b"other");
        let listing = board.list(0).unwrap();
        assert_eq!(listing.claimed[&3], 1);
        assert!(listing.done.contains(&3));
        assert_eq!(cells.entries().unwrap().len(), 3);
    }

    #[test]
    fn who_leaves_or_falls_silent_is_dead_and_who_beats_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let board = board(&folder, Duration::from_secs(3600));
        let one = Claims::join(board.clone(), &machine()).unwrap();
        assert!(board.is_alive(&one.me));
        // An hour and a half of silence.
        let long_ago = std::time::SystemTime::now() - Duration::from_secs(5400);
        let workers = board.workers_folder().unwrap();
        let file = workers.file(&one.me).unwrap();
        file.set_modified(long_ago).unwrap();
        assert!(!board.is_alive(&one.me));
        one.beat().unwrap();
        assert!(board.is_alive(&one.me));
        assert_eq!(board.workers().len(), 1);
        one.leave();
        assert!(!board.is_alive(&one.me));
        assert!(board.workers().is_empty());
        assert!(one.beat().is_err());
    }
}
