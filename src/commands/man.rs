//! `judge man`: manual pages of the commands and of the topics of the manual.

use std::fmt::Write;
use std::io;
use std::path::Path;

use clap_mangen::Man as Page;

use super::help::find;
use crate::cli::{self, Man};
use crate::dir::{Dir, write_atomically};
use crate::error::{Error, Result};
use crate::help::{self, TOPICS, Topic, roff};
use crate::terminal;

const MANUAL: &str = "Manual of judge";

pub(super) fn man(arguments: &Man) -> Result<()> {
    let root = definition();
    if let Some(folder) = &arguments.output {
        return write_all(&root, folder);
    }
    let topic = match arguments.words.as_slice() {
        [word] => help::topic(word),
        _ => None,
    };
    // A topic may have the name of a command.
    let is_command = |word: &String| root.find_subcommand(word).is_some();
    let page = match topic.filter(|_| !arguments.words.iter().any(is_command)) {
        Some(topic) => topic_page(topic),
        None => command_page(&find(&root, arguments.words.iter().map(String::as_str))?)?,
    };
    terminal::print_own(&page)
}

/// The command line, with all names complete.
fn definition() -> clap::Command {
    let mut root = cli::definition();
    root.build();
    root
}

fn write_all(root: &clap::Command, folder: &Path) -> Result<()> {
    let mut pages = Vec::new();
    collect(root, &mut pages)?;
    for topic in TOPICS {
        pages.push((format!("man7/judge-{}.7", topic.name), topic_page(topic)));
    }
    for section in ["man1", "man7"] {
        let path = folder.join(section);
        Dir::create(&path).map_err(|error| Error::path("create the folder", &path, &error))?;
    }
    for (name, page) in pages {
        let path = folder.join(name);
        let written = write_atomically(&path, page.as_bytes());
        written.map_err(|error| Error::path("write", &path, &error))?;
    }
    terminal::say(&format!("the manual pages are in {}", folder.display()));
    Ok(())
}

fn collect(command: &clap::Command, pages: &mut Vec<(String, String)>) -> Result<()> {
    pages.push((format!("man1/{}.1", name(command)), command_page(command)?));
    let visible = command.get_subcommands().filter(|c| !c.is_hide_set());
    for inner in visible {
        collect(inner, pages)?;
    }
    Ok(())
}

fn name(command: &clap::Command) -> String {
    let name = command.get_display_name().unwrap_or(command.get_name());
    name.to_owned()
}

fn command_page(command: &clap::Command) -> Result<String> {
    let after = command.get_after_long_help().map(ToString::to_string);
    let page = Page::new(command.clone())
        .source(concat!("judge ", env!("CARGO_PKG_VERSION")))
        .manual(MANUAL);
    let mut bytes = Vec::new();
    let mut render = || {
        page.render_title(&mut bytes)?;
        page.render_name_section(&mut bytes)?;
        page.render_synopsis_section(&mut bytes)?;
        page.render_description_section(&mut bytes)?;
        page.render_options_section(&mut bytes)?;
        if command.has_subcommands() {
            page.render_subcommands_section(&mut bytes)?;
        }
        Ok(())
    };
    render().map_err(|error: io::Error| Error::fault("write a manual page", &error))?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    // Examples and lists, which clap_mangen would fill like paragraphs.
    if let Some(after) = after {
        text += ".SH NOTES\n";
        for part in after.split("\n\n") {
            roff::preformatted(&mut text, part.lines());
        }
    }
    let _ = writeln!(text, ".SH \"SEE ALSO\"\n{}", see_also(&name(command)));
    Ok(text)
}

fn topic_page(topic: &Topic) -> String {
    let title = format!("judge-{}", topic.name);
    let mut text = format!(
        ".TH \"{title}\" 7 \"\" \"judge {}\" \"{MANUAL}\"\n.SH NAME\n{} \\- {}\n.SH DESCRIPTION\n",
        env!("CARGO_PKG_VERSION"),
        roff::escaped(&title),
        roff::escaped(topic.about),
    );
    text += &roff::roff(topic.text);
    let _ = writeln!(text, ".SH \"SEE ALSO\"\n{}", see_also(&title));
    text
}

/// The page of the program, and those of the topics.
fn see_also(own: &str) -> String {
    let topics = TOPICS
        .iter()
        .map(|topic| (format!("judge-{}", topic.name), 7));
    let all = std::iter::once(("judge".to_owned(), 1)).chain(topics);
    let all = all.filter(|(name, _)| name != own);
    let all = all.map(|(name, section)| format!("\\fB{}\\fR({section})", name.replace('-', "\\-")));
    let all: Vec<String> = all.collect();
    all.join(",\n")
}
