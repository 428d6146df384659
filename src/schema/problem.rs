//! The schema of `problem.toml`.

use serde_json::{Value, json};

use super::{choice, command, document, duration, integer, size, table, text};
use crate::problems::goal_names;

pub(super) fn schema() -> Value {
    let limits = table(
        "what one call of these programs may use",
        &json!({
            "check": duration("time of the checker", Some("10s")),
            "generate": duration("time of the generator, and of a baseline outside of contests", Some("60s")),
            "bound": duration("time of the bound program", Some("60s")),
            "memory": size("memory of each program", Some("1 GiB")),
        }),
    );
    document(
        "problem.toml",
        "A problem of one's own: judge help own-problems",
        &["goal", "checker"],
        &json!({
            "name": text("the name in tables and files; the name of the folder if it is missing"),
            "about": text("the problem in one line"),
            "goal": choice("which values are better; solve: an accepted answer has the value 1", &goal_names(), None),
            "unit": text("the unit of values, in the plural"),
            "decimals": integer("digits of values after the point", 0, 9, Some(0)),
            "checker": command("called with INPUT ANSWER FEEDBACK_DIR and the team's answer on standard input"),
            "generator": command("called with key=value arguments, seed=N last; writes an instance"),
            "bound": command("reads an instance and writes a number that no answer is better than"),
            "baselines": {
                "description": "solvers by name",
                "type": "object",
                "additionalProperties": command("reads an instance and writes an answer"),
            },
            "build": command("run once before all other commands"),
            "view": text("a script that draws instances and answers"),
            "limits": limits,
        }),
    )
}
