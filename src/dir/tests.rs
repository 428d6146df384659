//! Tests with links, FIFOs and paths that lead out of the folder.

use std::os::unix::fs::symlink;

use super::resolve::{resolve_by_component, resolve_with_openat2};
use super::*;

struct World {
    _folder: tempfile::TempDir,
    outside: PathBuf,
    dir: Dir,
}

fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    let outside = folder.path().join("outside");
    std::fs::create_dir_all(root.join("a/b")).unwrap();
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("secret"), "secret").unwrap();
    std::fs::write(root.join("a/b/file"), "text").unwrap();
    symlink(&outside, root.join("out")).unwrap();
    symlink(outside.join("secret"), root.join("leak")).unwrap();
    symlink("a/b/file", root.join("within")).unwrap();
    rustix::fs::mkfifoat(
        rustix::fs::CWD,
        root.join("fifo"),
        Mode::from_raw_mode(0o600),
    )
    .unwrap();
    let dir = Dir::open(&root).unwrap();
    World {
        _folder: folder,
        outside,
        dir,
    }
}

#[test]
fn reads_regular_files_below_the_folder_only() {
    let world = world();
    let dir = &world.dir;
    assert_eq!(dir.read("a/b/file", 4).unwrap(), b"text");
    assert!(dir.read("a/b/file", 3).is_err());
    for name in [
        "",
        ".",
        "..",
        "/etc/passwd",
        "a/../../outside/secret",
        "out/secret",
        "leak",
        "within",
        "fifo",
        "a",
        "/dev/zero",
    ] {
        assert!(dir.file(name).is_err(), "{name}");
    }
    assert!(dir.dir("out").is_err() && dir.create_dir("out/x").is_err());
    assert_eq!(dir.entries().unwrap().len(), 5);
}

#[test]
fn both_ways_of_resolving_agree() {
    let world = world();
    let dir = &world.dir;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK;
    for name in [
        "a/b/file",
        "a",
        "out/secret",
        "leak",
        "within",
        "none",
        "none/x",
        "fifo",
    ] {
        let parts: Vec<&OsStr> = components(Path::new(name)).unwrap().collect();
        let openat2 = resolve_with_openat2(dir.as_fd(), Path::new(name), flags, Mode::empty());
        let by_component = resolve_by_component(dir.as_fd(), &parts, flags, Mode::empty());
        assert_eq!(openat2.err(), by_component.err(), "{name}");
    }
}

#[test]
fn writing_never_follows_a_link() {
    let world = world();
    let World { dir, outside, .. } = &world;
    let secret = || std::fs::read_to_string(outside.join("secret")).unwrap();
    assert!(dir.append("leak").is_err() && dir.append("fifo").is_err());
    assert!(dir.create_new("leak", 0o600).is_err());
    assert!(dir.replace("out/secret", b"x").is_err());
    // Replacing a link replaces the link itself.
    dir.replace("leak", b"new").unwrap();
    assert_eq!(dir.read("leak", 9).unwrap(), b"new");
    dir.replace("new/deep/file", b"made").unwrap();
    assert_eq!(dir.read("new/deep/file", 9).unwrap(), b"made");
    dir.remove_file("within").unwrap();
    dir.remove_file("within").unwrap();
    assert!(dir.is_file("a/b/file"));
    assert_eq!(secret(), "secret");
    assert_eq!(std::fs::read_dir(outside).unwrap().count(), 1);
}

#[test]
fn components_of_data_are_single_and_printable() {
    for good in ["team", "équipe 1", "a-b_c.txt"] {
        assert!(component(good).is_ok(), "{good}");
    }
    let long = "x".repeat(256);
    for bad in [
        "",
        ".",
        "..",
        ".lock",
        "a/b",
        "/abs",
        "a\nb",
        "\u{1b}[2J",
        &long,
    ] {
        assert!(component(bad).is_err(), "{bad}");
    }
}
