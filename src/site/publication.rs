//! What a site shows of a contest besides the board: the rules, a page to play, and the handout.

use pulldown_cmark::{Event, Options, Parser, html};

use super::database::Database;
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::handout::{self, HandoutFile};
use crate::zip_file::{self, Member};

/// The documents of a contest.
pub(super) const RULES: &str = "rules.html";
pub(super) const PLAY: &str = "play.html";
pub(super) const HANDOUT: &str = "handout.zip";

/// Publishes what everybody may have of a contest. A contest that cannot be handed out has only its rules.
pub(super) fn publish(database: &mut Database, name: &str, contest: &Contest) -> Result<()> {
    let starters = contest.problem.starters();
    let starters: Vec<_> = starters.iter().collect();
    let files = match handout::handout(contest, &contest.document.text, &starters) {
        Ok(files) => files,
        Err(Error::User(_)) => Vec::new(),
        Err(fault) => return Err(fault),
    };
    let rules = page_text(&handout::rules(contest)).into_bytes();
    let play = files
        .iter()
        .find(|file| file.path.as_os_str() == handout::PLAY);
    let mut documents = vec![(RULES, rules)];
    if let Some(play) = play {
        documents.push((PLAY, play.content.clone()));
    }
    if !files.is_empty() {
        documents.push((HANDOUT, archive(name, &files)?));
    }
    database.publish(name, &documents).map(drop)
}

fn archive(name: &str, files: &[HandoutFile]) -> Result<Vec<u8>> {
    let mut members: Vec<Member> = files
        .iter()
        .map(|file| Member {
            name: format!("{name}/{}", file.path.display()),
            content: file.content.clone(),
            executable: file.executable,
        })
        .collect();
    members.sort_by(|one, other| one.name.cmp(&other.name));
    zip_file::pack(&members)
}

/// Returns Markdown as HTML. HTML in it is shown as text.
fn page_text(markdown: &str) -> String {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let events = parser.map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}
