//! The folder of a program's earlier tries. Links are not followed: the folder may come with a stranger's program.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::FileType;

use super::record::Record;
use crate::dir::Dir;
use crate::entrants::HISTORY;
use crate::results;

/// The most tries that are kept, and the most bytes that their files have together. Tries without a note are removed
/// first; the newest try and the best one are kept in any case.
const MOST_TRIES: usize = 50;
const MOST_BYTES: u64 = 256 << 20;

/// The age of a folder without record, by which it is certain that its try does not begin just now.
const ABANDONED: Duration = Duration::from_secs(60);

/// The earlier tries of a program.
#[derive(Debug)]
pub struct History {
    dir: Dir,
}

/// The folder of a new try.
#[derive(Debug)]
pub struct Kept {
    pub number: u32,
    pub folder: PathBuf,
}

impl History {
    /// Opens the history of a program, if there is one.
    pub fn open(program: &Path) -> io::Result<Option<Self>> {
        let (folder, name) = place(program)?;
        match Dir::open(&folder)?.dir(&name) {
            Ok(dir) => Ok(Some(Self { dir })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens the history of a program; creates it if it is missing.
    pub fn create(program: &Path) -> io::Result<Self> {
        let (folder, name) = place(program)?;
        let folder = Dir::open(&folder)?;
        let dir = folder.create_dir(&name)?;
        // Tries are not meant for version control.
        let ignore = Path::new(HISTORY).join(".gitignore");
        if !folder.exists(&ignore) {
            folder.replace(&ignore, b"*\n")?;
        }
        Ok(Self { dir })
    }

    /// Returns the folder of a try.
    pub fn folder(&self, number: u32) -> PathBuf {
        self.dir.path().join(number.to_string())
    }

    /// Returns the finished tries, oldest first. Folders that are none are ignored.
    pub fn tries(&self) -> Vec<Record> {
        let numbers = self.numbers();
        // The history may come with a stranger's program.
        let numbers = numbers[numbers.len().saturating_sub(2 * MOST_TRIES)..]
            .iter()
            .copied();
        let read = |number| Record::read(&self.dir.dir(name(number)).ok()?, number).ok();
        numbers.filter_map(read).collect()
    }

    /// Returns the numbers of all tries, finished or not.
    fn numbers(&self) -> Vec<u32> {
        let entries = self.dir.entries().unwrap_or_default().into_iter();
        let folders = entries.filter(|entry| entry.kind == FileType::Directory);
        let mut numbers: Vec<u32> = folders
            .filter_map(|folder| {
                let number = folder.name.to_str()?.parse().ok()?;
                (name(number) == folder.name.to_str()?).then_some(number)
            })
            .collect();
        numbers.sort_unstable();
        numbers
    }

    /// Creates the folder of a new try. Its number is higher than those of all earlier tries.
    pub fn begin(&self) -> io::Result<Kept> {
        let mut number = self
            .numbers()
            .last()
            .map_or(1, |last| last.saturating_add(1));
        loop {
            match self.dir.create_new_dir(&name(number), 0o777) {
                Ok(dir) => {
                    let folder = dir.path().to_owned();
                    return Ok(Kept { number, folder });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    number = number.checked_add(1).ok_or(error)?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Adds a finished try to the history, and removes old tries.
    pub fn finish(&self, record: &Record) -> io::Result<()> {
        let dir = self.dir.dir(name(record.number))?;
        record.write(&dir)?;
        self.prune(record)
    }

    /// Removes an unfinished try.
    pub fn discard(&self, kept: &Kept) -> io::Result<()> {
        self.dir.remove_tree(&name(kept.number))
    }

    /// Removes the oldest tries until the rest is within the limits, and what interrupted tries have left.
    fn prune(&self, newest: &Record) -> io::Result<()> {
        let tries = self.tries();
        let is_finished = |number: u32| tries.iter().any(|record| record.number == number);
        for number in self.numbers() {
            if !is_finished(number) && self.is_abandoned(number) {
                self.dir.remove_tree(&name(number))?;
            }
        }
        let comparable = tries.iter().filter(|other| other.is_comparable(newest));
        let best =
            comparable.reduce(|best, other| if other.is_better(best) { other } else { best });
        let is_kept = |record: &Record| {
            record.number == newest.number || best.is_some_and(|best| best.number == record.number)
        };
        let sizes: Vec<u64> = tries
            .iter()
            .map(|record| {
                self.dir
                    .dir(name(record.number))
                    .map_or(0, |dir| size(&dir))
            })
            .collect();
        let (mut count, mut bytes) = (
            tries.len(),
            sizes
                .iter()
                .fold(0, |sum: u64, size| sum.saturating_add(*size)),
        );
        let mut oldest: Vec<(&Record, u64)> = tries.iter().zip(sizes).collect();
        // Tries with a note are meant to be remembered.
        oldest.sort_by_key(|(record, _)| (record.note.is_some(), record.number));
        for (record, size) in oldest {
            if count <= MOST_TRIES && bytes <= MOST_BYTES {
                break;
            }
            if !is_kept(record) {
                self.dir.remove_tree(&name(record.number))?;
                count -= 1;
                bytes = bytes.saturating_sub(size);
            }
        }
        Ok(())
    }

    /// Returns whether a folder without record belongs to no try that is running.
    fn is_abandoned(&self, number: u32) -> bool {
        let Ok(found) = self.dir.stat(name(number)) else {
            return false;
        };
        let modified = UNIX_EPOCH + Duration::from_secs(found.st_mtime.max(0) as u64);
        let age = SystemTime::now().duration_since(modified);
        let is_old = age.is_ok_and(|age| age > ABANDONED);
        let dir = self.dir.dir(name(number));
        is_old && dir.is_ok_and(|dir| results::lock(&dir).is_ok())
    }
}

/// Returns the folder that holds the history of a program, and the path of the history below it.
fn place(program: &Path) -> io::Result<(PathBuf, PathBuf)> {
    let program = program.canonicalize()?;
    if program.is_dir() {
        return Ok((program, PathBuf::from(HISTORY)));
    }
    let file: OsString = program.file_name().unwrap_or_default().to_owned();
    let folder = program.parent().unwrap_or(&program).to_owned();
    Ok((folder, Path::new(HISTORY).join(file)))
}

fn name(number: u32) -> String {
    number.to_string()
}

/// Returns the size of all files below a folder, in bytes.
fn size(dir: &Dir) -> u64 {
    let entries = dir.entries().unwrap_or_default().into_iter();
    let sizes = entries.map(|entry| match entry.kind {
        FileType::Directory => dir.dir(&entry.name).map_or(0, |dir| size(&dir)),
        _ => dir
            .stat(&entry.name)
            .map_or(0, |found| found.st_size.max(0) as u64),
    });
    sizes.fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::timestamp::Timestamp;
    use crate::tries::record::RecordedRun;

    fn record(number: u32, score: f64) -> Record {
        Record {
            number,
            time: Timestamp::now(),
            contest: "Spring".to_owned(),
            note: None,
            commit: None,
            program: "digest".to_owned(),
            rule: "reference".to_owned(),
            score,
            order: [score, 0.0],
            interval: None,
            run: vec![RecordedRun {
                digest: "i".to_owned(),
                value: Some(1.into()),
            }],
        }
    }

    fn add(history: &History, score: f64) -> u32 {
        let kept = history.begin().unwrap();
        history.finish(&record(kept.number, score)).unwrap();
        kept.number
    }

    #[test]
    fn old_tries_are_removed_but_not_the_best() {
        let world = tempfile::tempdir().unwrap();
        let history = History::create(world.path()).unwrap();
        let best = add(&history, 90.0);
        for _ in 0..MOST_TRIES + 5 {
            add(&history, 50.0);
        }
        let tries = history.tries();
        assert_eq!(tries.len(), MOST_TRIES);
        assert_eq!(tries[0].number, best);
        assert_eq!(tries.last().unwrap().number, MOST_TRIES as u32 + 6);
        let large = history.begin().unwrap();
        fs::write(
            large.folder.join("answers"),
            vec![0; MOST_BYTES as usize + 1],
        )
        .unwrap();
        history.finish(&record(large.number, 50.0)).unwrap();
        let numbers: Vec<u32> = history.tries().iter().map(|record| record.number).collect();
        assert_eq!(numbers, [best, large.number]);
    }

    #[test]
    fn unfinished_tries_are_not_listed_and_removed_later() {
        let world = tempfile::tempdir().unwrap();
        let history = History::create(world.path()).unwrap();
        let first = add(&history, 1.0);
        let torn = history.begin().unwrap();
        assert_eq!(history.tries().len(), 1);
        add(&history, 1.0);
        assert!(torn.folder.is_dir(), "it may be running");
        let long_ago = SystemTime::now() - 2 * ABANDONED;
        fs::File::open(&torn.folder)
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
        add(&history, 1.0);
        assert!(!torn.folder.exists());
        assert_eq!(history.tries()[0].number, first);
    }

    #[test]
    fn links_are_not_followed() {
        let world = tempfile::tempdir().unwrap();
        let outside = world.path().join("outside");
        let program = world.path().join("program");
        fs::create_dir_all(outside.join("1")).unwrap();
        fs::create_dir(&program).unwrap();
        record(1, 5.0)
            .write(&Dir::open(&outside.join("1")).unwrap())
            .unwrap();
        symlink(&outside, program.join(HISTORY)).unwrap();
        assert!(History::create(&program).is_err() && History::open(&program).is_err());
        fs::remove_file(program.join(HISTORY)).unwrap();
        let history = History::create(&program).unwrap();
        symlink(outside.join("1"), program.join(HISTORY).join("1")).unwrap();
        assert!(history.tries().is_empty());
        assert_eq!(add(&history, 1.0), 2);
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }
}
