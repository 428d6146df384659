//! The JSON Schemas: they know exactly the keys that the readers know, accept every sample and refuse mistakes.

use std::collections::BTreeSet;
use std::process::Command;

use walkdir::WalkDir;

use crate::samples::with_samples;
use crate::world::{World, found_or_skipped, repository};

fn schema(world: &World, file: &str) -> serde_json::Value {
    let ran = world.judge(&format!("schema {file}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()
}

fn keys(object: &serde_json::Value) -> BTreeSet<String> {
    let properties = object["properties"].as_object().expect("properties");
    properties.keys().cloned().collect()
}

/// The keys that the reader lists when it meets an unknown one.
fn known_keys(world: &World, command: &str) -> BTreeSet<String> {
    let ran = world.judge(command);
    let text = format!("{}{}", ran.out, ran.err);
    let list = text.split("keys known here: ").nth(1);
    let list = list.unwrap_or_else(|| panic!("{command}: {text}"));
    let list = list.lines().next().unwrap_or_default();
    list.split(", ").map(|key| key.trim().to_owned()).collect()
}

#[test]
fn schemas_have_the_keys_of_the_readers() {
    let world = World::new();
    world
        .file("grids/a.txt", "1 2 2\n0 1\n1 0\n")
        .folder("teams");
    let start = "problem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n";
    let round = "[[round]]\nname = \"a\"\ninstances = \"grids\"\n";
    let contest = schema(&world, "contest");
    let properties = &contest["properties"];
    for (text, object) in [
        (format!("bogus_key = 1\n{start}{round}"), &contest),
        (
            format!("{start}[limits]\nbogus_key = 1\n{round}"),
            &properties["limits"],
        ),
        (
            format!("{start}{round}bogus_key = 1\n"),
            &properties["round"]["items"],
        ),
        (
            format!("{start}{round}[scoring]\nbogus_key = 1\n"),
            &properties["scoring"],
        ),
        (
            format!("{start}{round}[site]\nbogus_key = 1\n"),
            &properties["site"],
        ),
    ] {
        world.file("bogus.toml", text);
        assert_eq!(known_keys(&world, "lint bogus.toml"), keys(object));
    }
    world.file(
        "teams/t/submission.toml",
        "run = [\"true\"]\nbogus_key = 1\n",
    );
    world.file("contest.toml", format!("{start}{round}"));
    let known = known_keys(&world, "lint contest.toml");
    assert_eq!(known, keys(&schema(&world, "submission")));
    let problem = schema(&world, "problem");
    world.file("p/check.py", "");
    let start = "goal = \"solve\"\nchecker = [\"python3\", \"check.py\"]\n";
    for (text, object) in [
        (format!("bogus_key = 1\n{start}"), &problem),
        (
            format!("{start}[limits]\nbogus_key = 1\n"),
            &problem["properties"]["limits"],
        ),
    ] {
        world.file("p/problem.toml", text);
        assert_eq!(
            known_keys(&world, "bound grids/a.txt --problem p"),
            keys(object)
        );
    }
}

#[test]
fn recipes_have_the_keys_of_the_generators() {
    let world = World::new();
    let contest = schema(&world, "contest");
    let conditions = contest["allOf"].as_array().expect("conditions");
    assert_eq!(conditions.len(), puzzles::problems().len());
    for (condition, problem) in conditions.iter().zip(puzzles::problems()) {
        assert_eq!(
            condition["if"]["properties"]["problem"]["const"],
            problem.name()
        );
        let recipe = &condition["then"]["properties"]["round"]["items"]["properties"]["generate"];
        let layouts = problem.layouts().iter();
        let mut expected: BTreeSet<String> = layouts
            .flat_map(|layout| layout.keys.iter().map(|key| key.name.to_owned()))
            .collect();
        expected.extend(["count", "seeds", "layout"].map(str::to_owned));
        assert_eq!(keys(&recipe["items"]), expected);
    }
}

/// Validates TOML files: one line `SCHEMA FILE` each on standard input, one line with the first error each.
const VALIDATE: &str = r#"
import json, sys, tomllib, datetime, jsonschema
def plain(value):
    if isinstance(value, dict): return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list): return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, (datetime.datetime, datetime.date)) else value
for line in sys.stdin:
    schema, path = line.rstrip("\n").split(" ", 1)
    with open(schema) as file: schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    with open(path, "rb") as file: document = plain(tomllib.load(file))
    errors = sorted(jsonschema.Draft7Validator(schema).iter_errors(document), key=str)
    print("ok" if not errors else "wrong: " + errors[0].message.replace("\n", " "))
"#;

/// The Python of Debian, whose packages `tests/all` installs.
const PYTHON: &str = "/usr/bin/python3";

fn validate(world: &World, files: &[(String, String)]) -> Vec<String> {
    world.file("validate.py", VALIDATE);
    let list = files
        .iter()
        .flat_map(|(schema, file)| [schema, " ", file, "\n"]);
    let list: String = list.collect();
    world.file("list.txt", list);
    let input = std::fs::File::open(world.path("list.txt")).expect("the list");
    let ran = Command::new(PYTHON)
        .arg("validate.py")
        .current_dir(world.path(""))
        .stdin(input)
        .output()
        .expect("Python runs");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
    let out = String::from_utf8_lossy(&ran.stdout);
    let lines: Vec<String> = out.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), files.len(), "{errors}");
    lines
}

#[test]
fn samples_and_templates_follow_the_schemas_and_mistakes_do_not() {
    let import = Command::new(PYTHON)
        .args(["-c", "import jsonschema, tomllib"])
        .output();
    if !found_or_skipped(
        "python3-jsonschema",
        import.is_ok_and(|ran| ran.status.success()),
    ) {
        return;
    }
    let world = with_samples();
    for file in ["contest", "submission", "problem"] {
        let ran = world.judge(&format!("schema {file} -o {file}.json"));
        assert_eq!((ran.code, &*ran.out), (0, ""), "{}", ran.err);
    }
    for problem in puzzles::problems() {
        let name = problem.name();
        let ran = world.judge(&format!("new contest new/{name}.toml --problem {name}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert_eq!(world.judge("new problem new/bag").code, 0);
    // The templates name their schemas, which are beside them.
    for (file, schema) in [
        ("new/picross.toml", "contest"),
        ("new/bag/contest.toml", "contest"),
        ("new/bag/problem.toml", "problem"),
    ] {
        let first = world.read(file).lines().next().map(str::to_owned);
        assert_eq!(first, Some(format!("#:schema ./{schema}.schema.json")));
        let beside = world
            .path(file)
            .with_file_name(format!("{schema}.schema.json"));
        let beside = std::fs::read_to_string(beside).expect("the schema");
        assert_eq!(beside, world.read(&format!("{schema}.json")));
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(world.path("")).sort_by_file_name() {
        let path = entry.expect("an entry").into_path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let schema = match &*name {
                "submission.toml" => "submission.json",
                "problem.toml" => "problem.json",
                _ => "contest.json",
            };
            files.push((schema.to_owned(), path.display().to_string()));
        }
    }
    for kind in ["contest.json", "submission.json", "problem.json"] {
        assert!(
            files.iter().any(|(schema, _)| schema == kind),
            "no sample of {kind}"
        );
    }
    assert!(repository("contests/spring.toml").exists());
    for (line, (_, file)) in validate(&world, &files).iter().zip(&files) {
        assert_eq!(line, "ok", "{file}");
    }
    let start = "problem = \"sorting-robot\"\nsubmissions = \"teams\"\n";
    let round = "[[round]]\nname = \"a\"\n";
    let mut wrong = Vec::new();
    for (number, text) in [
        format!("{start}bogus = 1\n{round}instances = \"x\"\n"),
        format!("{start}baselines = [\"bogus\"]\n{round}instances = \"x\"\n"),
        format!("{start}{round}"),
        format!("{start}{round}instances = \"x\"\ngenerate = [{{ rows = 1 }}]\n"),
        format!("{start}{round}generate = [{{ rows = 1, bogus = 1 }}]\nseed = 1\n"),
        format!("{start}{round}generate = [{{ rows = 1, layout = \"bogus\" }}]\nseed = 1\n"),
        format!("{start}{round}instances = \"x\"\nrepeat = 0\n"),
        format!("{start}[limits]\ntime = 5\n{round}instances = \"x\"\n"),
        format!("{start}[limits]\ntime = \"5 parsecs\"\n{round}instances = \"x\"\n"),
        format!("{start}[scoring]\nrule = \"bogus\"\n{round}instances = \"x\"\n"),
        "problem = \"picross\"\n".to_owned(),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("wrong-{number}.toml");
        world.file(&name, text);
        wrong.push(("contest.json".to_owned(), name));
    }
    for (line, (_, file)) in validate(&world, &wrong).iter().zip(&wrong) {
        assert!(line.starts_with("wrong: "), "{file}: {line}");
    }
}
