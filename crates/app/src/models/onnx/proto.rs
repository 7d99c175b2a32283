//! Protocol Buffers on the wire: numbered fields, each a number or some bytes. Not here: what the numbers mean to ONNX.

use super::Fault;

/// A field's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Field<'a> {
    /// A whole number.
    Number(u64),
    /// Four bytes.
    Four([u8; 4]),
    /// Eight bytes.
    Eight([u8; 8]),
    /// Text, bytes, a message, or numbers side by side.
    Bytes(&'a [u8]),
}

impl<'a> Field<'a> {
    /// Bytes, or nothing where something else stands.
    pub(super) fn bytes(self) -> &'a [u8] {
        match self {
            Field::Bytes(bytes) => bytes,
            Field::Number(_) | Field::Four(_) | Field::Eight(_) => &[],
        }
    }

    /// Text.
    pub(super) fn text(self) -> Result<String, Fault> {
        match std::str::from_utf8(self.bytes()) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Fault::new("a name in the file is not text"),
        }
    }

    /// A signed number.
    pub(super) fn int(self) -> i64 {
        match self {
            Field::Number(number) => number.cast_signed(),
            Field::Eight(bytes) => i64::from_le_bytes(bytes),
            Field::Four(bytes) => i64::from(i32::from_le_bytes(bytes)),
            Field::Bytes(_) => 0,
        }
    }

    /// Numbers: one, or several packed side by side.
    pub(super) fn ints(self, into: &mut Vec<i64>) -> Result<(), Fault> {
        match self {
            Field::Bytes(mut bytes) => {
                while !bytes.is_empty() {
                    into.push(number(&mut bytes)?.cast_signed());
                }
            }
            Field::Number(_) | Field::Four(_) | Field::Eight(_) => into.push(self.int()),
        }
        Ok(())
    }

    /// Floats: one, or several packed side by side.
    pub(super) fn floats(self, into: &mut Vec<f32>) {
        match self {
            Field::Four(bytes) => into.push(f32::from_le_bytes(bytes)),
            Field::Bytes(bytes) => into.extend(bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four))),
            Field::Number(_) | Field::Eight(_) => {}
        }
    }
}

/// Shows every field of a message, in order.
pub(super) fn each_field<'a>(mut bytes: &'a [u8], mut take: impl FnMut(u64, Field<'a>) -> Result<(), Fault>) -> Result<(), Fault> {
    while !bytes.is_empty() {
        let tag = number(&mut bytes)?;
        let field = match tag & 7 {
            0 => Field::Number(number(&mut bytes)?),
            1 => Field::Eight(fixed(&mut bytes)?),
            2 => {
                let length = usize::try_from(number(&mut bytes)?).unwrap_or(usize::MAX);
                let Some((head, tail)) = bytes.split_at_checked(length) else { return short() };
                bytes = tail;
                Field::Bytes(head)
            }
            5 => Field::Four(fixed(&mut bytes)?),
            _ => return Fault::new("the file is not an ONNX model"),
        };
        take(tag >> 3, field)?;
    }
    Ok(())
}

fn number(bytes: &mut &[u8]) -> Result<u64, Fault> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let Some((first, rest)) = bytes.split_first() else { return short() };
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Ok(value);
        }
    }
    Fault::new("the file is not an ONNX model: a number in it does not end")
}

fn fixed<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], Fault> {
    let Some((head, tail)) = bytes.split_first_chunk::<N>() else { return short() };
    *bytes = tail;
    Ok(*head)
}

fn short<T>() -> Result<T, Fault> {
    Fault::new("the file is cut short, or is not an ONNX model")
}
