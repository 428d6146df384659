//! Places the files that a program is given, and opens those that it has left.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, fchmod, fchown};
use rustix::process::{Gid, Uid, getuid};

use super::Supervisor;
use crate::dir::{self, Dir};
use crate::sandbox::exchange::FEEDBACK;
use crate::sandbox::mounts;
use crate::sandbox::procfs::Scope;
use crate::sandbox::protocol::{ExchangeRequest, Found};

/// The exchange folder of a run.
pub(super) struct ExchangeFolder<'a> {
    request: &'a ExchangeRequest,
    /// Opened before the program is started, so that it does not matter what the program does with the path.
    feedback: Dir,
    /// The user that the program runs as.
    user: u32,
    /// The folder on the host, without a sandbox.
    _host_folder: Option<HostFolder>,
}

impl Supervisor<'_> {
    /// Creates the exchange folder, if one is requested. Must be called inside the sandbox, if there is one.
    pub(super) fn create_exchange(
        &self,
        contents: Option<OwnedFd>,
        scope: Scope,
    ) -> io::Result<Option<ExchangeFolder<'_>>> {
        let (Some(request), Some(contents)) = (&self.request.exchange, contents) else {
            return Ok(None);
        };
        let other_user = self.init.identity.other_user();
        let (host_folder, folder, user) = match scope {
            Scope::Namespace => (None, Dir::open(mounts::EXCHANGE.as_ref())?, None),
            Scope::Descendants => {
                let path = Path::new(&self.init.setup.exchange_folder);
                let (host_folder, folder) = HostFolder::create(path, other_user)?;
                (Some(host_folder), folder, other_user)
            }
        };
        place(&request.files, contents.into(), &folder)?;
        if scope == Scope::Namespace {
            mounts::protect_exchange()?;
        }
        Ok(Some(ExchangeFolder {
            request,
            feedback: folder.dir(FEEDBACK)?,
            user: user.unwrap_or_else(|| getuid().as_raw()),
            _host_folder: host_folder,
        }))
    }
}

/// Writes files whose contents follow one another.
fn place(files: &[(String, u64)], mut contents: File, folder: &Dir) -> io::Result<()> {
    const READ_ONLY: u32 = 0o444;
    for (name, length) in files {
        let mut file = folder.create_new(name, READ_ONLY)?;
        // Whatever the judge's umask is, the user of the program must be able to read it.
        fchmod(&file, Mode::from_raw_mode(READ_ONLY))?;
        let copied = io::copy(&mut contents.by_ref().take(*length), &mut file)?;
        if copied != *length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

impl ExchangeFolder<'_> {
    /// Opens the files to collect, after all processes of the run have ended. Nothing that a program leaves can block
    /// this, and nothing is read here: memory of this process counts against the limit of the program, which may have
    /// used all of it.
    pub(super) fn collect(&self) -> (Vec<Found>, Vec<File>) {
        let mut files = Vec::new();
        let found = self.request.collected.iter().map(|name| {
            let file = match self.feedback.file(name) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::Missing,
                Err(_) => return Found::Unreadable,
            };
            // Without a sandbox a program can link a file of another user, which the judge may be able to read.
            if !file.metadata().is_ok_and(|found| found.uid() == self.user) {
                return Found::Unreadable;
            }
            files.push(file);
            Found::File
        });
        let found = found.collect();
        (found, files)
    }
}

/// A folder on the host, which is removed in the end.
struct HostFolder(PathBuf);

impl HostFolder {
    /// Creates the folder and a writable one in it, for programs of this user only. Removes what a killed init process
    /// has left.
    fn create(path: &Path, other_user: Option<u32>) -> io::Result<(Self, Dir)> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        dir::remove_tree(path)?;
        let parent = Dir::open(parent)?;
        let folder = parent.create_new_dir(&name.to_string_lossy(), 0o700)?;
        let created = Self(path.to_owned());
        let feedback = folder.create_new_dir(FEEDBACK, 0o700)?;
        if let Some(user) = other_user {
            // The judge stays the owner, so that the program cannot rename the folder.
            let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
            fchown(&folder, None, Some(group))?;
            fchmod(&folder, Mode::from_raw_mode(0o750))?;
            fchown(&feedback, Some(user), Some(group))?;
        }
        Ok((created, folder))
    }
}

impl Drop for HostFolder {
    fn drop(&mut self) {
        let _ = dir::remove_tree(&self.0);
    }
}
