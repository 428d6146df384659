//! Programs that are not a team's: given by a command, or by sources of any name.

use std::path::Path;
use std::sync::Arc;

use super::{Entrant, HandedIn, Program, is_executable, language, project};
use crate::dir::Dir;
use crate::ids::EntrantId;

/// Returns the program of a problem folder that a command starts, under the given name. The first word of the command is
/// a file of the folder, a source file, or a tool of this machine; `./check` is built from `check.cpp` if only that
/// exists. `build` is run first. The program does not see the `view` of the problem, unless the command names it. Returns
/// a message if there is no such program.
pub fn of_command(
    name: &str,
    folder: &Arc<Dir>,
    view: Option<&Path>,
    build: &[String],
    command: &[String],
) -> Result<Entrant, String> {
    let (first, arguments) = command
        .split_first()
        .ok_or_else(|| "there is no command".to_owned())?;
    let own = first.strip_prefix("./").unwrap_or(first);
    let source = if folder.is_file(own) {
        Some(own.to_owned())
    } else {
        let mut sources = language::ALL
            .iter()
            .map(|language| format!("{own}.{}", language.extension))
            .filter(|file| folder.is_file(file));
        sources.next()
    };
    let language = source.as_deref().and_then(language::of_file);
    let (own_build, run) = match (&source, language) {
        (Some(file), Some(language)) => {
            let (build, mut run) = language.commands(file);
            run.extend_from_slice(arguments);
            (build, run)
        }
        (Some(file), None) => {
            let is_ready = folder.file(file).is_ok_and(|file| is_executable(&file));
            if !is_ready && build.is_empty() {
                return Err(format!("{file} is not executable: chmod +x {file}"));
            }
            (Vec::new(), command.to_vec())
        }
        (None, _) if first.contains('/') && build.is_empty() => {
            return Err(format!(
                "there is no file {first} in the folder, nor a source of it"
            ));
        }
        (None, _) => (Vec::new(), command.to_vec()),
    };
    let build = match (build, own_build.as_slice()) {
        ([], _) => own_build,
        (build, []) => build.to_vec(),
        (build, own) => {
            let both = [build, own].map(|words| {
                let quoted = |word: &String| format!("'{}'", word.replace('\'', "'\\''"));
                let words: Vec<String> = words.iter().map(quoted).collect();
                words.join(" ")
            });
            vec!["sh".to_owned(), "-c".to_owned(), both.join(" && ")]
        }
    };
    let names = |view: &&Path| {
        let mut words = build.iter().chain(&run);
        words.any(|word| Path::new(word.strip_prefix("./").unwrap_or(word)) == *view)
    };
    let handed_in = HandedIn::Problem {
        folder: Arc::clone(folder),
        view: view.filter(|view| !names(view)).map(Path::to_owned),
    };
    entrant(name, handed_in, Program::Manifest { build, run })
}

/// Returns the program that a source file or a folder of sources makes, whatever their names.
pub fn of_sources(name: &str, path: &Path) -> Result<Entrant, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if !path.is_dir() {
        let (handed_in, program) = super::lone_file(path).map_err(failed)?;
        return match program {
            Program::Nothing(reason) => Err(format!("{}: {reason}", path.display())),
            program => entrant(name, handed_in, program),
        };
    }
    let folder = Dir::open(path).map_err(failed)?;
    let listing = project::list(&folder)?;
    let (build, run) = project::commands(&listing.files)
        .map_err(|reason| format!("{}: {reason}", path.display()))?;
    entrant(
        name,
        HandedIn::Folder(Arc::new(folder)),
        Program::Manifest { build, run },
    )
}

fn entrant(name: &str, handed_in: HandedIn, program: Program) -> Result<Entrant, String> {
    Ok(Entrant {
        id: EntrantId::baseline(name),
        digest: handed_in.digest()?,
        handed_in,
        program,
    })
}
