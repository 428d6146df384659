//! The standings as a page that opens from disk: one table, no script.

use std::fmt::Write;

use super::table;
use crate::standings::Standings;

pub fn page(standings: &Standings) -> String {
    let (title, header, rows, remarks) = table::parts(standings);
    let mut body = String::new();
    for (line, row) in standings.lines.iter().zip(&rows) {
        let class = if line.baseline {
            " class=\"baseline\""
        } else {
            ""
        };
        let _ = writeln!(body, "<tr{class}>{}</tr>", elements("td", row));
    }
    let remarks: Vec<String> = remarks.lines().map(str::to_owned).collect();
    include_str!("page/standings.html")
        .replace("{title}", &escape(&title))
        .replace("{header}", &elements("th", &header))
        .replace("{digest}", &escape(&standings.digest))
        .replace("{remarks}", &elements("p", &remarks))
        // Last, so that nothing a team is called can be taken for a place to fill in.
        .replace("{rows}", &body)
}

/// Each text in an element of its own.
fn elements(tag: &str, texts: &[String]) -> String {
    texts.iter().fold(String::new(), |mut html, text| {
        let _ = write!(html, "<{tag}>{}</{tag}>", escape(text));
        html
    })
}

/// Team names are strangers' text.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
