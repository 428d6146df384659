//! A team's program as one sequence of tokens with fingerprints.

use std::collections::HashSet;
use std::ops::Range;

use super::sources::SourceFile;
use super::tokens::{Token, tokens};
use super::winnow::{K, grams, winnow};

/// Separates the files of a program; equal to no token.
const SEPARATOR: Token = Token {
    kind: 0,
    start: 0,
    end: 0,
};

/// A team's program.
#[derive(Debug)]
pub struct Program {
    pub team: String,
    pub files: Vec<SourceFile>,
    /// The tokens of all files, each file followed by a separator.
    tokens: Vec<Token>,
    /// The first token of each file.
    starts: Vec<usize>,
    grams: Vec<Option<u64>>,
    /// Per token, whether it belongs to a passage that says nothing: a starter's, or one that most teams have.
    left_out: Vec<bool>,
    /// The number of tokens that are left out.
    pub left_out_tokens: usize,
    pub(super) fingerprints: Vec<Fingerprint>,
}

/// The hash of a k-gram, and its first token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fingerprint {
    pub(super) hash: u64,
    pub(super) at: usize,
}

/// Some lines of a file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the file.
    pub file: usize,
    pub bytes: Range<usize>,
}

impl Program {
    /// Splits the sources into tokens. All k-grams in `base` are left out.
    pub fn new(team: String, files: Vec<SourceFile>, base: &HashSet<u64>) -> Self {
        let mut all = Vec::new();
        let mut starts = Vec::new();
        for file in &files {
            starts.push(all.len());
            all.extend(tokens(&file.text, file.language));
            all.push(SEPARATOR);
        }
        let kinds: Vec<u32> = all.iter().map(|token| token.kind).collect();
        let mut program = Self {
            team,
            files,
            left_out: vec![false; all.len()],
            tokens: all,
            starts,
            grams: grams(&kinds),
            left_out_tokens: 0,
            fingerprints: Vec::new(),
        };
        program.leave_out(base);
        program
    }

    /// Leaves out these k-grams, and finds the fingerprints of the rest.
    pub(super) fn leave_out(&mut self, hashes: &HashSet<u64>) {
        for at in 0..self.grams.len() {
            if self.grams[at].is_some_and(|hash| hashes.contains(&hash)) {
                self.grams[at] = None;
                self.left_out[at..at + K].fill(true);
            }
        }
        self.left_out_tokens = self.left_out.iter().filter(|&&left_out| left_out).count();
        let kept = winnow(&self.grams).into_iter();
        let kept = kept.filter_map(|at| {
            let hash = self.grams[at]?;
            Some(Fingerprint { hash, at })
        });
        self.fingerprints = kept.collect();
    }

    /// Returns the hashes of all k-grams.
    pub(super) fn all_grams(&self) -> impl Iterator<Item = u64> {
        self.grams.iter().copied().flatten()
    }

    /// Returns the number of its own tokens: those that are not left out.
    pub fn own_tokens(&self) -> usize {
        self.tokens.len() - self.files.len() - self.left_out_tokens
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Returns the kind of a token that may be part of a match.
    pub(super) fn comparable(&self, at: usize) -> Option<u32> {
        let token = self.tokens.get(at)?;
        (token.kind != 0 && !self.left_out[at]).then_some(token.kind)
    }

    /// Returns the text of a token.
    pub(super) fn text(&self, at: usize) -> &str {
        let Place { file, bytes } = self.place(at..at + 1);
        &self.files[file].text[bytes]
    }

    /// Returns the part of a file that some of its tokens cover.
    pub fn place(&self, tokens: Range<usize>) -> Place {
        let file = self.starts.partition_point(|&start| start <= tokens.start) - 1;
        let (first, last) = (self.tokens[tokens.start], self.tokens[tokens.end - 1]);
        Place {
            file,
            bytes: first.start as usize..last.end as usize,
        }
    }

    /// Returns the passages that are left out.
    pub fn left_out_places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        let mut at = 0;
        while at < self.left_out.len() {
            let start = at;
            while self.left_out.get(at) == Some(&true) {
                at += 1;
            }
            if at > start {
                places.push(self.place(start..at));
            }
            at += 1;
        }
        places
    }

    /// Returns the first and the last line of a place, counted from 1.
    pub fn lines(&self, place: &Place) -> (usize, usize) {
        let text = self.files[place.file].text.as_bytes();
        let count = |part: &[u8]| memchr::memchr_iter(b'\n', part).count();
        let first = count(&text[..place.bytes.start]) + 1;
        (first, first + count(&text[place.bytes.clone()]))
    }

    /// Returns a place as `file:first-last`, or `file:line`.
    pub fn shown_place(&self, place: &Place) -> String {
        let (first, last) = self.lines(place);
        let path = &self.files[place.file].path;
        if first == last {
            return format!("{path}:{first}");
        }
        format!("{path}:{first}-{last}")
    }
}
