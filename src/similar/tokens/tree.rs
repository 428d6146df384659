//! Tokens as leaves of a syntax tree.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Tree};

use super::{NAME, NUMBER, TEXT, Token};

/// Reports of progress after which a parse is given up, a fixed number and one per so many bytes; a usual source needs
/// one per 100 bytes. Some nonsense makes a parser follow ever more readings at once: 1,000 reports on 16 KiB of it can
/// take 8 GB. Counted in steps and not in time, so that the result does not depend on the machine.
const BASE_STEPS: usize = 100;
const BYTES_PER_STEP: usize = 50;

/// Nodes that are left out with everything below them. Imports are alike in all programs, and their order is free.
const LEFT_OUT: [&str; 12] = [
    "comment",
    "line_comment",
    "block_comment",
    "import_statement",
    "import_from_statement",
    "future_import_statement",
    "import_declaration",
    "package_declaration",
    "package_clause",
    "use_declaration",
    "preproc_include",
    "hash_bang_line",
];

/// Symbols that group or separate: layout rather than content, and often optional.
const SEPARATORS: [&str; 5] = [";", ",", "{", "}", "\n"];

/// Leaves that are numbers, beside those whose kinds end with `integer_literal` or `floating_point_literal`.
const NUMBERS: [&str; 6] = [
    "integer",
    "float",
    "number",
    "number_literal",
    "int_literal",
    "float_literal",
];

/// What becomes of a node.
enum Role {
    LeftOut,
    /// One token of this kind, whatever is below it.
    Token(&'static str),
    /// The nodes below it are tokens, or it is one itself if there are none.
    Inner,
}

/// Returns the leaves of the syntax tree as tokens; `None` if the parser needs too many steps.
pub(super) fn tokens(text: &str, grammar: &tree_sitter::Language) -> Option<Vec<Token>> {
    let tree = parse(text.as_bytes(), grammar)?;
    let mut tokens = Vec::new();
    let mut cursor = tree.walk();
    // A loop and not a recursion: sources can be nested as deep as they are long.
    loop {
        let node = cursor.node();
        let descend = match role(&node) {
            Role::LeftOut => false,
            Role::Token(kind) => {
                push(&mut tokens, kind, &node);
                false
            }
            Role::Inner if node.child_count() == 0 => {
                push(&mut tokens, node.kind(), &node);
                false
            }
            Role::Inner => true,
        };
        if descend && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(tokens);
            }
        }
    }
}

fn parse(text: &[u8], grammar: &tree_sitter::Language) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(grammar).ok()?;
    let mut steps = BASE_STEPS + text.len() / BYTES_PER_STEP;
    let mut progress = |_: &tree_sitter::ParseState| {
        if steps == 0 {
            return ControlFlow::Break(());
        }
        steps -= 1;
        ControlFlow::Continue(())
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut read = |offset: usize, _| text.get(offset..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

fn role(node: &Node) -> Role {
    let kind = node.kind();
    if LEFT_OUT.contains(&kind) || SEPARATORS.contains(&kind) || is_docstring(node) {
        return Role::LeftOut;
    }
    if !node.is_named() {
        return Role::Inner;
    }
    let is_text =
        kind.contains("string") || kind.contains("char_literal") || kind == "rune_literal";
    if is_text {
        return Role::Token(TEXT);
    }
    if node.child_count() > 0 {
        // `unsigned int` is as good as `size_t`.
        let is_type = matches!(kind, "sized_type_specifier" | "integral_type");
        return if is_type {
            Role::Token(NAME)
        } else {
            Role::Inner
        };
    }
    let is_number = NUMBERS.contains(&kind)
        || kind.ends_with("integer_literal")
        || kind.ends_with("floating_point_literal");
    if is_number {
        Role::Token(NUMBER)
    } else if kind.ends_with("identifier") || kind == "primitive_type" || kind.ends_with("_type") {
        Role::Token(NAME)
    } else {
        Role::Inner
    }
}

/// Returns whether a statement is only a text, which is how Python documents functions.
fn is_docstring(node: &Node) -> bool {
    node.kind() == "expression_statement"
        && node.child_count() == 1
        && node.child(0).is_some_and(|child| child.kind() == "string")
}

fn push(tokens: &mut Vec<Token>, kind: &str, node: &Node) {
    // The parser invents tokens of length 0 where one is missing.
    if node.start_byte() < node.end_byte() {
        tokens.push(Token::new(kind, node.start_byte(), node.end_byte()));
    }
}
