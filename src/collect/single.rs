//! One upload made into a team's folder, as sites do it.

use std::fs::File;

use super::hand_in::{Content, HandIn};
use super::prepare::prepare;
use super::staging::Staging;
use crate::dir::Dir;
use crate::entrants::project::{Found, Step};
use crate::error::Result;
use crate::locale::Text;

/// Unpacks a file that somebody handed in, finds the program, and moves the finished folder to `name` in `target`.
/// Returns what was found and done, or why nothing of it can be used.
pub fn place_upload(
    file: File,
    file_name: &str,
    target: &Dir,
    name: &str,
) -> Result<std::result::Result<String, String>> {
    let staging = Staging::new(target)?;
    let mut hand_in = HandIn {
        team: name.to_owned(),
        id: String::new(),
        people: Vec::new(),
        source: file_name.to_owned(),
        time: None,
        content: Content::File {
            file,
            name: file_name.to_owned(),
        },
        notes: Vec::new(),
    };
    let prepared = match prepare(&mut hand_in, &staging)? {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut remarks = vec![match &prepared.found {
        Found::Nothing(reason) => reason.clone(),
        Found::Answers => Text::message("found-answers").to_string(),
        Found::Program(program) => {
            let found = Text::message("found-program").with("program", program);
            found.to_string()
        }
    }];
    remarks.extend(prepared.steps.iter().map(Step::done));
    remarks.extend(prepared.notes);
    staging.publish(&prepared.name, target, name)?;
    Ok(Ok(remarks.join("; ")))
}
