//! A few lines of text, changed in place.
//!
//! Not here: another program. A shell between what is shown and what is sealed would be one more thing to trust.

use super::press::Press;

/// Text with a cursor in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Editor {
    text: Vec<char>,
    at: usize,
}

impl Editor {
    /// A text to change, from its end.
    pub(crate) fn new(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { at: text.len(), text }
    }

    /// What it says now.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// What stands before the cursor, and from it on.
    pub(crate) fn halves(&self) -> (String, String) {
        (self.text[..self.at].iter().collect(), self.text[self.at..].iter().collect())
    }

    /// Takes a key; false if it is none of an editor's.
    pub(crate) fn press(&mut self, press: &Press) -> bool {
        match press {
            Press::Char(c) => self.insert(&[*c]),
            Press::Newline => self.insert(&['\n']),
            Press::Paste(text) => self.insert(&text.chars().collect::<Vec<_>>()),
            Press::Backspace => self.remove(self.at.saturating_sub(1), self.at),
            Press::Delete => self.remove(self.at, (self.at + 1).min(self.text.len())),
            Press::Control('w') => self.remove(self.word_start(), self.at),
            Press::Control('u') => self.remove(self.line_start(), self.at),
            Press::Control('k') => self.remove(self.at, self.line_end()),
            Press::Left => self.at = self.at.saturating_sub(1),
            Press::Right => self.at = (self.at + 1).min(self.text.len()),
            Press::Home | Press::Control('a') => self.at = self.line_start(),
            Press::End | Press::Control('e') => self.at = self.line_end(),
            Press::Up => self.at = self.line_start().saturating_sub(1),
            Press::Down => self.at = (self.line_end() + 1).min(self.text.len()),
            Press::Enter | Press::Tab | Press::Escape | Press::PageUp | Press::PageDown | Press::Control(_) | Press::Other => return false,
        }
        true
    }

    fn insert(&mut self, new: &[char]) {
        self.text.splice(self.at..self.at, new.iter().copied());
        self.at += new.len();
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.text.drain(from..to);
        self.at = from;
    }

    fn line_start(&self) -> usize {
        self.text[..self.at].iter().rposition(|c| *c == '\n').map_or(0, |place| place + 1)
    }

    fn line_end(&self) -> usize {
        self.text[self.at..].iter().position(|c| *c == '\n').map_or(self.text.len(), |place| self.at + place)
    }

    fn word_start(&self) -> usize {
        let before = &self.text[..self.at];
        let word_end = before.iter().rposition(|c| !c.is_whitespace()).map_or(0, |place| place + 1);
        before[..word_end].iter().rposition(|c| c.is_whitespace()).map_or(0, |place| place + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Editor, Press};

    #[test]
    fn a_text_is_changed_where_the_cursor_stands() {
        let table: [(&str, &[Press], &str); 8] = [
            ("one", &[Press::Char('s')], "ones"),
            ("one", &[Press::Left, Press::Backspace, Press::Char('日')], "o日e"),
            ("one two", &[Press::Control('w'), Press::Paste("three\nfour".into())], "one three\nfour"),
            ("one two ", &[Press::Control('w')], "one "),
            ("a\nb", &[Press::Control('u'), Press::Char('c')], "a\nc"),
            ("a\nb", &[Press::Up, Press::Home, Press::Control('k'), Press::Newline], "\n\nb"),
            ("ab", &[Press::Home, Press::Delete, Press::End, Press::Delete], "b"),
            ("", &[Press::Backspace, Press::Delete, Press::Left, Press::Up, Press::Down], ""),
        ];
        for (text, keys, wanted) in table {
            let mut editor = Editor::new(text);
            assert!(keys.iter().all(|key| editor.press(key)));
            assert_eq!(editor.text(), wanted, "{text:?} {keys:?}");
        }
        assert!(!Editor::new("x").press(&Press::Enter), "what ends an edit is not the editor's to know");
    }
}
