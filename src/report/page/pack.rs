//! Compresses texts for the page: run-length encoding, deflate and base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Higher levels are much slower and save little.
const LEVEL: u8 = 6;

/// Returns the packed form of a text, which `unpack` in `page.js` restores.
pub(super) fn pack(text: &[u8]) -> String {
    let deflated = miniz_oxide::deflate::compress_to_vec(&run_lengths(text), LEVEL);
    STANDARD.encode(deflated)
}

/// Run-length encoding: three equal bytes are followed by the number of further ones. Deflate alone needs about one
/// byte per 250 repetitions.
fn run_lengths(text: &[u8]) -> Vec<u8> {
    const LITERAL: usize = 3;
    let mut encoded = Vec::with_capacity(text.len() / 2);
    for run in text.chunk_by(|a, b| a == b) {
        for part in run.chunks(LITERAL + usize::from(u8::MAX)) {
            encoded.extend_from_slice(&part[..part.len().min(LITERAL)]);
            encoded.extend(part.len().checked_sub(LITERAL).map(|more| more as u8));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(encoded: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        let mut run = 0;
        let mut bytes = encoded.iter().copied();
        let mut last = None;
        while let Some(byte) = bytes.next() {
            run = if last == Some(byte) { run + 1 } else { 1 };
            last = Some(byte);
            text.push(byte);
            if run == 3 {
                let more = bytes.next().expect("a count");
                text.extend(std::iter::repeat_n(byte, usize::from(more)));
                (run, last) = (0, None);
            }
        }
        text
    }

    #[test]
    fn long_runs_are_compressed() {
        assert_eq!(run_lengths(b"RRDDDDDL"), b"RRDDD\x02L");
        assert_eq!(run_lengths(&[b'R'; 260]), b"RRR\xffRR");
        assert!(pack(&b"R".repeat(100_000)).len() < 100);
    }

    proptest! {
        #[test]
        fn encoding_is_lossless(runs in proptest::collection::vec((any::<u8>(), 1_usize..600), 0..20)) {
            let text: Vec<u8> = runs.into_iter().flat_map(|(byte, count)| std::iter::repeat_n(byte % 4, count)).collect();
            prop_assert_eq!(decoded(&run_lengths(&text)), text);
        }
    }
}
