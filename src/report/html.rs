//! The base of every HTML page: one style sheet, at most one script with its data, and a content security policy that
//! forbids everything else.
//!
//! The view of a problem runs in a sandboxed frame, whose document inherits the policy of the page. The policy allows
//! its scripts by their digests. Since it has no source for frames, the frame cannot load anything else either.

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::locale::{Catalogue, Language};

/// The rules of the problems in JavaScript, in the order in which they are loaded. They need no browser.
pub const RULE_SCRIPTS: [&str; 6] = [
    include_str!("page/messages.js"),
    include_str!("page/viewers.js"),
    include_str!("page/robot.js"),
    include_str!("page/swap.js"),
    include_str!("page/grille.js"),
    include_str!("page/picross.js"),
];

/// The other scripts that every interactive page needs, in order.
const COMMON_SCRIPTS: [&str; 4] = [
    include_str!("page/page.js"),
    include_str!("page/canvas.js"),
    include_str!("page/timeline.js"),
    include_str!("page/player.js"),
];

/// Functions that tests call from the browser's console.
const EXPORTS: &str = "window.judge = { check, stateAfter, unpack };\n";

/// What `base.html` shows around the body of a page.
pub(crate) struct BasePage {
    pub(crate) title: String,
    pub(crate) language: Language,
    pub(crate) policy: String,
    pub(crate) style: String,
    pub(crate) script: Option<Script>,
    /// The other language that the page contains, if it does.
    translation: Option<Language>,
    /// The scripts that may run in frames of the page.
    frame_scripts: Vec<String>,
}

/// The code of a page and the data that it reads.
pub(crate) struct Script {
    pub(crate) data: String,
    pub(crate) code: String,
}

impl BasePage {
    /// Returns the base of a page without scripts.
    pub(crate) fn fixed(title: String) -> Self {
        Self::new(title, Language::English, None)
    }

    /// Returns the base of a page with these scripts, which read `data` and the messages of some files.
    ///
    /// The page opens in the first of the languages, and may contain a second one.
    pub(crate) fn interactive(
        title: String,
        languages: &[Language],
        scripts: &[&str],
        mut data: Value,
        catalogues: &[Catalogue],
    ) -> Self {
        let messages = |&language: &Language| {
            (
                language.code().to_owned(),
                language.script_messages(catalogues),
            )
        };
        data["messages"] = languages.iter().map(messages).collect();
        let script = Script {
            // `<` is the only character that could end the script element.
            data: data.to_string().replace('<', "\\u003c"),
            code: [&RULE_SCRIPTS[..], &COMMON_SCRIPTS, scripts]
                .concat()
                .concat()
                + EXPORTS,
        };
        let translation = languages.get(1).copied();
        Self {
            translation,
            ..Self::new(title, languages[0], Some(script))
        }
    }

    /// Writes the page. `body` returns its content in a language.
    ///
    /// If the page contains both languages, the script replaces the content if the address asks for the other one, so that a single file without a server has a switch.
    pub(crate) fn render(
        &self,
        body: impl Fn(Language) -> askama::Result<String>,
    ) -> Result<String> {
        let document = || -> askama::Result<String> {
            Document {
                base: self,
                body: body(self.language)?,
                translation: match self.translation {
                    Some(other) => Some((other, body(other)?)),
                    None => None,
                },
            }
            .render()
        };
        document().map_err(|error| Error::fault("write the page", &error))
    }

    /// Adds the style sheet of one kind of page.
    pub(crate) fn with_style(mut self, style: &str) -> Self {
        self.style += style;
        self.with_policy()
    }

    /// Allows scripts in frames of the page.
    pub(crate) fn with_frame_scripts(mut self, scripts: &[&str]) -> Self {
        self.frame_scripts = scripts.iter().map(|&script| script.to_owned()).collect();
        self.with_policy()
    }

    /// Sets a content security policy that allows this style sheet and these scripts only.
    fn with_policy(mut self) -> Self {
        let own = self.script.iter().map(|script| script.code.as_str());
        let scripts = own.chain(self.frame_scripts.iter().map(String::as_str));
        let hashes: Vec<String> = scripts.map(source_hash).collect();
        let script_source = if hashes.is_empty() {
            "'none'".to_owned()
        } else {
            hashes.join(" ")
        };
        self.policy = format!(
            "default-src 'none'; script-src {script_source}; style-src {}; base-uri 'none'; form-action 'none'",
            source_hash(&self.style)
        );
        self
    }

    fn new(title: String, language: Language, script: Option<Script>) -> Self {
        let page = Self {
            title,
            language,
            policy: String::new(),
            style: include_str!("page/page.css").to_owned(),
            script,
            translation: None,
            frame_scripts: Vec::new(),
        };
        page.with_policy()
    }
}

/// A page whose content is written already.
#[derive(Template)]
#[template(path = "document.html", config = "src/report/askama.toml")]
struct Document<'p> {
    base: &'p BasePage,
    body: String,
    translation: Option<(Language, String)>,
}

/// Returns the CSP source expression that allows exactly this text.
fn source_hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
