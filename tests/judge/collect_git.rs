//! `judge collect --git`: one commit of each repository, as it was committed.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::hand_ins::{PYTHON, assert_clean, assert_told, collect, roster};
use crate::world::{World, found_or_skipped, which};

/// Runs Git in the folder `repository`.
fn git(world: &World, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args([
        "-C",
        "repository",
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@example.org",
    ]);
    command.args(arguments).current_dir(world.path(""));
    command
        .env("GIT_COMMITTER_DATE", "2027-03-21T12:00:00Z")
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    let ran = command.output().expect("git runs");
    assert!(
        ran.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
    String::from_utf8_lossy(&ran.stdout).trim().to_owned()
}

#[test]
fn git_repositories() {
    if !found_or_skipped("git", which("git")) {
        return;
    }
    let world = World::tiny();
    let git = |arguments: &[&str]| git(&world, arguments);
    world.file("repository/main.py", PYTHON);
    symlink("/etc/passwd", world.path("repository/passwd")).expect("a link");
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    let first = git(&["rev-parse", "HEAD"]);
    world.file("repository/main.py", "print('later $Format:%H$')\n");
    // Filters of the repository would run programs, other attributes leave files out or change them.
    world.file(
        "repository/.gitattributes",
        "*.py filter=evil export-subst text eol=crlf\nnotes.txt export-ignore\n",
    );
    world.file("repository/notes.txt", "$Format:%H$\n");
    world
        .file("repository/run.sh", "#!/bin/sh\n")
        .executable("repository/run.sh");
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "second"]);
    let second = git(&["rev-parse", "HEAD"]);
    let evil = format!("ext::sh -c touch% {}", world.path("evil").display());
    world.file(
        "list.csv",
        format!(
            "team,address,commit\nearly,repository,{first}\nlast,repository,\nnone,repository,0123456\n\
             evil,{evil},\nurl,file:///etc,\nabsent,no-such-folder,\noption,--upload-pack=touch evil,\n"
        ),
    );
    let ran = collect(&world, "--git list.csv --deadline 2027-03-21T20:00:00Z");
    assert_told(&ran, "early", "added", "left out links: passwd");
    assert_eq!(world.read("teams/early/solver.py"), PYTHON);
    assert_eq!(
        world.read("teams/last/solver.py"),
        "print('later $Format:%H$')\n"
    );
    assert_eq!(world.read("teams/last/notes.txt"), "$Format:%H$\n");
    let mode = fs::metadata(world.path("teams/last/run.sh")).expect("a file");
    assert_ne!(mode.permissions().mode() & 0o111, 0);
    assert!(!world.path("teams/last/.git").exists());
    let row = roster(&world, "early");
    assert_eq!(
        row[2..],
        [
            format!("repository at {first}"),
            "2027-03-21T12:00:00Z".to_owned(),
            "no".to_owned()
        ]
    );
    assert_eq!(roster(&world, "last")[2], format!("repository at {second}"));
    assert_told(&ran, "none", "missing", "no such commit");
    assert_told(&ran, "evil", "missing", "it would run a program");
    assert_told(
        &ran,
        "url",
        "missing",
        "use https, ssh, or the path of a folder",
    );
    assert_told(&ran, "absent", "missing", "there is no such folder");
    assert_told(&ran, "option", "missing", "it is not an address");
    assert!(!world.path("evil").exists());
    assert_clean(&world);
}

/// Makes a tree or a blob and returns its name.
fn object(world: &World, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new("git");
    command
        .arg("-C")
        .arg(world.path("repository"))
        .args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("git runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("written");
    drop(stdin);
    let ended = child.wait_with_output().expect("git ends");
    assert!(ended.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&ended.stdout).trim().to_owned()
}

/// Ten entries of a tree with one content.
fn ten(kind: &str, object: &str) -> String {
    let entries = (0..10).map(|number| format!("{kind} {object}\tentry-{number}\n"));
    entries.collect::<Vec<_>>().concat()
}

/// A small repository with a commit of 10^8 files and one with a submodule, which nobody fetches.
#[test]
fn a_commit_of_many_files_and_submodules() {
    if !found_or_skipped("git", which("git")) {
        return;
    }
    let world = World::tiny();
    world.file("repository/solver.py", PYTHON);
    git(&world, &["init", "--quiet"]);
    git(&world, &["add", "."]);
    git(&world, &["commit", "--quiet", "-m", "first"]);
    let first = git(&world, &["rev-parse", "HEAD"]);
    let file = object(&world, &["hash-object", "-w", "--stdin"], "x");
    let mut name = object(&world, &["mktree"], &ten("100644 blob", &file));
    for _ in 0..7 {
        name = object(&world, &["mktree"], &ten("040000 tree", &name));
    }
    let bomb = git(&world, &["commit-tree", "-m", "bomb", &name]);
    let program = object(&world, &["hash-object", "-w", "--stdin"], PYTHON);
    let tree = format!("160000 commit {first}\tlibrary\n100644 blob {program}\tsolver.py\n");
    let name = object(&world, &["mktree"], &tree);
    let module = git(&world, &["commit-tree", "-m", "module", &name]);
    git(&world, &["branch", "bomb", &bomb]);
    git(&world, &["branch", "module", &module]);
    world.file(
        "list.csv",
        format!("team;address;commit\nbomb;repository;{bomb}\nmodule;repository;{module}\nplain;repository;\n"),
    );
    let ran = collect(&world, "--git list.csv");
    assert_told(
        &ran,
        "bomb",
        "missing",
        "more than 200000 files in the commit",
    );
    assert_told(&ran, "module", "added", "left out submodules: library");
    assert_told(&ran, "plain", "added", "solver.py");
    assert_clean(&world);
}
