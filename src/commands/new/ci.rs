//! `judge new ci`: a workflow that refuses versions of a program with a lower score.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use askama::Template;

use super::write_new;
use crate::cli::{Host, NewCi};
use crate::error::{Error, Result};
use crate::terminal::say;

/// The commands of a job. All texts are quoted for the shell.
#[derive(Template)]
#[template(
    path = "try.sh",
    config = "src/commands/new/askama.toml",
    escape = "none"
)]
struct Script<'a> {
    program: &'a str,
    contest: &'a str,
    /// The name of the program without folders.
    name: &'a str,
    options: &'a str,
}

#[derive(Template)]
#[template(
    path = "github.yml",
    config = "src/commands/new/askama.toml",
    escape = "none"
)]
struct GitHub<'a> {
    script: &'a str,
}

#[derive(Template)]
#[template(
    path = "gitlab.yml",
    config = "src/commands/new/askama.toml",
    escape = "none"
)]
struct GitLab<'a> {
    script: &'a str,
}

#[derive(Template)]
#[template(
    path = "pre-receive.sh",
    config = "src/commands/new/askama.toml",
    escape = "none"
)]
struct Hook<'a> {
    program: &'a str,
    contest: &'a str,
    options: &'a str,
}

pub(super) fn ci(arguments: &NewCi) -> Result<()> {
    let NewCi {
        program,
        contest,
        host,
        tolerance,
        ..
    } = arguments;
    let written = arguments
        .output
        .clone()
        .unwrap_or_else(|| default_file(*host));
    let program = relative(program)?;
    let name = program.file_name().unwrap_or_default();
    let (program, name) = (quoted(&program)?, quoted(Path::new(name))?);
    let mut options = String::new();
    if *tolerance > 0.0 {
        let _ = write!(options, " --tolerance {tolerance}");
    }
    if arguments.output.is_none() {
        // Written for the folder that the user is in: what is missing here is probably misspelt.
        for path in [&arguments.program, contest] {
            if !path.exists() {
                say(&format!("note: {} is not here", path.display()));
            }
        }
    }
    let text = if *host == Host::Git {
        // The hook runs in the folder of the repository.
        let contest = contest
            .canonicalize()
            .map_err(|error| Error::path("read", contest, &error))?;
        let contest = quoted(&contest)?;
        let hook = Hook {
            program: &program,
            contest: &contest,
            options: &options,
        };
        hook.render()
    } else {
        if *host == Host::Gitlab {
            // The container of the job usually allows no namespaces.
            options += " --unsandboxed";
        }
        let script = Script {
            program: &program,
            contest: &quoted(&relative(contest)?)?,
            name: &name,
            options: &options,
        };
        let failed = |error| Error::fault("write a script", &error);
        let script = script.render().map_err(failed)?;
        match host {
            Host::Github => GitHub { script: &script }.render(),
            _ => GitLab { script: &script }.render(),
        }
    };
    let text = text.map_err(|error| Error::fault("write a workflow", &error))? + "\n";
    write_new(&written, &text)?;
    if *host == Host::Git {
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&written, mode)
            .map_err(|error| Error::path("make executable", &written, &error))?;
    }
    let shown = written.display();
    say(&match host {
        Host::Git => format!("wrote {shown}: put it into the folder `hooks` of the repository"),
        _ => format!("wrote {shown}: set JUDGE_REPOSITORY as it says, then commit it"),
    });
    Ok(())
}

fn default_file(host: Host) -> PathBuf {
    PathBuf::from(match host {
        Host::Github => ".github/workflows/judge.yml",
        Host::Gitlab => ".gitlab-ci.yml",
        Host::Git => "pre-receive",
    })
}

/// Returns a path within the repository. Fails if it leads out of it.
fn relative(path: &Path) -> Result<PathBuf> {
    use std::path::Component;
    let plain: PathBuf = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect();
    let is_plain = |part: Component| matches!(part, Component::Normal(_));
    if plain.as_os_str().is_empty() || !plain.components().all(is_plain) {
        let error = format!("{} is not a path within the repository", path.display());
        return Err(Error::user(error)
            .with_help("give it as seen from the top folder of the repository, such as my-team"));
    }
    Ok(plain)
}

/// Quotes a path for the shell, in a file in which every line has a meaning.
fn quoted(path: &Path) -> Result<String> {
    let refused = |reason: &str| {
        let error = Error::user(format!(
            "`{}` {reason}",
            path.to_string_lossy().escape_debug()
        ));
        Err(error.with_help("rename it"))
    };
    let Some(text) = path.to_str() else {
        return refused("is not UTF-8 text");
    };
    if text.contains(char::is_control) || text.contains("${{") {
        return refused("contains control characters or `${{`, which a workflow cannot name");
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if text.chars().all(is_plain) && !text.starts_with('-') {
        return Ok(text.to_owned());
    }
    let text = if text.starts_with('-') {
        format!("./{text}")
    } else {
        text.to_owned()
    };
    Ok(format!("'{}'", text.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_the_shell() {
        let of = |path: &str| quoted(Path::new(path)).ok();
        assert_eq!(of("teams/my-team").as_deref(), Some("teams/my-team"));
        assert_eq!(of("my team").as_deref(), Some("'my team'"));
        assert_eq!(of("a'b$(x)").as_deref(), Some(r"'a'\''b$(x)'"));
        assert_eq!(of("-rf").as_deref(), Some("'./-rf'"));
        assert_eq!(of("a\nb"), None);
        assert_eq!(of("${{ secrets.x }}"), None);
        assert!(relative(Path::new("../x")).is_err() && relative(Path::new("/x")).is_err());
        assert!(relative(Path::new(".")).is_err());
        assert_eq!(relative(Path::new("./a/b/")).unwrap(), Path::new("a/b"));
    }
}
