//! What is compared: bundled algorithms, and programs like those that teams submit.

use std::path::{Path, PathBuf};

use puzzles::AnyProblem;

use super::runner::BOUND;
use crate::entrants::{self, Entrant, Program};
use crate::error::{Error, Result};
use crate::ids::EntrantId;
use crate::problems;
use crate::terminal::printable;

/// A bundled algorithm or a program.
#[derive(Debug)]
pub struct Solver {
    /// Unique within an experiment.
    pub name: String,
    /// Identifies its measurements on disk. The key of a program contains its digest, so that a changed program is
    /// measured again.
    pub key: String,
    /// `None` for a bundled algorithm.
    pub program: Option<Entrant>,
}

impl Solver {
    pub fn bundled(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            key: name.to_owned(),
            program: None,
        }
    }

    /// Returns the solver of that name of a problem. Those of a problem folder are programs like a team's; `number` is unique
    /// within the experiment.
    pub fn of(problem: &'static dyn AnyProblem, name: &str, number: usize) -> Self {
        if problem.folder().is_none() {
            return Self::bundled(name);
        }
        let mut entrant = problems::baseline(problem, name);
        entrant.id = EntrantId::team(format!("program-{number}"));
        Self::program(name.to_owned(), entrant)
    }

    fn program(name: String, entrant: Entrant) -> Self {
        Self {
            key: format!("program {name} {}", entrant.digest),
            name,
            program: Some(entrant),
        }
    }
}

/// Adds programs to the solvers of an experiment. A program is named after its folder or file, or by its whole path if
/// that name is taken. Fails if there is nothing to run at a path, or if the whole path is taken, too.
pub fn add_programs(solvers: &mut Vec<Solver>, paths: &[PathBuf]) -> Result<()> {
    for path in paths {
        let mut entrant = entrants::lone(path)?;
        if let Program::Nothing(reason) = &entrant.program {
            let message = format!("{} cannot be run: {reason}", path.display());
            return Err(Error::user(message));
        }
        // The identity names the folder of the build, so it must not contain a path.
        entrant.id = EntrantId::team(format!("program-{}", solvers.len()));
        let is_free = |name: &String| {
            name != BOUND && !name.is_empty() && solvers.iter().all(|solver| solver.name != *name)
        };
        let names = [short_name(path), one_line(&path.to_string_lossy())];
        let name = names.into_iter().find(is_free).ok_or_else(|| {
            Error::user(format!("another solver has the name {}", path.display())).with_help(
                "give every program once, and rename one that has the name of a bundled solver",
            )
        })?;
        solvers.push(Solver::program(name, entrant));
    }
    Ok(())
}

/// Returns the name of a folder, or that of a file without its extension.
fn short_name(path: &Path) -> String {
    // The name of `.` is that of the working directory.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = if path.is_dir() {
        path.file_name()
    } else {
        path.file_stem()
    };
    one_line(&name.unwrap_or_default().to_string_lossy())
}

/// Returns a name that is safe in tables and in the lines of a file.
fn one_line(name: &str) -> String {
    printable(name).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn programs_have_different_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["one/solver.py", "two/solver.py", "naive/solver.py"] {
            fs::create_dir_all(path(name).parent().expect("a parent")).expect("a folder");
            fs::write(path(name), "print()\n").expect("a file");
        }
        let mut solvers = vec![Solver::bundled("naive")];
        let paths = ["one", "one/solver.py", "two/solver.py", "naive"].map(path);
        add_programs(&mut solvers, &paths).expect("programs");
        let names: Vec<_> = solvers.iter().map(|solver| solver.name.clone()).collect();
        let shown = |at: usize| paths[at].display().to_string();
        assert_eq!(names, ["naive", "one", "solver", &shown(2), &shown(3)]);
        let twice = add_programs(&mut solvers, &[path("two/solver.py")]);
        assert!(twice.is_err());
        assert!(
            add_programs(&mut solvers, &[path("")]).is_err(),
            "no program"
        );
    }

    #[test]
    fn a_changed_program_has_another_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("solver.py");
        let key = |text: &str| {
            fs::write(&file, text).expect("a file");
            let mut solvers = Vec::new();
            add_programs(&mut solvers, std::slice::from_ref(&file)).expect("a program");
            solvers.remove(0).key
        };
        assert_eq!(key("print(1)"), key("print(1)"));
        assert_ne!(key("print(1)"), key("print(2)"));
    }
}
