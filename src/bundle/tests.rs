//! Tests of packing and unpacking.

use std::fs;
use std::os::unix::fs::symlink;

use super::*;

#[test]
fn unpacking_restores_what_was_packed() {
    let world = tempfile::tempdir().unwrap();
    let (from, to) = (world.path().join("from"), world.path().join("to"));
    fs::create_dir_all(from.join("a/empty")).unwrap();
    fs::create_dir_all(from.join("answers")).unwrap();
    fs::create_dir_all(from.join("a/answers")).unwrap();
    fs::create_dir(&to).unwrap();
    fs::write(from.join("a/text"), "text").unwrap();
    fs::write(from.join("answers/x"), "excluded").unwrap();
    fs::write(from.join("run"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(from.join("run"), PermissionsExt::from_mode(0o700)).unwrap();
    symlink("/etc/passwd", from.join("link")).unwrap();
    let stream = || {
        let mut stream = Vec::new();
        pack(
            &Dir::open(&from).unwrap(),
            |name| name == "answers",
            &mut stream,
        )
        .unwrap();
        stream
    };
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&stream()).unwrap();
    io::Seek::rewind(&mut file).unwrap();
    unpack(file, &Dir::open(&to).unwrap()).unwrap();
    assert_eq!(fs::read(to.join("a/text")).unwrap(), b"text");
    assert!(to.join("a/empty").is_dir() && to.join("a/answers").is_dir());
    assert!(!to.join("answers").exists());
    assert_eq!(
        fs::read_link(to.join("link")).unwrap(),
        Path::new("/etc/passwd")
    );
    let mode = fs::metadata(to.join("run")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    let before = stream();
    fs::write(from.join("a/text"), "test").unwrap();
    assert_ne!(stream(), before);
}

#[test]
fn too_large_folders_are_refused() {
    let world = tempfile::tempdir().unwrap();
    let large = fs::File::create(world.path().join("large")).unwrap();
    large.set_len(MAX_SIZE + 1).unwrap();
    let dir = Dir::open(world.path()).unwrap();
    let refused = pack(&dir, |_| false, &mut io::sink()).unwrap_err();
    assert_eq!(refused, "larger than 1 GiB");
    fs::remove_file(world.path().join("large")).unwrap();
    let deep: PathBuf = (0..50).map(|_| "d").collect();
    fs::create_dir_all(world.path().join(deep)).unwrap();
    assert!(
        pack(&dir, |_| false, &mut io::sink())
            .unwrap_err()
            .contains("nested")
    );
    let long: PathBuf = (0..9).map(|_| "d".repeat(250)).collect();
    fs::remove_dir_all(world.path().join("d")).unwrap();
    fs::create_dir_all(world.path().join(long)).unwrap();
    let refused = pack(&dir, |_| false, &mut io::sink()).unwrap_err();
    assert_eq!(refused, "a path is longer than 2048 bytes");
}

#[test]
fn renaming_a_file_overwrites_no_other() {
    let world = tempfile::tempdir().unwrap();
    fs::write(world.path().join("solver.java"), "class").unwrap();
    fs::write(world.path().join("other"), "text").unwrap();
    let renamed = |to: &str| {
        let mut file = tempfile::tempfile().unwrap();
        pack(&Dir::open(world.path()).unwrap(), |_| false, &mut file).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        let mut stream = Vec::new();
        rename(file, "solver.java", to, &mut stream)
            .unwrap()
            .then_some(stream)
    };
    assert_eq!(renamed("other"), None);
    let before = renamed("solver.jav").unwrap();
    fs::rename(
        world.path().join("solver.java"),
        world.path().join("solver.jav"),
    )
    .unwrap();
    let mut after = Vec::new();
    pack(&Dir::open(world.path()).unwrap(), |_| false, &mut after).unwrap();
    assert_eq!(before, after);
}

#[test]
fn inaccessible_folders_become_accessible() {
    let world = tempfile::tempdir().unwrap();
    let (top, file) = (world.path().join("top"), world.path().join("top/in/file"));
    fs::create_dir_all(top.join("in")).unwrap();
    fs::write(&file, "text").unwrap();
    for path in [&file, &top.join("in"), &top] {
        fs::set_permissions(path, PermissionsExt::from_mode(0o000)).unwrap();
    }
    make_accessible(&top);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(&top), mode(&top.join("in")), mode(&file)),
        (0o755, 0o755, 0)
    );
}
