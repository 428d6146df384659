//! Links, odd names, large files and other surprises.

use super::{Fixture, Path};

#[test]
fn linked_test_cases() {
    let package = Fixture::new(&[
        ("problem.yaml", ""),
        ("data/secret/a/1.in", "one"),
        ("data/secret/a/1.ans", "two"),
        (
            "data/secret/b/testdata.yaml",
            "output_validator_flags: case_sensitive\n",
        ),
        ("data/secret/.hidden/1.in", ""),
        ("data/secret/.2.in", ""),
        ("data/invalid_input/1.in", ""),
        ("data/secret/a/1.files/x.in", ""),
        ("../outside/3.in", ""),
    ]);
    package.link("../a/1.in", "data/secret/b/1.in");
    package.link("../a/1.ans", "data/secret/b/1.ans");
    package.link("../../../../outside/3.in", "data/secret/b/3.in");
    package.link("a", "data/secret/c");
    package.link("missing", "data/secret/e.txt");
    assert_eq!(package.names("data/secret"), ["a-1", "b-1", "b-3", "c-1"]);
    assert_eq!(
        package.names("data"),
        ["secret-a-1", "secret-b-1", "secret-b-3", "secret-c-1"]
    );
    assert_eq!(package.names("data/secret/a/1.in"), ["1"]);
    let linked = package.companion("data/secret/b/1.in");
    assert_eq!(
        (linked.answer.as_slice(), linked.arguments.as_slice()),
        (b"two".as_slice(), ["case_sensitive".to_owned()].as_slice())
    );
    // Instances may be links that lead out, nothing else.
    package.link("/etc/hostname", "data/secret/b/3.ans");
    let error = package.companion_error("data/secret/b/3.in");
    assert!(
        error.starts_with("data/secret/b/3.ans is a link that leads out of the package"),
        "{error}"
    );
    package.link("missing.in", "data/secret/f.in");
    let instances = package
        .read()
        .instances(&package.folder.join("data/secret"));
    assert!(
        package
            .shown(&instances.unwrap_err())
            .contains("data/secret/f.in")
    );
}

#[test]
fn loops_and_names() {
    let package = Fixture::new(&[
        ("problem.yaml", ""),
        ("data/secret/a/b.in", ""),
        ("data/secret/a-b.in", ""),
    ]);
    let instances = package
        .read()
        .instances(&package.folder.join("data/secret"));
    let error = package.shown(&instances.unwrap_err());
    assert!(error.contains("both have the name `a-b`"), "{error}");
    std::fs::remove_file(package.folder.join("data/secret/a-b.in")).unwrap();
    package.link(".", "data/secret/a/loop");
    assert_eq!(package.names("data/secret"), ["a-b"]);
    package.link("/", "data/secret/root");
    let instances = package
        .read()
        .instances(&package.folder.join("data/secret"));
    let error = package.shown(&instances.unwrap_err());
    assert!(
        error.starts_with("data/secret/root is a link to a folder outside"),
        "{error}"
    );
    let missing = package.read().instances(Path::new("missing-folder"));
    let error = missing.unwrap_err().to_string();
    assert!(
        error.starts_with("failed to read missing-folder: no such file"),
        "{error}"
    );
}

#[test]
fn paths_with_detours() {
    let package = Fixture::new(&[
        ("problem.yaml", "validator_flags: case_sensitive\n"),
        ("data/secret/testdata.yaml", "output_validator_flags: ''\n"),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
        ("../elsewhere/1.in", ""),
        ("../elsewhere/1.ans", "x"),
    ]);
    for path in [
        "data/secret/1.in",
        "data/../data/secret/1.in",
        "./data/secret/../secret/1.in",
    ] {
        assert!(package.companion(path).arguments.is_empty(), "{path}");
    }
    let outside = package.companion("../elsewhere/1.in");
    assert_eq!(
        (outside.answer.as_slice(), outside.arguments.as_slice()),
        (b"x".as_slice(), ["case_sensitive".to_owned()].as_slice())
    );
}

#[test]
fn files_that_cannot_be_read() {
    let package = Fixture::new(&[("problem.yaml", &"#".repeat((1 << 20) + 1))]);
    assert!(package.error().contains("larger than 1048576 bytes"));
    std::fs::write(
        package.folder.join("problem.yaml"),
        b"name: a\nauthor: \xe9\n",
    )
    .unwrap();
    assert!(
        package
            .error()
            .starts_with("problem.yaml:2: the file is not UTF-8 text")
    );
    package.write(&[
        ("problem.yaml", "name: a\n"),
        ("data/secret/1.ans/x", ""),
        ("data/secret/1.in", ""),
    ]);
    assert!(
        package
            .companion_error("data/secret/1.in")
            .contains("1.ans")
    );
    package.write(&[("problem.yaml", "validation: custom\n")]);
    package.link("/etc", "output_validators/v");
    assert!(package.error().contains("leads out of the package"));
    std::fs::remove_file(package.folder.join("problem.yaml")).unwrap();
    package.link("/etc/hostname", "problem.yaml");
    assert!(package.error().contains("leads out of the package"));
}

#[test]
fn links_that_make_few_folders_look_like_many() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\nname: x\n",
        ),
        ("data/secret/0/1.in", "1"),
        ("data/secret/0/1.ans", "1"),
    ]);
    for from in 0..9 {
        for to in (0..9).filter(|to| *to != from) {
            package.link(&format!("../{to}"), &format!("data/secret/{from}/{to}"));
        }
    }
    let instances = package
        .read()
        .instances(&package.folder.join("data/secret"));
    let error = package.shown(&instances.unwrap_err());
    let expected = "data/secret has more than 1000 folders";
    assert!(error.starts_with(expected), "{error}");
    let error = package.companion_error("data/secret/0/1.in");
    assert!(error.starts_with(expected), "{error}");
}
