//! Writes the files of a commit below a folder, as they were committed.
//!
//! `git archive` and `git checkout` obey attributes in the commit, which can leave files out or change them. Objects are
//! read one by one instead.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};

use super::command::{Git, Running};
use crate::collect::archive::{Member, What};
use crate::collect::unpack::{MAX_FILE, Unpacker};
use crate::dir::Dir;
use crate::units::show_size;

/// The most entries of a commit that are read. Trees can contain one tree many times, so a small repository can have any
/// number of them.
const MAX_ENTRIES: usize = 200_000;

/// The longest line of a listing, in bytes.
const MAX_LINE: u64 = 64 << 10;

/// Writes the files of a commit. Returns remarks, or the reason why the commit is refused.
pub(super) fn unpack(git: &Git, commit: &str, target: &Dir) -> Result<Vec<String>, String> {
    let entries = list(git, commit)?;
    let mut objects = Objects::open(git)?;
    let mut unpacker = Unpacker::new(target, u64::MAX);
    for entry in entries {
        objects.add(&entry, &mut unpacker)?;
    }
    Ok(unpacker.notes())
}

/// An entry of a tree that is not a tree.
#[derive(Debug)]
struct Entry {
    mode: String,
    object: String,
    size: u64,
    path: String,
}

fn list(git: &Git, commit: &str) -> Result<Vec<Entry>, String> {
    let unreadable =
        |error: io::Error| format!("the commit cannot be read ({error}): ask for a zip");
    let arguments = ["ls-tree", "-r", "-z", "-l", "--full-tree", commit];
    let mut running = git.start(&mut git.command(&arguments))?;
    let mut output = BufReader::new(running.child.stdout.take().ok_or("git has no output")?);
    let mut entries = Vec::new();
    loop {
        let mut line = Vec::new();
        let mut limited = Read::by_ref(&mut output).take(MAX_LINE);
        limited.read_until(0, &mut line).map_err(unreadable)?;
        if line.is_empty() {
            break;
        }
        let entry = entry(&line).ok_or("the commit cannot be read: ask for a zip")?;
        entries.push(entry);
        if entries.len() > MAX_ENTRIES {
            return Err(format!(
                "more than {MAX_ENTRIES} files in the commit: ask for the sources only"
            ));
        }
    }
    if !running.wait()?.success() {
        return Err("the commit cannot be read: ask for a zip".to_owned());
    }
    Ok(entries)
}

/// Reads `MODE TYPE OBJECT SIZE<tab>PATH<nul>`; the size of a submodule is `-`.
fn entry(line: &[u8]) -> Option<Entry> {
    let line = line.strip_suffix(b"\0")?;
    let tab = line.iter().position(|&byte| byte == b'\t')?;
    let facts = std::str::from_utf8(&line[..tab]).ok()?;
    let mut facts = facts.split_whitespace();
    let (mode, _, object, size) = (facts.next()?, facts.next()?, facts.next()?, facts.next()?);
    Some(Entry {
        mode: mode.to_owned(),
        object: object.to_owned(),
        size: size.parse().unwrap_or(0),
        path: String::from_utf8_lossy(&line[tab + 1..]).into_owned(),
    })
}

/// A process that prints objects.
struct Objects {
    // Before the process, which waits for the end of its input.
    names: ChildStdin,
    contents: BufReader<ChildStdout>,
    _running: Running,
}

impl Objects {
    fn open(git: &Git) -> Result<Self, String> {
        let mut command = git.command(&["cat-file", "--batch"]);
        let mut running = git.start(command.stdin(Stdio::piped()))?;
        let pipes = running.child.stdin.take().zip(running.child.stdout.take());
        let (names, contents) = pipes.ok_or("git has no output")?;
        Ok(Self {
            names,
            contents: BufReader::new(contents),
            _running: running,
        })
    }

    fn add(&mut self, entry: &Entry, unpacker: &mut Unpacker) -> Result<(), String> {
        let Entry {
            mode,
            object,
            size,
            path,
        } = entry;
        let (what, executable) = match mode.as_str() {
            "120000" => (What::Link, false),
            "160000" => (What::Submodule, false),
            mode => (What::File, mode == "100755"),
        };
        let mut member = Member {
            name: path.clone(),
            what,
            executable,
            time: None,
            content: &mut io::empty(),
        };
        if what != What::File {
            return unpacker.add(member);
        }
        // Before it is asked for: Git may need memory for the whole file.
        if *size > MAX_FILE {
            let most = show_size(MAX_FILE);
            return Err(format!(
                "{path} is larger than {most}: ask for the sources only"
            ));
        }
        let failed = |error: io::Error| format!("{path} cannot be read ({error}): ask for a zip");
        writeln!(self.names, "{object}").map_err(failed)?;
        let mut header = String::new();
        let mut limited = Read::by_ref(&mut self.contents).take(MAX_LINE);
        limited.read_line(&mut header).map_err(failed)?;
        if header.trim_end() != format!("{object} blob {size}") {
            return Err(format!(
                "{path} is missing in the repository: ask for a zip"
            ));
        }
        let mut content = Read::by_ref(&mut self.contents).take(*size);
        member.content = &mut content;
        unpacker.add(member)?;
        // What was left out, and the line end.
        io::copy(&mut content, &mut io::sink()).map_err(failed)?;
        self.contents.read_exact(&mut [0]).map_err(failed)
    }
}
