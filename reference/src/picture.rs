//! Drawings for a terminal: lines of styled text that remain readable without styles.

/// The style of a span. Colours are indices of the 256-colour palette of terminals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The text colour.
    pub ink: Option<u8>,
    /// The background colour.
    pub ground: Option<u8>,
    /// Whether the text is bold.
    pub bold: bool,
}

/// Text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// The style.
    pub style: Style,
}

/// A drawing with a caption.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The lines, each a list of spans.
    pub lines: Vec<Vec<Span>>,
    /// The caption, which may have several lines.
    pub caption: String,
    /// The number of actions of the answer that were applied.
    pub actions: u64,
}

impl Picture {
    /// Starts a new line.
    pub fn line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// Appends a span to the last line.
    pub fn add(&mut self, text: impl Into<String>, style: Style) {
        if self.lines.is_empty() {
            self.line();
        }
        if let Some(line) = self.lines.last_mut() {
            let text = text.into();
            line.push(Span { text, style });
        }
    }

    /// Appends plain text to the last line.
    pub fn plain(&mut self, text: impl Into<String>) {
        self.add(text, Style::default());
    }
}
