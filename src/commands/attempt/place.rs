//! Where the results of a try go: into the history of the program, or into a temporary folder if there cannot be one.

use std::path::{Path, PathBuf};

use crate::commands::scratch::Scratch;
use crate::error::Result;
use crate::snapshot::Snapshot;
use crate::tries::{History, Kept, Record};

/// The folder of a try. It is removed when the value is dropped, unless the try is kept.
pub(super) struct Place {
    pub(super) folder: PathBuf,
    history: Option<(History, Kept)>,
    is_kept: bool,
    _scratch: Option<Scratch>,
}

impl Place {
    /// Creates the folder of a new try of a program.
    pub(super) fn new(program: &Path, remark: &dyn Fn(&str)) -> Result<Self> {
        let begun = History::create(program).and_then(|history| {
            let kept = history.begin()?;
            Ok((history, kept))
        });
        match begun {
            Ok((history, kept)) => Ok(Self {
                folder: kept.folder.clone(),
                history: Some((history, kept)),
                is_kept: false,
                _scratch: None,
            }),
            Err(error) => {
                remark(&format!("note: this try cannot be kept: {error}"));
                let scratch = Scratch::new()?;
                Ok(Self {
                    folder: scratch.path().join("results"),
                    history: None,
                    is_kept: false,
                    _scratch: Some(scratch),
                })
            }
        }
    }

    /// Returns the finished tries before this one, oldest first.
    pub(super) fn earlier(&self) -> Vec<Record> {
        let history = self.history.as_ref();
        let tries = history.map(|(history, _)| history.tries());
        tries.unwrap_or_default()
    }

    /// Reads the results of an earlier try, if they are readable.
    pub(super) fn read(&self, number: u32) -> Option<Snapshot> {
        let (history, _) = self.history.as_ref()?;
        Snapshot::read(&history.folder(number)).ok()
    }

    pub(super) fn number(&self) -> u32 {
        self.history.as_ref().map_or(0, |(_, kept)| kept.number)
    }

    pub(super) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Adds the try to the history.
    pub(super) fn keep(&mut self, record: &Record, remark: &dyn Fn(&str)) {
        let Some((history, _)) = &self.history else {
            return;
        };
        match history.finish(record) {
            Ok(()) => self.is_kept = true,
            Err(error) => remark(&format!("note: this try cannot be kept: {error}")),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((history, kept)) = &self.history
            && !self.is_kept
        {
            let _ = history.discard(kept);
        }
    }
}
