//! `judge teams`: the teams of a site and their links.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::help;
use crate::cli::{Teams, TeamsAdd, TeamsImport, TeamsLink, TeamsOptions, TeamsRemove, TextOrJson};
use crate::error::{Diagnostic, Error, Result};
use crate::locale::Text;
use crate::site::database::{Database, Team};
use crate::site::registration;
use crate::terminal::{self, say};

pub(super) fn teams(arguments: &Teams) -> Result<()> {
    match arguments {
        Teams::Add(arguments) => add(arguments),
        Teams::Import(arguments) => import(arguments),
        Teams::List(arguments) => {
            let database = open(&arguments.options)?;
            let teams = database.teams()?.into_iter().filter(|team| !team.removed);
            let rows = teams.map(|team| (Some(team.name), None)).collect();
            print(&database, rows, arguments.options.format)
        }
        Teams::Link(arguments) => link(arguments),
        Teams::Remove(arguments) => remove(arguments),
        Teams::Help(arguments) => {
            let words = arguments.words.iter().map(String::as_str);
            help::command(std::iter::once("teams").chain(words))
        }
    }
}

/// A team, or the staff without one, and its new token.
type Invited = (Option<String>, Option<crate::site::database::Secret>);

fn add(arguments: &TeamsAdd) -> Result<()> {
    let mut database = open(&arguments.options)?;
    let mut invited: Vec<Invited> = Vec::new();
    for name in &arguments.names {
        match registration::add_team(&mut database, name)? {
            Ok(token) => {
                let action = Text::message("site-log-added-team").with("team", name.as_str());
                log(&mut database, &action)?;
                invited.push((Some(name.clone()), Some(token)));
            }
            Err(reason) => {
                // The links of those before cannot be shown again.
                print(&database, invited, arguments.options.format)?;
                let error = Error::user(format!("{name}: {reason}"));
                return Err(error.with_help("choose another name"));
            }
        }
    }
    print(&database, invited, arguments.options.format)
}

fn import(arguments: &TeamsImport) -> Result<()> {
    let mut database = open(&arguments.options)?;
    let path = &arguments.roster;
    let unreadable = |error: csv::Error| Error::user(format!("{}: {error}", path.display()));
    let mut table = csv::Reader::from_path(path).map_err(unreadable)?;
    let header = table.headers().map_err(unreadable)?;
    let column = header
        .iter()
        .position(|name| name.trim().eq_ignore_ascii_case("team"));
    let column = column.ok_or_else(|| {
        let error = Error::user(format!("{} has no column `team`", path.display()));
        error.with_help("the first line names the columns")
    })?;
    let mut names: Vec<String> = Vec::new();
    for record in table.records() {
        let record = record.map_err(unreadable)?;
        let name = record.get(column).unwrap_or_default().trim().to_owned();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    let mut invited: Vec<Invited> = Vec::new();
    for name in names {
        match registration::add_team(&mut database, &name)? {
            Ok(token) => {
                let action = Text::message("site-log-added-team").with("team", name.as_str());
                log(&mut database, &action)?;
                invited.push((Some(name), Some(token)));
            }
            Err(reason) => say(&format!("note: {name}: {reason}, left out")),
        }
    }
    print(&database, invited, arguments.options.format)
}

fn link(arguments: &TeamsLink) -> Result<()> {
    let mut database = open(&arguments.options)?;
    if arguments.revoke {
        database.revoke_staff()?;
    }
    let (name, team) = match &arguments.team {
        Some(name) => {
            let team = find(&database, name)?;
            (Some(team.name), Some(team.id))
        }
        None => (None, None),
    };
    let token = database.new_token(team)?;
    let action = match &name {
        Some(name) => Text::message("site-log-made-link").with("team", name),
        None => Text::message("site-log-made-staff-link"),
    };
    log(&mut database, &action)?;
    let invited = vec![(name, Some(token))];
    print(&database, invited, arguments.options.format)
}

fn remove(arguments: &TeamsRemove) -> Result<()> {
    let mut database = open(&arguments.options)?;
    let team = find(&database, &arguments.team)?;
    database.remove_team(team.id)?;
    let action = Text::message("site-log-removed-team").with("team", &team.name);
    log(&mut database, &action)?;
    match arguments.options.format {
        TextOrJson::Text => {
            say(&format!("removed {}; its hand-ins are kept", team.name));
            Ok(())
        }
        TextOrJson::Json => terminal::print_json(&json!([{"team": team.name}])),
    }
}

/// Writes what was changed to the log on the staff page.
fn log(database: &mut Database, action: &Text) -> Result<()> {
    let who = Text::message("site-who-command-line").to_string();
    database.log(None, &who, action, "")
}

fn open(options: &TeamsOptions) -> Result<Database> {
    let data = &options.data.data;
    std::fs::create_dir_all(data).map_err(|error| Error::path("make the folder", data, &error))?;
    Database::open(data)
}

fn find(database: &Database, name: &str) -> Result<Team> {
    let teams = database.teams()?;
    let teams: Vec<Team> = teams.into_iter().filter(|team| !team.removed).collect();
    if let Some(team) = teams.iter().find(|team| team.name == name) {
        return Ok(team.clone());
    }
    let names: Vec<&str> = teams.iter().map(|team| team.name.as_str()).collect();
    let unknown = Diagnostic::new(format!("there is no team `{name}`")).suggest(name, &names);
    Err(unknown.into())
}

fn print(database: &Database, invited: Vec<Invited>, format: TextOrJson) -> Result<()> {
    let mut list = Vec::new();
    let mut text = String::new();
    for (team, token) in invited {
        let link = token
            .as_ref()
            .map(|token| registration::link(database, token));
        let link = link.transpose()?;
        let name = team.as_deref().unwrap_or("staff");
        match &link {
            Some(link) => writeln!(text, "{name}: {link}"),
            None => writeln!(text, "{name}"),
        }
        .map_err(|error| Error::fault("write the list", &error))?;
        let token = token.as_ref().map(|token| token.text().to_owned());
        list.push(json!({"team": team, "link": link, "token": token}));
    }
    match format {
        TextOrJson::Text => terminal::print(&text),
        TextOrJson::Json => terminal::print_json(&Value::Array(list)),
    }
}
