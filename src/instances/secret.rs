//! The secrets from which hidden instances are generated, and estimates of how hard they are to guess.
//!
//! Recipes are not secret, and `judge commit` publishes a digest of the instances: an attacker who guesses the secret can
//! generate the instances and check the guess against the digest. A secret must therefore withstand an automated search.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use crate::contest::{Contest, Portion, Round, Seed, Seeds, Source};
use crate::document::Located;
use crate::error::Result;

/// Secrets with fewer bits are reported: a few machines can try 2^64 digests in about a year.
const ENOUGH_BITS: f64 = 64.0;

/// The bits of one word of a sentence: there are some thousand common words.
const WORD_BITS: f64 = 12.0;
/// Longer sequences of letters count as random letters.
const LONGEST_WORD: usize = 16;
const LETTER_BITS: f64 = 4.7;
const DIGIT_BITS: f64 = 3.3;

/// The number of bits of a generator seed.
const SEED_BITS: f64 = 32.0;

/// A hidden round whose instances an attacker could find by trial.
#[derive(Debug, PartialEq, Eq)]
pub struct Weakness {
    pub round: String,
    reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Number,
    ExactSeeds,
    FewSeeds,
    Date,
    FewCharacters,
    Short,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Number => "`seed` is a number in the contest file",
            Self::ExactSeeds => "all its seeds are in the contest file",
            Self::FewSeeds => "it has one generated instance, whose seed has 32 bits",
            Self::Date => "the secret is a date",
            Self::FewCharacters => "the secret has few different characters",
            Self::Short => "the secret is short or made of few words",
        })
    }
}

impl fmt::Display for Weakness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, reason } = self;
        write!(
            f,
            "the instances of round `{round}` can be guessed: {reason}"
        )
    }
}

/// Reads the secret as text.
pub(super) fn read(contest: &Contest, seed: &Seed) -> Result<String> {
    match seed {
        Seed::Number(number) => Ok(number.to_string()),
        Seed::File(file) => read_file(contest, file),
    }
}

fn read_file(contest: &Contest, file: &Located<PathBuf>) -> Result<String> {
    let shown = file.value.display();
    let at = |message: String| contest.document.diagnostic(file.span.clone(), message);
    let text = std::fs::read_to_string(&file.value)
        .map_err(|error| at(format!("failed to read the seed file {shown}: {error}")))?;
    match text.trim() {
        "" => Err(at(format!("the seed file {shown} is empty"))
            .with_help("write any secret number or sentence into it")
            .into()),
        secret => Ok(secret.to_owned()),
    }
}

/// Returns the hidden rounds whose secret is easier to guess than 64 random bits.
pub fn weaknesses(contest: &Contest) -> Result<Vec<Weakness>> {
    let mut found = Vec::new();
    for round in contest.rounds.iter().filter(|round| !round.public) {
        if let Some(reason) = weakness(contest, round)? {
            found.push(Weakness {
                round: round.name.clone(),
                reason,
            });
        }
    }
    Ok(found)
}

fn weakness(contest: &Contest, round: &Round) -> Result<Option<Reason>> {
    let Source::Generated { seed, portions } = &round.source else {
        return Ok(None);
    };
    let drawn: usize = portions.iter().map(drawn_seeds).sum();
    Ok(match seed {
        _ if drawn == 0 => Some(Reason::ExactSeeds),
        Seed::Number(_) => Some(Reason::Number),
        Seed::File(file) => {
            let secret = read_file(contest, file)?;
            let few_seeds = SEED_BITS * (drawn as f64) < ENOUGH_BITS;
            guessable(&secret).or(few_seeds.then_some(Reason::FewSeeds))
        }
    })
}

/// Returns how many seeds of a recipe are derived from the secret.
fn drawn_seeds(portion: &Portion) -> usize {
    match &portion.seeds {
        Seeds::Count(count) => *count,
        Seeds::Exact(_) => 0,
    }
}

/// Returns why a secret is too easy to guess, if it is.
fn guessable(secret: &str) -> Option<Reason> {
    if estimated_bits(secret) >= ENOUGH_BITS {
        return None;
    }
    let distinct: BTreeSet<char> = secret.chars().collect();
    let length = secret.chars().count();
    Some(if is_date(secret) {
        Reason::Date
    } else if length >= LONGEST_WORD && distinct.len() <= 4 {
        Reason::FewCharacters
    } else {
        Reason::Short
    })
}

/// Returns whether a secret looks like a date, as in `2027-03-21`, `21.3.2027 14:00` or `20270321`.
fn is_date(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let plain = |c: char| c.is_ascii_digit() || "-./: TZ".contains(c);
    (6..=14).contains(&digits)
        && text.chars().all(plain)
        && ["19", "20"].iter().any(|century| text.contains(century))
}

/// Returns a conservative estimate of the entropy in bits: the smaller of the estimates by character frequencies
/// and by words of a language and digits.
fn estimated_bits(secret: &str) -> f64 {
    let length = secret.chars().count() as f64;
    let mut counts: BTreeMap<char, u32> = BTreeMap::new();
    for c in secret.chars() {
        *counts.entry(c).or_default() += 1;
    }
    let information = |&count: &u32| f64::from(count) * (length / f64::from(count)).log2();
    let by_frequency: f64 = counts.values().map(information).sum();
    by_frequency.min(bits_of_words(secret))
}

/// Estimates the entropy as if every sequence of letters were a word of a language.
fn bits_of_words(secret: &str) -> f64 {
    let kind = |c: char| (c.is_alphabetic(), c.is_numeric());
    let characters: Vec<char> = secret.chars().collect();
    let bits = |run: &[char]| {
        let length = run.len() as f64;
        match kind(run[0]) {
            (true, _) if run.len() <= LONGEST_WORD => WORD_BITS.min(LETTER_BITS * length),
            (true, _) => LETTER_BITS * length,
            (false, true) => DIGIT_BITS * length,
            (false, false) => 1.0,
        }
    };
    let runs = characters.chunk_by(|&a, &b| kind(a) == kind(b));
    runs.map(bits).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_secrets_pass() {
        for secret in [
            "9f86d081884c7d659a2feaa0c55ad015",
            "E3o9Jw8kVx2LqZr7TnYc",
            "qxzvkjwpfmbtgyhdnrlcso",
            "otter lamp seven canyon brittle echo velvet",
        ] {
            assert_eq!(guessable(secret), None, "{secret}");
        }
    }

    #[test]
    fn what_can_be_guessed_is_told_with_the_reason() {
        for (secret, reason) in [
            ("1", Reason::Short),
            ("hunter2", Reason::Short),
            ("our secret sentence", Reason::Short),
            ("20270321", Reason::Date),
            ("2027-03-21", Reason::Date),
            ("21.03.2027 14:00", Reason::Date),
            (
                "abababababababababababababababababababab",
                Reason::FewCharacters,
            ),
            ("00000000000000000000000000000000", Reason::FewCharacters),
        ] {
            assert_eq!(guessable(secret), Some(reason), "{secret}");
        }
    }
}
