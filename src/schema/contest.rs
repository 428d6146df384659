//! The schema of a contest file. What depends on the problem (solvers, recipes) is conditional on its name.

use puzzles::{AnyProblem, problems};
use serde_json::{Map, Value, json};

use super::{boolean, choice, document, duration, integer, size, table, text, texts};
use crate::contest::{MOST_INSTANCES, MOST_POINTS, MOST_REPETITIONS, MOST_WEIGHT, ScoringRule};
use crate::locale::Language;
use crate::problems::goal_names;

pub(super) fn schema() -> Value {
    let mut schema = document(
        "contest file",
        "A contest: judge help contest-file",
        &["problem", "submissions", "round"],
        &json!({
            "name": text("title of the contest; the name of the file if it is missing"),
            "problem": {
                "description": "a bundled problem, or a problem folder",
                "type": "string",
                "examples": problems().iter().map(|problem| problem.name()).collect::<Vec<_>>(),
            },
            "goal": choice("which values are better, if a problem package does not say", &goal_names(), None),
            "unit": text("the unit of values, if a problem package does not say"),
            "decimals": integer("digits of values after the point, of a problem package", 0, 9, None),
            "language": choice("the language of pages and handouts", &Language::ALL.map(Language::code), Some("en")),
            "submissions": text("the folder of the teams"),
            "baselines": texts("solvers of the problem to show in the table"),
            "limits": limits(),
            "round": {
                "description": "the instances, in one or more rounds",
                "type": "array",
                "minItems": 1,
                "items": round(),
            },
            "scoring": table("how answers become scores", &json!({
                "rule": choice("judge help scoring describes the rules", &ScoringRule::names(), Some(ScoringRule::ALL[0].name())),
                "failure": json!({
                    "description": "zero, or a baseline whose answer replaces a missing one",
                    "type": "string",
                    "default": "zero",
                }),
            })),
            "site": site(),
        }),
    );
    schema["allOf"] = problems()
        .iter()
        .map(|problem| of_problem(*problem))
        .collect();
    schema
}

fn limits() -> Value {
    table(
        "what a program may use per instance",
        &json!({
            "time": duration("CPU time of all processes together", Some("10s")),
            "wall": duration("wall-clock time; 1.5 × time + 1 s if it is missing", None),
            "memory": size("memory of all processes together", Some("512 MiB")),
            "output": size("bytes written to standard output", Some("64 MiB")),
            "processes": integer("processes and threads at a time", 1, 100_000, Some(64)),
            "cores": integer("processor cores that a run may use", 1, 1024, Some(1)),
            "anytime": boolean("the last complete answer before the time limit counts", false),
            "grace": duration("time between SIGTERM and SIGKILL at the time limit", Some("200ms")),
            "paths": texts("more of the machine that programs may see, read-only"),
        }),
    )
}

fn round() -> Value {
    let points = |about: &str| integer(about, 0, MOST_POINTS, None);
    let mut round = table(
        "a round",
        &json!({
            "name": text("unique; also the name of a folder"),
            "run": choice("programs are run, or teams hand in answer files", &["programs", "answers"], Some("programs")),
            "public": boolean("students may see the instances", false),
            "weight": {"description": "how much the round counts", "type": "number", "minimum": 0, "maximum": MOST_WEIGHT, "default": 1},
            "repeat": integer("how often each program is run on each instance", 1, MOST_REPETITIONS, Some(1)),
            "judged": choice("when a site judges the round", &["on hand-in", "at close"], None),
            "tie_break": boolean("played only by teams that share a rank after all other rounds", false),
            "instances": text("a folder, a file, or a pattern with * and ? in its last part"),
            "generate": {
                "description": "recipes of instances to generate",
                "type": "array",
                "minItems": 1,
                "items": {"type": "object", "properties": recipe_start()},
            },
            "seed": integer("the seed of generated instances, visible in this file", 0, i64::MAX, None),
            "seed_file": text("a file with the seed, kept secret"),
            "best": points("points for the best value of an instance"),
            "second": points("points for the second-best value"),
            "most_bests": points("points for the most best values"),
            "best_mean": points("points for the best mean value"),
        }),
    );
    round["required"] = json!(["name"]);
    round["oneOf"] = json!([{"required": ["instances"]}, {"required": ["generate"]}]);
    round["not"] = json!({"required": ["seed", "seed_file"]});
    round
}

/// The keys of a recipe that do not depend on the problem.
fn recipe_start() -> Value {
    json!({
        "count": integer("the number of instances, with seeds derived from that of the round", 1, MOST_INSTANCES, Some(1)),
        "seeds": {
            "description": "exact generator seeds instead of `count`, such as 0..9",
            "type": "string",
            "pattern": "^[0-9.,= ]+$",
        },
    })
}

fn site() -> Value {
    let moment =
        |about: &str| json!({"description": format!("{about}, such as 2027-03-21T20:00:00+01:00")});
    table(
        "how `judge serve` serves the contest: judge help site",
        &json!({
            "opens": moment("when hand-ins are taken from"),
            "closes": moment("when hand-ins end"),
            "freeze": moment("from when the board stands still"),
            "board": choice("who may see the board", &["public", "teams", "staff"], Some("public")),
            "names": choice("which names the board shows", &["real", "anonymous"], Some("real")),
            "show": integer("only so many teams are shown with names; 0: all", 0, 1_000_000, Some(0)),
            "registration": choice("whether a class code lets people register", &["closed", "code"], Some("closed")),
            "hand_ins": {"description": "how often a team may hand in", "type": "string", "pattern": "^\\s*[0-9]+ per .+$", "default": "10 per hour"},
            "upload": size("the largest upload", Some("10 MiB")),
        }),
    )
}

/// The solvers and recipes of a bundled problem.
fn of_problem(problem: &dyn AnyProblem) -> Value {
    let solvers: Vec<&str> = problem.solvers().iter().map(|solver| solver.name).collect();
    let mut keys = Map::new();
    let layouts: Vec<&str> = problem.layouts().iter().map(|layout| layout.name).collect();
    let first = layouts.first().copied();
    keys.insert(
        "layout".to_owned(),
        choice("the generator", &layouts, first),
    );
    for key in problem.layouts().iter().flat_map(|layout| layout.keys) {
        // The same key may have another meaning in another layout.
        let known = keys
            .entry(key.name)
            .or_insert_with(|| json!({"description": key.about}));
        if known["description"] != key.about {
            known["description"] = Value::Null;
        }
    }
    for key in keys.values_mut().filter_map(Value::as_object_mut) {
        if key.get("description") == Some(&Value::Null) {
            key.remove("description");
        }
    }
    if let Value::Object(start) = recipe_start() {
        keys.extend(start);
    }
    let recipe = json!({"type": "object", "additionalProperties": false, "properties": keys});
    let rounds = json!({"items": {"properties": {"generate": {"items": recipe}}}});
    json!({
        "if": {"properties": {"problem": {"const": problem.name()}}},
        "then": {"properties": {"baselines": {"items": {"enum": solvers}}, "round": rounds}},
    })
}
