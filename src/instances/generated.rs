//! Generates instances from recipes and a seed.

use std::collections::BTreeSet;

use puzzles::Case;
use sha2::{Digest, Sha256};

use super::{Made, secret};
use crate::contest::{Contest, Portion, Round, Seed, Seeds, Source};
use crate::error::Result;

/// An instance and its origin.
struct Generated {
    /// The recipe's label and the seed: the name of the instance in a public round.
    origin: String,
    case: Box<dyn Case>,
}

/// Generates the instances of a public round, named by recipe and seed.
pub(super) fn public(contest: &Contest, seed: &Seed, portions: &[Portion]) -> Result<Vec<Made>> {
    // Instances with exact seeds need no secret, which may not be at hand.
    let secret = if is_drawn(portions) {
        secret::read(contest, seed)?
    } else {
        String::new()
    };
    let generated = generate(contest, &secret, portions)?;
    let made = |Generated { origin, case }| Made {
        name: origin.clone(),
        case,
        origin: Some(origin),
    };
    Ok(generated.into_iter().map(made).collect())
}

/// Returns whether seeds are derived from a secret.
fn is_drawn(portions: &[Portion]) -> bool {
    let mut portions = portions.iter();
    portions.any(|portion| matches!(portion.seeds, Seeds::Count(_)))
}

/// Returns whether the instances of a public round depend on a seed file that cannot be read.
pub(super) fn lacks_secret(seed: &Seed, portions: &[Portion]) -> bool {
    match seed {
        Seed::File(file) => is_drawn(portions) && std::fs::File::open(&file.value).is_err(),
        Seed::Number(_) => false,
    }
}

/// Returns the public round that draws seeds from the same secret as a hidden round. Its instances, and the seeds in their
/// names, would help to find those of the hidden round.
pub fn shared_secret(contest: &Contest) -> Option<&str> {
    let drawn = |round: &Round| match &round.source {
        Source::Generated { seed, portions } if is_drawn(portions) => Some(match seed {
            Seed::Number(number) => number.to_string(),
            Seed::File(file) => std::fs::canonicalize(&file.value)
                .unwrap_or_else(|_| file.value.clone())
                .display()
                .to_string(),
        }),
        _ => None,
    };
    let hidden = contest
        .rounds
        .iter()
        .filter(|round| !round.public || round.tie_break);
    let hidden: Vec<String> = hidden.filter_map(drawn).collect();
    let mut public = contest
        .rounds
        .iter()
        .filter(|round| round.public && !round.tie_break);
    let shared = public.find(|round| drawn(round).is_some_and(|secret| hidden.contains(&secret)));
    shared.map(|round| round.name.as_str())
}

/// Generates the instances of a hidden round, named `<round>-01`, `<round>-02` and so on.
///
/// They are numbered in the order of a hash of secret and origin: the order of the recipes in the contest file, or of
/// their seeds, would reveal which number belongs to which recipe.
pub(super) fn hidden(
    contest: &Contest,
    round: &str,
    seed: &Seed,
    portions: &[Portion],
) -> Result<Vec<Made>> {
    let secret = secret::read(contest, seed)?;
    let mut generated = generate(contest, &secret, portions)?;
    generated.sort_by_cached_key(|made| {
        let hash = Sha256::digest(format!("{secret}\norder\n{}", made.origin));
        (<[u8; 32]>::from(hash), made.origin.clone())
    });
    let digits = generated.len().to_string().len().max(2);
    let made = |(number, Generated { origin, case })| Made {
        name: format!("{round}-{number:0digits$}"),
        case,
        origin: Some(origin),
    };
    Ok((1..).zip(generated).map(made).collect())
}

fn generate(contest: &Contest, secret: &str, portions: &[Portion]) -> Result<Vec<Generated>> {
    let mut taken = BTreeSet::new();
    let mut generated = Vec::new();
    for portion in portions {
        let label = portion.recipe.to_string();
        let mut add = |seed: u64| -> Result<bool> {
            let origin = format!("{label}-s{seed}");
            if !taken.insert(origin.clone()) {
                return Ok(false);
            }
            let case = portion
                .recipe
                .generate(seed)
                .map_err(|error| contest.document.error(portion.span.clone(), error.message))?;
            generated.push(Generated { origin, case });
            Ok(true)
        };
        match &portion.seeds {
            Seeds::Exact(seeds) => {
                for &seed in seeds {
                    add(seed)?;
                }
            }
            Seeds::Count(count) => {
                // Skip seeds that an equal recipe further up has used.
                let mut drawn = (0..).map(|index| drawn_seed(secret, &label, index));
                let mut made = 0;
                while made < *count {
                    made += usize::from(add(drawn.next().unwrap_or_default())?);
                }
            }
        }
    }
    Ok(generated)
}

/// Derives a generator seed from secret, recipe and index. It has 32 bits because the course's
/// generator accepts no more, and because it is part of the names of public instances.
fn drawn_seed(secret: &str, label: &str, index: u64) -> u64 {
    let hash = Sha256::digest(format!("{secret}\n{label}\n{index}"));
    u64::from(u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_seeds_never_change() {
        assert_eq!(drawn_seed("20270321", "scatter-30x30-c6", 0), 3_490_974_117);
    }
}
