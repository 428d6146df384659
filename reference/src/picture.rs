//! A drawing of a puzzle for a terminal: lines of styled text, which read well without any style too.

/// How a piece of text looks. Colours are numbers of the 256-colour palette of terminals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub ink: Option<u8>,
    pub ground: Option<u8>,
    pub bold: bool,
}

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub style: Style,
}

/// A drawing, line by line, and what there is to say about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub lines: Vec<Vec<Span>>,
    pub caption: String,
}

impl Picture {
    /// Begins a new line.
    pub fn line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// Adds to the last line.
    pub fn add(&mut self, text: impl Into<String>, style: Style) {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            let text = text.into();
            line.push(Span { text, style });
        }
    }

    /// Adds to the last line, as plain text.
    pub fn plain(&mut self, text: impl Into<String>) {
        self.add(text, Style::default());
    }
}
