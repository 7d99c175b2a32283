//! Reads choices from bytes; when they are used up, every choice is the simplest one.

/// Bytes that are left to choose by.
pub(crate) struct Choices<'b> {
    left: std::slice::Iter<'b, u8>,
}

impl<'b> Choices<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Self {
        Self { left: bytes.iter() }
    }

    /// The next byte, while there are any.
    pub(crate) fn more(&mut self) -> Option<u8> {
        self.left.next().copied()
    }

    /// The next byte, or 0.
    pub(crate) fn byte(&mut self) -> u8 {
        self.more().unwrap_or(0)
    }

    /// A number below a bound, or 0 where there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let number = usize::from(self.byte()) << 8 | usize::from(self.byte());
        number.checked_rem(bound).unwrap_or(0)
    }

    /// One of some texts.
    pub(crate) fn piece<'t>(&mut self, pieces: &[&'t str]) -> &'t str {
        pieces.get(self.below(pieces.len())).copied().unwrap_or_default()
    }

    /// How often something is repeated.
    pub(crate) fn repeated(&mut self, most: usize) -> usize {
        1 + self.below(most)
    }

    /// Any character.
    pub(crate) fn character(&mut self) -> char {
        let number = u32::from(self.byte()) << 16 | u32::from(self.byte()) << 8 | u32::from(self.byte());
        char::from_u32(number % 0x11_0000).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// What was not used.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.left.as_slice()
    }
}
