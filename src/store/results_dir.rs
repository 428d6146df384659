//! The files of a results folder, for whoever reads them: nothing here writes.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Judged, Kept, LARGEST_ANSWER, LARGEST_INSTANCE, Row, RunId, instance_file, run_file};
use crate::dir::Dir;

/// The largest trace and the largest excerpt of standard error that are read, in bytes.
const LARGEST_NOTE: u64 = 64 << 20;

/// A results folder, with what workers of a cluster have left there and nobody has taken in yet.
#[derive(Debug)]
pub struct ResultsDir {
    dir: Arc<Dir>,
    waiting: HashMap<RunId, Kept>,
}

impl ResultsDir {
    pub fn new(dir: Arc<Dir>, waiting: Vec<Judged>) -> Self {
        let keyed = waiting
            .into_iter()
            .map(|judged| (judged.row.id(), judged.kept));
        Self {
            dir,
            waiting: keyed.collect(),
        }
    }

    pub fn dir(&self) -> &Arc<Dir> {
        &self.dir
    }

    /// The answer of a run; an empty one has no file.
    pub fn answer(&self, row: &Row) -> io::Result<Vec<u8>> {
        match self.kept(row) {
            Some(kept) => Ok(kept.answer.clone()),
            None => self.dir.read(run_file("answers", row), LARGEST_ANSWER),
        }
    }

    /// The size of the answer, if there is one.
    pub fn answer_size(&self, row: &Row) -> Option<u64> {
        if let Some(kept) = self.kept(row) {
            return Some(kept.answer.len() as u64);
        }
        let file = self.dir.file(run_file("answers", row)).ok()?;
        Some(file.metadata().ok()?.len())
    }

    /// When the answers of a run came, and what each was worth.
    pub fn trace(&self, row: &Row) -> io::Result<String> {
        match self.kept(row) {
            Some(kept) if kept.trace.is_empty() => Err(io::ErrorKind::NotFound.into()),
            Some(kept) => Ok(String::from_utf8_lossy(&kept.trace).into_owned()),
            None => self
                .dir
                .read_to_string(run_file("traces", row), LARGEST_NOTE),
        }
    }

    /// The files below one of the folders, at any depth.
    pub fn names_below(&self, folder: &str) -> Vec<PathBuf> {
        super::names_below(&self.dir, folder)
    }

    /// The text of an instance.
    pub fn instance(&self, round: &str, name: &str) -> io::Result<Vec<u8>> {
        self.dir.read(instance_file(round, name), LARGEST_INSTANCE)
    }

    fn kept(&self, row: &Row) -> Option<&Kept> {
        if self.waiting.is_empty() {
            return None;
        }
        self.waiting.get(&row.id())
    }
}
