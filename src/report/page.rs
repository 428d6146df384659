//! The standings as a page that opens from disk: one table, no script.

use super::table;
use crate::standings::Standings;

pub fn page(standings: &Standings) -> String {
    let (title, header, rows, remarks) = table::parts(standings);
    let cells = |tag: &str, cells: &[String]| {
        cells
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", escape(cell)))
            .collect::<String>()
    };
    let body: String = standings
        .lines
        .iter()
        .zip(&rows)
        .map(|(line, row)| {
            let class = if line.baseline {
                " class=\"baseline\""
            } else {
                ""
            };
            format!("<tr{class}>{}</tr>\n", cells("td", row))
        })
        .collect();
    let remarks: String = remarks
        .lines()
        .map(|line| format!("<p>{}</p>\n", escape(line)))
        .collect();
    include_str!("page/standings.html")
        .replace("{title}", &escape(&title))
        .replace("{header}", &cells("th", &header))
        .replace("{digest}", &escape(&standings.digest))
        .replace("{remarks}", &remarks)
        // Last, so that nothing a team is called can be taken for a place to fill in.
        .replace("{rows}", &body)
}

/// Team names are strangers' text.
fn escape(text: &str) -> String {
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
