//! One line of the ledger, and the exact bytes that are hashed for it.
//!
//! Not here: the payload itself. An entry knows only its salted digest, so that what was said can be erased
//! while the fact that something was said stays.

use sha2::{Digest as _, Sha256};

use super::digest::Digest;

/// The first line of every leaf. A new set of fields is a new version, never a change of this one.
pub const ENTRY_FORMAT: &str = "palace/entry/v1";

/// The longest text field, in bytes. Long things are payloads.
pub const FIELD_BYTES_MAX: usize = 512;

/// One thing that happened, or was asked and refused. Its texts are its own, or lent where millions are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<T = String> {
    /// The palace that this ledger belongs to; an entry of another palace does not verify here.
    pub palace: T,
    /// The place in the ledger, counted from 0; also the index of the leaf.
    pub seq: u64,
    /// The hash of the entry before, or [`Digest::ZERO`] for the first.
    pub prev: Digest,
    /// When it happened, in Unix milliseconds.
    pub at: i64,
    /// What kind of actor asked: human, agent, machine.
    pub actor_kind: T,
    /// Who asked.
    pub actor: T,
    /// The session it was asked in; may be empty.
    pub session: T,
    /// The operation, as `noun.verb`.
    pub op: T,
    /// How it ended: `done`, `proposed`, `refused CODE`.
    pub outcome: T,
    /// The id of what was acted on; may be empty.
    pub subject: T,
    /// The digest of the canonical input.
    pub input: Digest,
    /// The digest of the canonical output.
    pub output: Digest,
    /// The salted digest of the payload kept beside the tree; see [`payload_digest`].
    pub payload: Digest,
}

/// Why an entry cannot be written on the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// A text field would break the one-field-per-line form.
    #[error("the field `{field}` of a ledger entry holds a control character or a line separator; remove it")]
    ControlCharacter {
        /// The field's name.
        field: &'static str,
    },
    /// A text field is longer than [`FIELD_BYTES_MAX`].
    #[error("the field `{field}` of a ledger entry is {bytes} bytes long, more than {FIELD_BYTES_MAX}; put long text in the payload")]
    TooLong {
        /// The field's name.
        field: &'static str,
        /// Its length.
        bytes: usize,
    },
}

impl EntryError {
    /// The name of the field that is wrong.
    pub fn field(&self) -> &'static str {
        match self {
            EntryError::ControlCharacter { field } | EntryError::TooLong { field, .. } => field,
        }
    }
}

impl<T: AsRef<str>> Entry<T> {
    /// Says whether every text field fits on one line of the leaf.
    pub fn check(&self) -> Result<(), EntryError> {
        let texts = [
            ("palace", &self.palace),
            ("actor_kind", &self.actor_kind),
            ("actor", &self.actor),
            ("session", &self.session),
            ("op", &self.op),
            ("outcome", &self.outcome),
            ("subject", &self.subject),
        ];
        for (field, text) in texts.map(|(field, text)| (field, text.as_ref())) {
            if text.len() > FIELD_BYTES_MAX {
                let bytes = text.len();
                return Err(EntryError::TooLong { field, bytes });
            }
            if !fits_on_a_line(text) {
                return Err(EntryError::ControlCharacter { field });
            }
        }
        Ok(())
    }

    /// The canonical text that is hashed: the format's name, then one field per line.
    pub fn leaf_bytes(&self) -> Vec<u8> {
        let mut leaf = Vec::with_capacity(512);
        self.write_leaf(&mut leaf);
        leaf
    }

    /// Writes the canonical text to the end of a buffer.
    ///
    /// The text is unambiguous only for entries that pass [`Entry::check`].
    pub fn write_leaf(&self, out: &mut Vec<u8>) {
        line(out, ENTRY_FORMAT);
        line(out, self.palace.as_ref());
        write_integer(out, self.seq);
        out.push(b'\n');
        digest_line(out, &self.prev);
        if self.at < 0 {
            out.push(b'-');
        }
        write_integer(out, self.at.unsigned_abs());
        out.push(b'\n');
        line(out, self.actor_kind.as_ref());
        line(out, self.actor.as_ref());
        line(out, self.session.as_ref());
        line(out, self.op.as_ref());
        line(out, self.outcome.as_ref());
        line(out, self.subject.as_ref());
        digest_line(out, &self.input);
        digest_line(out, &self.output);
        digest_line(out, &self.payload);
    }

    /// The RFC 6962 leaf hash. The next entry's `prev` and the tree's leaf are this same value, so there is
    /// nothing that the chain and the tree could disagree about.
    pub fn hash(&self) -> Digest {
        self.hash_in(&mut Vec::with_capacity(512))
    }

    /// The same hash, written through a buffer that the caller keeps.
    pub(super) fn hash_in(&self, buffer: &mut Vec<u8>) -> Digest {
        buffer.clear();
        buffer.push(0x00);
        self.write_leaf(buffer);
        Digest(Sha256::digest(buffer).into())
    }

    /// Whether this entry erased payloads. A refused or merely proposed erasure erased nothing.
    pub fn is_erasure(&self) -> bool {
        matches!(self.op.as_ref().rsplit_once('.'), Some((_, "erase"))) && self.outcome.as_ref() == "done"
    }
}

/// The digest under which a payload is kept beside the tree.
///
/// The salt is erased together with the body: without it, a short body could be found again by guessing.
pub fn payload_digest(salt: &[u8; 16], body: &[u8]) -> Digest {
    Digest::of_parts(&[b"palace/payload/v1\n", salt, body])
}

fn fits_on_a_line(text: &str) -> bool {
    // Nearly every field is plain ASCII; only the rest is decoded. Looking at every byte is faster than stopping early.
    text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'))
        || text.chars().all(|c| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}'))
}

fn line(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

fn digest_line(out: &mut Vec<u8>, digest: &Digest) {
    digest.write_hex(out);
    out.push(b'\n');
}

/// Writes a decimal integer without the formatting machinery, which would cost more than the hash.
fn write_integer(out: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}
