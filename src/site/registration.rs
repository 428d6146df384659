//! How people get in: names of teams, secret links and the class code.

use rustix::rand::GetRandomFlags;

use super::database::{Database, Secret};
use super::judging::Served;
use crate::digest::Sha;
use crate::entrants::unusable_name;
use crate::error::{Error, Result};
use crate::locale::Text;

/// The key of the class code in the settings.
pub const CLASS_CODE: &str = "class_code";

/// The key of the site's address in the settings.
pub const URL: &str = "url";

/// The address of a site that was never served.
const DEFAULT_URL: &str = "http://127.0.0.1:8000";

/// Letters of class codes: none that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Returns the secret link with this token.
pub fn link(database: &Database, token: &Secret) -> Result<String> {
    let url = database.setting(URL)?;
    let url = url.as_deref().unwrap_or(DEFAULT_URL);
    Ok(format!("{url}/enter/{}", token.text()))
}

/// Adds a team and makes its link. Returns the reason if the name cannot be used.
pub fn add_team(database: &mut Database, name: &str) -> Result<std::result::Result<Secret, Text>> {
    let teams = database.teams()?;
    if teams.iter().any(|team| team.name == name) {
        return Ok(Err(Text::message("name-taken").with("name", name)));
    }
    // A team that has or resembles the name of a baseline would deceive.
    let problems = puzzles::problems().iter();
    let solvers =
        problems.flat_map(|problem| problem.solvers().into_iter().map(|solver| solver.name));
    let solvers: Vec<&str> = solvers.collect();
    let others = teams.iter().map(|team| team.name.as_str());
    let others = others.chain(solvers.iter().copied());
    if name.is_empty() || name.starts_with(['.', '[']) {
        return Ok(Err(Text::message("name-bracket")));
    }
    let lower = name.to_lowercase();
    let mut same = others.clone().filter(|other| other.to_lowercase() == lower);
    if let Some(other) = same.next() {
        return Ok(Err(Text::message("name-taken-by-any").with("name", other)));
    }
    if let Some(reason) = unusable_name(name, others) {
        return Ok(Err(reason));
    }
    match database.add_team(name)? {
        Some(team) => Ok(Ok(database.new_token(Some(team))?)),
        None => Ok(Err(Text::message("name-taken").with("name", name))),
    }
}

/// Whether somebody typed the class code. Case, blanks and hyphens do not matter: people copy it from a blackboard.
pub fn is_class_code(database: &Database, typed: &str) -> Result<bool> {
    let digest = |code: &str| {
        let letters = code.chars().filter(|letter| letter.is_alphanumeric());
        let letters: String = letters.flat_map(char::to_lowercase).collect();
        (!letters.is_empty()).then(|| Sha::of(letters.as_bytes()))
    };
    let expected = database.setting(CLASS_CODE)?.unwrap_or_default();
    // Digests of equal length tell nothing by the time that their comparison takes.
    Ok(digest(&expected).is_some_and(|expected| digest(typed) == Some(expected)))
}

/// Returns the class code, and makes one if there is none.
pub fn class_code(database: &mut Database) -> Result<String> {
    match database.setting(CLASS_CODE)? {
        Some(code) => Ok(code),
        None => new_class_code(database),
    }
}

/// Makes a new class code; the earlier one stops working.
pub fn new_class_code(database: &mut Database) -> Result<String> {
    let mut bytes = [0; 12];
    rustix::rand::getrandom(&mut bytes, GetRandomFlags::empty())
        .map_err(|error| Error::fault("get random bytes from the kernel", &error))?;
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte) % LETTERS.len()]));
    let parts: Vec<String> = letters
        .chunks(4)
        .map(|part| part.iter().collect())
        .collect();
    let code = parts.join("-");
    database.set_setting(CLASS_CODE, &code)?;
    Ok(code)
}

/// Returns what to tell whoever starts the site: a link for the staff the first time, and the class code.
pub fn invitations(database: &mut Database, served: &[Served]) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    if !database.has_staff()? {
        let token = database.new_token(None)?;
        let link = link(database, &token)?;
        lines.push(format!("the link of the staff, keep it secret: {link}"));
    }
    if served.iter().any(|served| served.contest.site.registration) {
        let code = class_code(database)?;
        lines.push(format!("people register with the class code {code}"));
    } else if database.teams()?.is_empty() {
        lines.push("there are no teams yet: `judge teams add NAME`".to_owned());
    }
    Ok(lines)
}
