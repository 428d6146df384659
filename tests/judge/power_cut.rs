//! Power cuts: after every prefix of the writes of a session, a disk that keeps only synced data can be resumed from.
//!
//! `strace` logs the system calls that change the results folder. A model of a file system replays them and tracks what
//! is durable: contents up to the last sync of the file, names up to the last sync of the folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use judge::dir::Dir;
use judge::results::{Facts, SealedRow, Store};
use judge::results_dir::RunNames;

use crate::world::{TINY_CONTEST, TINY_GRID, World, found_or_skipped, which};

/// A change in the folder, or a sync.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Event {
    /// A file or folder is created.
    Create {
        path: PathBuf,
        is_folder: bool,
    },
    Append {
        path: PathBuf,
        content: Vec<u8>,
    },
    Truncate {
        path: PathBuf,
        length: usize,
    },
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    Remove {
        path: PathBuf,
    },
    Sync {
        path: PathBuf,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Folder,
    File(usize),
}

/// A model of a disk with current and durable content.
#[derive(Clone, Debug, Default)]
struct Disk {
    names: BTreeMap<PathBuf, Node>,
    durable_names: BTreeMap<PathBuf, Node>,
    files: Vec<FileContent>,
}

#[derive(Clone, Debug, Default)]
struct FileContent {
    current: Vec<u8>,
    durable: Vec<u8>,
}

/// What is left after a power cut.
#[derive(Clone, Copy, Debug)]
enum Left {
    /// Only what was synced.
    Synced,
    /// All names, but only synced contents: renamed files may be empty.
    NamesFirst,
    /// Everything, as after `kill -9`.
    Everything,
}

impl Disk {
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Create { path, is_folder } => {
                if self.names.contains_key(path) {
                    return;
                }
                let node = if *is_folder {
                    Node::Folder
                } else {
                    self.files.push(FileContent::default());
                    Node::File(self.files.len() - 1)
                };
                self.names.insert(path.clone(), node);
            }
            Event::Append { path, content } => {
                if let Some(file) = self.file(path) {
                    file.current.extend_from_slice(content);
                }
            }
            Event::Truncate { path, length } => {
                if let Some(file) = self.file(path) {
                    file.current.truncate(*length);
                }
            }
            Event::Rename { from, to } => {
                if let Some(node) = self.names.remove(from) {
                    self.names.insert(to.clone(), node);
                }
            }
            Event::Remove { path } => drop(self.names.remove(path)),
            Event::Sync { path } => match self.names.get(path) {
                Some(Node::File(number)) => {
                    let file = &mut self.files[*number];
                    file.durable.clone_from(&file.current);
                }
                Some(Node::Folder) => {
                    let inside = |name: &Path| name.parent() == Some(path.as_path());
                    self.durable_names.retain(|name, _| !inside(name));
                    let now = self.names.iter().filter(|(name, _)| inside(name));
                    self.durable_names
                        .extend(now.map(|(name, node)| (name.clone(), node.clone())));
                }
                None => {}
            },
        }
    }

    fn file(&mut self, path: &Path) -> Option<&mut FileContent> {
        match self.names.get(path) {
            Some(Node::File(number)) => Some(&mut self.files[*number]),
            _ => None,
        }
    }

    /// Writes what is left after a power cut to an empty folder.
    fn write(&self, left: Left, root: &Path, target: &Path) {
        let names = match left {
            Left::Synced => &self.durable_names,
            Left::NamesFirst | Left::Everything => &self.names,
        };
        for (name, node) in names {
            let below = name.strip_prefix(root).expect("a path below the folder");
            // The content of a lost folder is lost.
            let mut parents = name.ancestors().skip(1).take_while(|p| *p != root);
            if !parents.all(|parent| names.contains_key(parent)) {
                continue;
            }
            let place = target.join(below);
            match node {
                Node::Folder => fs::create_dir_all(place).expect("a folder"),
                Node::File(number) => {
                    let file = &self.files[*number];
                    let content = match left {
                        Left::Everything => &file.current,
                        Left::Synced | Left::NamesFirst => &file.durable,
                    };
                    fs::write(place, content).expect("a file");
                }
            }
        }
    }
}

fn contest(world: &World) {
    let contest = TINY_CONTEST.replace("time = \"1s\"", "time = \"5s\"");
    world.file(
        "tiny.toml",
        contest.replace("wall = \"3s\"", "wall = \"60s\""),
    );
    for number in 0..3 {
        world.file(&format!("grids/swap{number}.txt"), TINY_GRID);
    }
    world
        .script("alpha", "cat > /dev/null; echo SRSLS; echo hello >&2")
        .script(
            "beta",
            "cat > /dev/null; echo SRLRSLS; echo; echo SRSLS; echo",
        );
}

#[test]
fn every_prefix_of_the_writes_can_be_resumed() {
    if !found_or_skipped("strace", which("strace")) {
        return;
    }
    let world = World::new();
    contest(&world);
    let log = world.path("strace.log");
    let calls =
        "openat,openat2,write,fsync,fdatasync,renameat,renameat2,unlinkat,mkdirat,ftruncate";
    let ran = Command::new("strace")
        .args(["-f", "-qq", "-y", "-x", "-s", "1000000", "-e"])
        .arg(format!("trace={calls}"))
        .arg("-o")
        .arg(&log)
        .arg(env!("CARGO_BIN_EXE_judge"))
        .args(["run", "tiny.toml", "--jobs", "1", "--format", "json"])
        .current_dir(world.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("strace runs");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
    let expected = standings(&serde_json::from_slice(&ran.stdout).expect("JSON"));
    let root = world.path("results/tiny").canonicalize().expect("a folder");
    let log = fs::read(&log).expect("a log");
    let events = events(&String::from_utf8_lossy(&log), &root);
    let syncs = events.iter().filter(|e| matches!(e, Event::Sync { .. }));
    assert!(syncs.count() > 20, "{} events", events.len());

    let mut disk = Disk::default();
    disk.names.insert(root.clone(), Node::Folder);
    disk.durable_names.insert(root.clone(), Node::Folder);
    let mut most_rows = 0;
    for (number, event) in events.iter().enumerate() {
        disk.apply(event);
        for left in [Left::Synced, Left::NamesFirst, Left::Everything] {
            let cut = World::new();
            cut.folder("results/tiny");
            disk.write(left, &root, &cut.path("results/tiny"));
            let place = format!("{left:?} after event {number}, {}", shown(event));
            most_rows = most_rows.max(examine(&cut.path("results/tiny"), &place));
            // A complete session takes longer, so only some prefixes are resumed.
            let step = events.len() / 6;
            if number % step == step - 1 && !matches!(left, Left::Everything) {
                contest(&cut);
                let contest = fs::read_to_string(cut.path("results/tiny/run.toml"));
                relocate(&cut, &root, contest.ok());
                let resumed = cut.judge("run tiny.toml --jobs 1 --format json");
                assert_eq!(resumed.code, 0, "{place}: {}", resumed.err);
                assert_eq!(standings(&resumed.json()), expected, "{place}");
                let verified = cut.judge("verify results/tiny");
                assert_eq!(verified.code, 0, "{place}: {}", verified.out);
            }
        }
    }
    assert!(most_rows >= 9, "{most_rows} rows");
}

/// Formats an event without the contents of files.
fn shown(event: &Event) -> String {
    match event {
        Event::Append { path, content } => format!("{} bytes to {}", content.len(), path.display()),
        other => format!("{other:?}"),
    }
}

/// Adapts the path of the contest file in a copied folder.
fn relocate(cut: &World, root: &Path, facts: Option<String>) {
    let old = root.parent().and_then(Path::parent).expect("a folder");
    let new = cut.path("").canonicalize().expect("a folder");
    if let Some(facts) = facts {
        let facts = facts.replace(&old.display().to_string(), &new.display().to_string());
        cut.file("results/tiny/run.toml", facts);
    }
}

/// Opens a folder as a resumed session does; checks that all rows have their files. Returns the number of rows.
fn examine(folder: &Path, place: &str) -> usize {
    let dir = Dir::open(folder).expect("a folder");
    let facts = Facts::read(&dir).unwrap_or_else(|error| panic!("{place}: {error}"));
    let (opened, sealed) = Store::open(folder, false, 0, RunNames::default())
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    assert!(
        facts.is_some() || sealed.is_empty(),
        "{place}: rows without run.toml"
    );
    let broken = opened.broken(&sealed).expect("readable files");
    for SealedRow { row, .. } in &sealed {
        let known = facts.iter().flat_map(|facts| &facts.provenance);
        let mut known = known.filter(|entry| *entry.id == *row.provenance);
        assert!(known.next().is_some(), "{place}: a row without provenance");
        if broken.contains(&row.id()) {
            continue;
        }
        let name = RunNames::default().file("answers", &row.id());
        let kept = dir.read(name, 1 << 20).unwrap_or_default();
        assert!(
            !kept.is_empty(),
            "{place}: {} has a row and no answer",
            row.team
        );
    }
    // Files are synced before rows, so no row lacks its files.
    assert!(broken.is_empty(), "{place}: {broken:?}");
    sealed.len()
}

fn standings(json: &serde_json::Value) -> Vec<(String, String)> {
    let lines = json["standings"].as_array().expect("a list");
    lines
        .iter()
        .map(|line| (line["team"].to_string(), line["score"].to_string()))
        .collect()
}

/// Returns the events of a log that concern a folder.
fn events(log: &str, root: &Path) -> Vec<Event> {
    let mut unfinished: BTreeMap<&str, String> = BTreeMap::new();
    let mut events = Vec::new();
    for line in log.lines() {
        let Some((pid, call)) = line.split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        if let Some(start) = call.strip_suffix("<unfinished ...>") {
            unfinished.insert(pid, start.to_owned());
        } else if let Some((_, end)) = call
            .strip_prefix("<... ")
            .and_then(|rest| rest.split_once(" resumed>"))
        {
            let start = unfinished.remove(pid).unwrap_or_default();
            events.extend(event(&(start + end), root));
        } else {
            events.extend(event(call, root));
        }
    }
    events
}

/// Returns the event of one call, if it succeeded and concerns the folder.
fn event(call: &str, root: &Path) -> Option<Event> {
    let (name, rest) = call.split_once('(')?;
    // strace aligns results with spaces.
    let (arguments, result) = rest.rsplit_once(" = ")?;
    let arguments = arguments.trim_end().strip_suffix(')')?;
    if result.starts_with('-') {
        return None;
    }
    let descriptors = descriptors(arguments);
    let texts = texts(arguments);
    let below = |path: PathBuf| path.starts_with(root).then_some(path);
    let joined = |number: usize| {
        let folder = descriptors.get(number.min(descriptors.len().checked_sub(1)?))?;
        let name = String::from_utf8(texts.get(number)?.clone()).ok()?;
        below(folder.join(name))
    };
    match name {
        "openat" | "openat2" if arguments.contains("O_CREAT") => Some(Event::Create {
            path: below(self::descriptors(result).into_iter().next()?)?,
            is_folder: false,
        }),
        "mkdirat" => Some(Event::Create {
            path: joined(0)?,
            is_folder: true,
        }),
        "write" => {
            let path = below(descriptors.into_iter().next()?)?;
            let mut content = texts.into_iter().next()?;
            content.truncate(result.split(' ').next()?.parse().ok()?);
            Some(Event::Append { path, content })
        }
        "ftruncate" => Some(Event::Truncate {
            path: below(descriptors.into_iter().next()?)?,
            length: arguments.rsplit(", ").next()?.parse().ok()?,
        }),
        "renameat" | "renameat2" => Some(Event::Rename {
            from: joined(0)?,
            to: joined(1)?,
        }),
        "unlinkat" => Some(Event::Remove { path: joined(0)? }),
        "fsync" | "fdatasync" => Some(Event::Sync {
            path: below(descriptors.into_iter().next()?)?,
        }),
        _ => None,
    }
}

/// Returns the paths of file descriptors, which strace prints in angle brackets.
fn descriptors(text: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        // Brackets in strings are not paths.
        let before = &rest[..start];
        let is_number = before.ends_with(|c: char| c.is_ascii_digit() || c == 'D');
        rest = &rest[start + 1..];
        if is_number && rest.starts_with('/') {
            let end = rest.find('>').unwrap_or(rest.len());
            found.push(PathBuf::from(&rest[..end]));
            rest = &rest[end..];
        }
        if before.contains('"') {
            break;
        }
    }
    if found.len() == 1 && text.matches('<').count() > 1 {
        // The two folders of a rename are separated by a string.
        let second = text.rfind(", ").and_then(|_| text.split("\", ").nth(1));
        let second = second.and_then(|part| part.split_once('<'));
        let path = second.and_then(|(_, part)| part.split_once('>'));
        if let Some((path, _)) = path.filter(|(path, _)| path.starts_with('/')) {
            found.push(PathBuf::from(path));
        }
    }
    found
}

/// Returns the quoted strings of a call.
fn texts(arguments: &str) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut bytes = arguments.bytes();
    while bytes.by_ref().any(|byte| byte == b'"') {
        let mut text = Vec::new();
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => break,
                b'\\' => text.extend(escaped(&mut bytes)),
                other => text.push(other),
            }
        }
        found.push(text);
    }
    found
}

/// Decodes the escape sequence after a backslash.
fn escaped(bytes: &mut std::str::Bytes) -> Option<u8> {
    let digit = |byte: u8, base: u32| char::from(byte).to_digit(base);
    match bytes.next()? {
        b'n' => Some(b'\n'),
        b't' => Some(b'\t'),
        b'r' => Some(b'\r'),
        b'v' => Some(0x0b),
        b'f' => Some(0x0c),
        b'x' => {
            let (high, low) = (bytes.next()?, bytes.next()?);
            Some((digit(high, 16)? * 16 + digit(low, 16)?) as u8)
        }
        octal @ b'0'..=b'7' => {
            let mut value = digit(octal, 8)?;
            while let Some(next) = bytes.clone().next().and_then(|byte| digit(byte, 8)) {
                if value > 31 {
                    break;
                }
                value = value * 8 + next;
                bytes.next();
            }
            Some(value as u8)
        }
        other => Some(other),
    }
}

#[test]
fn calls_are_parsed() {
    let root = Path::new("/w/results");
    let log = r#"12 openat2(5</w/results>, "a", {flags=O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, mode=0666, resolve=RESOLVE_BENEATH}, 24) = 7</w/results/a>
12 write(7</w/results/a>, "x,\"<y>\"\n\x41\0", 10) = 10
13 fdatasync(7</w/results/a> <unfinished ...>
12 write(1</dev/pts/0>, "no", 2) = 2
13 <... fdatasync resumed>) = 0
12 renameat(5</w/results>, "a", 6</w/results/b>, "c") = 0
12 openat(5</w/results>, "gone", O_WRONLY|O_CREAT) = -1 ENOENT (No such file or directory)
12 ftruncate(7</w/results/a>, 3)      = 0
12 unlinkat(5</w/results>, "d", 0) = 0
12 mkdirat(5</w/results>, "e", 0777) = 0
"#;
    let path = |name: &str| root.join(name);
    let expected = [
        Event::Create {
            path: path("a"),
            is_folder: false,
        },
        Event::Append {
            path: path("a"),
            content: b"x,\"<y>\"\nA\0".to_vec(),
        },
        Event::Sync { path: path("a") },
        Event::Rename {
            from: path("a"),
            to: path("b/c"),
        },
        Event::Truncate {
            path: path("a"),
            length: 3,
        },
        Event::Remove { path: path("d") },
        Event::Create {
            path: path("e"),
            is_folder: true,
        },
    ];
    assert_eq!(events(log, root), expected);
}
