//! What a page says about the bound of an instance: how it was proved, and how to check it.

use puzzles::{AnyProblem, EvidenceKind, Goal};
use serde::Serialize;

use crate::locale::{Language, details};
use crate::problems;
use crate::results::{BoundRow, Mark};
use crate::results_dir::instance_file;

/// The bound of an instance, with the keys that the script reads.
#[derive(Serialize)]
pub(super) struct BoundNote {
    /// Bound, method and evidence, one sentence each, by the code of the language.
    about: serde_json::Map<String, serde_json::Value>,
    /// The command that checks the proof, to be given in the results folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
}

impl BoundNote {
    /// Returns the note about a bound; `None` if there is none.
    pub(super) fn new(problem: &dyn AnyProblem, row: &BoundRow) -> Option<Self> {
        let bound = row.bound?;
        let about = |language: Language| {
            let method = details::in_language(row.plain_method(), language);
            let message = match problem.goal() {
                Goal::Solve => language.message("evidence-method"),
                _ => language
                    .message("evidence-bound")
                    .with("bound", language.number(&bound.to_string()))
                    .with("unit", problems::unit(problem, language)),
            };
            let method = message.with("method", &*method).to_string();
            let evidence = in_full(problem, row, language);
            let sentences: Vec<String> = [Some(method), evidence].into_iter().flatten().collect();
            (language.code().to_owned(), sentences.into())
        };
        let (round, name) = (&row.round, &row.instance);
        let command = (!row.proof.is_empty()).then(|| {
            let instance = instance_file(round, name);
            format!("judge check-proof {} {}", instance.display(), row.proof)
        });
        Some(Self {
            about: Language::ALL.into_iter().map(about).collect(),
            command,
        })
    }
}

/// Returns what the evidence of a bound means; `None` if that was not recorded.
fn in_full(problem: &dyn AnyProblem, row: &BoundRow, language: Language) -> Option<String> {
    let kind = row.evidence()?;
    let words = match kind {
        EvidenceKind::Searched { nodes } if nodes > 0 => {
            let message = language.message("evidence-searched-nodes");
            message.with("count", nodes).to_string()
        }
        kind => kind_words(kind, language),
    };
    let meaning = match kind {
        EvidenceKind::Certified => "evidence-certified-meaning",
        EvidenceKind::Recomputed => "evidence-recomputed-meaning",
        EvidenceKind::Searched { .. } if row.proof.is_empty() || problem.goal() == Goal::Solve => {
            "evidence-searched-meaning"
        }
        EvidenceKind::Searched { .. } => "evidence-searched-weaker",
    };
    let message = language.message(meaning);
    Some(message.with("evidence", words).to_string())
}

/// Returns the kind of evidence.
pub(super) fn kind_words(kind: EvidenceKind, language: Language) -> String {
    let key = match kind {
        EvidenceKind::Certified => "evidence-certified",
        EvidenceKind::Recomputed => "evidence-recomputed",
        EvidenceKind::Searched { .. } => "evidence-searched",
    };
    language.message(key).to_string()
}

/// Returns what a star means.
pub(super) fn star_words(mark: Mark, language: Language) -> String {
    let key = match mark {
        Mark::Proved => "report-proved-optimal",
        Mark::Searched => "report-optimal-by-search",
        Mark::Claimed => "report-at-bound",
    };
    language.message(key).to_string()
}
