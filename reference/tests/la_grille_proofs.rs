//! Proofs of bounds of La Grille: true, accepted by both checkers, and refused when they are strengthened.

#[path = "common/la_grille.rs"]
mod exhaustive;
#[path = "common/python.rs"]
mod python;

use std::fmt::Write as _;
use std::time::Duration;

use exhaustive::best_placements;
use puzzles::la_grille::{Instance, LaGrille, Pawn, score};
use puzzles::{Budget, EvidenceKind, Problem, Proof, ProofError, Random};

/// The example of the project text, whose best score is 76.
const EXAMPLE: &str = "4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n";

/// A small grid: often with few different values, zeros, mostly negative or mostly positive.
fn small_instance(random: &mut Random) -> Instance {
    let size = [1, 2, 2, 3, 3, 3][random.below(6)];
    let penalty = [1, 2, 3, 5, 10, 40, 1_000_000_000_000][random.below(7)];
    let reach = [1, 3, 9, 50][random.below(4)];
    let shift = [0, 0, reach / 2, -reach / 2, -reach][random.below(5)];
    let values =
        (0..size * size).map(|_| random.below(2 * reach as usize + 1) as i64 - reach + shift);
    Instance::new(size, penalty, values.collect()).unwrap()
}

/// The best score of a small grid. Up to 2 × 2, every placement is scored by the rules of the crate.
fn best(instance: &Instance) -> i64 {
    let cells = instance.values().len();
    if cells <= 4 {
        let placements = (0..6_usize.pow(cells as u32)).filter_map(|number| {
            let digit = |cell: usize| number / 6_usize.pow(cell as u32) % 6;
            let pawns: Vec<Pawn> = (0..cells).map(|cell| Pawn::ALL[digit(cell)]).collect();
            score(instance, &pawns).ok().map(|score| score.total)
        });
        return placements.max().unwrap();
    }
    let mut reached = 0;
    let mut solvers = LaGrille::solvers().iter();
    let anneal = solvers.find(|s| s.info.name == "anneal").unwrap();
    let budget = Budget::unlimited().with_iterations(20);
    (anneal.run)(instance, &budget, &mut |answer| reached = answer.score()).unwrap();
    best_placements(instance, reached).0
}

/// Some limits: none, no search, a short search, few rounds of descent, little work. A work limit is used up, so that
/// each computation needs a budget of its own.
fn budget(number: usize) -> Budget {
    let budget = Budget::unlimited();
    match number % 6 {
        0 => budget.with_time(Duration::ZERO),
        1 => budget.with_iterations(number as u64 / 6 % 60 + 1),
        2 => budget.with_work(1 << (number / 6 % 30)),
        _ => budget,
    }
}

fn prove(instance: &Instance, budget: &Budget) -> Proof {
    let (_, evidence) = LaGrille::prove(instance, budget, None);
    evidence.proof.expect("every bound has a proof")
}

/// The exit code of the checker in Rust, and the bound that is proved.
fn check(instance: &[u8], proof: &[u8]) -> (u8, Option<i64>) {
    let Ok(instance) = LaGrille::read(instance) else {
        return (2, None);
    };
    match LaGrille::check_proof(&instance, proof) {
        Ok(bound) => (0, Some(bound)),
        Err(ProofError::Refused(_)) => (1, None),
        Err(ProofError::Unreadable(_)) => (2, None),
    }
}

type Pair = (Vec<u8>, Vec<u8>);

fn pair(instance: &Instance, proof: &str) -> Pair {
    (instance.to_string().into_bytes(), proof.as_bytes().to_vec())
}

/// Fails unless the checker in Python has the same exit codes as the one in Rust. Returns how often each occurs.
fn agree(pairs: &[Pair]) -> [usize; 3] {
    let codes: Vec<u8> = pairs.iter().map(|(i, p)| check(i, p).0).collect();
    if let Some(python) = python::verdicts("la-grille", pairs) {
        assert_eq!(python.len(), pairs.len());
        for (index, (instance, proof)) in pairs.iter().enumerate() {
            let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
            let (rust, python) = (codes[index], python[index]);
            assert_eq!(rust, python, "{}\n{}", shown(instance), shown(proof));
        }
    }
    [0, 1, 2].map(|code| {
        let same = codes.iter().filter(|found| **found == code);
        same.count()
    })
}

/// The proof with another bound in its first line.
fn claiming(proof: &str, bound: i64) -> String {
    let rest = proof.split_once('\n').unwrap().1;
    format!("judge-proof 1 la-grille {bound}\n{rest}")
}

/// The proof with every mode divided by the colours of a cell. What closes a case also closes its parts.
fn divided(instance: &Instance, proof: &str, random: &mut Random) -> String {
    let mut text = String::new();
    let mut lines = proof.lines().peekable();
    while let Some(line) = lines.next() {
        text += line;
        text.push('\n');
        if line.ends_with("doubled") {
            let mut steps = String::new();
            while let Some(step) = lines.next_if(|next| !next.ends_with("doubled")) {
                steps += step;
                steps.push('\n');
            }
            let cell = random.below(instance.values().len());
            let _ = write!(text, "branch {cell} {}\n{steps}{steps}", random.below(64));
        }
    }
    text
}

/// The places of the numbers of a proof: line and word. The digest is no number.
fn numbers(proof: &str) -> Vec<(usize, usize)> {
    let words = proof.lines().enumerate().flat_map(|(line, text)| {
        let words = text.split(' ').enumerate();
        words.map(move |(word, text)| (line, word, text))
    });
    words
        .filter(|(.., text)| text.parse::<i64>().is_ok())
        .map(|(line, word, _)| (line, word))
        .collect()
}

/// The proof with another word.
fn with_word(proof: &str, (line, word): (usize, usize), new: &str) -> String {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    let mut words: Vec<&str> = lines[line].split(' ').collect();
    words[word] = new;
    lines[line] = words.join(" ");
    lines.join("\n") + "\n"
}

fn number_at(proof: &str, (line, word): (usize, usize)) -> i64 {
    let line = proof.lines().nth(line).unwrap();
    line.split(' ').nth(word).unwrap().parse().unwrap()
}

#[test]
fn proofs_of_small_grids_are_true_and_accepted() {
    let mut random = Random::new(1);
    let mut pairs = Vec::new();
    let [mut certified, mut open] = [0; 2];
    for _ in 0..700 {
        let instance = small_instance(&mut random);
        let best = best(&instance);
        let limits = random.below(1000);
        let budget = || budget(limits);
        let known = (random.below(4) == 0).then_some(best);
        let bound = LaGrille::bound(&instance, &budget(), known);
        let (again, evidence) = LaGrille::prove(&instance, &budget(), known);
        assert_eq!(bound, again, "{instance}");
        let proof = evidence.proof.expect("every bound has a proof");
        let bound = bound.value.whole();
        match evidence.kind {
            EvidenceKind::Certified => assert_eq!(proof.bound, bound, "{instance}"),
            EvidenceKind::Searched { .. } => assert!(proof.bound > bound, "{instance}"),
            EvidenceKind::Recomputed => panic!("no bound is only recomputed"),
        }
        assert!(best <= bound, "{bound} but {best} is possible:\n{instance}");
        let checked = LaGrille::check_proof(&instance, proof.text.as_bytes());
        assert_eq!(checked, Ok(proof.bound), "{instance}{}", proof.text);
        certified += usize::from(evidence.kind == EvidenceKind::Certified);
        open += usize::from(best < bound);
        pairs.push(pair(&instance, &proof.text));
        // One better.
        let better = claiming(&proof.text, proof.bound - 1);
        let accepted = LaGrille::check_proof(&instance, better.as_bytes()).is_ok();
        assert!(!accepted || best < bound && proof.text.contains("price"));
        pairs.push(pair(&instance, &better));
        let divided = divided(&instance, &proof.text, &mut random);
        let checked = LaGrille::check_proof(&instance, divided.as_bytes());
        assert_eq!(checked, Ok(proof.bound), "{instance}{divided}");
        pairs.push(pair(&instance, &divided));
    }
    assert!(certified > 690, "{certified}");
    assert!(open > 50, "{open}");
    let [accepted, refused, _] = agree(&pairs);
    assert!(accepted >= 1400 && refused > 600, "{accepted} {refused}");
}

#[test]
fn no_change_of_one_number_proves_what_is_false() {
    let mut random = Random::new(2);
    let mut pairs = Vec::new();
    for _ in 0..60 {
        let instance = small_instance(&mut random);
        let best = best(&instance);
        let mut proof = prove(&instance, &budget(random.below(1000))).text;
        if random.below(2) == 0 {
            proof = divided(&instance, &proof, &mut random);
        }
        let numbers = numbers(&proof);
        for &place in &numbers {
            let old = number_at(&proof, place);
            let other = random.below(100) as i64 - 50;
            for new in [old + 1, old - 1, -old, 2 * old, 0, other] {
                let changed = with_word(&proof, place, &new.to_string());
                let (_, proved) = check(instance.to_string().as_bytes(), changed.as_bytes());
                assert!(
                    proved.is_none_or(|bound| bound >= best),
                    "{instance}{changed}"
                );
                // The same for a bound that is one too good, unless it is the bound that was changed.
                if place != (0, 3) {
                    let false_bound = claiming(&changed, best - 1);
                    let (code, _) = check(instance.to_string().as_bytes(), false_bound.as_bytes());
                    assert_ne!(code, 0, "{instance}{false_bound}");
                }
                if random.below(4) == 0 {
                    pairs.push(pair(&instance, &changed));
                }
            }
        }
    }
    let [accepted, refused, _] = agree(&pairs);
    assert!(accepted > 100 && refused > 100, "{accepted} {refused}");
}

/// Steps at random: what they prove must be true, and both checkers must say the same.
#[test]
fn random_proofs_prove_nothing_false() {
    let mut random = Random::new(3);
    let mut pairs = Vec::new();
    for _ in 0..60 {
        let instance = small_instance(&mut random);
        let best = best(&instance);
        let proof = prove(&instance, &Budget::unlimited()).text;
        let head: Vec<&str> = proof.lines().take(3).collect();
        for _ in 0..40 {
            let slack = [-1, 0, 1, 5, 1000][random.below(5)];
            let steps = random_steps(&instance, &mut random);
            let text = claiming(&format!("{}\n{steps}", head.join("\n")), best + slack);
            let (_, proved) = check(instance.to_string().as_bytes(), text.as_bytes());
            assert!(proved.is_none_or(|bound| bound >= best), "{instance}{text}");
            pairs.push(pair(&instance, &text));
        }
    }
    let [accepted, refused, unreadable] = agree(&pairs);
    assert!(accepted > 100 && refused > 500, "{accepted} {refused}");
    assert_eq!(unreadable, 0);
}

/// Figures and a part for each mode. Numbers of steps are mostly right.
fn random_steps(instance: &Instance, random: &mut Random) -> String {
    let size = instance.size();
    let cells = size * size;
    let mut text = String::new();
    for _ in 0..random.below(2) * random.below(3) {
        let mut figure: Vec<usize> = (0..2 + random.below(2))
            .map(|_| random.below(cells))
            .collect();
        figure.sort_unstable();
        let figure: Vec<String> = figure.iter().map(usize::to_string).collect();
        let _ = writeln!(text, "figure {}", figure.join(" "));
    }
    for mode in ["doubled", "undoubled"] {
        if mode == "undoubled" && size == 1 && random.below(9) > 0 {
            continue;
        }
        text += mode;
        text.push('\n');
        let mut open = 1;
        while open > 0 && text.len() < 3000 {
            let step = random.below(8);
            if step == 0 {
                let colours = 1 + random.below(62);
                let _ = writeln!(text, "branch {} {colours}", random.below(cells));
                open += 1;
                continue;
            }
            let word = if step < 4 { "price" } else { "close" };
            open -= usize::from(step >= 4);
            let scale = [1, 2, 3, 8][random.below(4)];
            let _ = write!(text, "{word} {scale}");
            let multipliers = 3 + cells + 4 * (size - 1) * (size - 1) + 6 * size;
            let share = random.below(10);
            for index in 0..multipliers {
                if random.below(12) < share {
                    let reach = 1 + random.below(20);
                    let least = if random.below(30) == 0 { 3 } else { 0 };
                    let price = scale * (random.below(reach) as i64 - least);
                    let is_free =
                        index == 1 || (3 + cells..multipliers - 6 * size).contains(&index);
                    let sign = if is_free && random.below(2) == 0 {
                        -1
                    } else {
                        1
                    };
                    let _ = write!(text, " {index} {}", sign * price);
                }
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn checkers_agree_on_damaged_proofs() {
    let mut random = Random::new(4);
    let mut pairs = Vec::new();
    for _ in 0..150 {
        let instance = small_instance(&mut random);
        let proof = prove(&instance, &budget(random.below(1000))).text;
        for _ in 0..15 {
            let mut damaged = proof.clone().into_bytes();
            for _ in 0..=random.below(2) {
                damaged = damage(&damaged, &mut random);
            }
            pairs.push((instance.to_string().into_bytes(), damaged));
        }
        let damaged = damage(instance.to_string().as_bytes(), &mut random);
        pairs.push((damaged, proof.into_bytes()));
    }
    let [accepted, refused, unreadable] = agree(&pairs);
    assert!(
        accepted > 100 && refused > 150 && unreadable > 500,
        "{accepted} {refused} {unreadable}"
    );
}

/// Changes some bytes, words or lines of a text.
fn damage(text: &[u8], random: &mut Random) -> Vec<u8> {
    const WORDS: [&str; 22] = [
        "",
        "-",
        "+1",
        "-0",
        "007",
        "1.5",
        "0x1",
        "\u{665}",
        "9223372036854775807",
        "-9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "100000000000000000000000",
        "-1",
        "0",
        "1",
        "64",
        "doubled",
        "undoubled",
        "close",
        "price",
        "branch",
    ];
    let mut text = text.to_vec();
    let mut lines: Vec<Vec<u8>> = text.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let mut below = |count: usize| random.below(count.max(1));
    let (one, other) = (below(lines.len()), below(lines.len()));
    match below(12) {
        0 => text.truncate(below(text.len())),
        1 if !text.is_empty() => {
            let at = below(text.len());
            text[at] = [0, b' ', b'\t', b'\r', b'\n', 0x0b, 0x0c, 0xff, b'-', b'3'][below(10)];
        }
        2 => text.insert(
            below(text.len()),
            [b' ', b'\t', b'\r', b'\n', 0xa0, b'9'][below(6)],
        ),
        3 => text.splice(0..0, *b"\xef\xbb\xbf").for_each(drop),
        4 => {
            lines.remove(one);
            text = lines.join(&b'\n');
        }
        5 => {
            lines.insert(one, lines[other].clone());
            text = lines.join(&b'\n');
        }
        6 => {
            lines.swap(one, other);
            text = lines.join(&b'\n');
        }
        7 => text = lines.join(&b"\r\n"[..]),
        8 => {
            lines[one].extend([b" 1", b" x", b" \t", b"\r\r", b"\t5"][below(5)]);
            text = lines.join(&b'\n');
        }
        _ => {
            let words: Vec<&[u8]> = lines[one].split(|&b| b == b' ').collect();
            let at = below(words.len());
            let mut words: Vec<Vec<u8>> = words.into_iter().map(<[u8]>::to_vec).collect();
            words[at] = if below(3) == 0 {
                Vec::new()
            } else {
                WORDS[below(WORDS.len())].as_bytes().to_vec()
            };
            lines[one] = words.join(&b' ');
            text = lines.join(&b'\n');
        }
    }
    text
}

/// Grids on which proofs need branching. Their optimum is known from a placement that meets the bound, so any proof of a
/// better bound would be false.
#[test]
fn trees_of_cases_are_accepted_and_prove_nothing_better() {
    let mut random = Random::new(5);
    let mut good = Vec::new();
    let mut bad = Vec::new();
    let mut branches = 0;
    for (size, penalty, reach) in [(4, 10, 9), (6, 3, 9), (8, 10, 9), (9, 25, 99), (10, 10, 9)] {
        let values = (0..size * size).map(|_| random.below(2 * reach + 1) as i64 - reach as i64);
        let instance = Instance::new(size, penalty, values.collect()).unwrap();
        let (bound, evidence) = LaGrille::prove(&instance, &Budget::unlimited(), None);
        let bound = bound.value.whole();
        let proof = evidence.proof.unwrap();
        assert_eq!(evidence.kind, EvidenceKind::Certified, "{instance}");
        assert_eq!(proof.bound, bound);
        branches += proof.text.matches("branch").count();
        let mut reached = 0;
        let mut solvers = LaGrille::solvers().iter();
        let exact = solvers.find(|s| s.info.name == "exact").unwrap();
        (exact.run)(&instance, &Budget::unlimited(), &mut |answer| {
            reached = score(&instance, answer.pawns()).unwrap().total;
        })
        .unwrap();
        assert_eq!(reached, bound, "{instance}");

        let text = instance.to_string();
        good.push(pair(&instance, &proof.text));
        good.push(pair(
            &instance,
            &divided(&instance, &proof.text, &mut random),
        ));
        let false_bound = claiming(&proof.text, bound - 1);
        bad.push(pair(&instance, &false_bound));
        let numbers = numbers(&false_bound);
        for count in 0..300 {
            // Neither the version nor the bound.
            let place = numbers[2 + random.below(numbers.len() - 2)];
            let change = random.below(200) as i64 - 100;
            let changed = number_at(&false_bound, place) + change;
            let changed = with_word(&false_bound, place, &changed.to_string());
            assert_ne!(
                check(text.as_bytes(), changed.as_bytes()).0,
                0,
                "{text}{changed}"
            );
            if count < 10 {
                bad.push(pair(&instance, &changed));
            }
        }
        // A proof of another instance.
        let other = Instance::new(size, penalty, vec![0; size * size]).unwrap();
        bad.push(pair(&other, &proof.text));
    }
    assert!(branches > 10, "{branches}");
    assert_eq!(agree(&good), [10, 0, 0]);
    assert_eq!(agree(&bad), [0, 60, 0]);
}

#[test]
fn the_worked_example_has_a_proof() {
    let instance = Instance::read(EXAMPLE.as_bytes()).unwrap();
    let proof = prove(&instance, &Budget::unlimited());
    assert_eq!(proof.bound, 76);
    assert_eq!(prove(&instance, &Budget::unlimited()), proof);
}

/// Values beyond what the relaxation can tell in fine units: the proof is that of the plain bound.
#[test]
fn giant_values_have_a_proof() {
    let texts = [
        "2 1\n10000000000000000 -10000000000000000\n0 1\n",
        "2 1000000000000000\n0 0\n1000000000000000 0\n",
        "1 100000000000000000\n-9000000000000000\n",
        "3 5\n-88888888888888888 0 1\n0 88888888888888888 0\n0 0 0\n",
    ];
    let mut pairs = Vec::new();
    for text in texts {
        let instance = Instance::read(text.as_bytes()).unwrap();
        let (bound, evidence) = LaGrille::prove(&instance, &Budget::unlimited(), None);
        assert_eq!(evidence.kind, EvidenceKind::Certified);
        let proof = evidence.proof.unwrap();
        assert_eq!(proof.bound, bound.value.whole());
        assert!(proof.bound >= best(&instance));
        pairs.push(pair(&instance, &proof.text));
    }
    assert_eq!(agree(&pairs), [4, 0, 0]);
}

/// Files that a checker could take long for, or that need much memory.
#[test]
fn hostile_proofs_are_refused() {
    let instance = Instance::read(EXAMPLE.as_bytes()).unwrap();
    let proof = prove(&instance, &Budget::unlimited()).text;
    let head: Vec<&str> = proof.lines().take(3).collect();
    let head = head.join("\n");
    let many = "branch 0 1\n".repeat(100_000);
    let tails = [
        "doubled\nundoubled\n".to_owned(),
        format!("doubled\n{many}undoubled\n"),
        "doubled\nclose 0\nundoubled\nclose 0\n".to_owned(),
        "doubled\nclose 9223372036854775807 0 9223372036854775807\nundoubled\nclose 1\n".to_owned(),
        "doubled\nclose 1000000 0 9223372036854775807 1 -9223372036854775807\nundoubled\nclose 1\n"
            .to_owned(),
        "figure 3 3\ndoubled\nclose 1\nundoubled\nclose 1\n".to_owned(),
        format!(
            "figure{}\ndoubled\nclose 1\nundoubled\nclose 1\n",
            " 3".repeat(1_000_000)
        ),
        "doubled\nclose 1 9223372036854775807 1\nundoubled\nclose 1\n".to_owned(),
        "doubled\nclose 1 -1 1\nundoubled\nclose 1\n".to_owned(),
        "doubled\nbranch -1 1\nundoubled\nclose 1\n".to_owned(),
        "doubled\nbranch 16 1\nundoubled\nclose 1\n".to_owned(),
        "doubled\nbranch 0 64\nundoubled\nclose 1\n".to_owned(),
        "doubled\nbranch 0 -1\nundoubled\nclose 1\n".to_owned(),
    ];
    let mut pairs = tails
        .map(|tail| pair(&instance, &format!("{head}\n{tail}")))
        .to_vec();
    // More steps than a grid of this size may have.
    let instance = Instance::new(300, 1, vec![1; 90_000]).unwrap();
    let proof = prove(&instance, &Budget::unlimited().with_time(Duration::ZERO)).text;
    let long = proof.replace("doubled", &format!("doubled{}", "\nprice 1".repeat(2000)));
    pairs.push(pair(&instance, &long));
    assert_eq!(agree(&pairs), [0, 14, 0]);
}

#[test]
fn the_checker_in_python_is_short() {
    let lines: Vec<&str> = LaGrille::checker().lines().collect();
    assert!(lines.len() <= 200, "{}", lines.len());
    assert!(lines.iter().all(|line| line.chars().count() <= 120));
}
