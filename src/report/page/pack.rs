//! Texts made small: run lengths, then deflate, then letters that may stand in a page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Fast, and nearly as small as the slowest.
const LEVEL: u8 = 6;

/// The packed form of a text, which the page unpacks again.
pub(super) fn pack(text: &[u8]) -> String {
    let deflated = miniz_oxide::deflate::compress_to_vec(&run_lengths(text), LEVEL);
    STANDARD.encode(deflated)
}

/// Three equal bytes are followed by how many more of them there are.
fn run_lengths(text: &[u8]) -> Vec<u8> {
    const WRITTEN: usize = 3;
    let mut short = Vec::with_capacity(text.len() / 2);
    for run in text.chunk_by(|a, b| a == b) {
        for part in run.chunks(WRITTEN + usize::from(u8::MAX)) {
            short.extend_from_slice(&part[..part.len().min(WRITTEN)]);
            short.extend(part.len().checked_sub(WRITTEN).map(|more| more as u8));
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unrun(short: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        let mut run = 0;
        let mut bytes = short.iter().copied();
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
    fn runs_are_short() {
        assert_eq!(run_lengths(b"RRDDDDDL"), b"RRDDD\x02L");
        assert_eq!(run_lengths(&[b'R'; 260]), b"RRR\xffRR");
        assert!(pack(&b"R".repeat(100_000)).len() < 100);
    }

    proptest! {
        #[test]
        fn nothing_is_lost(runs in proptest::collection::vec((any::<u8>(), 1_usize..600), 0..20)) {
            let text: Vec<u8> = runs.into_iter().flat_map(|(byte, count)| std::iter::repeat_n(byte % 4, count)).collect();
            prop_assert_eq!(unrun(&run_lengths(&text)), text);
        }
    }
}
