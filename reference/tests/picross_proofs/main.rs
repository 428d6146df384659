//! Proofs of picross: against exhaustive search, mutated, damaged, random, and read by both checkers.

mod damage;
#[path = "../common/python.rs"]
mod python;
mod random_steps;
mod samples;
mod small;
mod syntax;

use std::sync::{Mutex, PoisonError};

use puzzles::picross::{Instance, Picross};
use puzzles::{Budget, EvidenceKind, Problem, Proof, ProofError};

/// A text and what it is a proof of.
type Pair = (Vec<u8>, Vec<u8>);

/// The exit codes of the checker in Python, one caller at a time, because all use the same file.
fn verdicts(pairs: &[Pair]) -> Option<Vec<u8>> {
    static PYTHON: Mutex<()> = Mutex::new(());
    let _alone = PYTHON.lock().unwrap_or_else(PoisonError::into_inner);
    python::verdicts("picross", pairs)
}

/// The exit code of the checker in Rust.
fn checked(instance: &[u8], proof: &[u8]) -> u8 {
    let Ok(instance) = Picross::read(instance) else {
        return 2;
    };
    match Picross::check_proof(&instance, proof) {
        Ok(_) => 0,
        Err(ProofError::Refused(_)) => 1,
        Err(ProofError::Unreadable(_)) => 2,
    }
}

/// Both checkers must agree about all pairs.
fn agree(pairs: &[Pair]) {
    let Some(codes) = verdicts(pairs) else {
        return;
    };
    assert_eq!(codes.len(), pairs.len());
    for ((instance, proof), code) in pairs.iter().zip(codes) {
        assert_eq!(
            checked(instance, proof),
            code,
            "{}\n{}",
            String::from_utf8_lossy(instance),
            String::from_utf8_lossy(proof)
        );
    }
}

/// Proves the bound of an instance. It must be the usual bound, and the proof must be accepted.
fn proved(instance: &Instance) -> Proof {
    let budget = Budget::unlimited();
    let (bound, evidence) = Picross::prove(instance, &budget, None);
    assert_eq!(bound, Picross::bound(instance, &budget, None));
    assert_eq!(evidence.kind, EvidenceKind::Certified, "{instance}");
    let proof = evidence.proof.expect("a certified bound has a proof");
    assert_eq!(bound.value.whole(), proof.bound);
    let claim = bound.solutions.expect("a number of solutions").name();
    assert_eq!(claim_of(&proof.text), claim, "{instance}");
    let checked = Picross::check_proof(instance, proof.text.as_bytes());
    assert_eq!(checked, Ok(proof.bound), "{instance}\n{}", proof.text);
    proof
}

/// The word after `claim`.
fn claim_of(proof: &str) -> &str {
    let line = proof.lines().nth(2).expect("a claim");
    line.strip_prefix("claim ").expect("a claim")
}

fn pair(instance: &Instance, proof: &str) -> Pair {
    (instance.to_string().into_bytes(), proof.into())
}
