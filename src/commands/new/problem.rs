//! `judge new problem`: a problem folder that works as it is, with a contest, a first team and a secret.

use std::path::Path;

use super::contest::{refuse_existing, write_secret};
use super::{write_new, write_schema};
use crate::cli::NewProblem;
use crate::error::{Error, Result};
use crate::problems;
use crate::schema::File;
use crate::terminal::say;

/// The files of the folder. `{{ name }}` stands for the name of the problem.
const FILES: [(&str, &str); 14] = [
    ("README.md", include_str!("problem/README.md")),
    ("check.py", include_str!("problem/check.py")),
    ("contest.toml", include_str!("problem/contest.toml")),
    ("exact.py", include_str!("problem/exact.py")),
    ("generate.py", include_str!("problem/generate.py")),
    ("greedy.py", include_str!("problem/greedy.py")),
    (
        "instances/camping.in",
        include_str!("problem/instances/camping.in"),
    ),
    (
        "instances/small.in",
        include_str!("problem/instances/small.in"),
    ),
    ("problem.toml", include_str!("problem/problem.toml")),
    // `judge handout` and `judge new submission` give the starter to students.
    (
        "starters/solver.py",
        include_str!("problem/teams/example/solver.py"),
    ),
    (
        "submissions/accepted/empty_bag.py",
        include_str!("problem/submissions/accepted/empty_bag.py"),
    ),
    (
        "submissions/wrong_answer/everything.py",
        include_str!("problem/submissions/wrong_answer/everything.py"),
    ),
    (
        "teams/example/solver.py",
        include_str!("problem/teams/example/solver.py"),
    ),
    ("view.js", include_str!("problem/view.js")),
];

const NAME: &str = "{{ name }}";

/// The file that the contest of the folder names as `seed_file`.
const SECRET: &str = "hidden.secret";

pub(super) fn problem(arguments: &NewProblem) -> Result<()> {
    let folder = &arguments.folder;
    let name = name(folder)?;
    refuse_existing(folder)?;
    write_secret(&folder.join(SECRET))?;
    for (file, text) in FILES {
        write_new(&folder.join(file), text.replace(NAME, name))?;
    }
    write_schema(folder, File::Contest)?;
    write_schema(folder, File::Problem)?;
    let shown = folder.display();
    say(&format!(
        "wrote {shown}: a knapsack problem that works; replace it file by file, as {shown}/README.md says"
    ));
    say(&format!(
        "the secret of the hidden round is in {shown}/{SECRET}, readable by you only; add `*.secret` to .gitignore"
    ));
    say(&format!("next: judge lint {shown}/contest.toml"));
    say(&format!("then: judge run {shown}/contest.toml"));
    Ok(())
}

/// Returns the name of the problem: the last component of the path.
fn name(folder: &Path) -> Result<&str> {
    let refused = |reason: String| {
        let error = Error::user(reason);
        Err(error.with_help("choose a name of letters, digits, `-` and `_`, such as my-problem"))
    };
    let Some(name) = folder.file_name().and_then(|name| name.to_str()) else {
        return refused(format!("{} does not end in a name", folder.display()));
    };
    // It becomes part of TOML files and of commands in the README.
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if !name.chars().all(is_plain) {
        return refused(format!("`{name}` cannot be used as the name of a problem"));
    }
    if let Err(reason) = problems::check_name(name) {
        return refused(reason);
    }
    Ok(name)
}
