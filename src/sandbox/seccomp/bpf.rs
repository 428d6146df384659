//! Assembles rules into a classic BPF program: a binary search over ranges of call numbers.

use libc::sock_filter;

use super::rules::{Action, Rule, Test};

#[cfg(target_arch = "x86_64")]
pub(super) const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
pub(super) const ARCHITECTURE: u32 = 0xc000_00b7;

/// The bit of the x32 ABI, whose calls on `x86_64` have no rules.
pub(super) const X32_BIT: u32 = 0x4000_0000;

/// Returns the program that applies `rules`, which are sorted by call number.
pub(super) fn assemble(rules: Vec<(u32, Rule)>) -> Vec<sock_filter> {
    let mut program = vec![
        load(OFFSET_ARCHITECTURE),
        jump(libc::BPF_JEQ, ARCHITECTURE, 1, 0),
        ret(libc::SECCOMP_RET_KILL_PROCESS),
        load(OFFSET_NUMBER),
        jump(libc::BPF_JGE, X32_BIT, 0, 1),
        Action::Fail(libc::ENOSYS).instruction(),
    ];
    program.extend(search(&ranges(rules)));
    program
}

/// Returns the code for all call numbers as contiguous ranges, each with its first number.
fn ranges(rules: Vec<(u32, Rule)>) -> Vec<(u32, Vec<sock_filter>)> {
    let unknown = vec![Action::Fail(libc::ENOSYS).instruction()];
    let mut ranges = vec![(0, unknown.clone())];
    let mut push = |from: u32, code: Vec<sock_filter>| {
        if ranges.last().is_some_and(|(start, _)| *start == from) {
            ranges.pop();
        }
        if ranges.last().is_none_or(|(_, last)| !same(last, &code)) {
            ranges.push((from, code));
        }
    };
    for (call, rule) in rules {
        push(call, rule.instructions());
        push(call + 1, unknown.clone());
    }
    ranges
}

fn same(a: &[sock_filter], b: &[sock_filter]) -> bool {
    let fields = |step: &sock_filter| (step.code, step.jt, step.jf, step.k);
    a.iter().map(fields).eq(b.iter().map(fields))
}

/// Returns a binary search for the range of a call number.
fn search(ranges: &[(u32, Vec<sock_filter>)]) -> Vec<sock_filter> {
    if let [(_, code)] = ranges {
        return code.clone();
    }
    let (left, right) = ranges.split_at(ranges.len() / 2);
    let (middle, left, right) = (right[0].0, search(left), search(right));
    let mut code = match u8::try_from(left.len()) {
        Ok(distance) => vec![jump(libc::BPF_JGE, middle, distance, 0)],
        // A conditional jump spans at most 255 instructions, an unconditional one any number.
        Err(_) => vec![
            jump(libc::BPF_JGE, middle, 0, 1),
            instruction(libc::BPF_JMP | libc::BPF_JA, left.len() as u32, 0, 0),
        ],
    };
    code.extend(left);
    code.extend(right);
    code
}

impl Rule {
    fn instructions(&self) -> Vec<sock_filter> {
        let mut code = Vec::new();
        for (tests, action) in &self.clauses {
            let mut clause = vec![action.instruction()];
            for test in tests.iter().rev() {
                // A failed test skips the rest of the clause.
                let mut steps = test.instructions(clause.len() as u8);
                steps.append(&mut clause);
                clause = steps;
            }
            code.append(&mut clause);
        }
        code.push(self.default.instruction());
        code
    }
}

impl Test {
    /// Continues with the next instruction if the test holds, and skips `skipped` instructions otherwise.
    fn instructions(&self, skipped: u8) -> Vec<sock_filter> {
        match *self {
            Self::Equal(argument, value) => vec![
                load(low_half(argument)),
                jump(libc::BPF_JEQ, value, 0, skipped),
            ],
            Self::OneOf(argument, ref values) => {
                let mut code = vec![load(low_half(argument))];
                for (number, &value) in values.iter().enumerate() {
                    let left = (values.len() - number - 1) as u8;
                    let otherwise = if left == 0 { skipped } else { 0 };
                    code.push(jump(libc::BPF_JEQ, value, left, otherwise));
                }
                code
            }
            Self::AnyBit(argument, mask) => vec![
                load(low_half(argument)),
                jump(libc::BPF_JSET, mask, 0, skipped),
            ],
            Self::Masked(argument, mask, value) => vec![
                load(low_half(argument)),
                instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, mask, 0, 0),
                jump(libc::BPF_JEQ, value, 0, skipped),
            ],
        }
    }
}

impl Action {
    fn instruction(self) -> sock_filter {
        ret(match self {
            Self::Allow => libc::SECCOMP_RET_ALLOW,
            Self::Fail(error) => libc::SECCOMP_RET_ERRNO | error as u32,
        })
    }
}

const OFFSET_NUMBER: u32 = 0;
const OFFSET_ARCHITECTURE: u32 = 4;

/// Returns the offset of the low half of an argument in `seccomp_data`.
fn low_half(argument: u32) -> u32 {
    16 + 8 * argument
}

fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

fn jump(test: u32, value: u32, if_true: u8, if_false: u8) -> sock_filter {
    instruction(libc::BPF_JMP | test | libc::BPF_K, value, if_true, if_false)
}

fn ret(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}
