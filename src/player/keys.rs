//! The keys of a replay, and the bytes that terminals send for them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Space,
    Faster,
    Slower,
    Leave,
}

const ESCAPE: u8 = 0x1b;
const CTRL_C: u8 = 0x03;
const CTRL_D: u8 = 0x04;

/// Returns whether the bytes end within an escape sequence, of which the rest may still arrive.
pub(super) fn is_incomplete(bytes: &[u8]) -> bool {
    let last = bytes.iter().rposition(|&byte| byte == ESCAPE);
    last.is_some_and(|start| match &bytes[start + 1..] {
        [] | [b'O'] => true,
        [b'[', parameters @ ..] => !parameters.iter().any(|&byte| is_final(byte)),
        _ => false,
    })
}

/// Returns the keys that were pressed. Other keys are ignored; an escape byte on its own is the key Escape.
pub(super) fn parse(mut bytes: &[u8]) -> Vec<Key> {
    let mut keys = Vec::new();
    while let [first, rest @ ..] = bytes {
        let (key, length) = match (*first, rest) {
            (ESCAPE, [b'[', sequence @ ..]) => match sequence.iter().position(|&b| is_final(b)) {
                Some(end) => (control_sequence(&sequence[..end], sequence[end]), 3 + end),
                None => (None, bytes.len()),
            },
            (ESCAPE, [b'O', letter, ..]) => (control_sequence(b"", *letter), 3),
            (ESCAPE | CTRL_C | CTRL_D | b'q' | b'Q', _) => (Some(Key::Leave), 1),
            (b' ', _) => (Some(Key::Space), 1),
            (b'+' | b'=', _) => (Some(Key::Faster), 1),
            (b'-', _) => (Some(Key::Slower), 1),
            _ => (None, 1),
        };
        keys.extend(key);
        bytes = &bytes[length..];
    }
    keys
}

fn is_final(byte: u8) -> bool {
    (0x40..=0x7e).contains(&byte)
}

/// Returns the key of a control sequence. Modifiers such as Shift, which follow a semicolon, are ignored.
fn control_sequence(parameters: &[u8], last: u8) -> Option<Key> {
    let number = parameters.split(|&byte| byte == b';').next();
    Some(match (last, number.unwrap_or_default()) {
        (b'A', _) => Key::Up,
        (b'B', _) => Key::Down,
        (b'C', _) => Key::Right,
        (b'D', _) => Key::Left,
        (b'H', _) | (b'~', b"1" | b"7") => Key::Home,
        (b'F', _) | (b'~', b"4" | b"8") => Key::End,
        (b'~', b"5") => Key::PageUp,
        (b'~', b"6") => Key::PageDown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_common_terminals() {
        for (bytes, expected) in [
            (
                &b"\x1b[C\x1bOD "[..],
                &[Key::Right, Key::Left, Key::Space][..],
            ),
            (b"\x1b[1;5A\x1b[6~", &[Key::Up, Key::PageDown]),
            (b"\x1b[H\x1b[4~\x1bOH", &[Key::Home, Key::End, Key::Home]),
            (b"\x1b", &[Key::Leave]),
            (b"\x03", &[Key::Leave]),
            (b"xq", &[Key::Leave]),
            // An unknown function key, an unfinished sequence, and text that is not ASCII.
            (b"\x1b[15~", &[]),
            (b"\x1b[1;", &[]),
            (b"\xc3\xa9+", &[Key::Faster]),
            (b"", &[]),
        ] {
            assert_eq!(parse(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn sequences_may_arrive_in_parts() {
        for bytes in [&b"\x1b"[..], b"\x1b[", b"q\x1bO", b"\x1b[1;5"] {
            assert!(is_incomplete(bytes), "{bytes:?}");
        }
        for bytes in [&b""[..], b"q", b"\x1b[C", b"\x1bOC", b"\x1b[5~", b"\x1bx"] {
            assert!(!is_incomplete(bytes), "{bytes:?}");
        }
    }
}
