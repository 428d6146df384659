//! What would be served, for `judge serve --check`.

use std::fmt::Write;

use super::judging::Served;
use crate::contest::{Audience, Judged, Site};
use crate::sandbox::Isolation;
use crate::timestamp::Timestamp;
use crate::units::show_size;

/// Describes the contests of a site.
pub fn overview(served: &[Served], isolation: Isolation, url: &str) -> String {
    let mut text = format!("{url}, programs run with {isolation}\n");
    for contest in served {
        describe(&mut text, contest);
    }
    text
}

fn describe(text: &mut String, served: &Served) {
    let contest = &served.contest;
    let Site {
        opens,
        closes,
        freeze,
        board,
        anonymous,
        registration,
        hand_ins,
        upload,
        ..
    } = &contest.site;
    let moment = |moment: &Option<Timestamp>, otherwise: &str| {
        moment.map_or(otherwise.to_owned(), |moment| moment.to_string())
    };
    let list = |rounds: Vec<String>| {
        if rounds.is_empty() {
            "none".to_owned()
        } else {
            rounds.join(", ")
        }
    };
    let audience = Audience::ALL.iter().find(|(audience, _)| audience == board);
    let audience = audience.map_or("", |(_, name)| *name);
    let names = if *anonymous { "pseudonyms" } else { "names" };
    let register = if *registration {
        "with the class code"
    } else {
        "closed"
    };
    let _ = write!(
        text,
        "\n{}: {} ({})\n\
         opens: {}; closes: {}; board stands still from: {}\n\
         board: {audience}, with {names}; registration: {register}\n\
         hand-ins: {hand_ins}, at most {}\n\
         judged on hand-in: {}; at close: {}\n\
         results: {}\n",
        served.name,
        contest.name,
        contest.problem.name(),
        moment(opens, "at once"),
        moment(closes, "when the staff says so"),
        moment(freeze, "never"),
        show_size(*upload),
        list(contest.judged(Judged::OnHandIn)),
        list(contest.judged(Judged::AtClose)),
        served.options.folder.display(),
    );
}
