//! An outline as few bytes: names once, numbers as they need. What was written is read again; anything else is no outline.

use crate::outline::{How, Import, Kind, Mention, Outline, Symbol};
use std::collections::HashMap;

/// The first byte: how the rest is to be read.
const FORM: u8 = 1;

/// Writes numbers, and texts by their number.
#[derive(Default)]
struct Writer<'o> {
    body: Vec<u8>,
    texts: Vec<&'o str>,
    known: HashMap<&'o str, u64>,
}

impl<'o> Writer<'o> {
    fn number(&mut self, number: u64) {
        push(&mut self.body, number);
    }

    fn text(&mut self, text: &'o str) {
        let next = self.texts.len() as u64;
        let place = *self.known.entry(text).or_insert_with(|| {
            self.texts.push(text);
            next
        });
        self.number(place);
    }
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}

/// Reads what a [`Writer`] wrote.
struct Reader<'b> {
    bytes: &'b [u8],
    texts: Vec<&'b str>,
}

impl<'b> Reader<'b> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let (first, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// How many follow: each takes a byte at least, so a longer list is none.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|count| *count <= self.bytes.len())
    }

    fn text(&mut self) -> Option<&'b str> {
        let place = usize::try_from(self.number()?).ok()?;
        self.texts.get(place).copied()
    }

    fn owned(&mut self) -> Option<String> {
        self.text().map(str::to_owned)
    }
}

impl Outline {
    /// The outline as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(u64::from(self.lines));
        writer.number(self.symbols.len() as u64);
        for symbol in &self.symbols {
            writer.text(&symbol.name);
            writer.number(u64::from(symbol.kind as u8) << 1 | u64::from(symbol.exported));
            writer.text(&symbol.parent);
            writer.number(u64::from(symbol.line));
            writer.number(u64::from(symbol.end));
            writer.text(&symbol.signature);
            writer.text(&symbol.doc);
        }
        writer.number(self.mentions.len() as u64);
        for mention in &self.mentions {
            writer.text(&mention.name);
            writer.number(u64::from(mention.line) << 1 | u64::from(mention.how == How::Type));
            writer.number(mention.inside.map_or(0, |place| u64::from(place) + 1));
        }
        writer.number(self.imports.len() as u64);
        for import in &self.imports {
            writer.text(&import.what);
            writer.number(u64::from(import.line));
        }
        let mut bytes = Vec::with_capacity(writer.body.len() * 3);
        bytes.push(FORM);
        push(&mut bytes, writer.texts.len() as u64);
        for text in &writer.texts {
            push(&mut bytes, text.len() as u64);
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&writer.body);
        bytes
    }

    /// Reads the bytes of an outline; nothing if they are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::read(bytes, true)
    }

    /// Reads only what is defined: most of an outline is what it mentions, and most questions do not ask for that.
    pub fn symbols_from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::read(bytes, false)
    }

    fn read(bytes: &[u8], whole: bool) -> Option<Self> {
        let (form, bytes) = bytes.split_first()?;
        if *form != FORM {
            return None;
        }
        let mut reader = Reader { bytes, texts: Vec::new() };
        for _ in 0..reader.count()? {
            let length = reader.count()?;
            let (text, rest) = reader.bytes.split_at_checked(length)?;
            reader.bytes = rest;
            reader.texts.push(std::str::from_utf8(text).ok()?);
        }
        let mut outline = Self { lines: reader.small()?, ..Self::default() };
        for _ in 0..reader.count()? {
            let name = reader.owned()?;
            let what = usize::try_from(reader.number()?).ok()?;
            outline.symbols.push(Symbol {
                name,
                kind: *Kind::ALL.get(what >> 1)?,
                exported: what & 1 == 1,
                parent: reader.owned()?,
                line: reader.small()?,
                end: reader.small()?,
                signature: reader.owned()?,
                doc: reader.owned()?,
            });
        }
        if !whole {
            return Some(outline);
        }
        for _ in 0..reader.count()? {
            let name = reader.owned()?;
            let line = reader.number()?;
            outline.mentions.push(Mention {
                name,
                line: u32::try_from(line >> 1).ok()?,
                how: if line & 1 == 1 { How::Type } else { How::Call },
                inside: match reader.small()? {
                    0 => None,
                    place => Some(place - 1),
                },
            });
        }
        for _ in 0..reader.count()? {
            outline.imports.push(Import { what: reader.owned()?, line: reader.small()? });
        }
        reader.bytes.is_empty().then_some(outline)
    }
}
