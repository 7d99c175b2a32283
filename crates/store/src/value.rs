//! The whole vocabulary between us and a database: integers, text, bytes, and nothing.

use crate::error::{Result, StoreError};
use kernel::{
    ledger::{Digest, DigestError, from_hex},
    time::Moment,
};

/// A value in a row or an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A `bigint`.
    Int(i64),
    /// A `text`.
    Text(String),
    /// A `blob`.
    Blob(Bytes),
    /// Nothing.
    Null,
}

/// Bytes, with a name of their own so that each database can be told how to take them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// As people are shown it; bytes as hexadecimal digits.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(int) => int.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Blob(Bytes(bytes)) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
            Self::Null => f.write_str("null"),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}
impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<i64> for Value {
    fn from(int: i64) -> Self {
        Self::Int(int)
    }
}
impl From<Vec<u8>> for Value {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Blob(Bytes(bytes))
    }
}
impl From<&[u8]> for Value {
    fn from(bytes: &[u8]) -> Self {
        Self::Blob(Bytes(bytes.to_vec()))
    }
}
impl From<Moment> for Value {
    fn from(moment: Moment) -> Self {
        Self::Text(moment.to_string())
    }
}
/// No moment is the empty text, as the contract's tables have it.
impl From<Option<Moment>> for Value {
    fn from(moment: Option<Moment>) -> Self {
        Self::Text(moment.map_or_else(String::new, |m| m.to_string()))
    }
}
impl From<Digest> for Value {
    fn from(digest: Digest) -> Self {
        Self::Text(digest.to_string())
    }
}

/// A value that is still in the database's own memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'r> {
    /// A `bigint`.
    Int(i64),
    /// A `text`, not yet seen to be UTF-8: what is hashed or parsed to the byte need not be looked at twice.
    Text(&'r [u8]),
    /// A `blob`.
    Blob(&'r [u8]),
    /// Nothing.
    Null,
}

impl<'r> From<&'r Value> for Cell<'r> {
    fn from(value: &'r Value) -> Self {
        match value {
            Value::Int(int) => Self::Int(*int),
            Value::Text(text) => Self::Text(text.as_bytes()),
            Value::Blob(Bytes(bytes)) => Self::Blob(bytes),
            Value::Null => Self::Null,
        }
    }
}

/// A row that is still in the database's own memory, for reading millions of them: nothing is copied, and it is gone when
/// the next one comes.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'r>(pub &'r [Cell<'r>]);

impl<'r> Cells<'r> {
    fn cell(self, column: usize) -> Result<Cell<'r>> {
        self.0.get(column).copied().ok_or_else(|| unexpected("a column", None))
    }

    /// A column, as an integer. Columns are counted from 0.
    pub fn int(self, column: usize) -> Result<i64> {
        self.int_or_null(column)?.ok_or_else(|| unexpected("an integer", Some(&Value::Null)))
    }

    /// A column, as an integer or nothing.
    pub fn int_or_null(self, column: usize) -> Result<Option<i64>> {
        match self.cell(column)? {
            Cell::Int(int) => Ok(Some(int)),
            Cell::Null => Ok(None),
            Cell::Text(_) | Cell::Blob(_) => Err(unexpected("an integer", Some(&Value::Text(String::new())))),
        }
    }

    /// A column, as the bytes of a text or nothing.
    pub fn bytes_or_null(self, column: usize) -> Result<Option<&'r [u8]>> {
        match self.cell(column)? {
            Cell::Text(bytes) => Ok(Some(bytes)),
            Cell::Null => Ok(None),
            Cell::Int(_) | Cell::Blob(_) => Err(unexpected("text", Some(&Value::Int(0)))),
        }
    }

    /// A column, as a blob.
    pub fn blob(self, column: usize) -> Result<&'r [u8]> {
        match self.cell(column)? {
            Cell::Blob(bytes) => Ok(bytes),
            Cell::Int(_) | Cell::Text(_) | Cell::Null => Err(unexpected("bytes", None)),
        }
    }

    /// A column, as the bytes of a text.
    pub fn bytes(self, column: usize) -> Result<&'r [u8]> {
        self.bytes_or_null(column)?.ok_or_else(|| unexpected("text", Some(&Value::Null)))
    }

    /// A column, as text.
    pub fn text(self, column: usize) -> Result<&'r str> {
        std::str::from_utf8(self.bytes(column)?).map_err(|_| not_utf8())
    }

    /// A column, as a digest.
    pub fn digest(self, column: usize) -> Result<Digest> {
        // Where there are many, they are kept as bytes.
        let read = match self.cell(column)? {
            Cell::Blob(bytes) => bytes.try_into().ok().map(Digest),
            Cell::Int(_) | Cell::Text(_) | Cell::Null => from_hex(self.bytes(column)?).map(Digest),
        };
        read.ok_or_else(|| StoreError::Damaged(format!("a row holds a bad digest: {DigestError}")))
    }

    /// A column, as a moment.
    pub fn moment(self, column: usize) -> Result<Moment> {
        Moment::parse(self.text(column)?).map_err(|e| StoreError::Damaged(format!("a row holds a bad moment: {e}")))
    }
}

/// A row, read from left to right.
#[derive(Clone, Debug)]
pub struct Row(std::vec::IntoIter<Value>);

impl Row {
    /// A row of these values.
    pub fn new(values: Vec<Value>) -> Self {
        Self(values.into_iter())
    }

    /// What was not read yet.
    pub fn rest(&self) -> &[Value] {
        self.0.as_slice()
    }

    /// The next column, whatever it holds.
    pub fn value(&mut self) -> Option<Value> {
        self.0.next()
    }

    /// The next column, as text.
    pub fn text(&mut self) -> Result<String> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(text),
            other => Err(unexpected("text", other.as_ref())),
        }
    }

    /// The next column, as text or nothing.
    pub fn text_or_null(&mut self) -> Result<Option<String>> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Null) => Ok(None),
            other => Err(unexpected("text or null", other.as_ref())),
        }
    }

    /// The next column, as bytes.
    pub fn blob(&mut self) -> Result<Vec<u8>> {
        match self.0.next() {
            Some(Value::Blob(Bytes(bytes))) => Ok(bytes),
            other => Err(unexpected("bytes", other.as_ref())),
        }
    }

    /// The next column, as an integer.
    pub fn int(&mut self) -> Result<i64> {
        match self.0.next() {
            Some(Value::Int(int)) => Ok(int),
            other => Err(unexpected("an integer", other.as_ref())),
        }
    }

    /// The next column, as an integer or nothing.
    pub fn int_or_null(&mut self) -> Result<Option<i64>> {
        match self.0.next() {
            Some(Value::Int(int)) => Ok(Some(int)),
            Some(Value::Null) => Ok(None),
            other => Err(unexpected("an integer or null", other.as_ref())),
        }
    }

    /// The next column, read by `parse`; a value that does not parse is damage, not absence.
    pub fn parsed<T, E: std::fmt::Display>(&mut self, what: &str, parse: impl FnOnce(&str) -> std::result::Result<T, E>) -> Result<T> {
        let text = self.text()?;
        parse(&text).map_err(|e| StoreError::Damaged(format!("a row holds a bad {what}: {e}")))
    }

    /// The next column, read by `parse` unless it is empty.
    pub fn parsed_or_empty<T, E: std::fmt::Display>(
        &mut self,
        what: &str,
        parse: impl FnOnce(&str) -> std::result::Result<T, E>,
    ) -> Result<Option<T>> {
        let text = self.text()?;
        if text.is_empty() {
            return Ok(None);
        }
        parse(&text).map(Some).map_err(|e| StoreError::Damaged(format!("a row holds a bad {what}: {e}")))
    }

    /// The next column, as a moment.
    pub fn moment(&mut self) -> Result<Moment> {
        self.parsed("moment", Moment::parse)
    }

    /// The next column, as a moment or the empty text.
    pub fn moment_or_empty(&mut self) -> Result<Option<Moment>> {
        self.parsed_or_empty("moment", Moment::parse)
    }

    /// The next column, as a digest.
    pub fn digest(&mut self) -> Result<Digest> {
        if let Some(Value::Blob(Bytes(bytes))) = self.0.as_slice().first() {
            let digest = bytes.as_slice().try_into().map(Digest).map_err(|_| StoreError::Damaged(format!("a row holds a bad digest: {DigestError}")));
            self.0.next();
            return digest;
        }
        self.parsed("digest", str::parse)
    }
}

pub(crate) fn not_utf8() -> StoreError {
    StoreError::Damaged("a row holds text that is not UTF-8".into())
}

fn unexpected(wanted: &str, found: Option<&Value>) -> StoreError {
    let found = match found {
        Some(Value::Int(_)) => "an integer",
        Some(Value::Text(_)) => "text",
        Some(Value::Blob(_)) => "bytes",
        Some(Value::Null) => "null",
        None => "no column",
    };
    StoreError::Damaged(format!("a row holds {found} where {wanted} belongs"))
}

/// Reads a column of JSON.
pub(crate) fn json<T: serde::de::DeserializeOwned>(text: &str) -> std::result::Result<T, serde_json::Error> {
    serde_json::from_str(text)
}

/// Arguments of a statement, in order: `args![id, at]`.
macro_rules! args {
    ($($value:expr),* $(,)?) => { &[$($crate::value::Value::from($value)),*] };
}
pub(crate) use args;
