//! Proofs that are changed in one number, damaged, or made of random numbers.

use puzzles::Random;

use crate::samples::SAMPLES;
use crate::{Pair, claiming, numbers, with_number};

/// Changes every number of each proof.
pub(crate) fn mutated() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (index, sample) in SAMPLES.iter().enumerate() {
        let text = sample.proof.text.as_str();
        let places = numbers(text);
        // Of larger proofs, not every number.
        let every = 1 + places.len() / 60;
        for place in places
            .iter()
            .skip(index % every)
            .step_by(every)
            .chain(&places[..1])
        {
            let value: i64 = text[place.clone()].parse().unwrap();
            let others = [
                value + 1,
                value - 1,
                -value - 1,
                2 * value + 3,
                1_000_000_000_000_001,
            ];
            let other = [
                others[index % 2],
                others[2 + index % 3],
                others[1 - index % 2],
            ];
            for value in other {
                let proof = with_number(text, place, value);
                pairs.push((sample.instance.to_string().into_bytes(), proof.into_bytes()));
            }
        }
    }
    pairs
}

/// Inserts, removes and changes bytes, lines and tokens of instances and proofs, and exchanges proofs.
pub(crate) fn damaged() -> Vec<Pair> {
    let mut pairs = Vec::new();
    let random = &mut Random::new(5);
    for round in 0..6000 {
        let sample = &SAMPLES[random.below(SAMPLES.len())];
        let mut instance = sample.instance.to_string().into_bytes();
        let mut proof = sample.proof.text.clone().into_bytes();
        let text = if round % 8 == 0 {
            &mut instance
        } else {
            &mut proof
        };
        let lines = || -> Vec<Vec<u8>> {
            let lines = text.split_inclusive(|&byte| byte == b'\n');
            lines.map(<[u8]>::to_vec).collect()
        };
        match round % 13 {
            0 => text.truncate(random.below(text.len())),
            1 | 2 => {
                let at = random.below(text.len());
                let bytes = b"0123456789- \n\txcutroundprices\xff\r\x0b";
                text[at] = bytes[random.below(bytes.len())];
            }
            3 => {
                let at = random.below(text.len());
                text.insert(at, b"019- \n\t\r\x0c\0"[random.below(10)]);
            }
            4 => {
                let at = random.below(text.len());
                text.remove(at);
            }
            5 => {
                let mut lines = lines();
                let (one, other) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(one, other);
                *text = lines.concat();
            }
            6 => {
                let mut lines = lines();
                let one = random.below(lines.len());
                lines.insert(random.below(lines.len()), lines[one].clone());
                *text = lines.concat();
            }
            7 => {
                let mut lines = lines();
                lines.remove(random.below(lines.len()));
                *text = lines.concat();
            }
            8 => {
                // What readers tolerate: blank lines, tabs, carriage returns, a mark at the beginning.
                let tolerant = String::from_utf8_lossy(text).replace('\n', "\r\n \t\n");
                *text = format!("\u{feff}{}", tolerant.replace(' ', " \t")).into_bytes();
            }
            9 => {
                let other = &SAMPLES[random.below(SAMPLES.len())];
                *text = if round % 2 == 0 {
                    let (header, _) = sample
                        .proof
                        .text
                        .split_at(sample.proof.text.find('\n').unwrap());
                    let (_, rest) = other
                        .proof
                        .text
                        .split_at(other.proof.text.find('\n').unwrap());
                    format!("{header}{rest}").into_bytes()
                } else {
                    other.proof.text.clone().into_bytes()
                };
            }
            10 => {
                let text_of = String::from_utf8_lossy(text).into_owned();
                let places = numbers(&text_of);
                let strange = [
                    "",
                    "+1",
                    "1.0",
                    "00000000000000003",
                    "-0",
                    "--1",
                    "9999999999999999",
                    "é",
                    "1_0",
                    "0x1",
                ];
                let place = places[random.below(places.len())].clone();
                text.splice(place, strange[random.below(10)].bytes());
            }
            11 => text.extend_from_slice(
                [&b"0\n"[..], b"round 1\n", b"cut\n", b" \t\r\n"][random.below(4)],
            ),
            _ => {
                let words: [&[u8]; 5] = [b"edges", b"prices", b"round", b"cut", b"give"];
                let mut lines = lines();
                let one = random.below(lines.len());
                lines[one] = [words[random.below(5)], b" 4\n"].concat();
                *text = lines.concat();
            }
        }
        pairs.push((instance, proof));
    }
    pairs
}

/// Proofs of random bounds by random numbers in the right places.
pub(crate) fn random_numbers() -> Vec<Pair> {
    let mut pairs = Vec::new();
    let random = &mut Random::new(6);
    for round in 0..3000 {
        let sample = &SAMPLES[random.below(SAMPLES.len())];
        let mut text = claiming(
            &sample.proof.text,
            random.below(sample.optimum as usize + 2) as i64,
        );
        for place in numbers(&text).into_iter().skip(1).rev() {
            if random.below(4 + round % 8) == 0 {
                text = with_number(&text, &place, random.below(7) as i64 - 3);
            }
        }
        pairs.push((sample.instance.to_string().into_bytes(), text.into_bytes()));
    }
    pairs
}
