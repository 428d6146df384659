//! The temporary file of an upload. A thread of its own writes it, since disks block.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use axum::body::Bytes;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::names;
use crate::digest::Sha;
use crate::dir::{Dir, random};
use crate::locale::Text;
use crate::site::data::{HAND_INS, UPLOADS};
use crate::site::web::app::App;
use crate::site::web::failure::Failure;

/// What was uploaded, on the disk.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) digest: Sha,
    pub(super) file_name: String,
    pub(super) size: u64,
}

enum Message {
    Begin(String),
    Write(Bytes),
    Finish,
}

/// An upload that is being written. What is not finished is removed.
pub(super) struct Spool {
    messages: mpsc::Sender<Message>,
    writer: JoinHandle<io::Result<Option<Stored>>>,
}

impl Spool {
    pub(super) fn start(app: &Arc<App>) -> Result<Self, Failure> {
        let uploads = app.data.dir(UPLOADS).map_err(Failure::internal)?;
        let hand_ins = app.data.dir(HAND_INS).map_err(Failure::internal)?;
        let (messages, received) = mpsc::channel(8);
        let writer = tokio::task::spawn_blocking(move || write(&uploads, &hand_ins, received));
        Ok(Self { messages, writer })
    }

    pub(super) async fn begin(&self, name: String) -> Result<(), Failure> {
        self.send(Message::Begin(name)).await
    }

    pub(super) async fn write(&self, chunk: Bytes) -> Result<(), Failure> {
        self.send(Message::Write(chunk)).await
    }

    async fn send(&self, message: Message) -> Result<(), Failure> {
        let sent = self.messages.send(message).await;
        sent.map_err(|_| Failure::internal("an upload could not be written"))
    }

    /// Waits until everything is on the disk.
    pub(super) async fn finish(self) -> Result<Stored, Failure> {
        // A writer that has ended tells why.
        let _ = self.messages.send(Message::Finish).await;
        drop(self.messages);
        match self.writer.await.map_err(Failure::internal)? {
            Ok(Some(stored)) => Ok(stored),
            Ok(None) => Err(Failure::internal("an upload was not finished")),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(Failure::bad(
                Text::message("site-failure-name-twice"),
                Text::message("site-failure-name-twice-help"),
            )),
            Err(error) => Err(Failure::internal(error)),
        }
    }
}

/// A file that is removed at the end, unless it was moved.
struct Temporary<'d> {
    folder: &'d Dir,
    name: String,
}

impl<'d> Temporary<'d> {
    fn create(folder: &'d Dir) -> io::Result<(Self, File)> {
        let name = format!("{:016x}{:016x}", random(), random());
        let file = folder.create_new_readable(&name, 0o600)?;
        Ok((Self { folder, name }, file))
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        let _ = self.folder.remove_file(&self.name);
    }
}

/// Writes files one after the other until the upload is finished or given up.
fn write(
    uploads: &Dir,
    hand_ins: &Dir,
    mut messages: mpsc::Receiver<Message>,
) -> io::Result<Option<Stored>> {
    let (temporary, file) = Temporary::create(uploads)?;
    let mut file = BufWriter::with_capacity(64 << 10, file);
    let mut files: Vec<(String, u64)> = Vec::new();
    let mut hash = Sha256::new();
    let mut is_finished = false;
    while let Some(message) = messages.blocking_recv() {
        match message {
            Message::Begin(name) => files.push((name, 0)),
            Message::Write(chunk) => {
                file.write_all(&chunk)?;
                hash.update(&chunk);
                if let Some((_, size)) = files.last_mut() {
                    *size += chunk.len() as u64;
                }
            }
            Message::Finish => is_finished = true,
        }
    }
    if !is_finished {
        return Ok(None);
    }
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let [(name, size)] = &files[..] {
        let last = name.rsplit('/').next().unwrap_or(name);
        let stored = Stored {
            digest: Sha(hash.finalize().into()),
            file_name: last.to_owned(),
            size: *size,
        };
        keep(&temporary, &file, hand_ins, stored).map(Some)
    } else {
        let (archive, packed) = Temporary::create(uploads)?;
        let stored = pack(file, files, &packed)?;
        keep(&archive, &packed, hand_ins, stored).map(Some)
    }
}

/// Packs files into an archive, which is the same for the same files.
fn pack(mut spool: File, files: Vec<(String, u64)>, archive: &File) -> io::Result<Stored> {
    let mut start = 0;
    let mut files: Vec<(String, u64, u64)> = files
        .into_iter()
        .map(|(name, size)| {
            start += size;
            (name, start - size, size)
        })
        .collect();
    files.sort();
    if files.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut packed = ZipWriter::new(BufWriter::new(archive));
    for (name, start, size) in &files {
        packed.start_file(name.as_str(), options)?;
        spool.seek(SeekFrom::Start(*start))?;
        io::copy(&mut (&mut spool).take(*size), &mut packed)?;
    }
    packed.finish()?.flush()?;
    let mut archive = archive;
    archive.seek(SeekFrom::Start(0))?;
    let mut hash = HashWriter(Sha256::new());
    let size = io::copy(&mut archive, &mut hash)?;
    Ok(Stored {
        digest: Sha(hash.0.finalize().into()),
        file_name: names::archive(files.iter().map(|(name, _, _)| name.as_str())),
        size,
    })
}

struct HashWriter(Sha256);

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Moves a file to the name of its digest, on the disk. What is there already has the same content.
fn keep(
    temporary: &Temporary<'_>,
    file: &File,
    hand_ins: &Dir,
    stored: Stored,
) -> io::Result<Stored> {
    file.sync_all()?;
    let name = stored.digest.to_string();
    match temporary.folder.move_into(&temporary.name, hand_ins, &name) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        other => other?,
    }
    hand_ins.sync()?;
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(folder: &Dir, files: &[(&str, &[u8])], finish: bool) -> io::Result<Option<Stored>> {
        let uploads = folder.create_dir(UPLOADS)?;
        let hand_ins = folder.create_dir(HAND_INS)?;
        let (messages, received) = mpsc::channel(100);
        for (name, content) in files {
            messages
                .blocking_send(Message::Begin((*name).to_owned()))
                .unwrap();
            for chunk in content.chunks(3) {
                let chunk = Bytes::copy_from_slice(chunk);
                messages.blocking_send(Message::Write(chunk)).unwrap();
            }
        }
        if finish {
            messages.blocking_send(Message::Finish).unwrap();
        }
        drop(messages);
        let done = write(&uploads, &hand_ins, received);
        assert!(uploads.entries()?.is_empty(), "temporary files are removed");
        done
    }

    #[test]
    fn one_file_is_kept_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Dir::open(folder.path()).unwrap();
        for _ in 0..2 {
            let stored = store(&folder, &[("t/solver.py", b"print(1)")], true);
            let stored = stored.unwrap().unwrap();
            assert_eq!((stored.file_name.as_str(), stored.size), ("solver.py", 8));
            assert_eq!(stored.digest, Sha::of(b"print(1)"));
            let path = format!("hand-ins/{}", stored.digest);
            assert_eq!(folder.read(path, 100).unwrap(), b"print(1)");
        }
    }

    #[test]
    fn several_files_become_the_same_archive_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Dir::open(folder.path()).unwrap();
        let a = ("t/a.py", &b"one"[..]);
        let b = ("t/b/c.py", &b"second"[..]);
        let one = store(&folder, &[a, b], true).unwrap().unwrap();
        let other = store(&folder, &[b, a], true).unwrap().unwrap();
        assert_eq!(one.digest, other.digest);
        assert_eq!(one.file_name, "t.zip");
        let file = folder.file(format!("hand-ins/{}", one.digest)).unwrap();
        let mut archive = zip::ZipArchive::new(file).unwrap();
        let mut text = String::new();
        let mut found = archive.by_name("t/b/c.py").unwrap();
        found.read_to_string(&mut text).unwrap();
        assert_eq!(text, "second");
        assert!(store(&folder, &[a, a], true).is_err());
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Dir::open(folder.path()).unwrap();
        assert!(store(&folder, &[("a", b"x")], false).unwrap().is_none());
        assert!(folder.dir(HAND_INS).unwrap().entries().unwrap().is_empty());
    }
}
