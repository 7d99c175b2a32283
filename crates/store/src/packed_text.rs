//! Compresses the words of pieces of files, which are most of a palace and are found through indexes, not by reading them.
//!
//! Zstandard without a shared dictionary: one that was trained on what a palace holds would still hold words after they were
//! erased. A stored format: see `docs/decisions/0045-stored-size.md`.

use crate::error::{Result, StoreError};
use std::cell::RefCell;

/// Shorter texts stay as they are: compressing them saves little.
const PACKED_FROM_BYTES: usize = 192;
/// No text grows beyond this, whatever its bytes claim.
const TEXT_BYTES_MAX: usize = 256 << 20;
/// Of Zstandard's levels the last that costs less than a hundredth of reading a piece.
const LEVEL: i32 = 3;

/// The words of a piece as they are kept; empty where they are kept as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedText(Vec<u8>);

/// Compresses texts one after another, with the same working memory.
pub struct TextPacker(Option<zstd::bulk::Compressor<'static>>);

impl std::fmt::Debug for TextPacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TextPacker")
    }
}

impl Default for TextPacker {
    fn default() -> Self {
        let compressor = zstd::bulk::Compressor::new(LEVEL).and_then(|mut compressor| {
            // The digest of the evidence tells damage; a check sum of its own would be four bytes a piece for nothing.
            compressor.include_checksum(false)?;
            compressor.include_dictid(false)?;
            Ok(compressor)
        });
        Self(compressor.ok())
    }
}

impl TextPacker {
    /// Compresses a text where that makes it a quarter smaller.
    pub fn pack(&mut self, text: &str) -> PackedText {
        let packed = match &mut self.0 {
            Some(compressor) if text.len() >= PACKED_FROM_BYTES => compressor.compress(text.as_bytes()).unwrap_or_default(),
            _ => Vec::new(),
        };
        PackedText(if packed.len() * 4 <= text.len() * 3 { packed } else { Vec::new() })
    }
}

impl PackedText {
    /// Whether the text is kept as it is.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The text.
pub(crate) fn unpack(packed: &[u8]) -> Result<String> {
    let damaged = |why: &str| StoreError::Damaged(format!("a row holds compressed text that cannot be read: {why}"));
    let size = zstd::zstd_safe::get_frame_content_size(packed).ok().flatten().ok_or_else(|| damaged("it does not say how long it is"))?;
    let size = usize::try_from(size).ok().filter(|size| *size <= TEXT_BYTES_MAX).ok_or_else(|| damaged("it is too long"))?;
    let bytes = DECOMPRESSOR.with_borrow_mut(|held| {
        let decompressor = match held {
            Some(decompressor) => decompressor,
            None => held.insert(zstd::bulk::Decompressor::new()?),
        };
        decompressor.decompress(packed, size)
    });
    String::from_utf8(bytes.map_err(|e| damaged(&e.to_string()))?).map_err(|_| damaged("it is not UTF-8"))
}

thread_local! {
    // Making one takes longer than decompressing a piece with it. It holds tables, and no text after a call.
    static DECOMPRESSOR: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_comes_back_and_short_text_stays_as_it_is() {
        let mut packer = TextPacker::default();
        let long = "fn open(path: &Path) -> Result<Store> { Store::open(path) } // Привет, 世界\n".repeat(9);
        let packed = packer.pack(&long);
        assert!(packed.bytes().len() * 4 <= long.len());
        assert_eq!(unpack(packed.bytes()).expect("it was packed"), long);
        for kept in ["", "short", &long[..100]] {
            assert!(packer.pack(kept).is_empty(), "{kept}");
        }
    }

    #[test]
    fn damaged_bytes_are_damage() {
        let packed = TextPacker::default().pack(&"the same words again and again, ".repeat(40));
        let mut cut = packed.bytes().to_vec();
        cut.truncate(cut.len() - 3);
        for damaged in [&b"nothing of the kind"[..], &cut, &packed.bytes()[4..]] {
            assert!(matches!(unpack(damaged), Err(StoreError::Damaged(_))));
        }
    }
}
