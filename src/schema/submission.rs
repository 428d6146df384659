//! The schema of `submission.toml`.

use serde_json::{Value, json};

use super::{command, document, text, texts};

pub(super) fn schema() -> Value {
    document(
        "submission.toml",
        "How the program of a team is built and run: judge help submissions",
        &["run"],
        &json!({
            "name": text("the name of the program, for people"),
            "members": texts("the people of the team"),
            "build": command("the command that builds the program, once, without a network"),
            "run": command("the command that reads an instance from standard input and writes an answer"),
        }),
    )
}
