//! What a site shows of a contest besides the board: the rules, a page to play, and the handout.

use pulldown_cmark::{Event, Options, Parser, html};

use super::database::Database;
use crate::contest::Contest;
use crate::error::{Error, Result};
use crate::handout::{self, Handout, HandoutFile};
use crate::locale::Language;
use crate::zip_file::{self, Member};

/// The page to play, which has all languages.
pub(super) const PLAY: &str = "play.html";

/// Returns the name of the document with the rules in a language.
pub(super) fn rules_document(language: Language) -> String {
    format!("rules.{language}.html")
}

/// Returns the name of the document with the handout in a language.
pub(super) fn handout_document(language: Language) -> String {
    format!("handout.{language}.zip")
}

/// Publishes what everybody may have of a contest. A contest that cannot be handed out has only its rules.
pub(super) fn publish(database: &mut Database, name: &str, contest: &Contest) -> Result<()> {
    let starters = contest.problem.starters();
    let starters: Vec<_> = starters.iter().collect();
    let handout = match Handout::of(contest, &contest.document.text, &starters) {
        Ok(handout) => Some(handout),
        Err(Error::User(_)) => None,
        Err(fault) => return Err(fault),
    };
    let mut documents = Vec::new();
    for language in Language::ALL {
        let rules = page_text(&handout::rules(contest, language));
        documents.push((rules_document(language), rules.into_bytes()));
        let Some(handout) = &handout else {
            continue;
        };
        let files = handout.files(language)?;
        let is_play = |file: &&HandoutFile| file.path.as_os_str() == handout::PLAY;
        if let Some(play) = files.iter().find(is_play)
            && language == contest.language
        {
            documents.push((PLAY.to_owned(), play.content.clone()));
        }
        documents.push((handout_document(language), archive(name, &files)?));
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
