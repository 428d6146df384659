//! The scoring rule that the user named.

use crate::contest::{Contest, ScoringRule};
use crate::error::{Diagnostic, Result};

/// Returns the named rule, or the contest's own. Fails if the rule is unknown or the contest has no baselines for it.
pub(super) fn find(contest: &Contest, named: Option<&str>) -> Result<ScoringRule> {
    let rule = match named {
        None => contest.scoring.rule,
        Some(name) => ScoringRule::from_name(name).ok_or_else(|| {
            let known = ScoringRule::names();
            let unknown =
                Diagnostic::new(format!("unknown scoring rule `{name}`")).suggest(name, &known);
            unknown.with_help(format!("known rules: {}", known.join(", ")))
        })?,
    };
    if rule.needs_baselines() && contest.baselines.is_empty() {
        let name = rule.name();
        let message = format!("scoring rule `{name}` needs baselines and the contest has none");
        let help = "choose another rule, such as --scoring best";
        return Err(Diagnostic::new(message).with_help(help).into());
    }
    Ok(rule)
}
