//! `judge handout`: nothing secret, and `judge try` works in it.

use crate::world::World;

#[test]
fn a_handout_has_no_secrets_and_can_be_tried() {
    let world = World::new();
    let ran = world.judge("new contest autumn.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let secret = world.read("autumn.secret");
    let ran = world.judge("handout autumn.toml -o handout --language python --language cpp");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let contest = world.read("handout/contest.toml");
    for text in ["seed", "generate", "secret", "hidden\""] {
        assert!(!contest.contains(text), "{text}: {contest}");
    }
    let files = walkdir::WalkDir::new(world.path("handout")).into_iter();
    for file in files.flatten().filter(|entry| entry.file_type().is_file()) {
        let text = std::fs::read_to_string(file.path()).expect("text");
        assert!(!text.contains(secret.trim()), "{}", file.path().display());
    }
    assert!(world.read("handout/README.md").contains("**Rules.**"));
    assert!(world.path("handout/starter-cpp/solver.cpp").exists());
    // The first command of the README, in the folder.
    let readme = world.read("handout/README.md");
    let command = readme
        .lines()
        .find_map(|line| line.strip_prefix("$ judge "));
    let tried = world
        .command(command.expect("a command"))
        .current_dir(world.path("handout"))
        .output()
        .expect("judge runs");
    assert_eq!(tried.status.code(), Some(0), "{tried:?}");
    // Nothing is overwritten.
    let again = world.judge("handout autumn.toml -o handout");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already exists"), "{}", again.err);
}

#[test]
fn public_instances_must_not_help_to_find_hidden_ones() {
    let world = World::new();
    let round = |name: &str, public: bool| {
        format!(
            "[[round]]\nname = \"{name}\"\npublic = {public}\nseed = 20270321\n\
             generate = [{{ count = 2, layout = \"scatter\", rows = 3, columns = 3, colours = 2 }}]\n"
        )
    };
    let head = "problem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n";
    world.file(
        "c.toml",
        format!("{head}{}{}", round("open", true), round("hidden", false)),
    );
    let ran = world.judge("handout c.toml -o handout");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err
            .contains("draws its instances from the seed of a hidden round"),
        "{}",
        ran.err
    );
}

#[test]
fn a_contest_without_public_instances_has_nothing_to_hand_out() {
    let world = World::tiny();
    let contest = world
        .read("tiny.toml")
        .replace("public = true", "public = false");
    world.file("tiny.toml", contest);
    let ran = world.judge("handout tiny.toml -o handout");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("public = true"), "{}", ran.err);
}

#[test]
fn a_handout_as_an_archive() {
    let world = World::new();
    assert_eq!(world.judge("new contest autumn").code, 0);
    let command = "--language python,rust,python";
    let ran = world.judge(&format!("handout autumn.toml -o out/handout.zip {command}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("files are in out/handout.zip"),
        "{}",
        ran.err
    );
    let bytes = std::fs::read(world.path("out/handout.zip")).expect("an archive");
    // The same files as in a folder, below one folder, in order.
    assert_eq!(
        world
            .judge(&format!("handout autumn.toml -o plain {command}"))
            .code,
        0
    );
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).expect("a zip");
    let mut names = Vec::new();
    for index in 0..archive.len() {
        let mut member = archive.by_index(index).expect("a member");
        let name = member.name().expect("a name").into_owned();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut member, &mut text).expect("text");
        let inner = name
            .strip_prefix("handout/")
            .expect("one folder at the top");
        assert_eq!(text, world.read(&format!("plain/{inner}")), "{name}");
        names.push(name);
    }
    assert!(names.is_sorted(), "{names:?}");
    let files = walkdir::WalkDir::new(world.path("plain"))
        .into_iter()
        .flatten();
    let count = files.filter(|entry| entry.file_type().is_file()).count();
    assert_eq!(names.len(), count);
    assert!(
        names
            .iter()
            .any(|name| name == "handout/starter-rust/solver.rs")
    );
    // The same bytes again, and nothing is overwritten.
    assert_eq!(
        world
            .judge(&format!(
                "handout autumn.toml -o again/handout.zip {command}"
            ))
            .code,
        0
    );
    assert!(std::fs::read(world.path("again/handout.zip")).expect("an archive") == bytes);
    let again = world.judge("handout autumn.toml -o out/handout.zip");
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("nothing was overwritten"),
        "{}",
        again.err
    );
    assert!(std::fs::read(world.path("out/handout.zip")).expect("an archive") == bytes);
}

#[test]
fn a_french_handout_has_french_starters() {
    let world = World::new();
    assert_eq!(world.judge("new contest automne --lang fr").code, 0);
    let ran = world.judge("handout automne.toml -o french");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let program = world.read("french/starter-python/solver.py");
    assert!(program.starts_with("# Robot trieur : "), "{program}");
    let page = world.read("french/play.html");
    assert!(page.contains("<html lang=\"fr\">"), "{page}");
    let ran = world.judge("handout automne.toml -o english --lang en");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let program = world.read("english/starter-python/solver.py");
    assert!(program.starts_with("# Sorting robot: "), "{program}");
}
