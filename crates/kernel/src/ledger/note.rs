//! Checkpoints: a root and a size, signed as text (C2SP signed-note and tlog-checkpoint).
//!
//! The text is what a witness keeps: it fits in a file, a commit message or a letter, and existing tools of
//! transparency logs read it. Not here: key storage. Keys arrive as values and are never written down.

use crate::text::Slice;
use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use super::digest::{Digest, from_hex, to_hex};

/// The longest note that is read; the format allows a hundred large witness signatures below that.
const NOTE_BYTES_MAX: usize = 1 << 20;
/// The signature type of plain Ed25519 in the key id and in the key's text.
const ED25519: u8 = 0x01;

/// The state of a ledger, as it is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which ledger, as one line of text.
    pub origin: String,
    /// How many entries.
    pub size: u64,
    /// The root of their tree.
    pub root: Digest,
}

/// Why a note is not a checkpoint signed by the expected key, or cannot become one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// A key name or an origin that the format cannot carry.
    #[error("{0:?} cannot name a log: it is empty, or holds a space, a plus or a control character")]
    BadName(String),
    /// The text is not a signed note.
    #[error("the text is not a signed note: {0}; copy the whole file, with its last line end")]
    Malformed(&'static str),
    /// The note is signed, but what it says is not a checkpoint.
    #[error("the signed note is not a checkpoint: {0}")]
    NotACheckpoint(&'static str),
    /// Nobody we know signed it.
    #[error("the checkpoint is not signed by the key {0:?}; ask the palace for its log key")]
    NotSigned(String),
    /// The key's own signature is wrong.
    #[error("the signature of {0:?} on the checkpoint is not valid: the text was changed after it was signed")]
    BadSignature(String),
    /// The text is not a log key.
    #[error("the text is not a log key: {0}; it looks like name+1a2b3c4d+base64")]
    BadKey(&'static str),
}

impl Checkpoint {
    /// Signs the checkpoint under a key name and gives the note's text.
    pub fn sign(&self, name: &str, key: &SigningKey) -> Result<String, NoteError> {
        check_name(name)?;
        if self.origin.is_empty() || self.origin.chars().any(char::is_control) {
            return Err(NoteError::BadName(self.origin.clone()));
        }
        let body = self.body();
        let mut signature = key_id(name, &key.verifying_key()).to_vec();
        signature.extend_from_slice(&key.sign(body.as_bytes()).to_bytes());
        Ok(format!("{body}\n— {name} {}\n", STANDARD.encode(signature)))
    }

    /// Reads a note and believes it only if the named key signed it.
    ///
    /// Signatures by other keys (witnesses) are passed over, as are extension lines below the root.
    pub fn open(text: &str, name: &str, key: &VerifyingKey) -> Result<Checkpoint, NoteError> {
        let body = open_note(text, name, key)?;
        Checkpoint::parse(body)
    }

    fn body(&self) -> String {
        format!("{}\n{}\n{}\n", self.origin, self.size, STANDARD.encode(self.root.0))
    }

    fn parse(body: &str) -> Result<Checkpoint, NoteError> {
        use NoteError::NotACheckpoint;
        let mut lines = body.trim_end_matches('\n').split('\n');
        let origin = lines.next().filter(|line| !line.is_empty()).ok_or(NotACheckpoint("it has no origin"))?;
        let size = lines.next().and_then(decimal).ok_or(NotACheckpoint("its size is not a number"))?;
        let root = lines.next().and_then(|line| STANDARD.decode(line).ok()).and_then(|root| root.try_into().ok());
        let root = root.map(Digest).ok_or(NotACheckpoint("its root is not 32 bytes of base64"))?;
        // Empty lines are legal in notes, but not among a checkpoint's lines.
        if body.contains("\n\n") {
            return Err(NotACheckpoint("it has an empty line"));
        }
        Ok(Checkpoint { origin: origin.to_owned(), size, root })
    }
}

/// A log's public key with its name, in the text form `name+id+key` that can be handed to a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKey {
    /// The name that signs.
    pub name: String,
    /// The key that it signs with.
    pub key: VerifyingKey,
}

impl LogKey {
    /// Pairs a key with a name that the format can carry.
    pub fn new(name: &str, key: VerifyingKey) -> Result<LogKey, NoteError> {
        check_name(name)?;
        Ok(LogKey { name: name.to_owned(), key })
    }

    /// Reads a checkpoint signed by this key.
    pub fn open(&self, text: &str) -> Result<Checkpoint, NoteError> {
        Checkpoint::open(text, &self.name, &self.key)
    }
}

impl fmt::Display for LogKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = vec![ED25519];
        key.extend_from_slice(self.key.as_bytes());
        let id = to_hex(&key_id(&self.name, &self.key));
        write!(f, "{}+{id}+{}", self.name, STANDARD.encode(key))
    }
}

impl FromStr for LogKey {
    type Err = NoteError;

    fn from_str(text: &str) -> Result<LogKey, NoteError> {
        use NoteError::BadKey;
        // Base64 has a plus of its own, so only the first two part the text.
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(BadKey("it does not have three parts"));
        };
        check_name(name)?;
        let id: [u8; 4] = from_hex(id).ok_or(BadKey("its id is not 8 hex digits"))?;
        let key = STANDARD.decode(key).map_err(|_| BadKey("its key is not base64"))?;
        let Some((&ED25519, key)) = key.split_first() else {
            return Err(BadKey("it is not an Ed25519 key"));
        };
        let key = key.try_into().map_err(|_| BadKey("its key is not 32 bytes"))?;
        let key = VerifyingKey::from_bytes(key).map_err(|_| BadKey("its key is not a point of the curve"))?;
        // Under a key of small order anyone can sign.
        if key.is_weak() {
            return Err(BadKey("its key is weak"));
        }
        if id != key_id(name, &key) {
            return Err(BadKey("its id belongs to another name or key"));
        }
        Ok(LogKey { name: name.to_owned(), key })
    }
}

/// The first four bytes of SHA-256 over name, line end, signature type and key.
pub fn key_id(name: &str, key: &VerifyingKey) -> [u8; 4] {
    let digest = Digest::of_parts(&[name.as_bytes(), b"\n", &[ED25519], key.as_bytes()]);
    let [a, b, c, d, ..] = digest.0;
    [a, b, c, d]
}

/// Gives the signed text of a note, last line end included.
fn open_note<'t>(text: &'t str, name: &str, key: &VerifyingKey) -> Result<&'t str, NoteError> {
    use NoteError::Malformed;
    check_name(name)?;
    if text.len() > NOTE_BYTES_MAX {
        return Err(Malformed("it is longer than a megabyte"));
    }
    if text.bytes().any(|byte| byte < b' ' && byte != b'\n') {
        return Err(Malformed("it holds control characters"));
    }
    let blank = text.rfind("\n\n").ok_or(Malformed("it has no blank line before the signatures"))?;
    let (body, signatures) = (text.slice(..=blank), text.slice(blank + 2..));
    let signatures = signatures.strip_suffix('\n').ok_or(Malformed("its last line has no end"))?;

    let id = key_id(name, key);
    let mut signed = false;
    for line in signatures.split('\n') {
        let line = line.strip_prefix("— ").ok_or(Malformed("a signature does not start with a dash"))?;
        let (signer, signature) = line.split_once(' ').ok_or(Malformed("a signature has no name"))?;
        check_name(signer)?;
        let signature = STANDARD.decode(signature).map_err(|_| Malformed("a signature is not base64"))?;
        let Some((signer_id, signature)) = signature.split_first_chunk::<4>() else {
            return Err(Malformed("a signature has no key id"));
        };
        if signer != name || *signer_id != id {
            continue;
        }
        let wrong = || NoteError::BadSignature(name.to_owned());
        let signature = Signature::from_slice(signature).map_err(|_| wrong())?;
        key.verify_strict(body.as_bytes(), &signature).map_err(|_| wrong())?;
        signed = true;
    }
    if signed { Ok(body) } else { Err(NoteError::NotSigned(name.to_owned())) }
}

fn check_name(name: &str) -> Result<(), NoteError> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || c == '+';
    if name.is_empty() || name.contains(bad) { Err(NoteError::BadName(name.to_owned())) } else { Ok(()) }
}

/// A decimal number in its one spelling: no sign, no leading zero.
fn decimal(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}
